// Front end for OpenShift Routes.

import type { FrontEnd, FrontEndReading } from "../../routing/front-end";
import { ignoredAnnotations, objectsOf, resourceType } from "../../specs";
import { openShiftRouteCandidates } from "./route";
import { openShiftRouteReader } from "./route-reader";

/** Route of OpenShift. */
export const openshift = {
  name: "openshift",
  kinds: [openShiftRouteReader],
  sources: [
    {
      kind: "Route.route.openshift.io",
      types: [resourceType("route.openshift.io", "v1", "routes", "Route")],
      selectable: true,
      endsAtOnce: true,
    },
  ],
} as const satisfies FrontEnd;

/** Settings of a target for OpenShift Routes. */
export interface RouteRules {
  /** Annotations of a Route that the target reads. Default none. */
  annotations?: readonly string[];
  /** Secret of the cluster for Routes without a certificate. Default: they need one. */
  secret?: { namespace: string; name: string };
}

/** Reads OpenShift Routes. */
export function readRoutes({ annotations, secret }: RouteRules = {}): FrontEndReading {
  return {
    kinds: openshift.kinds,
    candidates: ({ specs, open, isRefused }) => ({
      candidates: objectsOf(specs, openShiftRouteReader)
        .filter((route) => !isRefused(route))
        .flatMap((route) => {
          const cx = open(route);
          ignoredAnnotations(route.ref, route.meta.annotations, annotations).forEach(cx.report);
          return openShiftRouteCandidates(route, cx, secret);
        }),
    }),
  };
}
