import type { ObjectRef } from "../../kinds/diagnostic";
import type { HandedComponent } from "../components/hand-over";
import type { FollowListener } from "../kubernetes/follow";
import type { RawObject } from "../specs";
import { CLOCK, type Clock, every, turns } from "./clock";
import { followClusters } from "./follow/follow-clusters";
import { Followed } from "./follow/followed-components";
import { type ComponentWatch, isEnding, rawOf } from "./follow/watched-component";
import { type Judged, SlowLane } from "./judge/slow-lane";
import { hasMembers } from "./judge/structure-or-members";
import { ALONE, type Leadership } from "./lease";
import type { WatchView } from "./report/http-server";
import { Troubles } from "./report/open-failures";
import { tellOfPending } from "./report/pending-events";
import type { PendingChange } from "./report/watch-event";
import type { PastRun, Program } from "./stack/program";
import { StackView } from "./stack/stack-view";
import type { WatchOptions } from "./watch-options";
import { Emptying } from "./write/empty-pool-delay";
import { FastLane, type Outcome } from "./write/fast-lane";
import { FirstLook } from "./write/initial-resync";
import { Writer } from "./write/member-writer";

/** Somebody's `pulumi up` may end at any time, and what it wrote that was read too early must be gone within 5 s. Each look is a process. */
const HISTORY_MS = 2_000;
/** While there is something that it may have overtaken. */
const HISTORY_AHEAD_MS = 1_000;
const SETTLE_CHECK_MS = 500;

/** The continuous run: follows clusters, keeps servers current, and leaves structure to review. */
export class Watcher implements WatchView {
  private readonly clock: Clock;
  private readonly state = new StackView();
  private readonly lane: FastLane;
  private readonly slow: SlowLane;
  private readonly writer: Writer;
  private readonly first: FirstLook;
  private readonly emptying: Emptying;
  private readonly leadership: Leadership;
  private readonly followed: Followed;
  private readonly said: Troubles;
  private readonly ends: (() => void)[] = [];
  /** Of two states that are read the later one counts. */
  private readonly oneByOne = turns();
  private flushing = false;
  private started = false;
  private closed = false;
  private settling = false;
  private unsettled: number | undefined;
  private listeners = 0;

  constructor(
    private readonly program: Program,
    private readonly options: WatchOptions,
  ) {
    const { apply, debounceMs, emptyAfterMs, planFile, tell, clock = CLOCK, leadership = ALONE, follow = followClusters } = options;
    this.clock = clock;
    this.leadership = leadership;
    this.said = new Troubles(tell);
    this.followed = new Followed(follow, clock);
    this.emptying = new Emptying(clock, emptyAfterMs);
    this.writer = new Writer(this.state.open, this.emptying, apply === "none");
    this.first = new FirstLook(this.state, this.writer);
    this.lane = new FastLane(
      {
        open: () => this.started && leadership.isLeader(),
        write: (key) => this.write(key),
        written: (key, { servers }, seconds) => {
          this.unsettled = clock.now();
          const [, type = "", resource = ""] = key.split(" ");
          tell({ what: "write", resource, type, seconds, servers, ...(apply === "none" ? { would: true } : {}) });
        },
        failed: (key, error, againMs) => this.said.failed(key, error, againMs),
      },
      { debounceMs, clock },
    );
    this.slow = new SlowLane({
      program,
      apply,
      planFile,
      clock,
      leads: () => leadership.isLeader(),
      judge: () => this.judge().finally(() => this.first.judged()),
      baseline: (runs) => this.oneByOne(() => this.baseline(runs)),
      previewed: (handed, began, still) => this.previewed(handed, began, still),
      drifted: (found) => this.writer.unexplained(found, this.state),
      outcome: (what, error) => (error === undefined ? this.said.over(what) : this.said.failed(what, error)),
      tell: (told) => {
        tell(told);
        if (told.what === "pending") this.tellOfPending(told.pending);
      },
    });
  }

