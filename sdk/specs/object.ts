// Objects of specs: their identity, order, and values that a preview does not know.

import { z } from "zod";
import type { ObjectRef } from "../../resources/diagnostic";
import { isRecord } from "../../resources/json";

export { isRecord };

/** An object before validation, with its source. */
export interface RawObject {
  value: unknown;
  /** Absent for objects of a program. */
  source?: { file: string; document?: number };
  /** First line in the file, from 1. */
  line?: number;
  /** True if another resource of the program creates it: it is only read. */
  exists?: true;
}

/** Deeper than any valid object; a recursive walk could overflow the stack. */
export const MAX_DEPTH = 200;

/** Expands `List`, `ServiceList` and the like; other objects are returned alone. */
export function flattenList(raw: RawObject): RawObject[] {
  return isList(raw.value) && !isTooDeep(raw.value) ? flatten(raw) : [raw];
}

function flatten(raw: RawObject): RawObject[] {
  const { value } = raw;
  if (!isList(value)) return [raw];
  if (!Array.isArray(value.items)) return [];
  const itemKind = value.kind.slice(0, -"List".length);
  const typeMeta = itemKind ? { apiVersion: value.apiVersion, kind: itemKind } : {};
  return value.items.flatMap((item) => flatten({ ...raw, value: isRecord(item) ? { ...typeMeta, ...item } : item }));
}

/** True for a list kind; programs write an empty list as `items: null` or without items. An object with a name is no list. */
function isList(value: unknown): value is Record<string, unknown> & { kind: string; items?: unknown[] | null } {
  if (!isRecord(value) || typeof value.kind !== "string" || !value.kind.endsWith("List")) return false;
  const { items, metadata } = value;
  return Array.isArray(items) || ((items === null || items === undefined) && !(isRecord(metadata) && metadata.name));
}

/** True if a value is nested too deeply, or contains itself. */
export function isTooDeep(value: unknown): boolean {
  if (isSmall(value)) return false;
  let level = new Set([value]);
  for (let depth = 0; level.size > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    const below = new Set<unknown>();
    for (const container of level)
      if (typeof container === "object" && container !== null)
        for (const member of Object.values(container)) if (typeof member === "object" && member !== null) below.add(member);
    level = below;
  }
  return false;
}

/** True if a value has too few mappings and lists for too many levels; a fast test for nearly every object. */
function isSmall(value: unknown): boolean {
  let budget = MAX_DEPTH;
  const walk = (node: unknown): boolean => {
    if (typeof node !== "object" || node === null) return true;
    if (--budget < 0) return false;
    // called for every object: avoids a list of values
    for (const key in node) if (!walk(Reflect.get(node, key))) return false;
    return true;
  };
  return walk(value);
}

/** Texts by key. The API server stores null as an empty text. */
const texts = z.record(
  z.string(),
  z
    .string()
    .nullable()
    .transform((text) => text ?? ""),
);

/** The fields of `metadata` that load balancing needs. */
export const metadataSchema = z.object({
  name: z.string().min(1),
  namespace: z.string().nullish(),
  /** Used by Arktos only. */
  tenant: z.string().nullish(),
  labels: texts.nullish(),
  annotations: texts.nullish(),
  creationTimestamp: z.string().nullish(),
  // invalid references are ignored
  ownerReferences: z
    .array(z.object({ kind: z.string(), name: z.string(), controller: z.boolean().nullish() }).catch({ kind: "", name: "" }))
    .nullish()
    .catch(undefined),
});

export interface Meta {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  /** RFC 3339; absent for objects that are not in a cluster. */
  creationTimestamp?: string;
  /** The object in its namespace that a controller made this one from. */
  madeOf?: { kind: string; name: string };
}

export function metaOf({ labels, annotations, creationTimestamp, ownerReferences }: z.infer<typeof metadataSchema>): Meta {
  const maker = ownerReferences?.find(({ controller }) => controller);
  return {
    labels: labels ?? {},
    annotations: annotations ?? {},
    creationTimestamp: creationTimestamp ?? undefined,
    ...(maker ? { madeOf: { kind: maker.kind, name: maker.name } } : {}),
  };
}

