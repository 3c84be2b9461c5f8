// Sets of fields, in the form of `managedFields`.
import { asObject, isObject, type Json, type JsonObject, sameJson } from "../../shared/json";
import { partOf } from "../metadata";
import { ANYTHING, fieldSchema, type KindSchema, resolved } from "../schema/schema";
import { internal } from "../status";

/**
 * Paths into an object. Their elements have the form of `fieldsV1`: `f:name` is a field, `k:{...}` an entry of a list by its keys, `v:...` one by
 * its value.
 */
export type FieldSet = ReadonlySet<string>;

const BREAK = "\n"; // no element has one: what could is JSON
export const elementsOf = (path: string): string[] => path.split(BREAK);
export const pathTo = (...elements: string[]): string => elements.filter((element) => element !== "").join(BREAK);

export const union = (...sets: FieldSet[]): FieldSet => new Set(sets.flatMap((set) => [...set]));
export const minus = (set: FieldSet, other: FieldSet): FieldSet => new Set([...set].filter((path) => !other.has(path)));
/** True for a path that equals the other or is below it. */
export const isWithin = (path: string, top: string): boolean => path === top || path.startsWith(top + BREAK);

export function readFields(json: Json | undefined, at = ""): FieldSet {
  const entries = Object.entries(asObject(json)).filter(([element]) => element !== ".");
  return union(
    ...entries.map(([element, inner]) => {
      const isMember = !isObject(inner) || Object.keys(inner).length === 0 || "." in inner;
      return union(new Set(isMember ? [pathTo(at, element)] : []), readFields(inner, pathTo(at, element)));
    }),
  );
}

export function writeFields(set: FieldSet): JsonObject {
  const root: JsonObject = {};
  for (const path of [...set].sort()) elementsOf(path).reduce(partOf, root)["."] = {};
  return withoutLonelyDots(root);
}

function withoutLonelyDots(fields: JsonObject): JsonObject {
  const entries = Object.entries(fields);
  if (entries.length === 1 && entries[0]?.[0] === ".") return {};
  return Object.fromEntries(entries.map(([element, inner]) => [element, withoutLonelyDots(asObject(inner))]));
}

/** Parts in which a value can be owned: whole, by its fields (map) or by its entries (list). */
type FieldShape = "leaf" | "map" | "list";

export function shapeOf(reference: KindSchema, value: Json | undefined): FieldShape {
  const schema = resolved(reference);
  if (isObject(value)) return schema["x-kubernetes-map-type"] === "atomic" ? "leaf" : "map";
  const type = Array.isArray(value) ? schema["x-kubernetes-list-type"] : undefined;
  return type === "map" || type === "set" ? "list" : "leaf";
}

/** The schema one step down a path. */
export function stepInto(reference: KindSchema, element: string): KindSchema {
  const schema = resolved(reference);
  return (element.startsWith("f:") ? fieldSchema(schema, element.slice(2)) : schema.items) ?? ANYTHING;
}

/** Keys that may be left out, with what they are then. */
const KEY_DEFAULTS: { [key: string]: Json } = { protocol: "TCP" };

/**
 * Returns the element of a path that names an entry of a list.
 *
 * @throws StatusError 500, as the real server has it, for an entry without the field that identifies it
 */
export function elementOf(reference: KindSchema, item: Json): string {
  const schema = resolved(reference);
  if (schema["x-kubernetes-list-type"] === "set") return `v:${JSON.stringify(item)}`;
  const names = schema["x-kubernetes-list-map-keys"] ?? [];
  const entry = resolved(schema.items ?? ANYTHING);
  const valueAt = (key: string) => asObject(item)[key] ?? resolved(entry.properties?.[key] ?? ANYTHING).default ?? KEY_DEFAULTS[key];
  const keys = Object.fromEntries(names.map((key) => [key, valueAt(key)]).sort());
  const missing = names.find((key) => keys[key] === undefined && (names.length === 1 || entry.required?.includes(key)));
  if (missing === undefined) return `k:${JSON.stringify(keys)}`;
  const why = `associative list with keys has an element that omits key field "${missing}" (and doesn't have default value)`;
  throw internal(`failed to create typed patch object: ${why}`);
}

/** The members of a map or the entries of a list, by their path element. */
export function partsOf(schema: KindSchema, value: Json | undefined): Map<string, Json> {
  if (Array.isArray(value)) return new Map(value.map((item) => [elementOf(schema, item), item]));
  return new Map(isObject(value) ? Object.entries(value).map(([field, inner]) => [`f:${field}`, inner]) : []);
}

/** The paths of everything an object holds. */
export function fieldsOf(schema: KindSchema, value: Json, at = ""): Set<string> {
  const shape = shapeOf(schema, value);
  const paths = new Set<string>();
  if (shape === "leaf") return at === "" ? paths : paths.add(at);
  for (const [element, inner] of partsOf(schema, value)) {
    const path = pathTo(at, element);
    for (const below of fieldsOf(stepInto(schema, element), inner, path)) paths.add(below);
    const isNamed = Object.hasOwn(resolved(schema).properties ?? {}, element.slice(2)); // in contrast to the keys of a map
    if (shape === "list" || inner === null || (isObject(inner) && Object.keys(inner).length === 0) || !isNamed) paths.add(path);
  }
  return paths;
}

/** Fields that differ between two states of an object: `changed` are new or have another value, `removed` are gone. */
export interface FieldDifference {
  changed: Set<string>;
  removed: Set<string>;
}

export function difference(schema: KindSchema, before: Json | undefined, after: Json | undefined): FieldDifference {
  const result = { changed: new Set<string>(), removed: new Set<string>() };
  walk(schema, before, after, "", result);
  result.changed.delete("");
  return result;
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);

function walk(schema: KindSchema, before: Json | undefined, after: Json | undefined, path: string, result: FieldDifference): void {
  if (before === undefined && after === undefined) return;
  const isWhole =
    [after ?? before, before ?? after].some((value) => shapeOf(schema, value) === "leaf") || (isEmpty(before) && isEmpty(after));
  if (after === undefined) result.removed.add(path);
  else if (before === undefined || (isWhole && !sameJson(before, after))) result.changed.add(path);
  if (isWhole) return;
  const [partsBefore, partsAfter] = [partsOf(schema, before), partsOf(schema, after)];
  for (const element of new Set([...partsBefore.keys(), ...partsAfter.keys()]))
    walk(stepInto(schema, element), partsBefore.get(element), partsAfter.get(element), pathTo(path, element), result);
}
