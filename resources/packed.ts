// Packs long lists and bodies of a state into one hidden text, with a digest in their place.

import { createHash } from "node:crypto";
import { compressed } from "./compressed";
import type { FieldPath } from "./field-table";
import { hiddenName, jsonOr } from "./hidden";

/**
 * Long values in the states of components. The engine shows a resource that changes with all elements of its lists, hundreds of lines for one
 * that is new. So such a list or body is one hidden text in the state, and a digest takes its place. The summary says what changes in it in
 * the words of Kubernetes, and `k8s-lb diff` field by field (docs/preview.md#the-summary, docs/decisions/0019-packed-values.md).
 */
type Value = { readonly [property: string]: unknown };

const DIGEST = /^(\d+ elements?, )?digest [0-9a-f]{8}$/;

/** True for the text that takes the place of a packed value. */
const isDigest = (value: unknown): value is string => typeof value === "string" && DIGEST.test(value);

const isObject = (value: unknown): value is Value => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Properties with the lists and bodies at these places packed.
 *
 * @param open placeholder for a value that preview knows only in part; undefined where all of it is known. The whole value counts as not
 *   known: a run with a plan may write no text where the plan has a list
 */
export function packed<P extends Value>(properties: P, places: readonly FieldPath[], open: (value: object) => string | undefined): P {
  return places.reduce((result, place) => atParent(result, place, (parent, field) => packedField(parent, field, open)), properties);
}

function packedField(parent: Value, field: string, open: (value: object) => string | undefined): Value {
  const value = parent[field];
  if (typeof value !== "object" || value === null) return parent;
  const unknown = open(value);
  if (unknown !== undefined) return { ...parent, [field]: unknown, [hiddenName(field)]: unknown };
  const text = JSON.stringify(value);
  const digest = `digest ${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
  const size = Array.isArray(value) ? `${value.length} element${value.length === 1 ? "" : "s"}, ` : "";
  return { ...parent, [field]: `${size}${digest}`, [hiddenName(field)]: compressed(text) };
}

/** Properties of a program in which `ignoreChanges` has put the digest of the state: the value itself comes from the state too. */
export function withIgnored<P extends Value>(properties: P, olds: Value, places: readonly FieldPath[]): P {
  return places.reduce((result, place) => atParent(result, place, fromState, olds), properties);
}

function fromState(parent: Value, field: string, old: unknown): Value {
  const hidden = hiddenName(field);
  return isDigest(parent[field]) && isObject(old) && hidden in old ? { ...parent, [hidden]: old[hidden] } : parent;
}

/** The reverse of {@link packed}, wherever in a value; what is not packed stays as it is. */
export function unpacked<T>(value: T): T {
  return unpackedValue(value) as T;
}

function unpackedValue(value: unknown): unknown {
  if (!holdsHidden(value)) return value;
  if (Array.isArray(value)) return value.map(unpackedValue);
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  const digests = new Set(entries.filter(([field, text]) => isDigest(text) && hiddenName(field) in value).map(([field]) => field));
  const isPlaceholder = (field: string) => typeof value[field] === "string" && value[field] === value[hiddenName(field)];
  return Object.fromEntries(
    entries
      .filter(([field]) => !(field.startsWith("__") && (digests.has(field.slice(2)) || isPlaceholder(field.slice(2)))))
      .map(([field, inner]) => [field, digests.has(field) ? jsonOr(value[hiddenName(field)], undefined) : unpackedValue(inner)]),
  );
}

/** True where something may be packed, at any depth: most values are not, and need no copy. */
function holdsHidden(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsHidden);
  if (!isObject(value)) return false;
  for (const field in value) if (field.startsWith("__") || holdsHidden(value[field])) return true;
  return false;
}

/** Changes what the last field of a place is in; elements of lists on the way are looked at one by one. */
function atParent<P>(value: P, place: FieldPath, change: (parent: Value, field: string, old: unknown) => Value, old?: unknown): P {
  return changed(value, place, change, old) as P;
}

function changed(value: unknown, [field, ...rest]: FieldPath, change: Parameters<typeof atParent>[2], old: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((element, at) => changed(element, [field ?? "", ...rest], change, Array.isArray(old) ? old[at] : undefined));
  }
  if (!isObject(value) || field === undefined || value[field] === undefined) return value;
  if (rest.length === 0) return change(value, field, old);
  return { ...value, [field]: changed(value[field], rest, change, isObject(old) ? old[field] : undefined) };
}
