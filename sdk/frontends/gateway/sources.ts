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

/** Reports conditions; others only refer to it. */
const STATUS = { status: "subresource" } as const;

/** Asks for load balancing itself. */
const ASKS = { ...STATUS, selectable: true, endsAtOnce: true } as const;

/** Places where a cluster serves the kinds of the Gateway API. */
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
