// Interface that a back end implements for its resources: the adapter, and the operation that it works on.

import type { z } from "zod";
import type { Adopt } from "../../resources/kind";
import type { Properties } from "./bodies/json";
import type { Shape } from "./bodies/shape";
import type { Drift } from "./drift";
import type { CheckFailure, Context, Difference } from "./handler";
import type { FoundObject, Ownership } from "./ownership";

/** Declared by every resource with objects of its own. */
export interface OwnerInputs {
  owner: string;
  adopt?: Adopt;
}

/** Content of the state of a resource. */
export interface Remembered<Inputs, Known> {
  readonly inputs: Partial<Inputs>;
  /** Content of the state besides the inputs. */
  readonly known: Known;
  /** True after an import: no program has declared the resource yet, so no field is set back to a default. */
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
  /** The inputs as the program or the state spells them, with nulls. */
  readonly declared: Properties;
  /** Absent at a create. */
  readonly last?: Remembered<Inputs, Known>;
  readonly ownership: Ownership;
  /** Records the objects that exist by now: a later failure leaves them in the state. */
  recordProgress(live: Live): void;
}

/**
 * Operations that differ from target to target; `resource-lifecycle.ts` does everything around them. A `Job` is one operation with all that
 * it needs: connection, identity, waits.
 */
export interface Adapter<Inputs extends OwnerInputs, Live, Job, Known> {
  /** Content of the state besides the inputs. A field in another form counts as absent. */
  readonly known: z.ZodType<Known>;
  job(operation: Operation<Inputs, Live, Known>): Job;
  /** Runs the operations on an existing resource of one id in turn. Absent where the server accepts concurrent writers. */
  inTurn?<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** Reads the resource by its id. `shared`: a list that another read of the same refresh has fetched is recent enough. */
  find(job: Job, shared: boolean): Promise<Live | undefined>;
  /**
   * Finds an existing object of this name before a create. Where it is absent or finds none, a create posts first, and searches only after a
   * refusal or a lost answer.
   */
  candidate?(job: Job, inputs: Inputs): Promise<Live | undefined>;
  make(job: Job, inputs: Inputs): Promise<Live>;
  /** Updates the existing resource as declared. A field in `before` that is no longer declared gets its default again. */
  update(job: Job, inputs: Inputs, before: Partial<Inputs> | undefined, live: Live): Promise<Live>;
  /** Waits until it is in service. */
  waitUntilReady?(job: Job, inputs: Inputs, live: Live): Promise<Live>;
  remove(job: Job, live: Live): Promise<void>;
  /** Deletes the remaining objects if the resource is gone already. */
  removeRemaining?(job: Job): Promise<void>;
  idOf(job: Job, live: Live): string;
  /** The objects whose marks decide who owns the resource; none where it belongs to another owner altogether. */
  markedObjects(job: Job, live: Live): FoundObject[];
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
  /** The error for a resource that is gone when it must be changed. Absent: it is created again. */
  gone?(job: Job): Error;
  /** Objects that exist after a failure. Default: the last recorded progress. */
  lastSeen?(job: Job, live: Live): Promise<Live>;
}

/** Checks and comparisons of a kind: they do no I/O and never throw. */
export interface PureOperations {
  check(olds: Properties, news: Properties, notice: (text: string) => void): CheckFailure[];
  diff(id: string, olds: Properties, news: Properties): Difference;
  parts?(news: Properties): string[];
  objects?(id: string, outs: Properties, inputs: Properties): string[];
  shapeOf?(input: string): Shape | undefined;
}
