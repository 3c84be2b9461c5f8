import type { z } from "zod";
import { pathsWith } from "../../resources/field-table";
import { type Adopt, isAdoption, type Kind, keepsMarks } from "../../resources/kind";
import type { Properties } from "./bodies/json";
import type { Shape } from "./bodies/shape";
import { declaredIn, inputsInState, parseInputs } from "./check";
import { asDeclared, DRIFTED, type Drift, driftedFrom, driftedIn, driftOfMarks, UNDONE, undoneDrift, undoneOutputs } from "./drift";
import type { CheckFailure, Context, Difference, ReadResult, ResourceHandler } from "./handler";
import { assertImportable, assertOurs, type FoundObject, foreignMark, type Ownership } from "./ownership";
import { PartialFailure } from "./words/errors";

/** Declared by every resource with objects of its own. */
interface OwnerInputs {
  owner: string;
  adopt?: Adopt;
}

/** Content of the state of a resource. */
export interface Remembered<Inputs, Known> {
  readonly inputs: Partial<Inputs>;
  /** Content of the state besides the inputs. */
  readonly known: Known;
  /** True after an import: no program has declared the resource yet, so nothing of it is taken back. */
  readonly imported: boolean;
}

type LifecycleVerb = "create" | "read" | "update" | "delete";

/** One operation on one resource. */
export interface Operation<Inputs, Live, Known> {
  readonly verb: LifecycleVerb;
  readonly ctx: Context;
  /** Absent at a create. */
  readonly id?: string;
  /** Inputs declared now; at a read or delete those declared before, as far as the state has them. */
  readonly inputs: Partial<Inputs>;
  /** The same as in the program or in the state, with nulls. */
  readonly declared: Properties;
  /** Absent at a create. */
  readonly last?: Remembered<Inputs, Known>;
  readonly ownership: Ownership;
  /** Records what exists by now: a failure from then on leaves it in the state. */
  recordProgress(live: Live): void;
}

/**
 * Operations that truly differ from target to target; everything around them is in this file. A `Job` is one operation with all that it
 * needs: connection, identity, waits.
 */
export interface Adapter<Inputs extends OwnerInputs, Live, Job, Known> {
  /** Content of the state besides the inputs. It reads the states of all earlier releases: a field in another form counts as absent. */
  readonly known: z.ZodType<Known>;
  job(operation: Operation<Inputs, Live, Known>): Job;
  /** Runs what reads and writes a resource that exists, one after the other of each id. Absent where the server lets writers meet. */
  inTurn?<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** The resource by its id. `shared`: a list that other reads of one refresh have fetched will do. */
  find(job: Job, shared: boolean): Promise<Live | undefined>;
  /**
   * Finds the object that has the name already. If absent, or without an answer, a create posts first, and looks only if that is refused or
   * its answer is lost.
   */
  candidate?(job: Job, inputs: Inputs): Promise<Live | undefined>;
  make(job: Job, inputs: Inputs): Promise<Live>;
  /** Updates what exists to what is declared. What is in `before` and no longer declared goes back to its default. */
  update(job: Job, inputs: Inputs, before: Partial<Inputs> | undefined, live: Live): Promise<Live>;
  /** Waits until it is in service. */
  settle?(job: Job, inputs: Inputs, live: Live): Promise<Live>;
  remove(job: Job, live: Live): Promise<void>;
  /** Deletes the remaining objects if the resource is gone already. */
  removed?(job: Job): Promise<void>;
  idOf(job: Job, live: Live): string;
  /** The objects by which it is judged whose the resource is; none where others own it whole. */
  found(job: Job, live: Live): FoundObject[];
  /** The inputs as the server holds them: where something was declared, or everything at an import. */
  declared(job: Job, live: Live, before: Properties | undefined): Properties;
  /** Drift of the resource, without marks; `live` is undefined if the resource is gone. */
  drift(job: Job, live: Live | undefined): Drift[];
  /**
   * Content of the state besides the inputs.
   *
   * @param kept content before, if it still holds: a refresh, an update that failed
   */
  outputs(job: Job, inputs: Properties, live: Live, kept?: Known): Properties;
  /** A resource that is gone when it must be changed. Absent: it is made again. */
  gone?(job: Job): Error;
  /** Objects that exist after a failure. Default: those last seen. */
  lastSeen?(job: Job, live: Live): Promise<Live>;
}

