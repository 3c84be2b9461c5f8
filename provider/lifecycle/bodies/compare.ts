// Compares and merges bodies by meaning.

import { isDeepStrictEqual } from "node:util";
import type { FieldPath } from "../../../resources/field-table";
import type { Json } from "../../../resources/kind";
import { hasUnknown, isObject, isUnknown, type JsonObject } from "./json";
import { fieldOf, isEmpty, keyed, type Shape } from "./shape";

/** Strictness of a comparison of two bodies. */
export interface CompareOptions {
  /** Compare only what is desired: the live side has fields no one declared. Default false. */
  subset?: boolean;
  /** Accept what the server may rightly change. Default false. */
  tolerant?: boolean;
}

/** Bodies come from JSON and are finite; this only stops what a hostile caller builds. */
const MAX_DEPTH = 48;

/** One place where two bodies differ in meaning. */
export interface FieldDifference {
  /** For people: `servers[10.0.0.1:80].ratio`. */
  at: string;
  path: FieldPath;
  /** For the engine, with positions: `servers[2].ratio`. An element that only the other side has is at its place there. */
  place: string;
  /** Undefined where only the other side has it; for an element of a list both are what its list has under one key. */
  desired?: Json;
  live?: Json;
}

/** Places where `desired` and `live` differ in meaning, as paths for people. */
export function compare(shape: Shape, desired: Json | undefined, live: Json | undefined, options: CompareOptions = {}): string[] {
  return differences(shape, desired, live, options).map(({ at }) => at);
}

/** As {@link compare}, with the values of both sides. */
export function differences(
  shape: Shape,
  desired: Json | undefined,
  live: Json | undefined,
  options: CompareOptions = {},
): FieldDifference[] {
  // most of what is compared is the same
  if (isDeepStrictEqual(desired, live) && !hasUnknown(desired)) return [];
  const collected: FieldDifference[] = [];
  visit({ shape, options, collected }, [], { at: "", place: "" }, desired, live);
  return collected;
}

interface CompareWalk {
  shape: Shape;
  options: CompareOptions;
  collected: FieldDifference[];
}

/** Place of a walk, for people and for the engine. */
type Spot = Pick<FieldDifference, "at" | "place">;

function visit(walk: CompareWalk, path: FieldPath, spot: Spot, desired: Json | undefined, live: Json | undefined): void {
  const { shape, options, collected } = walk;
  if (shape.ignored(path) || path.length > MAX_DEPTH) return;
  if (isUnknown(desired)) {
    collected.push({ ...spot, path, desired, live });
    return;
  }
  const nothingWanted = isEmpty(shape, path, desired);
  if (nothingWanted && isEmpty(shape, path, live)) return;
  if (!nothingWanted && options.tolerant && shape.tolerated(path)) return;
  if (nothingWanted && options.subset && !(shape.owned(path, live) && Array.isArray(live))) return;
  if (Array.isArray(desired) && Array.isArray(live)) {
    visitList(walk, path, spot, desired, live);
  } else if (isObject(desired) && isObject(live)) {
    visitObject(walk, path, spot, desired, live);
  } else if (nothingWanted || isEmpty(shape, path, live) || !shape.same(path, desired, live)) {
    collected.push({ ...spot, path, desired, live });
  }
}

function visitObject(walk: CompareWalk, path: FieldPath, { at, place }: Spot, desired: JsonObject, live: JsonObject): void {
  const { shape, options } = walk;
  const keys = new Map<string, string>();
  for (const key of Object.keys(desired)) keys.set(shape.canonicalKey(key), key);
  for (const key of Object.keys(live)) {
    const canonical = shape.canonicalKey(key);
    if (keys.has(canonical)) continue;
    if (!options.subset || shape.owned([...path, key], live[key])) keys.set(canonical, key);
  }
  for (const [canonical, key] of keys) {
    const spot = { at: at ? `${at}.${key}` : key, place: propertyPath(place, key) };
    visit(walk, [...path, canonical], spot, fieldOf(shape, desired, key), fieldOf(shape, live, key));
  }
}

