import { isObject, type Json } from "../../shared/json";
import type { Schema } from "../schema/schema";
import { partsOf } from "./compare";
import type { FieldSet } from "./field-set";
import { elementOf, itemSchema, memberSchema, shapeOf, stepInto } from "./shape";

/** What somebody applies, over what there is. */
export function merge(schema: Schema, live: Json | undefined, config: Json | undefined): Json | undefined {
  if (config === undefined) return live;
  if (live === undefined || shapeOf(schema, config) === "leaf" || shapeOf(schema, live) !== shapeOf(schema, config)) return config;
  if (Array.isArray(live) && Array.isArray(config)) return mergeList(schema, live, config);
  if (!isObject(live) || !isObject(config)) return config;
  const keys = new Set([...Object.keys(live), ...Object.keys(config)]);
  const merged = [...keys].map((key) => [key, merge(memberSchema(schema, key), live[key], config[key])]);
  return Object.fromEntries(merged);
}

/** Entries in the order of the applied list; those that are only there stay beside their neighbours. */
function mergeList(schema: Schema, live: Json[], config: Json[]): Json[] {
  const [left, right] = [partsOf(schema, live), partsOf(schema, config)];
  const [leftKeys, rightKeys] = [live.map((item) => elementOf(schema, item)), config.map((item) => elementOf(schema, item))];
  const shared = rightKeys.filter((key) => left.has(key));
  const done = new Set<string>();
  const merged: Json[] = [];
  const take = (key: string) => {
    done.add(key);
    merged.push(merge(itemSchema(schema), left.get(key), right.get(key)) as Json);
    if (shared[0] === key) shared.shift();
  };
  let [l, r] = [0, 0];
  while (l < leftKeys.length || r < rightKeys.length) {
    const [ours, theirs] = [leftKeys[l], rightKeys[r]];
    if (ours !== undefined && theirs !== undefined) {
      if (ours === theirs) {
        take(ours);
        l++;
        r++;
        continue;
      }
      // in both, but not its turn
      if (right.has(ours) && shared.length > 0 && shared[0] !== ours) {
        l++;
        continue;
      }
    }
    if (ours !== undefined && !right.has(ours)) {
      merged.push(live[l] as Json);
      l++;
      continue;
    }
    if (ours !== undefined && done.has(ours)) l++;
    if (theirs !== undefined) {
      take(theirs);
      r++;
    }
  }
  return merged;
}

/** Without the parts that a set names. */
export function removeItems(schema: Schema, value: Json, doomed: FieldSet): Json | undefined {
  const shape = shapeOf(schema, value);
  if (shape === "leaf") return value;
  const kept = [...partsOf(schema, value)]
    .filter(([element]) => !doomed.members.has(element))
    .map(([element, inner]): [string, Json | undefined] => {
      const below = doomed.below(element);
      return [element, below.isEmpty() ? inner : removeItems(stepInto(schema, element), inner, below)];
    });
  if (kept.length === 0) return doomed.isEmpty() ? value : undefined;
  if (shape === "list") return kept.map(([, inner]) => inner ?? null);
  return Object.fromEntries(kept.map(([element, inner]) => [element.slice(2), inner ?? null]));
}
