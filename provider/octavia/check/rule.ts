import type { Json } from "../../../kinds/json";
import type { Place } from "../../../kinds/octavia/tree";
import type { JsonObject } from "../../lifecycle/json";
import { isUnknown } from "../../lifecycle/json";

/** One thing that the API would refuse: where, and why. */
export interface Reason {
  pointer: string;
  message: string;
}

/** Looks at one object of the tree beyond its fields. */
export type Rule = (place: Place, tree: Tree) => Reason[];

/** What a rule may need to know of the rest. */
export interface Tree {
  /** Every pool that is spelt out, by name. */
  pools: ReadonlyMap<string, JsonObject>;
  /** There may be more of them: preview does not know all of the tree. */
  unseenPools: boolean;
  /** Names of the resource's own certificates; undefined when preview cannot know them. */
  certificates: ReadonlySet<string> | undefined;
}

/** A reason about a field of a place. */
export function at(place: Place, field: string, message: string): Reason {
  return { pointer: `/loadBalancer${place.pointer}/${field}`, message };
}

/** True for a value that is there and that preview knows. */
export function known(value: Json | undefined): value is Json {
  return value !== undefined && value !== null && !isUnknown(value);
}

/** A text that preview knows. */
export function text(value: Json | undefined): string | undefined {
  return typeof value === "string" && !isUnknown(value) ? value : undefined;
}
