import { LbError } from "../../kinds/diagnostic";
import type { KubernetesObject } from "../../provider/kubernetes/types";
import type { HandedComponent } from "../components/hand-over";
import type { FollowedCluster, FollowListener } from "../kubernetes/follow";
import type { RawObject } from "../specs";
import { CLOCK, type Clock } from "./clock";
import { followClusters } from "./clusters";
import { ComponentWatch, rawOf, refIn } from "./component-watch";
import { Emptying } from "./emptying";
import { FastLane } from "./fast-lane";
import { ALONE, type Leadership } from "./leadership";
import { hasMembers } from "./members";
import type { Observer, PendingChange } from "./observer";
import { isMember } from "./picture";
import type { PastRun, Program } from "./program";
import { type Apply, SlowLane } from "./slow-lane";
import { StackView } from "./stack-view";
import { tellOfPending } from "./tell-events";
import type { WatchView } from "./view";
import { Writer } from "./writer";

/** How a watch behaves; times in milliseconds. */
export interface WatchOptions {
  apply: Apply;
  debounceMs: number;
  resyncMs: number;
  settleMs: number;
  emptyAfterMs: number;
  /** A file for plans, in a folder of its own. */
  planFile: string;
  /** How often the history of the stack is looked at. */
  historyMs?: number;
  leadership?: Leadership;
  tell: Observer;
  clock?: Clock;
  /** How the clusters are followed; a test has streams of its own. */
  follow?: typeof followClusters;
}

/** Somebody's `pulumi up` may end at any time, and what it wrote that was read too early is to be gone within 5 s. */
const HISTORY_MS = 2_000;
const SETTLE_CHECK_MS = 500;

/** The continuous run: follows clusters, keeps servers current, and leaves structure to review. */
export class Watcher implements WatchView {
  private readonly clock: Clock;
  private readonly state = new StackView();
  private readonly lane: FastLane;
  private readonly slow: SlowLane;
  private readonly writer: Writer;
  private readonly emptying: Emptying;
  private readonly leadership: Leadership;
  private readonly components = new Map<HandedComponent, ComponentWatch>();
  private clusters: FollowedCluster[] = [];
  private readonly ends: (() => void)[] = [];
  private readonly said = new Map<string, string>();
  private flushing = false;
  private started = false;
  private settling = false;
  private unsettled: number | undefined;

  constructor(
    private readonly program: Program,
    private readonly options: WatchOptions,
  ) {
    const { apply, debounceMs, emptyAfterMs, planFile, tell, clock = CLOCK, leadership = ALONE } = options;
    this.clock = clock;
    this.leadership = leadership;
    this.emptying = new Emptying(clock, emptyAfterMs);
    this.writer = new Writer(this.state.open, this.emptying);
    this.lane = new FastLane(
      {
        open: () => this.started && apply !== "none" && leadership.isLeader(),
        write: (key) => this.write(key),
        written: (key, { servers }, seconds) => {
          this.unsettled = clock.now();
          this.said.delete(key);
          const [, type = "", resource = ""] = key.split(" ");
          tell({ what: "write", resource, type, seconds, servers });
        },
        failed: (key, error, againMs) => this.failed(error, key, againMs),
      },
      { debounceMs, clock },
    );
    this.slow = new SlowLane({
      program,
      apply,
      planFile,
      clock,
      leads: () => leadership.isLeader(),
      judge: () => this.judge(),
      baseline: (run) => this.baseline(run),
      failed: (error, what) => this.failed(error, what, undefined),
      tell: (told) => {
        tell(told);
        if (told.what === "pending") void tellOfPending(told.pending, this.clusters, (error) => this.failed(error, "event", undefined));
      },
    });
  }

  /** Runs the program once, reads the clusters it reads, and begins to follow them. */
  async start(): Promise<void> {
    const { components } = await this.program.preview();
    const live = components.filter(({ clusters }) => clusters.length > 0);
    if (live.length === 0) throw nothingToFollow(components.length);
    const config = await this.program.config();
    const { follow = followClusters } = this.options;
    const followed = await follow(
      live,
      [...Object.values(config), ...Object.values(process.env).flatMap((text) => text ?? [])],
      (readers, context) => this.listener(readers, context),
    );
    this.clusters = [...new Set([...followed.values()].flat())];
    for (const [component, clusters] of followed) this.components.set(component, new ComponentWatch(component, clusters));
    await this.untilWhole();
    await this.slow.begin();
    this.started = true;
    this.every(this.options.historyMs ?? HISTORY_MS, () =>
      this.slow.lookAtHistory().catch((error: unknown) => this.failed(error, "history", undefined)),
    );
    this.every(SETTLE_CHECK_MS, () => this.maySettle());
    this.every(this.options.resyncMs, () => this.slow.resync());
    this.ends.push(this.leadership.onChange((leader) => this.led(leader)));
    this.lane.turn();
  }

  /** Resolves when everything that is known has been written, and judged. */
  async idle(): Promise<void> {
    await this.lane.idle();
    await this.slow.idle();
  }

  /** Ends within seconds: begins nothing more, and waits for what runs. */
  async close(): Promise<void> {
    for (const end of this.ends) end();
    for (const cluster of this.clusters) cluster.close();
    this.lane.close();
    await this.lane.idle();
    await this.slow.close();
  }

  ready = (): boolean => this.started && this.clusters.every((cluster) => cluster.isWhole());
  troubles = (): readonly string[] => [...new Set(this.said.values())];
  pending = () => this.slow.pending;
  drift = () => this.slow.drift;
  queue = () => this.lane.queue();

