// Finds the fields of an object that no program declares, and their changes since the last refresh.

import { createHash } from "node:crypto";
import type { FieldPath } from "../../../resources/field-table";
import type { Json } from "../../../resources/kind";
import { isObject, type JsonObject } from "./json";
import { fieldOf, isEmpty, keyed, type Shape, stable } from "./shape";

/**
 * Fields that no program declares and that are not the default, by place: `servers[10.0.0.7:80].location`. A long value is kept as its
 * digest.
 */
export type UndeclaredFields = { [at: string]: string };

/** Knowledge of a target about fields that no program declares. */
export interface ServerDefaults {
  /** True for the value that the server itself sets, and for fields that only the server writes. */
  usual(path: FieldPath, value: Json, holder: JsonObject): boolean;
}

/** Finds fields that no program declares and somebody has set. Guarded fields, and those of which we own all elements, count as declared. */
export function undeclaredFieldsIn(shape: Shape & ServerDefaults, declared: JsonObject, live: JsonObject): UndeclaredFields {
  const undeclared: UndeclaredFields = {};
  inObject({ shape, undeclared }, [], "", declared, live);
  return undeclared;
}

interface UndeclaredWalk {
  shape: Shape & ServerDefaults;
  undeclared: UndeclaredFields;
}

function inObject(walk: UndeclaredWalk, path: FieldPath, at: string, declared: JsonObject, live: JsonObject): void {
  const { shape } = walk;
  for (const [key, value] of Object.entries(live)) {
    const below = [...path, shape.canonicalKey(key)];
    if (value === null || shape.ignored(below) || shape.usual(below, value, live)) continue;
    const desired = fieldOf(shape, declared, key);
    const place = at ? `${at}.${key}` : key;
    // A declared list that means the same as none has elements all the same.
    if (Array.isArray(desired) && desired.length > 0 && Array.isArray(value)) inList(walk, below, place, desired, value);
    else if (isEmpty(shape, below, desired)) {
      // A false that is declared says something; another nothing says nothing of what the server puts there.
      if (desired === false || shape.guarded(below, value) || shape.owned(below, value)) continue;
      anything(walk, below, place, value, live);
    } else if (isObject(desired) && isObject(value)) inObject(walk, below, place, desired, value);
  }
}

/** Elements that no one declared are a difference of the list: here only what is beside the fields of declared ones. */
function inList({ shape, undeclared }: UndeclaredWalk, path: FieldPath, at: string, declared: Json[], live: Json[]): void {
  const liveElements = new Map(keyed(shape, path, live).map(({ key, element }) => [key, element]));
  for (const { key, element } of keyed(shape, path, declared)) {
    const other = liveElements.get(key);
    if (isObject(element) && isObject(other)) inObject({ shape, undeclared }, path, `${at}[${key}]`, element, other);
  }
}

/** Everything below a field that no one declared, down to the values; lists as a whole. */
function anything(walk: UndeclaredWalk, path: FieldPath, at: string, value: Json, holder: JsonObject): void {
  const { shape, undeclared } = walk;
  if (value === null || shape.ignored(path) || shape.usual(path, value, holder)) return;
  if (!isObject(value)) {
    const shown = shape.presentable(value);
    undeclared[at] = digested(typeof shown === "string" ? shown : stable(shown));
    return;
  }
  // A message counts as present even if it contains only defaults.
  undeclared[at] = PRESENT;
  for (const [key, member] of Object.entries(value)) anything(walk, [...path, key], `${at}.${key}`, member, value);
}

const PRESENT = "set";

const LONGEST = 60;

function digested(text: string): string {
  return text.length <= LONGEST ? text : `#${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}

/** A change of a field that no program declares. */
export interface UndeclaredChange {
  at: string;
  /** `set to 5`, `changed from 4 to 5`, `back to its default (was 5)`. */
  how: string;
}

/** Changes between two refreshes. A message that was added or removed is one change, without its fields. */
export function changesOfUndeclared(before: UndeclaredFields, after: UndeclaredFields): UndeclaredChange[] {
  const places = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((at) => before[at] !== after[at]);
  const messages = places.filter((at) => (before[at] ?? after[at]) === PRESENT);
  return places
    .filter((at) => !messages.some((message) => at.startsWith(`${message}.`)))
    .map((at) => ({ at, how: howOf(before[at], after[at]) }));
}

const isDigest = (text: string): boolean => text.startsWith("#");

function howOf(was: string | undefined, is: string | undefined): string {
  if (was === undefined) return is === PRESENT || isDigest(is ?? "") ? "set" : `set to ${is}`;
  if (is === undefined) return was === PRESENT || isDigest(was) ? "taken out" : `back to its default (was ${was})`;
  return isDigest(was) || isDigest(is) ? "changed" : `changed from ${was} to ${is}`;
}
