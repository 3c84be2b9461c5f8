import type { Json } from "../../kinds/json";
import { isObject, type JsonObject } from "./sanitize";
import { type FieldPath, fieldOf, isEmpty, keyed, type Shape } from "./shape";

/**
 * The body of a full replace: what the server holds, with what is declared now laid over it and what was declared before
 * and is not any more taken out. What the server or somebody else added beside it stays.
 */
export function merge(shape: Shape, live: JsonObject, before: JsonObject | undefined, after: JsonObject): JsonObject {
  return mergeObject(shape, [], live, before, after);
}

function mergeValue(shape: Shape, path: FieldPath, live: Json | undefined, before: Json | undefined, after: Json): Json {
  if (Array.isArray(after)) {
    const held = byKey(shape, path, live);
    const earlier = byKey(shape, path, before);
    return keyed(shape, path, after).map(({ key, element }) => mergeValue(shape, path, held.get(key), earlier.get(key), element));
  }
  if (!isObject(after)) return after;
  return mergeObject(shape, path, isObject(live) ? live : {}, isObject(before) ? before : undefined, after);
}

function mergeObject(shape: Shape, path: FieldPath, live: JsonObject, before: JsonObject | undefined, after: JsonObject): JsonObject {
  const result: JsonObject = {};
  const declared = new Set([...Object.keys(before ?? {}), ...Object.keys(after)].map((key) => shape.canonicalKey(key)));
  for (const [key, value] of Object.entries(live)) {
    if (declared.has(shape.canonicalKey(key)) || value === null) continue;
    const below = [...path, key];
    if (!shape.owned(below, value) && !shape.guarded(below, value)) result[key] = value;
  }
  for (const [key, value] of Object.entries(after)) {
    const below = [...path, shape.canonicalKey(key)];
    // Full replace: what is left out goes back to its default. An explicit false is sent, an empty message never.
    if (isEmpty(shape, below, value) && value !== false) continue;
    result[key] = mergeValue(shape, below, fieldOf(shape, live, key), fieldOf(shape, before, key), value as Json);
  }
  return result;
}

function byKey(shape: Shape, path: FieldPath, list: Json | undefined): Map<string, Json> {
  return new Map(Array.isArray(list) ? keyed(shape, path, list).map(({ key, element }) => [key, element]) : []);
}
