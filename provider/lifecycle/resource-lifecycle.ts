// Makes the handler of a kind: create, read, update and delete, with ownership, the same for every back end.

import type { z } from "zod";
import { pathsWith } from "../../resources/field-table";
import { isAdoption, type Kind, leavesMarks } from "../../resources/kind";
import type { Adapter, OwnerInputs, PureOperations, Remembered } from "./adapter";
import type { Properties } from "./bodies/json";
import { declaredIn, inputsInState, parseInputs } from "./check";
import { asDeclared, DRIFTED, type Drift, driftedFrom, driftedIn, driftOfMarks, UNDONE, undoneDrift, undoneOutputs } from "./drift";
import type { Context, ReadResult, ResourceHandler } from "./handler";
import { assertImportable, type FoundObject, foreignMark, type Ownership } from "./ownership";
import { RunningOperation } from "./running-operation";

/** Makes the handler of a kind: how its resources are created, read, updated and deleted, the same way for every target. */
export function handlerOf<S extends z.ZodType<OwnerInputs>, Live, Job, Known>(
  kind: Kind<S>,
  pure: PureOperations,
  adapter: Adapter<z.output<S>, Live, Job, Known>,
): ResourceHandler {
  const lifecycle = new ResourceLifecycle(kind, pure, adapter);
  return {
    name: kind.type,
    namespace: kind.type.split(":")[0] ?? "",
    get fields() {
      return kind.fields;
    },
    ...pure,
    create: (ctx, news) => lifecycle.create(ctx, news),
    read: (ctx, id, state) => lifecycle.read(ctx, id, state),
    update: (ctx, id, olds, news) => lifecycle.update(ctx, id, olds, news),
    delete: (ctx, id, state) => lifecycle.delete(ctx, id, state),
  };
}

/** The four operations on the resources of one kind. */
class ResourceLifecycle<S extends z.ZodType<OwnerInputs>, Live, Job, Known> {
  constructor(
    private readonly kind: Kind<S>,
    private readonly pure: PureOperations,
    private readonly adapter: Adapter<z.output<S>, Live, Job, Known>,
  ) {}

  async create(ctx: Context, news: Properties): Promise<{ id: string; outs: Properties }> {
    const { adapter } = this;
    const inputs = parseInputs(this.kind, news);
    const declared = declaredIn(this.kind, news);
    const operation = new RunningOperation(adapter, { verb: "create", ctx, inputs, declared, ownership: ownershipOf(ctx, inputs) });
    try {
      const live = await operation.settled(inputs, await this.makeOrTakeOver(operation, inputs));
      return { id: adapter.idOf(operation.job, live), outs: { ...declared, ...adapter.outputs(operation.job, declared, live) } };
    } catch (error) {
      throw await operation.failure(error, declared);
    }
  }

  async read(ctx: Context, id: string, state: Properties): Promise<ReadResult | undefined> {
    const { adapter } = this;
    const restored = asDeclared(state, driftedIn(state), this.secrets);
    const last = this.remembered(restored);
    const declared = declaredIn(this.kind, restored);
    const ownership = { owner: last.inputs.owner ?? "", adopt: false };
    const { job } = new RunningOperation(adapter, { verb: "read", ctx, id, inputs: last.inputs, declared, last, ownership });
    const live = await adapter.find(job, true);
    if (live === undefined) {
      ctx.drift?.(adapter.drift(job, undefined));
      return undefined;
    }
    const isImport = Object.values(declared).every((value) => value === undefined);
    return isImport ? this.imported(ctx, job, live) : this.refreshed({ ctx, job, live, state, last, declared });
  }

  async update(ctx: Context, id: string, olds: Properties, news: Properties): Promise<Properties> {
    const { adapter } = this;
    const inputs = parseInputs(this.kind, news);
    const last = this.remembered(olds);
    const declared = declaredIn(this.kind, news);
    const ownership = ownershipOfUpdate(ctx, inputs, last);
    const operation = new RunningOperation(adapter, { verb: "update", ctx, id, inputs, declared, last, ownership });
    return this.inTurn(id, async () => {
      const existing = await adapter.find(operation.job, false);
      if (existing === undefined && adapter.gone) throw adapter.gone(operation.job);
      try {
        const before = last.imported ? undefined : last.inputs;
        const written =
          existing === undefined ? await adapter.make(operation.job, inputs) : await operation.updateOwned(inputs, before, existing);
        const live = await operation.settled(inputs, written);
        return { ...declared, ...adapter.outputs(operation.job, declared, live) };
      } catch (error) {
        // The old declaration stays in the state: the next run compares with it, and so knows which fields to remove.
        const { imported, foreign, [DRIFTED]: drifted } = olds;
        throw await operation.failure(error, declaredIn(this.kind, olds), { imported, foreign, [DRIFTED]: drifted });
      }
    });
  }

