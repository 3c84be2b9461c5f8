// Lists the Routes of all kinds.

import { bySeniority, objectsOf, type SpecSet } from "../../../specs";
import { type GRPCRoute, grpcRouteReader } from "../grpc-route-reader";
import { type HTTPRoute, httpRouteReader } from "../http-route-reader";
import { type TCPRoute, tcpRouteReader } from "../tcp-route-reader";
import { type TLSRoute, tlsRouteReader } from "../tls-route-reader";
import { type UDPRoute, udpRouteReader } from "../udp-route-reader";

/** A Route of any kind. */
export type AnyRoute = HTTPRoute | GRPCRoute | TLSRoute | TCPRoute | UDPRoute;

/** A Route for connections. */
export type ConnectionSpec = TLSRoute | TCPRoute | UDPRoute;

/** A Route whose rules match requests. */
export const isHttp = (route: AnyRoute): route is HTTPRoute => route.ref.kind === "HTTPRoute";

/** A Route whose only rule takes connections. */
export const isConnection = (route: AnyRoute): route is ConnectionSpec =>
  route.ref.kind === "TLSRoute" || route.ref.kind === "TCPRoute" || route.ref.kind === "UDPRoute";

/** Routes of the specs, oldest first. */
export function routesIn(specs: SpecSet): AnyRoute[] {
  const all: AnyRoute[] = [
    ...objectsOf(specs, httpRouteReader),
    ...objectsOf(specs, grpcRouteReader),
    ...objectsOf(specs, tlsRouteReader),
    ...objectsOf(specs, tcpRouteReader),
    ...objectsOf(specs, udpRouteReader),
  ];
  return all.sort(bySeniority);
}
