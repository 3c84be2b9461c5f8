import type { HandedComponent } from "../components/hand-over";
import type { FollowListener } from "../kubernetes/follow";
import type { RawObject } from "../specs";
import { FollowedComponents } from "./component/followed-components";
import { judgeStructure } from "./component/judge-structure";
import { MemberLane } from "./component/member-lane";
import type { WatchedComponent } from "./component/watched-component";
import { followClusters } from "./follow/follow-clusters";
import { SlowLane } from "./judge/slow-lane";
import { ALONE, type Leadership } from "./lease";
import { clusterReports } from "./report/cluster-reports";
import { HeldReports } from "./report/held-reports";
import type { WatchView } from "./report/http-server";
import { OpenFailures } from "./report/open-failures";
import { reportPending } from "./report/pending-events";
import { ServerHealthWatch } from "./report/server-health";
import type { PastRun, StackProgram } from "./stack/program";
import { followable } from "./stack/run-failed";
import { StackView } from "./stack/stack-view";
import { StatusWriter } from "./status/status-writer";
import { CLOCK, type Clock, every, turns } from "./terms/clock";
import { isEnding, rawOf, refIn } from "./terms/cluster-object";
import type { PendingChange } from "./terms/reported-event";
import type { WatcherOptions } from "./watcher-options";

/** Interval of reading the history: a `pulumi up` that wrote servers read too early must be corrected within 5 s. */
const HISTORY_MS = 2_000;
/** The same while servers were written that a run may overtake. */
const HISTORY_AHEAD_MS = 1_000;
const RECORD_CHECK_MS = 500;

/**
 * The continuous run: keeps servers current, and leaves structure to review.
 *
 * ```text
 * follow           translate            judge                     write
 * clusters    ->   plan with the   ->   members?    fast lane  -> servers of resources that exist, through their kinds
 * (streams)        program's own        structure?  slow lane  -> preview; `pulumi up` by a person, or by `--apply all`
 *                  translation          conditions? statuses   -> status of Gateways and their Routes
 * ```
 *
 * An event comes by once: `update` gives it to a lane, which does the rest. `judge/structure-or-members.ts` decides between the lanes.
 * Everything that happens is reported (`report/`).
 */
export class Watcher implements WatchView {
  private readonly clock: Clock;
  private readonly state = new StackView();
  private readonly members: MemberLane;
  private readonly slow: SlowLane;
  private readonly statuses: StatusWriter<WatchedComponent>;
  private readonly leadership: Leadership;
  private readonly followed: FollowedComponents;
  private readonly failures: OpenFailures;
  private readonly heldReports: HeldReports;
  private readonly servers: ServerHealthWatch | undefined;
  private readonly ends: (() => void)[] = [];
  /** Of two states that are read the later one counts. */
  private readonly oneByOne = turns();
  private started = false;
  private closed = false;
  private recording = false;
  private listeners = 0;

  constructor(
    private readonly program: StackProgram,
    private readonly options: WatcherOptions,
  ) {
    const { apply, debounceMs, emptyAfterMs, planFile, tell, clock = CLOCK, leadership = ALONE, follow = followClusters } = options;
    this.clock = clock;
    this.leadership = leadership;
    this.failures = new OpenFailures(tell);
    this.heldReports = new HeldReports(this.held, tell);
    const { health } = options;
    this.servers =
      health &&
      new ServerHealthWatch({
        ...{ ...health, clock, tell, failures: this.failures },
        clusters: (component) => this.followed.of(component),
        leads: () => leadership.isLeader(),
      });
    this.followed = new FollowedComponents(follow, clock);
    this.members = new MemberLane({
      state: this.state,
      watches: () => this.followed.all(),
      leads: () => leadership.isLeader(),
      apply,
      debounceMs,
      emptyAfterMs,
      clock,
      tell,
      failures: this.failures,
    });
    this.slow = new SlowLane({
      ...{ program, apply, planFile, clock },
      leads: () => leadership.isLeader(),
      judge: () => {
        if (apply === "all" && leadership.isLeader()) this.followed.holdUnserved(this.state);
        return judgeStructure(this.followed.all(), this.state, clock, (watch, ids) => this.members.enqueue(watch, ids)).finally(() => {
          if (this.heldReports.report()) this.reportPending(this.slow.pending);
          this.members.judged();
          this.statuses.check();
        });
      },
      hold: () => this.followed.holdFaulty(this.state),
      baseline: (runs) => this.oneByOne(() => this.baseline(runs)),
      previewed: (handed, began, isUnchanged) => this.previewed(handed, began, isUnchanged),
      drifted: (found) => this.members.unexplained(found),
      outcome: (what, error) => (error === undefined ? this.failures.over(what) : this.failures.failed(what, error)),
      tell: (event) => {
        tell(event);
        if (event.what === "pending") this.reportPending(event.pending);
      },
    });
    this.statuses = new StatusWriter({
      ...{ apply, clock, tell, failures: this.failures, leads: () => leadership.isLeader() },
      components: () => (this.started ? this.followed.all() : []),
      assess: (watch) => watch.assessment(this.state.of(watch.owner), this.state.open, clock),
      state: (owner) => this.state.of(owner),
      pending: () => this.slow.pending,
    });
  }

