import { z } from "zod";
import type { ObjectRef } from "../../kinds/diagnostic";

/** The part of `metadata` that matters to load balancing. */
export const metadataSchema = z.object({
  name: z.string().min(1),
  namespace: z.string().nullish(),
  labels: z.record(z.string(), z.string()).nullish(),
  annotations: z.record(z.string(), z.string()).nullish(),
  creationTimestamp: z.string().nullish(),
});

export interface Meta {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  /** RFC 3339, absent for objects that are not in a cluster yet. */
  creationTimestamp?: string;
}

/** What every kind that we read has in common. */
export interface Spec {
  ref: ObjectRef;
  meta: Meta;
}

/** `namespace/name`, the key of a namespaced object among those of its kind. */
export function keyOf(ref: { namespace: string; name: string }): string {
  return `${ref.namespace}/${ref.name}`;
}

/**
 * The order in which objects claim a host, a path or a certificate: older first, then by namespace/name.
 * An object without creationTimestamp is not in a cluster yet and so is younger than any that is.
 */
export function bySeniority(a: Spec, b: Spec): number {
  const [ta, tb] = [a.meta.creationTimestamp ?? "\uffff", b.meta.creationTimestamp ?? "\uffff"];
  return compare(ta, tb) || compare(a.ref.namespace, b.ref.namespace) || compare(a.ref.name, b.ref.name) || compare(a.ref.kind, b.ref.kind);
}

/** Code unit order: the same everywhere, unlike localeCompare. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
