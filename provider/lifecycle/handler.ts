// The interfaces between the engine, the provider and the handler of a kind.

import type { FieldTable } from "../../resources/field-table";
import type { Properties } from "./bodies/json";
import type { Shape } from "./bodies/shape";
import type { Drift } from "./drift";

/** Source of configuration; read again by every call. */
export interface ConfigSource {
  /** The value of `avi:controller` for `controller`, or of the environment; undefined when neither has it. */
  get(key: string): string | undefined;
  /** The value from explicit provider or stack configuration alone; for targets whose environment has names of its own. */
  explicit?(key: string): string | undefined;
  /** The environment; absent means none. */
  env?: NodeJS.ProcessEnv;
  /** Everything that the explicit provider or the stack has set, `avi:controller`. */
  keys?(): readonly string[];
}

/** Context of an operation besides its inputs. */
export interface Context {
  config: ConfigSource;
  /** Name of the program's project; undefined where the resource does not know its URN. */
  project?: string;
  /** False where the component asks for no look at the server before the first write. */
  preflight?: boolean;
  /** The mark of the program into whose state a read imports the resource. */
  importer?: string;
  /** True when this run has written to a server already: then there is nothing to be found out about the connection. */
  wrote?: boolean;
  /** A line on the resource's own row while it works; gone afterwards. */
  progress(text: string): void;
  /** A line that stays under the resource when the command has ended. */
  notice(text: string): void;
  /** Prints lines on the row of the component that the resource belongs to, and waits until the engine has them. */
  summary?(text: string): Promise<void>;
  /** Prints a warning on the row of the component. */
  warn?(text: string): Promise<void>;
  /**
   * Reports the drift that a read found.
   *
   * @param reported what an earlier refresh has reported
   */
  drift?(drift: readonly Drift[], reported?: readonly string[]): void;
  /** True when another resource of the program declares this part (see {@link ResourceHandler.parts}). */
  isDeclaredElsewhere?(part: string): boolean;
  /** True when another resource of this run is the object with this id on the server: then the object stays. */
  isStillInUse?(object: string): boolean;
  /** The nonce of the component that the resource is of, for a mark; empty where this run knows none. */
  nonce?(owner: string): string;
  /** True if the component with this mark managed an object of this name before the run, `<api type>/<name>`. */
  wasOwnedBefore?(owner: string, name: string): boolean;
  /** Rest of a part that begins with this text and that another resource of the program declares. */
  successorOf?(start: string): string | undefined;
}

/** One input that cannot be used. The engine prints its value, so never name a property that holds a secret. */
export interface CheckFailure {
  property: string;
  reason: string;
}

/** Request with which the dynamic provider host calls `configure`. */
export interface ConfigureRequest {
  config: {
    get(key: string): string | undefined;
    /** The whole configuration; the host has it although its types do not declare it. */
    readonly rawConfig?: unknown;
  };
}

/** One place at which a resource differs from its state. */
export interface Detail {
  /** As the engine writes it: `pool.servers[2].ratio`. What goes away is at its place in the state. */
  path: string;
  kind: "add" | "delete" | "update";
  /** True where a new object is needed for it. */
  replaces: boolean;
}

/** Answer to a comparison. */
export interface DiffResult {
  changes: boolean;
  replaces: string[];
  deleteBeforeReplace: boolean;
  /** Finds the places that differ. */
  details(): Detail[];
}

/** Interface that the dynamic provider host expects of a handler; our own type, so that this package loads without the SDK. */
export interface DynamicProvider {
  configure(request: ConfigureRequest): Promise<void>;
  check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: CheckFailure[] }>;
  diff(id: string, olds: Properties, news: Properties): Promise<DiffResult>;
  create(inputs: Properties): Promise<{ id: string; outs: Properties }>;
  /** @param importer the mark of the program, where the engine imports the resource into its state */
  read(id: string, props: Properties, importer?: string): Promise<{ id: string; props?: Properties; inputs?: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }>;
  delete(id: string, props: Properties): Promise<void>;
}

/** Differences; paths are for people. */
export interface Difference {
  changes: string[];
  /** Top-level properties that only a replacement can change. */
  replaces: string[];
}

/** Result of `read`. */
export interface ReadResult {
  outs: Properties;
  /** Declared inputs, overlaid with the values of the server. */
  inputs: Properties;
}

/**
 * Handler of one kind of resource, which `dynamic.ts` runs; `resource-lifecycle.ts` makes it from the declaration of the kind and the adapter of its
 * target. `diff` and `check` do no I/O and never throw.
 */
export interface ResourceHandler {
  /** The name in the state, e.g. `avi:Pool`. */
  readonly name: string;
  /** Configuration namespace, e.g. `avi`. */
  readonly namespace: string;
  /** Facts about the inputs; absent for a resource without an object. */
  readonly fields?: FieldTable;
  /** Finds the faults of the inputs; `notice` reports what a person should know although nothing is wrong. */
  check?(olds: Properties, news: Properties, notice: (text: string) => void): CheckFailure[];
  /** Required fields that the inputs lack, and in those that a program writes itself what the API does not know. Asks no server. */
  checkBodies?(news: Properties, isPlanned: boolean): Promise<CheckFailure[]>;
  /**
   * The checks that may ask a server, and only where there is a reason: that of an inventory, and the first look of a run at its connection
   * (contact.ts). `olds` is undefined when the resource is created. An outage is reported, and is no failure.
   */
  inspect?(ctx: Context, olds: Properties | undefined, news: Properties): Promise<CheckFailure[]>;
  /** Inputs that only the last inputs can tell; runs after a check without failures, and is total like it. */
  complete?(olds: Properties, news: Properties): Properties;
  /**
   * Meaning of the body that an input holds. Its sets keep the order of the state, so that the engine's picture of a change shows that change
   * alone. Undefined: the input is compared as a whole, and stays as it is. Total.
   */
  shapeOf?(input: string): Shape | undefined;
  /**
   * Keys of everything the inputs declare. A key means the same whichever resource has it: a part that another resource of the program has
   * by now is not deleted with the one that had it before. Total, as the check is.
   */
  parts?(news: Properties): string[];
  /**
   * The ids of the objects on the server that a resource is, as far as its inputs go on declaring them: what a delete of another resource
   * leaves alone. Total, as the check is.
   *
   * @param outs what the state holds
   */
  objects?(id: string, outs: Properties, inputs: Properties): string[];
  diff(id: string, olds: Properties, news: Properties): Difference;
  create(ctx: Context, news: Properties): Promise<{ id: string; outs: Properties }>;
  /** Undefined when the resource is gone. */
  read(ctx: Context, id: string, last: Properties): Promise<ReadResult | undefined>;
  update(ctx: Context, id: string, olds: Properties, news: Properties): Promise<Properties>;
  delete(ctx: Context, id: string, last: Properties): Promise<void>;
}
