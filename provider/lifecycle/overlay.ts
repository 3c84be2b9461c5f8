import type { Json } from "../../kinds/json";
import { isObject, type JsonObject } from "./sanitize";
import { type FieldPath, fieldOf, isEmpty, keyed, type Shape } from "./shape";

/**
 * What the server holds at the places the user declared, in the user's own spelling where it means the same. A refresh
 * that stores this names exactly the fields somebody changed.
 */
export function overlay(shape: Shape, declared: JsonObject, live: JsonObject): JsonObject {
  return overlayObject(shape, [], declared, live);
}

function overlayValue(shape: Shape, path: FieldPath, declared: Json | undefined, live: Json | undefined): Json | undefined {
  if (shape.ignored(path)) return declared;
  if (!isEmpty(shape, path, declared) && shape.tolerated(path)) return declared;
  if (isVoid(shape, path, declared, live)) return declared;
  if (isEmpty(shape, path, live)) return isEmpty(shape, path, declared) ? declared : undefined;
  if (Array.isArray(declared) && Array.isArray(live)) return overlayList(shape, path, declared, live);
  if (isObject(declared) && isObject(live)) return overlayObject(shape, path, declared, live);
  if (declared !== undefined && declared !== null && shape.same(path, declared, live)) return declared;
  return shape.presentable(live);
}

/**
 * Null, an empty text, message or list says "nothing of mine", so that whatever default the server puts there is right;
 * except in lists that are ours whole.
 */
function isVoid(shape: Shape, path: FieldPath, declared: Json | undefined, live: Json | undefined): boolean {
  return declared !== undefined && declared !== false && isEmpty(shape, path, declared) && !shape.owned(path, live);
}

function overlayObject(shape: Shape, path: FieldPath, declared: JsonObject, live: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(declared)) {
    const held = overlayValue(shape, [...path, shape.canonicalKey(key)], value, fieldOf(shape, live, key));
    if (held !== undefined) result[key] = held;
  }
  for (const [key, value] of Object.entries(live)) {
    const below = [...path, key];
    if (key in result || fieldOf(shape, declared, key) !== undefined) continue;
    if (isEmpty(shape, below, value)) continue;
    if (shape.guarded(below, value)) result[key] = shape.presentable(value);
    else if (shape.owned(below, value)) result[key] = shape.presentable(reduced(shape, below, value, []));
  }
  return result;
}

function overlayList(shape: Shape, path: FieldPath, declared: Json[], live: Json[]): Json[] {
  const held = new Map(keyed(shape, path, live).map(({ key, element }) => [key, element]));
  const result: Json[] = [];
  for (const { key, element } of keyed(shape, path, declared)) {
    const found = held.get(key);
    held.delete(key);
    const value = found === undefined ? undefined : overlayValue(shape, path, element, found);
    if (value !== undefined) result.push(value);
  }
  for (const extra of held.values()) result.push(shape.presentable(reduced(shape, path, extra, declared)));
  return result;
}

/**
 * An element nobody declared, cut down to the fields its declared siblings have: the defaults that the server put beside
 * them are no news.
 */
function reduced(shape: Shape, path: FieldPath, value: Json, siblings: Json[]): Json {
  if (Array.isArray(value)) return value.map((element) => reduced(shape, path, element, siblings));
  if (!isObject(value)) return value;
  const known = new Set(siblings.filter(isObject).flatMap((sibling) => Object.keys(sibling)));
  if (known.size === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => known.has(key)));
}
