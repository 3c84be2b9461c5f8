// The meaning of the fields of a body: defaults, sets, secrets, keys of elements.

import { type FieldPath, type FieldTable, factAt } from "../../../resources/field-table";
import type { Json } from "../../../resources/kind";
import type { JsonObject } from "./json";

/** Knowledge of a target about its bodies, so that two of them can be compared by meaning. */
export interface Shape {
  /** Key that identifies one element of a list; undefined if only its position does. */
  identity(path: FieldPath, element: Json): string | undefined;
  /** True when two scalars of different spelling mean the same. */
  same(path: FieldPath, a: Json, b: Json): boolean;
  /** True when this value means the same as no value. */
  empty(path: FieldPath, value: Json): boolean;
  /** Lists that belong to us even when nothing is declared: whatever the server holds there then is not desired. */
  owned(path: FieldPath, held: Json | undefined): boolean;
  /** True for a value that decides whether traffic flows: no one declared it, so it should be the default, and it is not. */
  guarded(path: FieldPath, held: Json | undefined): boolean;
  /** A field that the server never changes once it has a value: what no one declares any more stays. */
  settled(path: FieldPath): boolean;
  /** Fields that take no part in any comparison. */
  ignored(path: FieldPath): boolean;
  /** One name for a field with several. */
  canonicalKey(key: string): string;
  /** True where the server may rightly hold something else than was sent. */
  tolerated(path: FieldPath): boolean;
  /** A value of the server in the form a user would write. */
  presentable(value: Json): Json;
}

/** The part of a shape that follows from a table of fields. */
export function fieldRules(table: FieldTable): Pick<Shape, "owned" | "guarded" | "settled" | "ignored" | "tolerated"> {
  return {
    owned: (path) => factAt(table, path, "whole") === true,
    guarded: (path, held) => factAt(table, path, "guarded") === true && held !== (factAt(table, path, "default") ?? null),
    settled: (path) => factAt(table, path, "stays") === true,
    ignored: (path) => factAt(table, path, "ignored") === true,
    // A secret is never given back, so there is nothing to compare it with.
    tolerated: (path) => factAt(table, path, "tolerated") === true || factAt(table, path, "secret") === true,
  };
}

/** The shape of what a body has at a place. */
export function below(shape: Shape, start: FieldPath): Shape {
  const at = (path: FieldPath): FieldPath => [...start, ...path];
  return {
    identity: (path, element) => shape.identity(at(path), element),
    same: (path, a, b) => shape.same(at(path), a, b),
    empty: (path, value) => shape.empty(at(path), value),
    owned: (path, held) => shape.owned(at(path), held),
    guarded: (path, held) => shape.guarded(at(path), held),
    settled: (path) => shape.settled(at(path)),
    ignored: (path) => shape.ignored(at(path)),
    tolerated: (path) => shape.tolerated(at(path)),
    canonicalKey: (key) => shape.canonicalKey(key),
    presentable: (value) => shape.presentable(value),
  };
}

/** The value of a field under any of its names. */
export function fieldOf(shape: Shape, object: JsonObject | undefined, key: string): Json | undefined {
  if (!object) return undefined;
  if (key in object) return object[key];
  const canonical = shape.canonicalKey(key);
  const spelling = Object.keys(object).find((candidate) => shape.canonicalKey(candidate) === canonical);
  return spelling === undefined ? undefined : object[spelling];
}

/** True for undefined, null and whatever means nothing at this place. */
export function isEmpty(shape: Shape, path: FieldPath, value: Json | undefined): value is undefined {
  return value === undefined || value === null || shape.empty(path, value);
}

/** An element with the key under which it is known in its list. */
export interface Keyed {
  key: string;
  element: Json;
  /** Its position in the list. */
  index: number;
}

/**
 * Elements by identity. Where two share one (a member listed twice), their whole content tells them apart, so that the
 * order still does not matter; where none has one, the position does.
 */
export function keyed(shape: Shape, path: FieldPath, list: readonly Json[]): Keyed[] {
  const seen = new Map<string, number>();
  const identified: { identity: string; element: Json; index: number }[] = [];
  const repeated = new Set<string>();
  for (const [index, element] of list.entries()) {
    const identity = shape.identity(path, element);
    if (identity === undefined) return list.map((one, at) => ({ key: `${at}`, element: one, index: at }));
    if (seen.has(identity)) repeated.add(identity);
    seen.set(identity, 0);
    identified.push({ identity, element, index });
  }
  return identified.map(({ identity, element, index }) => {
    const base = repeated.has(identity) ? `${identity} ${stable(element)}` : identity;
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return { key: count === 1 ? base : `${base} (${count})`, element, index };
  });
}

/** JSON with sorted keys. */
export function stable(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${stable(value[key] ?? null)}`).join(",")}}`;
}
