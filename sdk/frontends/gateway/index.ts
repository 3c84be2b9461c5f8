// Front end for Gateway API.

import type { FrontEnd, FrontEndReading } from "../../routing/front-end";
import type { GatewayRules } from "../../routing/gateway/rules";
import type { KindReader } from "../../specs";
import { backendTlsPolicyReader } from "./backend-tls-policy-reader";
import { gatewayClassReader } from "./gateway-class-reader";
import { gatewayReader } from "./gateway-reader";
import { grpcRouteReader } from "./grpc-route-reader";
import { httpRouteReader } from "./http-route-reader";
import { listenerSetReader, xListenerSetReader } from "./listener-set-reader";
import { requestedGateways } from "./model/read";
import { statusFields } from "./programmed";
import { referenceGrantReader } from "./reference-grant-reader";
import { gatewaySources } from "./sources";
import { tcpRouteReader } from "./tcp-route-reader";
import { tlsRouteReader } from "./tls-route-reader";
import { udpRouteReader } from "./udp-route-reader";

/** Gateway API. */
export const gateway = {
  name: "gateway",
  kinds: [
    gatewayClassReader,
    gatewayReader,
    listenerSetReader,
    xListenerSetReader,
    httpRouteReader,
    grpcRouteReader,
    tlsRouteReader,
    tcpRouteReader,
    udpRouteReader,
    referenceGrantReader,
    backendTlsPolicyReader,
  ],
  sources: gatewaySources,
  status: statusFields,
} as const satisfies FrontEnd;

/** The kinds of Gateway API. */
export const GATEWAY_KINDS: readonly KindReader[] = gateway.kinds;

/** Reads Gateways of the classes that the target serves. */
export const readGateways = (rules: GatewayRules): FrontEndReading => ({
  kinds: gateway.kinds,
  candidates: (resolution) => requestedGateways(resolution, rules),
});
