import type { ObjectRef } from "../contract/diagnostic";
import { compare } from "./specs";

/** `Kind/namespace/name`; a Route says of which API group, since there are two kinds of that name. */
function ownerName(ref: ObjectRef): string {
  const kind =
    ref.kind === "Route"
      ? `Route.${ref.apiVersion === "contour.heptio.com/v1beta1" ? "contour.heptio.com" : "route.openshift.io"}`
      : ref.kind;
  return [kind, ref.namespace, ref.name].filter(Boolean).join("/");
}

/** The specs an object stands for, each once and sorted. */
export function ownerNames(refs: readonly ObjectRef[]): string[] {
  return [...new Set(refs.map(ownerName))].sort(compare);
}
