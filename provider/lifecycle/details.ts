// Lists the fields in which inputs differ from the state, as the engine shows them in a diff.

import { type FieldTable, factAbove } from "../../resources/field-table";
import { differences } from "./bodies/compare";
import type { Properties } from "./bodies/json";
import type { Detail, Difference, ResourceHandler } from "./handler";

/** The places at which inputs differ from the state, of those that the kind says have changed. */
export function detailsOf(kind: ResourceHandler, { changes, replaces }: Difference, olds: Properties, news: Properties): Detail[] {
  const inputs = new Set([...changes, ...replaces].map((place) => place.split(/[.[]/, 1)[0] ?? ""));
  return [...inputs]
    .filter((input) => input !== "" && !input.startsWith("__"))
    .flatMap((input) => detailsOfInput(kind, replaces, input, olds, news));
}

function detailsOfInput(kind: ResourceHandler, replaces: readonly string[], input: string, olds: Properties, news: Properties): Detail[] {
  const isReplaced = replaces.includes(input);
  const places = placesIn(kind, input, olds, news);
  const fixed = places.filter(({ names }) => isFixed(kind.fields ?? {}, names));
  return places.map((place) => ({
    path: place.path,
    kind: place.kind,
    replaces: isReplaced && (fixed.length === 0 || fixed.includes(place)),
  }));
}

const isFixed = (fields: FieldTable, names: readonly string[]): boolean => {
  const fact = factAbove(fields, names.join("."), "fixed");
  return fact === true || fact === "fewer";
};

/** A place with the names on the way to it. */
interface Place extends Pick<Detail, "path" | "kind"> {
  names: readonly string[];
}

function placesIn(kind: ResourceHandler, input: string, olds: Properties, news: Properties): Place[] {
  const [held, desired] = [olds[input] ?? undefined, news[input] ?? undefined];
  const wholeInput: Place = { path: input, kind: changeOf(held, desired), names: [input] };
  const shape = kind.shapeOf?.(input);
  if (!shape || held === undefined || desired === undefined) return [wholeInput];
  // after an import only what the program names counts
  const options = olds.imported === true ? { subset: true, tolerant: true } : {};
  const merged = new Map<string, Place>();
  for (const { place, path, live: heldPart, desired: desiredPart } of differences(shape, desired, held, options)) {
    const at = place === "" || place.startsWith("[") ? `${input}${place}` : `${input}.${place}`;
    // an element that takes the position of one that goes
    const change = merged.has(at) ? "update" : changeOf(heldPart, desiredPart);
    merged.set(at, { path: at, kind: change, names: [input, ...path] });
  }
  return merged.size === 0 ? [wholeInput] : [...merged.values()];
}

function changeOf(held: unknown, desired: unknown): Detail["kind"] {
  if (held === undefined || held === null) return "add";
  return desired === undefined || desired === null ? "delete" : "update";
}