  private listener(readers: readonly HandedComponent[], context: () => string): FollowListener {
    const watches = () => readers.flatMap((reader) => this.components.get(reader) ?? []);
    const { tell } = this.options;
    return {
      event: (kind, type, object) => {
        tell({ what: "event", cluster: context(), kind, type, object: `${object.metadata.namespace ?? ""}/${object.metadata.name}` });
        for (const watch of watches()) this.take(watch, rawOf(object, context()), type === "deleted");
      },
      listed: () => {
        if (!this.started) return;
        for (const watch of watches().filter((one) => one.isWhole())) {
          this.want(watch, watch.relisted(Date.now()));
          this.slow.touched();
        }
      },
      state: (kind, state, reason) => {
        const key = `${context()} ${kind}`;
        if (reason === undefined) this.said.delete(key);
        else this.said.set(key, reason);
        this.emptying.whole(this.clusters.every((cluster) => cluster.isOpen()));
        tell({ what: "stream", cluster: context(), kind, state, reason });
      },
    };
  }

  private take(watch: ComponentWatch, raw: RawObject, gone: boolean): void {
    if (!this.started) return;
    if (!isMember(refIn(raw).kind)) {
      if (watch.touch(raw, gone || isEnding(raw), Date.now())) this.slow.touched();
      return;
    }
    watch.picture?.take(raw, gone);
    if (this.flushing) return;
    this.flushing = true;
    const since = this.clock.now();
    // all that one chunk of a stream holds is translated together
    setImmediate(() => {
      this.flushing = false;
      for (const one of this.components.values()) this.want(one, one.picture?.flush() ?? new Set(), since);
    });
  }

  private want(watch: ComponentWatch, ids: Iterable<string>, since?: number): void {
    const state = this.state.of(watch.owner);
    for (const id of ids) if (state.has(id)) this.lane.want(`${watch.owner} ${id}`, since);
  }

  private write(key: string) {
    const [owner = "", ...id] = key.split(" ");
    const watch = [...this.components.values()].find((one) => one.owner === owner);
    const resource = this.state.of(owner).get(id.join(" "));
    if (!watch || !resource || !hasMembers(resource.type)) return Promise.resolve(undefined);
    return this.writer.write(key, resource, watch.picture?.resources.get(id.join(" "))?.inputs);
  }

  private async baseline(run?: PastRun): Promise<void> {
    await this.state.read(this.program);
    const written = this.writer.reset();
    // the first time all is looked at: a watch before this one may have died between two writes
    const all = run === undefined;
    const applied = run === undefined || (run.kind === "update" && run.result === "succeeded");
    for (const watch of this.components.values()) {
      if (applied) watch.review(run?.started);
      const state = this.state.of(watch.owner);
      const plan = watch.picture?.resources;
      for (const [id, resource] of state) {
        const key = `${watch.owner} ${id}`;
        if (all || written.includes(key) || this.writer.differs(key, resource, plan?.get(id)?.inputs)) this.want(watch, [id]);
      }
    }
    this.unsettled = undefined;
  }

  private async judge(): Promise<PendingChange[]> {
    const found: PendingChange[] = [];
    for (const watch of this.components.values()) {
      const { objects, fields } = await watch.differences(this.state.of(watch.owner), this.state.open);
      if (Object.keys(objects).length > 0) found.push({ causes: watch.causes(), since: new Date().toISOString(), objects, fields });
      else this.want(watch, watch.review());
    }
    return found;
  }

  private maySettle(): void {
    if (
      this.settling ||
      this.unsettled === undefined ||
      this.clock.now() - this.unsettled < this.options.settleMs ||
      this.lane.queue().waiting > 0
    )
      return;
    this.settling = true;
    void this.slow.settle().finally(() => {
      this.settling = false;
    });
  }

  private led(leader: boolean): void {
    this.options.tell({ what: "leader", leader });
    if (leader) void this.slow.begin().catch((error: unknown) => this.failed(error, "history", undefined));
  }

  private failed(error: unknown, what: string, againMs: number | undefined): void {
    const message = error instanceof Error ? error.message : String(error);
    const code = /^(?:Error: )?(LB\d{4})/.exec(message)?.[1] ?? "LB2000";
    this.said.set(what, message);
    this.options.tell({ what: "failure", code, message, resource: what, ...(againMs === undefined ? {} : { again: againMs / 1000 }) });
  }

  private every(ms: number, work: () => Promise<unknown> | unknown): void {
    let stop: () => void = () => undefined;
    const turn = () => {
      stop = this.clock.after(ms, async () => {
        await work();
        if (!ended) turn();
      });
    };
    let ended = false;
    this.ends.push(() => {
      ended = true;
      stop();
    });
    turn();
  }

  private async untilWhole(): Promise<void> {
    while (![...this.components.values()].every((watch) => watch.isWhole())) await new Promise<void>((done) => this.clock.after(20, done));
    this.emptying.whole(true);
  }
}

/** What is being deleted asks for nothing any more. */
function isEnding({ value }: RawObject): boolean {
  const { metadata } = value as KubernetesObject;
  return metadata.deletionTimestamp !== undefined;
}

function nothingToFollow(components: number): LbError {
  return new LbError({
    code: "LB2082",
    message:
      components === 0
        ? "the program has no component of ours that was previewed"
        : `none of the ${components} components of the program reads a live cluster`,
    remedy: "Give `specs: liveCluster({ ... })` of pulumi-k8s-lb/cluster to the component that is to be kept current.",
  });
}
