// Reads TCPRoutes.

import type { z } from "zod";
import type { KindReader } from "../../specs";
import { firstRule, l4Remarks, l4RouteSpec } from "./l4-routes";
import { type GatewayObject, gatewayObjectReader } from "./object";
import { ROUTE_FACTS } from "./route";
import { GATEWAY_GROUP } from "./words";

/** Routes for TCP connections. */
export type TCPRoute = GatewayObject<z.output<typeof l4RouteSpec>>;

/** Reader of TCPRoute. */
export const tcpRouteReader: KindReader<TCPRoute> = gatewayObjectReader(
  "TCPRoute",
  [`${GATEWAY_GROUP}/v1`, `${GATEWAY_GROUP}/v1alpha2`],
  l4RouteSpec,
  { ...ROUTE_FACTS, remarks: l4Remarks, plain: firstRule },
);
