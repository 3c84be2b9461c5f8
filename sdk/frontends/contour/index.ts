// Front end for Contour's kinds.

import type { FrontEnd, FrontEndReading } from "../../routing/front-end";
import { type KindSource, keyOf, objectsOf, resourceType } from "../../specs";
import { type ContourContext, type ContourRules, isOfContourClass } from "./context";
import { certificateDelegationReader, ingressRouteReader } from "./ingress-route-reader";
import { ingressRouteCandidates } from "./ingress-routes";
import { contourRouteCandidates } from "./route-crd";
import { contourRouteReader } from "./route-reader";

const GROUP = "contour.heptio.com";

const asking = <K extends string>(kind: K, plural: string, name: string, more: Partial<KindSource<K>> = {}): KindSource<K> => ({
  kind,
  types: ["v1beta1", "v1alpha1"].map((version) => resourceType(GROUP, version, plural, name)),
  selectable: true,
  endsAtOnce: true,
  ...more,
});

/** IngressRoute, TLSCertificateDelegation and the Route CRD of Contour. */
export const contour = {
  name: "contour",
  kinds: [ingressRouteReader, certificateDelegationReader, contourRouteReader],
  sources: [
    // Contour's definition of IngressRoute has no status subresource
    asking("IngressRoute", "ingressroutes", "IngressRoute", { status: "field" }),
    {
      kind: "TLSCertificateDelegation",
      types: [
        resourceType(GROUP, "v1beta1", "tlscertificatedelegations", "TLSCertificateDelegation"),
        resourceType("projectcontour.io", "v1", "tlscertificatedelegations", "TLSCertificateDelegation"),
      ],
      apart: true,
    },
    asking("Route.contour.heptio.com", "routes", "Route"),
  ],
  status: ({ object: { kind }, state, description }) => (kind === "IngressRoute" ? { currentStatus: state, description } : undefined),
} as const satisfies FrontEnd;

/** Reads the IngressRoutes and Contour Routes of our class. */
export function readContour(rules: ContourRules): FrontEndReading {
  return {
    kinds: contour.kinds,
    candidates({ specs, hosts, members, report, reportUnresolvedRef, setStatus }) {
      const ours = [objectsOf(specs, ingressRouteReader), objectsOf(specs, contourRouteReader)] as const;
      const ingressRoutes = ours[0].filter((object) => isOfContourClass(object, rules));
      const contourRoutes = ours[1].filter((object) => isOfContourClass(object, rules));
      const byName = new Map(ingressRoutes.map((object) => [keyOf(object.ref), object]));
      const find: ContourContext["find"] = (namespace, name) => byName.get(keyOf({ namespace, name }));
      const cx: ContourContext = { specs, rules, hosts, members, report, reportUnresolvedRef, find };
      const results = [ingressRouteCandidates(cx, ingressRoutes), contourRouteCandidates(cx, contourRoutes)];
      for (const { owner, verdict } of results.flatMap(({ judged }) => judged)) setStatus(owner, verdict);
      return { candidates: results.flatMap(({ candidates }) => candidates) };
    },
  };
}
