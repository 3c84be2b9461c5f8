// Elements of a list that only moved, so that a comparison does not show them as changed.
import type { JsonObject } from "../../../provider/lifecycle/bodies/json";
import type { Json } from "../../../resources/kind";
import { isRecord } from "../../specs";

/** Places of an element in its list: rules of Avi count from 0 in `index`, policies of Octavia from 1 in `position`. */
const PLACES = ["index", "position"];

/** An element without its place, and without the name where that ends in the place, as AKO names rules. */
function contentOf(element: JsonObject): string {
  const { index, position, ...rest } = element;
  const { name, ...unnamed } = rest;
  const isNumbered = typeof name === "string" && name.endsWith(`-${String(index)}`);
  return JSON.stringify(isNumbered ? unnamed : rest);
}

/**
 * Two lists without the elements that an element before them only shifts: they are the same save for their place. Both lists stay whole
 * where nothing came or went, and where others than these would be in another order.
 */
export function withoutShifts(was: readonly Json[], is: readonly Json[]): [readonly Json[], readonly Json[]] {
  const [before, after] = [contents(was), contents(is)];
  if (!before || !after) return [was, is];
  const stay = [...before.keys()].filter((content) => after.has(content));
  if (stay.length === before.size && stay.length === after.size) return [was, is];
  if (stay.join() !== [...after.keys()].filter((content) => before.has(content)).join()) return [was, is];
  const shifted = new Set(stay);
  const others = (all: Map<string, Json>) => [...all].flatMap(([content, element]) => (shifted.has(content) ? [] : [element]));
  return [others(before), others(after)];
}

/** Elements by what they are, in order; undefined where they have no places, or two of them are the same. */
function contents(list: readonly Json[]): Map<string, Json> | undefined {
  const all = list.map((element) =>
    isRecord(element) && PLACES.some((place) => typeof element[place] === "number") ? element : undefined,
  );
  const byContent = new Map(all.flatMap((element) => (element ? [[contentOf(element), element as Json] as const] : [])));
  return byContent.size === list.length ? byContent : undefined;
}
