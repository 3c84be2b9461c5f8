import type { ObjectRef } from "../kinds/diagnostic";
import { compare } from "./specs";

/** `Kind/namespace/name`, on Arktos with the tenant before the namespace; a Route says of which API group, since there are two kinds of that name. */
function ownerName(ref: ObjectRef): string {
  const kind =
    ref.kind === "Route"
      ? `Route.${ref.apiVersion.startsWith("contour.heptio.com/") ? "contour.heptio.com" : "route.openshift.io"}`
      : ref.kind;
  return [kind, ref.tenant, ref.namespace, ref.name].filter(Boolean).join("/");
}

/** The specs an object stands for, each once and sorted. */
export function ownerNames(refs: readonly ObjectRef[]): string[] {
  return [...new Set(refs.map(ownerName))].sort(compare);
}