/** Functions of a kind that its adapter does not have. They do no I/O and never throw. */
export interface Judgement {
  check(olds: Properties, news: Properties, notice: (text: string) => void): CheckFailure[];
  diff(id: string, olds: Properties, news: Properties): Difference;
  parts?(news: Properties): string[];
  objects?(id: string, outs: Properties, inputs: Properties): string[];
  shapeOf?(input: string): Shape | undefined;
}

/** The one way in which resources are made, read, changed and deleted, whatever the target. */
export function handlerOf<S extends z.ZodType<OwnerInputs>, Live, Job, Known>(
  kind: Kind<S>,
  judgement: Judgement,
  adapter: Adapter<z.output<S>, Live, Job, Known>,
): ResourceHandler {
  type Inputs = z.output<S>;

  const rememberedIn = (state: Properties): Remembered<Inputs, Known> => ({
    inputs: inputsInState(kind, state),
    known: adapter.known.parse(state),
    imported: state.imported === true,
  });

  const inTurn: NonNullable<typeof adapter.inTurn> = adapter.inTurn ?? ((_id, work) => work());

  /** Begins an operation: makes its job, and the state that a failure leaves behind. */
  function begin(
    verb: LifecycleVerb,
    ctx: Context,
    declared: Properties,
    inputs: Partial<Inputs>,
    ownership: Ownership,
    id?: string,
    last?: Remembered<Inputs, Known>,
  ) {
    let seen: { live: Live } | undefined;
    const recordProgress = (live: Live) => {
      seen = { live };
    };
    const job = adapter.job({ verb, ctx, id, inputs, declared, last, ownership, recordProgress });
    const failed = async (error: unknown, declared: Properties, rest: Properties = {}): Promise<unknown> => {
      if (!seen) return error;
      const live = adapter.lastSeen ? await adapter.lastSeen(job, seen.live) : seen.live;
      const outs = { ...declared, ...adapter.outputs(job, declared, live, last?.known), ...rest, [UNDONE]: true };
      return new PartialFailure(id ?? adapter.idOf(job, live), outs, error);
    };
    const judge = (live: Live): void => {
      for (const found of adapter.found(job, live)) {
        // An object that is another resource of this run by now may carry the mark of that resource.
        if (verb === "delete" && ctx.held?.(found.id)) continue;
        assertOurs(found, ownership);
        const restored = verb === "update" && found.known && !found.kept && found.marks.length === 0;
        if (restored) ctx.notice(`the owner mark of ${found.object} was taken off by hand and is restored`);
      }
    };
    return { job, recordProgress, failed, judge };
  }

  async function updateLive(
    work: ReturnType<typeof begin>,
    inputs: Inputs,
    before: Partial<Inputs> | undefined,
    live: Live,
  ): Promise<Live> {
    work.judge(live);
    return adapter.update(work.job, inputs, before, live);
  }

  return {
    name: kind.type,
    namespace: kind.type.split(":")[0] ?? "",
    get fields() {
      return kind.fields;
    },
    ...judgement,

    async create(ctx, news) {
      const inputs = parseInputs(kind, news);
      const declared = declaredIn(kind, news);
      const work = begin("create", ctx, declared, inputs, ownershipOf(ctx, inputs));
      try {
        const candidate = await adapter.candidate?.(work.job, inputs);
        let live =
          candidate === undefined
            ? await adapter.make(work.job, inputs)
            : await inTurn(adapter.idOf(work.job, candidate), () => updateLive(work, inputs, undefined, candidate));
        work.recordProgress(live);
        live = (await adapter.settle?.(work.job, inputs, live)) ?? live;
        return { id: adapter.idOf(work.job, live), outs: { ...declared, ...adapter.outputs(work.job, declared, live) } };
      } catch (error) {
        throw await work.failed(error, declared);
      }
    },

    async read(ctx, id, state): Promise<ReadResult | undefined> {
      const drifted = driftedIn(state);
      const secrets = pathsWith(kind.fields, "secret");
      const declared = asDeclared(state, drifted, secrets);
      const last = rememberedIn(declared);
      const owner = last.inputs.owner ?? "";
      const before = declaredIn(kind, declared);
      const { job } = begin("read", ctx, before, last.inputs, { owner, adopt: false }, id, last);
      const live = await adapter.find(job, true);
      if (live === undefined) {
        ctx.drift?.(adapter.drift(job, undefined));
        return undefined;
      }
      if (Object.values(before).every((value) => value === undefined)) {
        const { importer } = ctx;
        if (importer !== undefined) for (const one of adapter.found(job, live)) assertImportable(one, importer);
        const inputs = adapter.declared(job, live, undefined);
        return { inputs, outs: { ...inputs, ...adapter.outputs(job, inputs, live), imported: true } };
      }
      const inputs = adapter.declared(job, live, before);
      // A mark of another owner is shown as the owner, but never becomes the owner that the state knows: it would let us delete an object
      // of others.
      const marked = adapter.found(job, live);
      const foreign = foreignMark(marked, owner);
      // No program has declared an imported resource, but its owner is known.
      const moved = last.imported ? [] : adapter.drift(job, live);
      const found = [...driftOfMarks(marked, { owner }), ...(state[UNDONE] ? undoneDrift(moved) : moved)];
      ctx.drift?.(found, drifted.told);
      const outs = {
        ...inputs,
        ...adapter.outputs(job, inputs, live, last.known),
        imported: state.imported,
        foreign,
        ...undoneOutputs(state),
      };
      return {
        inputs: { ...inputs, owner: foreign ?? owner },
        outs: { ...outs, [DRIFTED]: last.imported ? undefined : driftedFrom(before, inputs, found, secrets) },
      };
    },

    async update(ctx, id, olds, news) {
      const inputs = parseInputs(kind, news);
      const last = rememberedIn(olds);
      // An import of a resource means to own it.
      const { adopt, ...own } = ownershipOf(ctx, inputs);
      const ownership = { ...own, before: last.inputs.owner, adopt: adopt || last.imported };
      const declared = declaredIn(kind, news);
      const work = begin("update", ctx, declared, inputs, ownership, id, last);
      return inTurn(id, async () => {
        const found = await adapter.find(work.job, false);
        if (found === undefined && adapter.gone) throw adapter.gone(work.job);
        try {
          const before = last.imported ? undefined : last.inputs;
          let live = found === undefined ? await adapter.make(work.job, inputs) : await updateLive(work, inputs, before, found);
          work.recordProgress(live);
          live = (await adapter.settle?.(work.job, inputs, live)) ?? live;
          return { ...declared, ...adapter.outputs(work.job, declared, live) };
        } catch (error) {
          // The old declaration stays: from it the next run knows what it must take out.
          throw await work.failed(error, declaredIn(kind, olds), {
            imported: olds.imported,
            foreign: olds.foreign,
            [DRIFTED]: olds[DRIFTED],
          });
        }
      });
    },

    async delete(ctx, id, state) {
      const last = rememberedIn(state);
      // A takeover keeps objects: nothing is deleted that carries another mark than the state knows.
      const ownership = { owner: last.inputs.owner ?? "", adopt: false };
      const parts = judgement.parts?.(state) ?? [];
      // Under its new name in the program it has been made, or taken over, by now.
      if (parts.length > 0 && parts.every((part) => ctx.elsewhere?.(part))) return;
      const { job, judge } = begin("delete", ctx, declaredIn(kind, state), last.inputs, ownership, id, last);
      return inTurn(id, async () => {
        const live = await adapter.find(job, false);
        if (live === undefined) return adapter.removed?.(job);
        const found = adapter.found(job, live);
        if (found.length > 0 && found.every((one) => ctx.held?.(one.id))) return;
        judge(live);
        return adapter.remove(job, live);
      });
    },
  };
}

function ownershipOf({ nonce }: Context, { owner, adopt }: OwnerInputs): Ownership {
  return { owner, nonce: nonce?.(owner), adopt: isAdoption(adopt), keepMarks: keepsMarks(adopt) };
}

/** Operations of a resource without an object on a server: it remembers some of its inputs. */
export function withoutObject(
  { type }: Kind,
  id: string,
  remembered: readonly string[],
): Pick<ResourceHandler, "name" | "namespace" | "create" | "read" | "update" | "delete"> {
  const outsOf = (news: Properties): Properties => Object.fromEntries(remembered.map((field) => [field, news[field]]));
  return {
    name: type,
    namespace: type.split(":")[0] ?? "",
    create: async (_ctx, news) => ({ id, outs: outsOf(news) }),
    read: async (_ctx, _id, last) => ({ outs: last, inputs: last }),
    update: async (_ctx, _id, _olds, news) => outsOf(news),
    delete: async () => undefined,
  };
}
