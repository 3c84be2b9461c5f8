import { z } from "zod";
import type { ObjectRef } from "../../resources/diagnostic";
import { isRecord } from "../../resources/json";

export { isRecord };

/** An object as it was given, before any check, and where it came from. */
export interface RawObject {
  value: unknown;
  /** Absent for objects that a program gives. */
  source?: { file: string; document?: number };
  /** The line of the file on which it begins, from 1. */
  line?: number;
  /** True if another resource of the program makes it: it is a fact and nothing to be made. */
  exists?: true;
}

/** More than any object needs: whoever walks through a deeper one runs out of stack. */
export const MAX_DEPTH = 200;

/** Takes `List`, `ServiceList` and the like apart; everything else is one object. */
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

/** Programs write an empty list as `items: null`, or leave it out; an object of a kind with such a name has a name of its own. */
function isList(value: unknown): value is Record<string, unknown> & { kind: string; items?: unknown[] | null } {
  if (!isRecord(value) || typeof value.kind !== "string" || !value.kind.endsWith("List")) return false;
  const { items, metadata } = value;
  return Array.isArray(items) || ((items === null || items === undefined) && !(isRecord(metadata) && metadata.name));
}

/** True if a value has more levels than may be walked through, as one that contains itself does. */
export function isTooDeep(value: unknown): boolean {
  if (isSmall(value)) return false;
  let level = new Set([value]);
  for (let depth = 0; level.size > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    const below = new Set<unknown>();
    for (const one of level)
      if (typeof one === "object" && one !== null)
        for (const member of Object.values(one)) if (typeof member === "object" && member !== null) below.add(member);
    level = below;
  }
  return false;
}

/** True if there are too few mappings and lists in a value for too many levels; of nearly every object this is enough to know. */
function isSmall(value: unknown): boolean {
  let budget = MAX_DEPTH;
  const walk = (one: unknown): boolean => {
    if (typeof one !== "object" || one === null) return true;
    if (--budget < 0) return false;
    // called for every object of every spec: the values make no list
    for (const key in one) if (!walk(Reflect.get(one, key))) return false;
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

/** The part of `metadata` that matters to load balancing. */
export const metadataSchema = z.object({
  name: z.string().min(1),
  namespace: z.string().nullish(),
  /** Arktos only; elsewhere it means nothing. */
  tenant: z.string().nullish(),
  labels: texts.nullish(),
  annotations: texts.nullish(),
  creationTimestamp: z.string().nullish(),
  // what is no reference is nobody's fault here, and means nothing
  ownerReferences: z
    .array(z.object({ kind: z.string(), name: z.string(), controller: z.boolean().nullish() }).catch({ kind: "", name: "" }))
    .nullish()
    .catch(undefined),
});

export interface Meta {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  /** RFC 3339, absent for objects that are not in a cluster yet. */
  creationTimestamp?: string;
  /** The object of its namespace of which a controller made this one. */
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

/** Common fields of every kind that we read. */
export interface Spec {
  ref: ObjectRef;
  meta: Meta;
}

/** Groups that have a kind of this name each; `v1` means the first of them. */
const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([["Route", ["route.openshift.io", "contour.heptio.com"]]]);

/** The kind, with its API group where two kinds have one name. */
export function kindOf({ apiVersion, kind }: Pick<ObjectRef, "apiVersion" | "kind">): string {
  const groups = GROUPS.get(kind);
  if (!groups) return kind;
  const group = apiVersion === "v1" ? groups[0] : apiVersion.split("/")[0];
  return group !== undefined && groups.includes(group) ? `${kind}.${group}` : kind;
}

/** `namespace/name`, the key of a namespaced object among those of its kind. */
export function keyOf(ref: { namespace: string; name: string }): string {
  return `${ref.namespace}/${ref.name}`;
}

/** The kind and `namespace/name`, on Arktos with the tenant before; the keys of two kinds named Route differ. */
export function identityOf(ref: ObjectRef): string {
  return `${kindOf(ref)} ${ref.tenant === undefined ? "" : `${ref.tenant}/`}${keyOf(ref)}`;
}

/**
 * The order in which objects claim a host, a path or a certificate: older first, then by `namespace/name` as one text, as Gateway API asks.
 * An object without creationTimestamp is not in a cluster yet and so is younger than any that is.
 */
export function bySeniority(a: Spec, b: Spec): number {
  if (a === b) return 0;
  const { meta: ma, ref: ra } = a;
  const { meta: mb, ref: rb } = b;
  const byName = () => (ra.namespace === rb.namespace ? compare(ra.name, rb.name) : compare(keyOf(ra), keyOf(rb)));
  return compare(ma.creationTimestamp ?? "\uffff", mb.creationTimestamp ?? "\uffff") || byName() || compare(ra.kind, rb.kind);
}

/** Code unit order: the same everywhere, unlike localeCompare. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * A value that a preview cannot know yet, such as the nodePort of a Service that the same `pulumi up` creates.
 * It travels through the translation as it is and becomes an unknown output at the end.
 */
export interface Unknown {
  readonly unknown: true;
}

export const UNKNOWN: Unknown = Object.freeze({ unknown: true });

export function isUnknown(value: unknown): value is Unknown {
  return value === UNKNOWN;
}

/** A record that is known at preview. */
export const isKnownRecord = (value: unknown): value is Record<string, unknown> => isRecord(value) && !isUnknown(value);

/** Replaces, in the text of a setting, an output that preview does not know; whatever text it comes into is not known either. */
export const UNKNOWN_TEXT = "not-known-at-preview";

/** Accepts what the schema accepts, or a value that is not known yet. */
export function mayBeUnknown<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.custom<Unknown>(isUnknown)]);
}

/**
 * For bodies that speak of the value itself: one that is not known yet takes its place until it becomes an unknown output.
 * The only place where the type says less than the truth.
 */
export function asKnown<T>(value: T | Unknown): T {
  return value as T;
}

/** `Kind/namespace/name`, on Arktos with the tenant before the namespace; a Route says of which API group, since there are two kinds of that name. */
function ownerName(ref: ObjectRef): string {
  const kind =
    ref.kind === "Route"
      ? `Route.${ref.apiVersion.startsWith("contour.heptio.com/") ? "contour.heptio.com" : "route.openshift.io"}`
      : ref.kind;
  return `${kind}${ref.tenant ? `/${ref.tenant}` : ""}${ref.namespace ? `/${ref.namespace}` : ""}${ref.name ? `/${ref.name}` : ""}`;
}

/** The specs an object represents, each once and sorted. */
export function ownerNames(refs: readonly ObjectRef[]): string[] {
  const [only, ...others] = refs;
  if (only && others.length === 0) return [ownerName(only)];
  return [...new Set(refs.map(ownerName))].sort(compare);
}

/** Value of a text as JSON, of an annotation for example; undefined if it is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