  /** Runs the program once, reads the clusters it reads, and begins to follow them. */
  async start(): Promise<void> {
    const { components, steps } = await this.program.preview().catch(followable);
    await this.follow(components);
    if (this.closed) return;
    await this.slow.begin(steps);
    if (this.closed) return;
    this.started = true;
    const { historyMs, resyncMs } = this.options;
    const history = () => this.slow.readHistory().catch((error: unknown) => this.failures.failed("history", error));
    this.ends.push(
      every(this.clock, () => historyMs ?? (this.members.isAhead() ? HISTORY_AHEAD_MS : HISTORY_MS), history),
      every(this.clock, RECORD_CHECK_MS, () => this.recordServersIfQuiet()),
      every(this.clock, resyncMs, () => Promise.all([this.slow.resync(), this.followed.lookForKinds(), this.statuses.check()])),
      this.leadership.onChange((leader) => this.leadershipChanged(leader)),
    );
    if (this.servers) this.ends.push(this.servers.begin());
    this.members.begin();
    this.statuses.soon();
  }

  /** Resolves when everything that is known has been written or has failed, and is judged. */
  async idle(): Promise<void> {
    await this.members.idle();
    await this.slow.idle();
    await this.statuses.idle();
  }

  /** Ends within seconds: begins nothing more, and waits for what runs. */
  async close(): Promise<void> {
    this.closed = true;
    for (const end of this.ends) end();
    this.followed.close();
    await Promise.all([this.members.close(), this.slow.close(), this.statuses.close()]);
  }

  ready = (): boolean => this.started && this.members.isResynced && this.followed.isOpen();
  troubles = (): readonly string[] => this.failures.all();
  pending = () => this.slow.pending;
  drift = () => this.slow.drift;
  held = () => this.followed.held();
  queue = () => this.members.queue();
  components = (): readonly WatchedComponent[] => this.followed.all();
  health = () => this.servers?.rows ?? [];

  private async follow(components: readonly HandedComponent[]): Promise<void> {
    const config = await this.program.config();
    const texts = [...Object.values(config), ...Object.values(process.env).flatMap((text) => text ?? [])];
    await this.followed.begin(components, texts, (watches, context) => this.listener(watches, context));
    this.members.listsAre(this.followed.isOpen());
  }

  private listener(watches: () => WatchedComponent[], context: string): FollowListener {
    const reports = clusterReports(this.options.tell, this.failures, ++this.listeners, context);
    return {
      ...reports,
      event: (kind, type, object) => {
        reports.event(kind, type, object);
        for (const watch of watches()) this.update(watch, rawOf(object, context), type === "deleted");
      },
      listed: () => {
        if (!this.started) return;
        for (const watch of watches().filter((one) => one.isWhole())) {
          this.members.enqueue(watch, watch.relisted(Date.now()));
          this.slow.enqueue();
        }
        this.statuses.soon();
      },
      state: (kind, state) => {
        this.members.listsAre(this.followed.isOpen());
        reports.state(kind, state);
      },
    };
  }

  /** Gives an event of a cluster to the lane of servers, or to that of structure. */
  private update(watch: WatchedComponent, raw: RawObject, gone: boolean): void {
    if (!this.started) return;
    if (!watch.reviewedPlan || !watch.isMember(raw)) {
      this.statuses.soon();
      if (watch.updateStructure(raw, gone || isEnding(raw), Date.now())) this.slow.enqueue();
      return;
    }
    this.members.update(watch, raw, gone);
    if (watch.holdsIn(refIn(raw).namespace)) this.slow.enqueue();
  }

  private async baseline(runs?: readonly PastRun[]): Promise<void> {
    await this.state.read(this.program);
    const overtaken = this.members.reset();
    const all = runs === undefined;
    const up = runs?.find(({ kind, result }) => kind === "update" && result === "succeeded");
    for (const watch of this.followed.all()) {
      if (all) watch.review();
      else if (up) await watch.applied(up.started, this.state.of(watch.owner), this.state.open, this.clock);
      this.members.enqueueStale(watch, overtaken);
    }
    this.members.recorded();
    if (all) this.members.resync();
    this.statuses.check();
  }

  /** Follows the components of the program that a preview ran, if they are others: once the stack has what that program declares. */
  private async previewed(handed: readonly HandedComponent[], began: number, isUnchanged: boolean): Promise<boolean> {
    void this.followed.lookForKinds();
    if (!isUnchanged) return false;
    for (const watch of this.followed.all()) if (!watch.translate) watch.review(began);
    if (this.followed.are(handed) || handed.every(({ clusters }) => clusters.length === 0)) return false;
    await this.follow(handed);
    await this.oneByOne(() => this.baseline());
    return true;
  }

  /** Reports pending changes, also in statuses. A change that is applied at once does not wait. */
  private reportPending(pending: readonly PendingChange[]): void {
    if (!this.leadership.isLeader()) return;
    this.statuses.check();
    const waits = this.options.apply === "all" ? pending.filter(({ refused }) => refused !== undefined) : pending;
    void reportPending([...waits, ...this.heldReports.asChanges()], this.followed.each(), this.failures);
  }

  private recordServersIfQuiet(): void {
    if (this.recording || !this.members.isQuietFor(this.options.settleMs)) return;
    this.recording = true;
    void this.slow.recordServers().finally(() => {
      this.recording = false;
    });
  }

  private leadershipChanged(leader: boolean): void {
    this.options.tell({ what: "leader", leader });
    if (!leader) {
      this.members.forget();
      return;
    }
    this.members.resync();
    this.reportPending(this.slow.pending);
    void this.slow.lead().catch((error: unknown) => this.failures.failed("history", error));
  }
}
