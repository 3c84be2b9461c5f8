// Records the progress of one operation, so that a failure leaves the created objects in the state.

import type { Adapter, Operation, OwnerInputs } from "./adapter";
import type { Properties } from "./bodies/json";
import { UNDONE } from "./drift";
import { PartialFailure } from "./messages/errors";
import { assertOurs, type FoundObject } from "./ownership";

/** One operation on one resource while it runs: it knows which objects exist so far, so that a failure leaves them in the state. */
export class RunningOperation<Inputs extends OwnerInputs, Live, Job, Known> {
  readonly job: Job;

  /** The last recorded progress. */
  private progress: { readonly live: Live } | undefined;

  constructor(
    private readonly adapter: Adapter<Inputs, Live, Job, Known>,
    private readonly operation: Omit<Operation<Inputs, Live, Known>, "recordProgress">,
  ) {
    this.job = adapter.job({ ...operation, recordProgress: (live) => this.recordProgress(live) });
  }

  recordProgress(live: Live): void {
    this.progress = { live };
  }

  /**
   * Passes if the operation may write all objects of the resource.
   *
   * @throws LbError LB2003, LB2004 or LB2053
   */
  assertOwnership(live: Live): void {
    for (const object of this.adapter.markedObjects(this.job, live)) {
      if (this.isAnotherResource(object)) continue;
      assertOurs(object, this.operation.ownership);
      this.noticeLostMark(object);
    }
  }

  /** Updates the existing resource, if it may. */
  updateOwned(inputs: Inputs, before: Partial<Inputs> | undefined, live: Live): Promise<Live> {
    this.assertOwnership(live);
    return this.adapter.update(this.job, inputs, before, live);
  }

  /** Records the written resource, and waits until it is in service. */
  async settled(inputs: Inputs, live: Live): Promise<Live> {
    this.recordProgress(live);
    return (await this.adapter.waitUntilReady?.(this.job, inputs, live)) ?? live;
  }

  /** The error of the operation: once something exists, one that puts the existing objects into the state. */
  async failure(error: unknown, declared: Properties, rest: Properties = {}): Promise<unknown> {
    if (!this.progress) return error;
    const { adapter, job, operation } = this;
    const { live: recorded } = this.progress;
    const live = adapter.lastSeen ? await adapter.lastSeen(job, recorded) : recorded;
    const outs = { ...declared, ...adapter.outputs(job, declared, live, operation.last?.known), ...rest, [UNDONE]: true };
    return new PartialFailure(operation.id ?? adapter.idOf(job, live), outs, error);
  }

  /** True for an object of a deleted resource that is another resource of this run by now: it may carry the mark of that one. */
  private isAnotherResource({ id }: FoundObject): boolean {
    const { verb, ctx } = this.operation;
    return verb === "delete" && ctx.isStillInUse?.(id) === true;
  }

  private noticeLostMark({ object, known, kept, marks }: FoundObject): void {
    const { verb, ctx } = this.operation;
    const isRestored = verb === "update" && known && !kept && marks.length === 0;
    if (isRestored) ctx.notice(`the owner mark of ${object} was taken off by hand and is restored`);
  }
}