  async delete(ctx: Context, id: string, state: Properties): Promise<void> {
    const { adapter, kind } = this;
    const last = this.remembered(state);
    if (this.isDeclaredElsewhere(ctx, state)) return;
    const ownership = { owner: last.inputs.owner ?? "", adopt: false };
    const declared = declaredIn(kind, state);
    const operation = new RunningOperation(adapter, { verb: "delete", ctx, id, inputs: last.inputs, declared, last, ownership });
    return this.inTurn(id, async () => {
      const live = await adapter.find(operation.job, false);
      if (live === undefined) return adapter.removeRemaining?.(operation.job);
      if (isHeld(ctx, adapter.markedObjects(operation.job, live))) return;
      operation.assertOwnership(live);
      return adapter.remove(operation.job, live);
    });
  }

  /** Creates the resource, or updates the existing object of its name. */
  private async makeOrTakeOver(operation: RunningOperation<z.output<S>, Live, Job, Known>, inputs: z.output<S>): Promise<Live> {
    const { adapter } = this;
    const candidate = await adapter.candidate?.(operation.job, inputs);
    if (candidate === undefined) return adapter.make(operation.job, inputs);
    return this.inTurn(adapter.idOf(operation.job, candidate), async () => operation.updateOwned(inputs, undefined, candidate));
  }

  /** The result of reading a resource by its id alone: all of it becomes its inputs. */
  private imported({ importer }: Context, job: Job, live: Live): ReadResult {
    const { adapter } = this;
    if (importer !== undefined) for (const object of adapter.markedObjects(job, live)) assertImportable(object, importer);
    const inputs = adapter.declared(job, live, undefined);
    return { inputs, outs: { ...inputs, ...adapter.outputs(job, inputs, live), imported: true } };
  }

  /** The result of reading a resource of the state: its inputs as the server has them, and the drift, which is reported too. */
  private refreshed({ ctx, job, live, state, last, declared }: Refresh<z.output<S>, Live, Job, Known>): ReadResult {
    const { adapter, secrets } = this;
    const owner = last.inputs.owner ?? "";
    const inputs = adapter.declared(job, live, declared);
    const objects = adapter.markedObjects(job, live);
    // A mark of another owner is shown as the owner, but never becomes the owner in the state: the next delete would remove an object of
    // that owner.
    const foreign = foreignMark(objects, owner);
    const drift = [...driftOfMarks(objects, { owner }), ...this.driftOf(job, live, state, last)];
    ctx.drift?.(drift, driftedIn(state).told);
    return {
      inputs: { ...inputs, owner: foreign ?? owner },
      outs: {
        ...inputs,
        ...adapter.outputs(job, inputs, live, last.known),
        imported: state.imported,
        foreign,
        ...undoneOutputs(state),
        [DRIFTED]: last.imported ? undefined : driftedFrom(declared, inputs, drift, secrets),
      },
    };
  }

  /** Drift of the fields. An imported resource has none: no program has declared a field of it. */
  private driftOf(job: Job, live: Live, state: Properties, { imported }: Remembered<z.output<S>, Known>): Drift[] {
    const drift = imported ? [] : this.adapter.drift(job, live);
    return state[UNDONE] ? undoneDrift(drift) : drift;
  }

  /** True if other resources of the program declare every part of the one to delete: under its new name it exists already. */
  private isDeclaredElsewhere(ctx: Context, state: Properties): boolean {
    const parts = this.pure.parts?.(state) ?? [];
    return parts.length > 0 && parts.every((part) => ctx.isDeclaredElsewhere?.(part));
  }

  private remembered(state: Properties): Remembered<z.output<S>, Known> {
    return {
      inputs: inputsInState(this.kind, state),
      known: this.adapter.known.parse(state),
      imported: state.imported === true,
    };
  }

  private inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.adapter.inTurn ? this.adapter.inTurn(id, work) : work();
  }

  private get secrets() {
    return pathsWith(this.kind.fields, "secret");
  }
}

/** Read of a resource that a program has declared. */
interface Refresh<Inputs, Live, Job, Known> {
  readonly ctx: Context;
  readonly job: Job;
  readonly live: Live;
  readonly state: Properties;
  readonly last: Remembered<Inputs, Known>;
  /** Inputs in the state, as they were declared. */
  readonly declared: Properties;
}

function ownershipOf({ nonce }: Context, { owner, adopt }: OwnerInputs): Ownership {
  return { owner, nonce: nonce?.(owner), adopt: isAdoption(adopt), keepMarks: leavesMarks(adopt) };
}

/** The first update after an import takes the resource over, whatever mark it has. */
function ownershipOfUpdate(ctx: Context, inputs: OwnerInputs, last: Remembered<OwnerInputs, unknown>): Ownership {
  const ownership = ownershipOf(ctx, inputs);
  return { ...ownership, before: last.inputs.owner, adopt: ownership.adopt || last.imported };
}

/** True if all of these objects are objects of other resources of the run. */
function isHeld(ctx: Context, objects: readonly FoundObject[]): boolean {
  return objects.length > 0 && objects.every(({ id }) => ctx.isStillInUse?.(id));
}
