import { asObject, isObject, type Json, type JsonObject } from "../../shared/json";
import type { Schema } from "../schema/schema";
import { elementOf, elementsOf, type FieldSet, partsOf, pathTo, shapeOf, stepInto } from "./fields";

/** What somebody applies, over what there is. */
function merge(schema: Schema, live: Json | undefined, config: Json | undefined): Json | undefined {
  if (config === undefined) return live;
  if (live === undefined || shapeOf(schema, config) === "leaf" || shapeOf(schema, live) !== shapeOf(schema, config)) return config;
  if (Array.isArray(live) && Array.isArray(config)) return mergeList(schema, live, config);
  return isObject(live) && isObject(config) ? mergeObject(schema, live, config) : config;
}

export function mergeObject(schema: Schema, live: JsonObject, config: JsonObject): JsonObject {
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
 * Takes away what the sender applied the last time and leaves out now, unless somebody else owns it or something in it. What becomes empty by
 * that goes, too.
 */
export function prune(schema: Schema, merged: JsonObject, allOwned: FieldSet, last: FieldSet): JsonObject {
  const prefixes = (path: string) => elementsOf(path).map((_, i, all) => pathTo(...all.slice(0, i + 1)));
  const kept = new Set([...allOwned].flatMap(prefixes));
  const doomed = new Set([...last].filter((path) => !kept.has(path)));
  const onTheWay = new Set([...doomed].flatMap((path) => prefixes(path).slice(0, -1)));
  const within = (here: Schema, inner: Json, at: string): Json | undefined => {
    const shape = shapeOf(here, inner);
    if (shape === "leaf") return inner;
    const parts = [...partsOf(here, inner)].flatMap(([element, part]): [string, Json][] => {
      const path = pathTo(at, element);
      if (doomed.has(path)) return [];
      return [[element, (onTheWay.has(path) ? within(stepInto(here, element), part, path) : part) ?? null]];
    });
    if (parts.length === 0) return undefined;
    return shape === "list" ? parts.map(([, part]) => part) : Object.fromEntries(parts.map(([element, part]) => [element.slice(2), part]));
  };
  return doomed.size === 0 ? merged : asObject(within(schema, merged, ""));
}
