import { z } from "zod";
import type { KindReader } from "../../specs";
import { obeys, type Rule } from "./checks";
import { oneRule } from "./l4-routes";
import { type GatewayObject, gatewayObjectReader } from "./object";
import { ROUTE_FACTS, routeFields, routeRemarks } from "./route";
import { GATEWAY_GROUP, hostname, isIP } from "./words";

const noAddresses: Rule<readonly string[]> = (names) =>
  names.flatMap((name, i) => (isIP(name) ? [{ at: [i], must: "be a DNS name and no address, because clients send it as SNI" }] : []));

const tlsRouteSpec = z.object({
  ...routeFields,
  hostnames: z.array(hostname).min(1).max(1024).check(obeys(noAddresses)),
  rules: oneRule,
});

/** Backends for TLS connections by the name that the client asks for. */
export type TLSRoute = GatewayObject<z.output<typeof tlsRouteSpec>>;

/** Reads TLSRoutes. */
export const tlsRouteReader: KindReader<TLSRoute> = gatewayObjectReader(
  "TLSRoute",
  [`${GATEWAY_GROUP}/v1`, `${GATEWAY_GROUP}/v1alpha3`, `${GATEWAY_GROUP}/v1alpha2`],
  tlsRouteSpec,
  { ...ROUTE_FACTS, remarks: routeRemarks },
);
