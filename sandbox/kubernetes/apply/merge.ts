import { asObject, isObject, type Json, type JsonObject } from "../../shared/json";
import type { Schema } from "../schema/schema";
import {
  both,
  elementOf,
  elementsOf,
  type FieldSet,
  fieldsOf,
  minus,
  partsOf,
  pathTo,
  shapeOf,
  stepInto,
  union,
  withNamedFields,
} from "./fields";

/** What somebody applies, over what there is. */
export function merge(schema: Schema, live: Json | undefined, config: Json | undefined): Json | undefined {
  if (config === undefined) return live;
  if (live === undefined || shapeOf(schema, config) === "leaf" || shapeOf(schema, live) !== shapeOf(schema, config)) return config;
  if (Array.isArray(live) && Array.isArray(config)) return mergeList(schema, live, config);
  if (!isObject(live) || !isObject(config)) return config;
  const keys = new Set([...Object.keys(live), ...Object.keys(config)]);
  return Object.fromEntries([...keys].map((key) => [key, merge(stepInto(schema, `f:${key}`), live[key], config[key]) ?? null]));
}

/** Entries in the order of the applied list; those that are only there stay behind the neighbour they had. */
function mergeList(schema: Schema, live: Json[], config: Json[]): Json[] {
  const [left, right] = [partsOf(schema, live), partsOf(schema, config)];
  const waiting = config.map((item) => elementOf(schema, item));
  const merged: string[] = [];
  for (const element of left.keys()) {
    if (!right.has(element)) merged.push(element);
    else if (waiting.includes(element)) merged.push(...waiting.splice(0, waiting.indexOf(element) + 1));
  }
  return [...merged, ...waiting].map((element) => merge(stepInto(schema, element), left.get(element), right.get(element)) ?? null);
}

/**
 * Takes away what the sender applied the last time and leaves out now, unless somebody else owns it. What was in there and nobody owned
 * stays.
 */
export function prune(schema: Schema, merged: JsonObject, allOwned: FieldSet, last: FieldSet): JsonObject {
  if (last.size === 0) return merged;
  const named = (set: FieldSet) => withNamedFields(schema, set);
  const without = (set: FieldSet) => asObject(remove(schema, merged, set));
  const everything = named(fieldsOf(schema, merged));
  const before = named(last);
  const kept = union(named(fieldsOf(schema, without(before))), named(allOwned));
  const rest = named(fieldsOf(schema, without(minus(everything, kept))));
  return without(both(minus(everything, rest), before));
}

/** A value without the parts that a set names; undefined when nothing is left. */
function remove(schema: Schema, value: Json, doomed: FieldSet): Json | undefined {
  const onTheWay = new Set([...doomed].flatMap((path) => elementsOf(path).map((_, i, all) => pathTo(...all.slice(0, i)))));
  const within = (here: Schema, inner: Json, at: string): Json | undefined => {
    const shape = shapeOf(here, inner);
    if (shape === "leaf") return inner;
    const kept = [...partsOf(here, inner)]
      .map(([element, part]): [string, Json, string] => [element, part, pathTo(at, element)])
      .filter(([, , path]) => !doomed.has(path))
      .map(([element, part, path]): [string, Json] => [
        element,
        (onTheWay.has(path) ? within(stepInto(here, element), part, path) : part) ?? null,
      ]);
    if (kept.length === 0) return undefined;
    return shape === "list" ? kept.map(([, part]) => part) : Object.fromEntries(kept.map(([element, part]) => [element.slice(2), part]));
  };
  return doomed.size === 0 ? value : within(schema, value, "");
}
