// Reads HTTPRoutes.

import { z } from "zod";
import type { KindReader } from "../../specs";
import { obeys } from "./checks";
import { experimentalFilters } from "./filters";
import { httpMatches } from "./http-match";
import { type HTTPRouteRule, httpRule } from "./http-rule";
import { type GatewayObject, gatewayObjectReader } from "./object";
import { fewMatches, ROUTE_FACTS, routeFields, routeHostnames, routeRemarks } from "./route";
import { GATEWAY_GROUP } from "./words";

const httpRouteSpec = z.object({
  ...routeFields,
  hostnames: routeHostnames,
  /** Default: one rule that matches every request and has no backend. */
  rules: z.array(httpRule).min(1).max(16).check(obeys<HTTPRouteRule[]>(fewMatches)).prefault([{}]),
});

/** Routes for HTTP requests. */
export type HTTPRoute = GatewayObject<z.output<typeof httpRouteSpec>>;

/** An empty list of matches matches every request, like an absent one; the API server fills in only the latter. */
const withMatches = (rule: HTTPRouteRule): HTTPRouteRule =>
  rule.matches.length > 0 ? rule : { ...rule, matches: httpMatches.parse(undefined) };

/** Reader of HTTPRoute. */
export const httpRouteReader: KindReader<HTTPRoute> = gatewayObjectReader(
  "HTTPRoute",
  [`${GATEWAY_GROUP}/v1`, `${GATEWAY_GROUP}/v1beta1`],
  httpRouteSpec,
  {
    ...ROUTE_FACTS,
    plain: (spec) => ({ ...spec, rules: spec.rules.map(withMatches) }),
    remarks: (spec) => [
      ...routeRemarks(spec),
      ...spec.rules.flatMap(({ filters, backendRefs }, i) => [
        ...experimentalFilters(filters, "rules", i, "filters"),
        ...backendRefs.flatMap((backend, j) => experimentalFilters(backend.filters, "rules", i, "backendRefs", j, "filters")),
      ]),
    ],
  },
);
