// Reads TLSRoutes.

import { z } from "zod";
import type { KindReader } from "../../specs";
import { obeys, type Rule } from "./checks";
import { breach, firstRule, isExperimental, l4Remarks, l4Rules } from "./l4-routes";
import { type GatewayObject, gatewayObjectReader, type Remark } from "./object";
import { ROUTE_FACTS, routeFields } from "./route";
import { GATEWAY_GROUP, hostname, isIP } from "./words";

const noAddresses: Rule<readonly string[]> = (names) =>
  names.flatMap((name, i) => (isIP(name) ? [{ at: [i], must: "be a DNS name and no address, because clients send it as SNI" }] : []));

const tlsRouteSpec = z.object({
  ...routeFields,
  hostnames: z.array(hostname).max(1024).check(obeys(noAddresses)).default([]),
  rules: l4Rules,
});

/** Since v1alpha3 a hostname is required; before, a Route without one had those of its listeners. */
function hostnameRemarks({ hostnames: { length } }: z.output<typeof tlsRouteSpec>, apiVersion: string): Remark[] {
  const most = isExperimental(apiVersion) ? 16 : 1024;
  if (length > most) return [breach(`must have at most ${most} entries, and has ${length}`, "hostnames")];
  return length === 0 && !isExperimental(apiVersion) ? [breach("must have an entry", "hostnames")] : [];
}

/** Routes for TLS connections, by server name. */
export type TLSRoute = GatewayObject<z.output<typeof tlsRouteSpec>>;

/** Reader of TLSRoute. */
export const tlsRouteReader: KindReader<TLSRoute> = gatewayObjectReader(
  "TLSRoute",
  [`${GATEWAY_GROUP}/v1`, `${GATEWAY_GROUP}/v1alpha3`, `${GATEWAY_GROUP}/v1alpha2`],
  tlsRouteSpec,
  {
    ...ROUTE_FACTS,
    remarks: (spec, apiVersion) => [...l4Remarks(spec, apiVersion), ...hostnameRemarks(spec, apiVersion)],
    plain: firstRule,
  },
);