/** Common fields of every kind. */
export interface Spec {
  ref: ObjectRef;
  meta: Meta;
}

/** API groups of kinds with the same name; `v1` means the first. */
const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([["Route", ["route.openshift.io", "contour.heptio.com"]]]);

/** The kind, with its API group if two kinds share the name. */
export function kindOf({ apiVersion, kind }: Pick<ObjectRef, "apiVersion" | "kind">): string {
  const groups = GROUPS.get(kind);
  if (!groups) return kind;
  const group = apiVersion === "v1" ? groups[0] : apiVersion.split("/")[0];
  return group !== undefined && groups.includes(group) ? `${kind}.${group}` : kind;
}

/** `namespace/name`, the key of an object within its kind. */
export function keyOf(ref: { namespace: string; name: string }): string {
  return `${ref.namespace}/${ref.name}`;
}

/** Kind and `namespace/name`, on Arktos with the tenant; kinds named Route include the API group. */
export function identityOf(ref: ObjectRef): string {
  return `${kindOf(ref)} ${ref.tenant === undefined ? "" : `${ref.tenant}/`}${keyOf(ref)}`;
}

/**
 * Order in which objects get a host, path or certificate: older first, then by `namespace/name` as one text, as Gateway API requires. An
 * object without creationTimestamp is not in a cluster and counts as youngest.
 */
export function bySeniority(a: Spec, b: Spec): number {
  if (a === b) return 0;
  const { meta: ma, ref: ra } = a;
  const { meta: mb, ref: rb } = b;
  const byName = () => (ra.namespace === rb.namespace ? compare(ra.name, rb.name) : compare(keyOf(ra), keyOf(rb)));
  return compare(ma.creationTimestamp ?? "\uffff", mb.creationTimestamp ?? "\uffff") || byName() || compare(ra.kind, rb.kind);
}

/** Code unit order: the same on every machine, unlike localeCompare. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * A value that a preview does not know, such as the nodePort of a Service that the same `pulumi up` creates. The translation passes it on,
 * and it becomes an unknown output.
 */
export interface Unknown {
  readonly unknown: true;
}

export const UNKNOWN: Unknown = Object.freeze({ unknown: true });

export function isUnknown(value: unknown): value is Unknown {
  return value === UNKNOWN;
}

/** A record that the preview knows. */
export const isKnownRecord = (value: unknown): value is Record<string, unknown> => isRecord(value) && !isUnknown(value);

/** Replaces an output that a preview does not know in the text of a setting; texts that contain it are unknown too. */
export const UNKNOWN_TEXT = "not-known-at-preview";

/** Accepts what the schema accepts, or an unknown value. */
export function mayBeUnknown<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.custom<Unknown>(isUnknown)]);
}

/**
 * For bodies: an unknown value takes the place of the value until it becomes an unknown output. The only place where a type hides unknown
 * values.
 */
export function asKnown<T>(value: T | Unknown): T {
  return value as T;
}

/**
 * `Kind/namespace/name`, on Arktos with the tenant before the namespace; a Route includes its API group, since two kinds have that name.
 */
function ownerName(ref: ObjectRef): string {
  const kind =
    ref.kind === "Route"
      ? `Route.${ref.apiVersion.startsWith("contour.heptio.com/") ? "contour.heptio.com" : "route.openshift.io"}`
      : ref.kind;
  return `${kind}${ref.tenant ? `/${ref.tenant}` : ""}${ref.namespace ? `/${ref.namespace}` : ""}${ref.name ? `/${ref.name}` : ""}`;
}

/** Names of the specs of an object, unique and sorted. */
export function ownerNames(refs: readonly ObjectRef[]): string[] {
  const [only, ...others] = refs;
  if (only && others.length === 0) return [ownerName(only)];
  return [...new Set(refs.map(ownerName))].sort(compare);
}

/** Parses JSON, of an annotation for example; undefined for invalid JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
