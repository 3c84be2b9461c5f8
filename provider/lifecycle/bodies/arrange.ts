// Arranges the elements of declared lists in the order of the state.

import { isDeepStrictEqual } from "node:util";
import type { FieldPath } from "../../../resources/field-table";
import type { Json } from "../../../resources/kind";
import { isObject, type JsonObject } from "./json";
import { fieldOf, type Keyed, keyed, type Shape } from "./shape";

/** The part of a shape that decides what an element of a list is. */
type ElementIdentity = Pick<Shape, "identity" | "canonicalKey">;

/**
 * A body with its sets in the order of the state. The engine compares lists by index, so a set that is sorted again shows every element behind
 * an insertion as changed. Here each element keeps its place, a new one takes the place of one that is gone or comes last, and a place that
 * stays empty gets the last element. Lists whose elements are known by position alone stay as they are.
 */
export function arranged<T extends Json>(shape: ElementIdentity, before: Json | undefined, after: T): T {
  return isDeepStrictEqual(before, after) ? after : (arrangedValue(shape as Shape, [], before, after) as T);
}

function arrangedValue(shape: Shape, path: FieldPath, before: Json | undefined, after: Json): Json {
  if (Array.isArray(after) && Array.isArray(before)) return arrangedList(shape, path, before, after);
  if (!isObject(after) || !isObject(before)) return after;
  return Object.fromEntries(
    Object.entries(after).map(([key, value]) => [
      key,
      arrangedValue(shape, [...path, shape.canonicalKey(key)], fieldOf(shape, before, key), value),
    ]),
  ) satisfies JsonObject;
}

function arrangedList(shape: Shape, path: FieldPath, before: readonly Json[], after: readonly Json[]): Json[] {
  const elements = new Map(keyed(shape, path, before).map(({ key, element }) => [key, element]));
  const desired = keyed(shape, path, after);
  const inside = ({ key, element }: Keyed) => arrangedValue(shape, path, elements.get(key), element);
  const isSet = after.length === 0 || shape.identity(path, after[0] ?? null) !== undefined;
  return isSet ? placed([...elements.keys()], desired).map(inside) : desired.map(inside);
}

/** The elements in the order of the keys that were there before. */
function placed(before: readonly string[], desired: readonly Keyed[]): Keyed[] {
  const unplaced = new Map(desired.map((one) => [one.key, one]));
  const places = before.map((key) => {
    const element = unplaced.get(key);
    unplaced.delete(key);
    return element;
  });
  const fresh = [...unplaced.values()];
  const filled = places.map((place) => place ?? fresh.shift());
  const result: (Keyed | undefined)[] = [...filled, ...fresh];
  for (let at = 0; at < result.length; at++) {
    while (result.length > at && result.at(-1) === undefined) result.pop();
    if (at < result.length && result[at] === undefined) result[at] = result.pop();
  }
  return result.filter((one) => one !== undefined);
}