function visitList(walk: CompareWalk, path: FieldPath, spot: Spot, desired: Json[], live: Json[]): void {
  const { shape, collected } = walk;
  if (desired.some(isUnknown)) {
    collected.push({ ...spot, path, desired, live });
    return;
  }
  const desiredByKey = new Map(keyed(shape, path, desired).map((one) => [one.key, one]));
  const liveByKey = new Map(keyed(shape, path, live).map((one) => [one.key, one]));
  for (const key of new Set([...desiredByKey.keys(), ...liveByKey.keys()])) {
    const desiredElement = desiredByKey.get(key);
    const liveElement = liveByKey.get(key);
    const here = { at: `${spot.at}[${key}]`, place: `${spot.place}[${(desiredElement ?? liveElement)?.index}]` };
    // An element that only one side has is a difference even where its content would count as empty.
    if (desiredElement === undefined || liveElement === undefined)
      collected.push({ ...here, path, desired: desiredElement?.element, live: liveElement?.element });
    else visit(walk, path, here, desiredElement.element, liveElement.element);
  }
}

/** The path of a property in one at `place`, as the engine writes it: `pool.servers`, `metadata.labels["app.io/name"]`. */
const propertyPath = (place: string, name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? `${place}${place ? "." : ""}${name}` : `${place}[${JSON.stringify(name)}]`;

/**
 * Values of the server at the places the user declared, in the user's own spelling if it means the same. A refresh that stores this names
 * exactly the changed fields.
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
    const merged = overlayValue(shape, [...path, shape.canonicalKey(key)], value, fieldOf(shape, live, key));
    if (merged !== undefined) result[key] = merged;
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
  const elements = new Map(keyed(shape, path, live).map(({ key, element }) => [key, element]));
  const result: Json[] = [];
  for (const { key, element } of keyed(shape, path, declared)) {
    const liveElement = elements.get(key);
    elements.delete(key);
    const value = liveElement === undefined ? undefined : overlayValue(shape, path, element, liveElement);
    if (value !== undefined) result.push(value);
  }
  for (const extra of elements.values()) result.push(shape.presentable(reduced(shape, path, extra, declared)));
  return result;
}

/**
 * An element no one declared, cut down to the fields its declared siblings have: the defaults that the server put beside
 * them are no news.
 */
function reduced(shape: Shape, path: FieldPath, value: Json, siblings: Json[]): Json {
  if (Array.isArray(value)) return value.map((element) => reduced(shape, path, element, siblings));
  if (!isObject(value)) return value;
  const siblingFields = new Set(siblings.filter(isObject).flatMap((sibling) => Object.keys(sibling)));
  if (siblingFields.size === 0) return value;
  // A guarded field is no default, and may be the one that distinguishes the element from its siblings.
  return Object.fromEntries(Object.entries(value).filter(([key, held]) => siblingFields.has(key) || shape.guarded([...path, key], held)));
}

/**
 * The body of a full replace: what the server holds, with what is declared now laid over it and what was declared before
 * and is not any more taken out. What the server or somebody else added beside it stays.
 */
export function merge(shape: Shape, live: JsonObject, before: JsonObject | undefined, after: JsonObject): JsonObject {
  return mergeObject(shape, [], live, before, after);
}

function mergeValue(shape: Shape, path: FieldPath, live: Json | undefined, before: Json | undefined, after: Json): Json {
  if (Array.isArray(after)) {
    const liveElements = byKey(shape, path, live);
    const earlier = byKey(shape, path, before);
    return keyed(shape, path, after).map(({ key, element }) => mergeValue(shape, path, liveElements.get(key), earlier.get(key), element));
  }
  if (!isObject(after)) return after;
  return mergeObject(shape, path, isObject(live) ? live : {}, isObject(before) ? before : undefined, after);
}

function mergeObject(shape: Shape, path: FieldPath, live: JsonObject, before: JsonObject | undefined, after: JsonObject): JsonObject {
  const result: JsonObject = {};
  const keysOf = (body: JsonObject) => new Set(Object.keys(body).map((key) => shape.canonicalKey(key)));
  const [earlier, declared] = [keysOf(before ?? {}), keysOf(after)];
  for (const [key, value] of Object.entries(live)) {
    const below = [...path, key];
    const canonical = shape.canonicalKey(key);
    if (value === null || declared.has(canonical) || (earlier.has(canonical) && !shape.settled(below))) continue;
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
