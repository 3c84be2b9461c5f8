// API types of the kinds of Gateway API.

import { CLUSTER_WIDE, type KindSource, resourceType } from "../../specs";
import { GATEWAY_GROUP } from "./words";

const source = <K extends string>(
  kind: K,
  plural: string,
  versions: readonly string[],
  more: Partial<KindSource<K>> = {},
): KindSource<K> => ({
  kind,
  types: versions.map((version) => resourceType(GATEWAY_GROUP, version, plural, kind)),
  ...more,
});

/** Kinds with conditions; others are only referenced. */
const STATUS = { status: "subresource" } as const;

/** Kinds that request load balancing. */
const ASKS = { ...STATUS, selectable: true, endsAtOnce: true } as const;

/** Kinds of Gateway API in a cluster. */
export const gatewaySources = [
  {
    kind: "GatewayClass",
    types: ["v1", "v1beta1"].map((version) => resourceType(GATEWAY_GROUP, version, "gatewayclasses", "GatewayClass", CLUSTER_WIDE)),
    ...STATUS,
  },
  source("Gateway", "gateways", ["v1", "v1beta1"], ASKS),
  source("ListenerSet", "listenersets", ["v1"], ASKS),
  {
    kind: "XListenerSet",
    types: [resourceType("gateway.networking.x-k8s.io", "v1alpha1", "xlistenersets", "XListenerSet")],
    ...ASKS,
  },
  source("HTTPRoute", "httproutes", ["v1", "v1beta1"], ASKS),
  source("GRPCRoute", "grpcroutes", ["v1", "v1alpha2"], ASKS),
  source("TLSRoute", "tlsroutes", ["v1", "v1alpha3", "v1alpha2"], ASKS),
  source("TCPRoute", "tcproutes", ["v1", "v1alpha2"], ASKS),
  source("UDPRoute", "udproutes", ["v1", "v1alpha2"], ASKS),
  source("ReferenceGrant", "referencegrants", ["v1", "v1beta1"]),
  source("BackendTLSPolicy", "backendtlspolicies", ["v1", "v1alpha3"], STATUS),
] as const satisfies readonly KindSource[];
