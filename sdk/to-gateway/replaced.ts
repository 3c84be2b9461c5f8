// Decides which kinds the written manifests replace.

import { kindOf } from "../specs";

const REPLACED = new Set(["Ingress", "Route.route.openshift.io", "Route.contour.heptio.com", "IngressRoute"]);

/** True for an object whose place the written manifests take. */
export function isReplaced({ apiVersion, kind }: { apiVersion: string; kind: string }): boolean {
  return REPLACED.has(kindOf({ apiVersion, kind }));
}
