// Endpoint sync: writes the servers of pools as soon as Endpoints, nodes or Pods change.

import type { RawObject } from "../../specs";
import type { ActiveErrors } from "../report/active-errors";
import type { RunStep } from "../stack/program";
import type { StackView } from "../stack/stack-view";
import type { ApplyMode } from "../terms/apply-mode";
import type { Clock } from "../terms/clock";
import { hasMembers } from "../terms/pool-members";
import type { EventSink } from "../terms/reported-event";
import { EmptyPoolDelay } from "../write/empty-pool-delay";
import { MemberWriter } from "../write/member-writer";
import { type WriteOutcome, WriteQueue } from "../write/write-queue";
import { InitialResync } from "./initial-resync";
import type { WatchedComponent } from "./watched-component";

/** Parts of the watch that the endpoint sync uses. */
export interface EndpointSyncWork {
  state: StackView;
  watches(): readonly WatchedComponent[];
  /** True if this process leads. Any other process writes nothing, and resyncs all servers once it leads. */
  leads(): boolean;
  apply: ApplyMode;
  debounceMs: number;
  emptyAfterMs: number;
  clock: Clock;
  emit: EventSink;
  errors: ActiveErrors;
}

/** Sync of servers: an event goes into the plan of its component, and what it changes there goes to the load balancer. */
export class EndpointSync {
  private readonly emptyPools: EmptyPoolDelay;
  private readonly writer: MemberWriter;
  private readonly initialResync: InitialResync;
  private readonly queued: WriteQueue;
  private open = false;
  private flushing = false;
  private lastWrite: number | undefined;

  constructor(private readonly work: EndpointSyncWork) {
    const { state, apply, debounceMs, emptyAfterMs, clock, emit, errors } = work;
    const isDry = apply === "none";
    this.emptyPools = new EmptyPoolDelay(clock, emptyAfterMs);
    this.writer = new MemberWriter(state.open, this.emptyPools, isDry);
    this.initialResync = new InitialResync(state, this.writer);
    this.queued = new WriteQueue(
      {
        open: () => this.open && work.leads(),
        write: (key) => this.write(key),
        written: (key, { servers }, seconds) => {
          this.lastWrite = clock.now();
          const [, type = "", resource = ""] = key.split(" ");
          emit({ what: "write", resource, type, seconds, servers, ...(isDry ? { would: true } : {}) });
        },
        failed: (key, error, againMs) => errors.failed(key, error, againMs),
      },
      { debounceMs, clock },
    );
  }

  /** Everything has been read: writes begin. */
  begin(): void {
    this.open = true;
    this.queued.turn();
  }

  /** Takes an event of a member. All that one chunk of a stream holds is translated together. */
  update(watch: WatchedComponent, raw: RawObject, gone: boolean): void {
    watch.reviewedPlan?.update(raw, gone);
    if (this.flushing) return;
    this.flushing = true;
    const since = this.work.clock.now();
    setImmediate(() => {
      this.flushing = false;
      for (const one of this.work.watches()) this.enqueue(one, one.reviewedPlan?.translateUpdates() ?? [], since);
    });
  }

  /** Enqueues writes of resources that exist. */
  enqueue(watch: WatchedComponent, ids: Iterable<string>, since?: number): void {
    if (!this.work.leads()) return;
    const state = this.work.state.of(watch.owner);
    for (const id of ids) if (state.has(id)) this.queued.enqueue(`${watch.owner} ${id}`, since);
  }

  /** Begins to compare all servers with the load balancer, if this process leads. */
  resync(): void {
    const since = this.work.clock.now();
    this.initialResync.begin(this.work.leads() ? this.work.watches() : [], (watch, id) => this.enqueue(watch, [id], since));
  }

  /**
   * The state was read again: what it declares counts.
   *
   * @returns keys of what was written since the last read, or is being written: a run may have overtaken it
   */
  reset(): readonly string[] {
    return this.writer.reset();
  }

  /** Enqueues the resources of a component that a run may have overtaken, or whose servers in the state are stale. */
  enqueueStale(watch: WatchedComponent, overtaken: readonly string[]): void {
    const desired = watch.reviewedPlan?.servers;
    for (const [id, resource] of this.work.state.of(watch.owner)) {
      const key = `${watch.owner} ${id}`;
      if (overtaken.includes(key) || this.writer.differs(key, resource, desired?.get(id))) this.enqueue(watch, [id]);
    }
  }

  /** The state has all servers. */
  recorded(): void {
    this.lastWrite = undefined;
  }

  /** True if the state lacks servers, and none was written for a while. */
  isQuietFor(ms: number): boolean {
    return this.lastWrite !== undefined && this.work.clock.now() - this.lastWrite >= ms && this.queue().waiting === 0;
  }

  /** True if servers were written that a run may overtake. */
  isAhead(): boolean {
    return this.writer.isAhead();
  }

  /** Steps of a refresh that somebody caused. */
  unexplained(found: readonly RunStep[]): Promise<RunStep[]> {
    return this.writer.unexplained(found, this.work.state);
  }

  /** @param whole every list is read and followed; else a pool may only seem to be empty */
  listsAre(whole: boolean): void {
    this.emptyPools.whole(whole);
  }

  /** Structure has been compared with the state. */
  structureCompared(): void {
    this.initialResync.structureCompared();
  }

  /** True if all servers and the structure have been compared once. */
  get isResynced(): boolean {
    return this.initialResync.done;
  }

  queue(): { waiting: number; oldestSeconds: number } {
    return this.queued.queue();
  }

  /** Another process leads, which writes what waits here. */
  forget(): void {
    this.emptyPools.forget();
    this.queued.forget((key) => this.work.errors.resolve(key));
  }

  /** Resolves when everything that is known has been written or has failed. */
  async idle(): Promise<void> {
    await this.initialResync.idle();
    while (this.flushing) await new Promise((done) => setImmediate(done));
    await this.queued.idle();
  }

  /** Begins nothing more. */
  close(): Promise<void> {
    this.queued.close();
    return this.queued.idle();
  }

  private async write(key: string): Promise<WriteOutcome | number | undefined> {
    const [owner = "", ...id] = key.split(" ");
    const watch = this.work.watches().find((one) => one.owner === owner);
    const resource = this.work.state.of(owner).get(id.join(" "));
    const isWritten = watch && resource && hasMembers(resource.type, resource.inputs);
    const outcome = isWritten ? await this.writer.write(key, resource, watch.reviewedPlan?.servers.get(id.join(" "))) : undefined;
    // nothing failed, also where there is nothing left to write
    this.work.errors.resolve(key);
    return outcome;
  }
}