  /** Runs the program once, reads the clusters it reads, and begins to follow them. */
  async start(): Promise<void> {
    const { components, steps } = await this.program.preview();
    await this.follow(components);
    if (this.closed) return;
    await this.slow.begin(steps);
    if (this.closed) return;
    this.started = true;
    const { historyMs, resyncMs } = this.options;
    const history = () => this.slow.lookAtHistory().catch((error: unknown) => this.said.failed("history", error));
    this.ends.push(
      every(this.clock, () => historyMs ?? (this.writer.isAhead() ? HISTORY_AHEAD_MS : HISTORY_MS), history),
      every(this.clock, SETTLE_CHECK_MS, () => this.maySettle()),
      every(this.clock, resyncMs, () => Promise.all([this.slow.resync(), this.followed.lookForKinds()])),
      this.leadership.onChange((leader) => this.led(leader)),
    );
    this.lane.turn();
  }

  /** Resolves when everything that is known has been written or has failed, and is judged. */
  async idle(): Promise<void> {
    await this.first.idle();
    await this.lane.idle();
    await this.slow.idle();
  }

  /** Ends within seconds: begins nothing more, and waits for what runs. */
  async close(): Promise<void> {
    this.closed = true;
    for (const end of this.ends) end();
    this.followed.close();
    this.lane.close();
    const slow = this.slow.close();
    await this.lane.idle();
    await slow;
  }

  ready = (): boolean => this.started && this.first.done && this.followed.isWhole();
  troubles = (): readonly string[] => this.said.all();
  pending = () => this.slow.pending;
  drift = () => this.slow.drift;
  queue = () => this.lane.queue();
  components = (): readonly ComponentWatch[] => this.followed.all();

  private async follow(components: readonly HandedComponent[]): Promise<void> {
    const config = await this.program.config();
    const texts = [...Object.values(config), ...Object.values(process.env).flatMap((text) => text ?? [])];
    await this.followed.begin(components, texts, (watches, context) => this.listener(watches, context));
    this.emptying.whole(this.followed.isOpen());
  }

  private listener(watches: () => ComponentWatch[], context: string): FollowListener {
    const { tell } = this.options;
    // of two clusters of one name each has its own troubles
    const nth = ++this.listeners;
    return {
      event: (kind, type, object) => {
        tell({ what: "event", cluster: context, kind, type, object: `${object.metadata.namespace ?? ""}/${object.metadata.name}` });
        for (const watch of watches()) this.take(watch, rawOf(object, context), type === "deleted");
      },
      listed: () => {
        if (!this.started) return;
        for (const watch of watches().filter((one) => one.isWhole())) {
          this.want(watch, watch.relisted(Date.now()));
          this.slow.touched();
        }
      },
      state: (kind, state) => {
        this.emptying.whole(this.followed.isOpen());
        tell({ what: "stream", cluster: context, kind, state });
      },
      outage: ({ kind, ...outage }) => {
        const key = `${nth} ${kind ?? "API server"}`;
        if (outage.reason === undefined) this.said.over(key);
        else this.said.known(key, outage.reason);
        tell({ what: "outage", cluster: context, kind, ...outage });
      },
    };
  }

  private take(watch: ComponentWatch, raw: RawObject, gone: boolean): void {
    if (!this.started) return;
    if (!watch.picture || !watch.isMember(raw)) {
      if (watch.touch(raw, gone || isEnding(raw), Date.now())) this.slow.touched();
      return;
    }
    watch.picture.take(raw, gone);
    if (this.flushing) return;
    this.flushing = true;
    const since = this.clock.now();
    // all that one chunk of a stream holds is translated together
    setImmediate(() => {
      this.flushing = false;
      for (const one of this.followed.all()) this.want(one, one.picture?.flush() ?? new Set(), since);
    });
  }

  /** Queues writes if this process leads. A process that does not lead writes nothing, and looks at everything once it leads. */
  private want(watch: ComponentWatch, ids: Iterable<string>, since?: number): void {
    if (!this.leadership.isLeader()) return;
    const state = this.state.of(watch.owner);
    for (const id of ids) if (state.has(id)) this.lane.want(`${watch.owner} ${id}`, since);
  }

