// The continuous run of `k8s-lb watch`: follows clusters, writes servers at once, and leaves structure to review.

import type { ComponentDescriptor } from "../components/register-with-watch";
import type { FollowListener } from "../kubernetes/follow";
import type { RawObject } from "../specs";
import { EndpointSync } from "./component/endpoint-sync";
import { evaluateStructure } from "./component/evaluate-structure";
import { FollowedComponents } from "./component/followed-components";
import type { WatchedComponent } from "./component/watched-component";
import { ChangeQueue } from "./evaluate/change-queue";
import type { StructureEvaluation } from "./evaluate/pending-changes";
import { followClusters } from "./follow/follow-clusters";
import { type Leadership, WITHOUT_ELECTION } from "./lease";
import { ActiveErrors } from "./report/active-errors";
import { clusterReports } from "./report/cluster-reports";
import type { WatchView } from "./report/http-server";
import { LastKnownGoodReporter } from "./report/last-known-good-reporter";
import { reportPending } from "./report/pending-events";
import { ServerHealthWatch } from "./report/server-health";
import type { PastRun, StackProgram } from "./stack/program";
import { followable } from "./stack/run-failed";
import { StackView } from "./stack/stack-view";
import { StatusWriter } from "./status/status-writer";
import { CLOCK, type Clock, every, turns } from "./terms/clock";
import { isEnding, rawOf, refIn } from "./terms/cluster-object";
import type { EventSink, PendingChange } from "./terms/reported-event";
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
 * follow           translate            evaluate                     write
 * clusters    ->   plan with the   ->   members?    endpoint sync -> servers of resources that exist, through their kinds
 * (streams)        program's own        structure?  change queue  -> preview; `pulumi up` by a person, or by `--apply all`
 *                  translation          conditions? statuses      -> status of Gateways and their Routes
 * ```
 *
 * `update` passes each event to the endpoint sync or to the change queue; `evaluate/structure-or-members.ts` decides between them.
 * Everything that happens is reported (`report/`).
 */
export class Watcher implements WatchView {
  private readonly clock: Clock;
  private readonly state = new StackView();
  private readonly endpointSync: EndpointSync;
  private readonly changeQueue: ChangeQueue;
  private readonly statuses: StatusWriter<WatchedComponent>;
  private readonly leadership: Leadership;
  private readonly followed: FollowedComponents;
  private readonly errors: ActiveErrors;
  private readonly lastKnownGoodReporter: LastKnownGoodReporter;
  private readonly servers: ServerHealthWatch | undefined;
  private readonly ends: (() => void)[] = [];
  /** Reads of the state, one after the other, so that the later one counts. */
  private readonly oneByOne = turns();
  private started = false;
  private closed = false;
  private recording = false;
  private listeners = 0;

  constructor(
    private readonly program: StackProgram,
    private readonly options: WatcherOptions,
  ) {
    const { apply, debounceMs, emptyAfterMs, planFile, health } = options;
    const { clock = CLOCK, leadership = WITHOUT_ELECTION, follow = followClusters } = options;
    this.clock = clock;
    this.leadership = leadership;
    this.errors = new ActiveErrors(this.emit);
    /** Members of the watch that each part uses. */
    const shared = { apply, clock, emit: this.emit, errors: this.errors, leads: this.leads };
    this.followed = new FollowedComponents(follow, clock, this.state);
    this.lastKnownGoodReporter = new LastKnownGoodReporter(this.lastKnownGood, this.emit);
    this.servers = health && new ServerHealthWatch({ ...health, ...shared, clusters: (component) => this.followed.of(component) });
    this.endpointSync = new EndpointSync({ ...shared, debounceMs, emptyAfterMs, state: this.state, watches: this.components });
    this.changeQueue = new ChangeQueue({
      ...shared,
      program,
      planFile,
      evaluate: () => this.evaluate(),
      hold: () => this.followed.holdFaulty(),
      baseline: (runs) => this.oneByOne(() => this.baseline(runs)),
      previewed: (handed, began, isUnchanged) => this.previewed(handed, began, isUnchanged),
      drifted: (steps) => this.endpointSync.unexplained(steps),
    });
    this.statuses = new StatusWriter({
      ...shared,
      pending: this.pending,
      components: () => (this.started ? this.components() : []),
      assess: (watch) => watch.assessment(this.state.of(watch.owner), this.state.open, clock),
      state: (owner) => this.state.of(owner),
    });
  }

  /** Runs the program once, reads the clusters it reads, and begins to follow them. */
  async start(): Promise<void> {
    const { components, steps } = await this.program.preview().catch(followable);
    await this.follow(components);
    if (this.closed) return;
    await this.changeQueue.begin(steps);
    if (this.closed) return;
    this.started = true;
    const { historyMs, resyncMs } = this.options;
    const history = () => this.changeQueue.readHistory().catch((error: unknown) => this.errors.failed("history", error));
    this.ends.push(
      every(this.clock, () => historyMs ?? (this.endpointSync.isAhead() ? HISTORY_AHEAD_MS : HISTORY_MS), history),
      every(this.clock, RECORD_CHECK_MS, () => this.recordServersIfQuiet()),
      every(this.clock, resyncMs, () => Promise.all([this.changeQueue.resync(), this.followed.lookForKinds(), this.statuses.check()])),
      this.leadership.onChange((leader) => this.leadershipChanged(leader)),
    );
    if (this.servers) this.ends.push(this.servers.begin());
    this.endpointSync.begin();
    this.statuses.soon();
  }

  /** Resolves when all known changes have been written or have failed, and structure is evaluated. */
  async idle(): Promise<void> {
    await this.endpointSync.idle();
    await this.changeQueue.idle();
    await this.statuses.idle();
  }

  /** Ends within seconds: begins nothing more, and waits for what runs. */
  async close(): Promise<void> {
    this.closed = true;
    for (const end of this.ends) end();
    this.followed.close();
    await Promise.all([this.endpointSync.close(), this.changeQueue.close(), this.statuses.close()]);
  }

  ready = (): boolean => this.started && this.endpointSync.isResynced && this.followed.isOpen();
  activeErrors = (): readonly string[] => this.errors.all();
  pending = () => this.changeQueue.pending;
  drift = () => this.changeQueue.drift;
  lastKnownGood = () => this.followed.lastKnownGood();
  queue = () => this.endpointSync.queue();
  components = (): readonly WatchedComponent[] => this.followed.all();
  health = () => this.servers?.rows ?? [];

  private readonly leads = (): boolean => this.leadership.isLeader();

  private readonly emit: EventSink = (event) => {
    this.options.emit(event);
    if (event.what === "pending") this.reportPending(event.pending);
  };

  private async follow(components: readonly ComponentDescriptor[]): Promise<void> {
    const config = await this.program.config();
    const texts = [...Object.values(config), ...Object.values(process.env).flatMap((text) => text ?? [])];
    await this.followed.begin(components, texts, (watches, context) => this.listener(watches, context));
    this.endpointSync.listsAre(this.followed.isOpen());
  }

  private listener(watches: () => WatchedComponent[], context: string): FollowListener {
    const reports = clusterReports(this.emit, this.errors, ++this.listeners, context);
    return {
      ...reports,
      event: (kind, type, object) => {
        reports.event(kind, type, object);
        for (const watch of watches()) this.update(watch, rawOf(object, context), type === "deleted");
      },
      listed: () => {
        if (!this.started) return;
        for (const watch of watches().filter((one) => one.isWhole())) {
          this.endpointSync.enqueue(watch, watch.relisted(Date.now()));
          this.changeQueue.enqueue();
        }
        this.statuses.soon();
      },
      state: (kind, state) => {
        this.endpointSync.listsAre(this.followed.isOpen());
        reports.state(kind, state);
      },
    };
  }

  /** Passes an event of a cluster to the endpoint sync or to the change queue. */
  private update(watch: WatchedComponent, raw: RawObject, gone: boolean): void {
    if (!this.started) return;
    if (!watch.reviewedPlan || !watch.isMember(raw)) {
      this.statuses.soon();
      if (watch.updateStructure(raw, gone || isEnding(raw), Date.now())) this.changeQueue.enqueue();
      return;
    }
    this.endpointSync.update(watch, raw, gone);
    if (watch.holdsIn(refIn(raw).namespace)) this.changeQueue.enqueue();
  }

  /** Compares the structure of all components with the stack. What follows from it is reported, also where that fails. */
  private async evaluate(): Promise<StructureEvaluation> {
    if (this.options.apply === "all" && this.leads()) this.followed.holdUnserved();
    try {
      return await evaluateStructure(this.components(), this.state, this.clock, (watch, ids) => this.endpointSync.enqueue(watch, ids));
    } finally {
      if (this.lastKnownGoodReporter.report()) this.reportPending(this.changeQueue.pending);
      this.endpointSync.structureCompared();
      this.statuses.check();
    }
  }

  private async baseline(runs?: readonly PastRun[]): Promise<void> {
    await this.state.read(this.program);
    const overtaken = this.endpointSync.reset();
    const all = runs === undefined;
    const up = runs?.find(({ kind, result }) => kind === "update" && result === "succeeded");
    for (const watch of this.followed.all()) {
      if (all) watch.review();
      else if (up) await watch.applied(up.started, this.state.of(watch.owner), this.state.open, this.clock);
      this.endpointSync.enqueueStale(watch, overtaken);
    }
    this.endpointSync.recorded();
    if (all) this.endpointSync.resync();
    this.statuses.check();
  }

  /** Follows the components of the program that a preview ran, if they are others: once the stack has what that program declares. */
  private async previewed(handed: readonly ComponentDescriptor[], began: number, isUnchanged: boolean): Promise<boolean> {
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
    if (!this.leads()) return;
    this.statuses.check();
    const waits = this.options.apply === "all" ? pending.filter(({ refused }) => refused !== undefined) : pending;
    void reportPending([...waits, ...this.lastKnownGoodReporter.asChanges()], this.followed.each(), this.errors);
  }

  private recordServersIfQuiet(): void {
    if (this.recording || !this.endpointSync.isQuietFor(this.options.settleMs)) return;
    this.recording = true;
    void this.changeQueue.recordServers().finally(() => {
      this.recording = false;
    });
  }

  private leadershipChanged(leader: boolean): void {
    if (!leader) {
      this.endpointSync.forget();
      return;
    }
    this.endpointSync.resync();
    this.reportPending(this.changeQueue.pending);
    void this.changeQueue.lead().catch((error: unknown) => this.errors.failed("history", error));
  }
}
