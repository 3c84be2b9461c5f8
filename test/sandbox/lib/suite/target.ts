import type { Json } from "../../../../resources/kind";
import { Resource } from "../engine";
import type { Props } from "../host";
import { created, type World } from "../world";

/** A world in which every kind of a target is tested. */
export interface ConformanceTarget extends World {
  reset(): Promise<void>;
  /** Waits until nothing on the server is under way. */
  settled(): Promise<void>;
  /** Number of calls that a broken connection breaks; default all that follow. */
  breaks?: number;
  /** A create that got no answer, and of which the server shows nothing, is sent again. Default false: the run fails and says so. */
  sendsAgain?: boolean;
}

/** The names from the root of the inputs; one text where none of them holds a dot. */
export type Path = string | readonly string[];

/** A field, another value, and the writes that bring it to the server (default 1). */
export interface FieldChange {
  path: Path;
  other: Json;
  writes?: number;
  /** Those of one sort are written alike. Default: those with the same facts in the table of fields, and values of one type. */
  sort?: string;
}

/** Change by hand. */
export interface ByHand {
  what: string;
  change(): Promise<unknown>;
  /** The one place that the refresh shows as changed, where only one may. */
  shows?: string;
  /** The most writes that repair it. Default 1. */
  writes?: number;
  /** Those of one sort are found and repaired alike. Default as for a field; what is no field is a sort of its own. */
  sort?: string;
}

/** One kind with inputs as a program declares them. */
export interface KindUnderTest<T> {
  /** As it is in the state; `title` where there are several of one kind. */
  kind: string;
  title?: string;
  /** Makes what others own and the resource refers to; gives the inputs. */
  make(target: T): Promise<Props>;
  /** Writes that create, change the owner and delete it; of an update it is one per changed object. */
  writes: { create: number; remove: number };
  /** Writes of secrets, which no server gives back: without a state no one knows whether they are right. Default 0. */
  secret?: number;
  /** Another declaration of it: something new, something gone, something changed, as far as the kind has that. */
  next(inputs: Props): Props;
  /** The objects of the resource on the server. */
  objects(target: T, inputs: Props): Promise<string[]>;
  /** Number of objects that carry a mark of their own. */
  marked: number;
  /** Puts another mark on all of them, or on the one at `index`, as somebody else would; null takes it off. */
  mark(target: T, inputs: Props, mark: string | null, index?: number): Promise<void>;
  /** A mark of somebody else that the server takes. */
  stranger: string;
  /** Every field that changes in place. */
  inPlace(inputs: Props): readonly FieldChange[];
  /** Fields that need not be declared: without them the server has its default. */
  optional(inputs: Props): readonly Path[];
  /** Fields of which another value replaces the resource, with the property that the engine names. */
  replacing(inputs: Props): readonly { path: Path; other: Json; names: string }[];
  byHand(target: T, inputs: Props): readonly ByHand[];
  /** An import leaves some objects out, which the program that describes the resource takes without a write. Default false. */
  takesAfterImport?: boolean;
  /** An id of the right form that nothing has. */
  nowhere: string;
}

/** Common steps of the tests of one kind. */
export function tools<T extends ConformanceTarget>(target: T, { kind, make }: KindUnderTest<T>) {
  const fresh = () => new Resource(target.host, kind);
  return {
    fresh,
    forget: () => void target.proxy.calls.splice(0),
    /** Calls that changed something. */
    writes: () => target.proxy.calls.filter(({ method, status, path }) => method !== "GET" && status < 400 && !/\/login|tokens/.test(path)),
    /** A resource that has been made, and its inputs; the log is empty. */
    async created() {
      const inputs = await make(target);
      return { inputs, resource: await created(target, kind, inputs) };
    },
  };
}