  private async write(key: string): Promise<Outcome | number | undefined> {
    const [owner = "", ...id] = key.split(" ");
    const watch = this.followed.all().find((one) => one.owner === owner);
    const resource = this.state.of(owner).get(id.join(" "));
    const isWritten = watch && resource && hasMembers(resource.type);
    const outcome = isWritten ? await this.writer.write(key, resource, watch.picture?.resources.get(id.join(" "))?.inputs) : undefined;
    // nothing failed, also where there is nothing left to write
    this.said.over(key);
    return outcome;
  }

  private async baseline(runs?: readonly PastRun[]): Promise<void> {
    await this.state.read(this.program);
    const written = this.writer.reset();
    const all = runs === undefined;
    const up = runs?.find(({ kind, result }) => kind === "update" && result === "succeeded");
    for (const watch of this.followed.all()) {
      if (all) watch.review();
      else if (up) await watch.applied(up.started, this.state.of(watch.owner), this.state.open, this.clock);
      const plan = watch.picture?.resources;
      for (const [id, resource] of this.state.of(watch.owner)) {
        const key = `${watch.owner} ${id}`;
        if (written.includes(key) || this.writer.differs(key, resource, plan?.get(id)?.inputs)) this.want(watch, [id]);
      }
    }
    this.unsettled = undefined;
    if (all) this.look();
  }

  /** Begins the first look. Only the leader looks: any other process leaves it to the leader. */
  private look(): void {
    const since = this.clock.now();
    this.first.begin(this.leadership.isLeader() ? this.followed.all() : [], (watch, id) => this.want(watch, [id], since));
  }

  private async judge(): Promise<Judged> {
    const pending: PendingChange[] = [];
    const unjudged: ObjectRef[] = [];
    let heard = 0;
    for (const watch of this.followed.all()) {
      const found = await watch.differences(this.state.of(watch.owner), this.state.open, this.clock);
      if (!found) {
        unjudged.push(...watch.causes());
        heard = Math.max(heard, watch.heard());
        continue;
      }
      const { objects, fields, before } = found;
      if (Object.keys(objects).length > 0) pending.push({ causes: watch.causes(), since: watch.waitsSince(true), objects, fields });
      else {
        watch.waitsSince(false);
        this.want(watch, watch.review(before));
      }
    }
    return { pending, unjudged, heard };
  }

  /** The program that a preview ran may be another than the one that is followed: it counts once the stack is as it says. */
  private async previewed(handed: readonly HandedComponent[], began: number, still: boolean): Promise<boolean> {
    void this.followed.lookForKinds();
    if (!still) return false;
    for (const watch of this.followed.all()) if (!watch.translate) watch.review(began);
    if (this.followed.are(handed) || handed.every(({ clusters }) => clusters.length === 0)) return false;
    await this.follow(handed);
    await this.oneByOne(() => this.baseline());
    return true;
  }

  /** Reports pending changes. A change that is applied at once does not wait. */
  private tellOfPending(pending: readonly PendingChange[]): void {
    if (!this.leadership.isLeader()) return;
    const waits = this.options.apply === "all" ? pending.filter(({ refused }) => refused !== undefined) : pending;
    void tellOfPending(waits, this.followed.each(), (error) => this.said.failed("event", error));
  }

  private maySettle(): void {
    const quiet = this.unsettled !== undefined && this.clock.now() - this.unsettled >= this.options.settleMs;
    if (this.settling || !quiet || this.lane.queue().waiting > 0) return;
    this.settling = true;
    void this.slow.settle().finally(() => {
      this.settling = false;
    });
  }

  private led(leader: boolean): void {
    this.options.tell({ what: "leader", leader });
    if (!leader) {
      this.emptying.forget();
      this.lane.forget((key) => this.said.over(key));
      return;
    }
    this.look();
    this.tellOfPending(this.slow.pending);
    void this.slow.lead().catch((error: unknown) => this.said.failed("history", error));
  }
}
