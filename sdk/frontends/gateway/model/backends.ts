// Resolves the backends of a Route's rules.

import type { Diagnostic } from "../../../../resources/diagnostic";
import type { MemberSource } from "../../../routing/backends";
import type { GatewayRules } from "../../../routing/gateway/rules";
import type { Backend } from "../../../routing/model";
import { isUnknown, keyOf, type Service, type ServicePort, type SpecSet } from "../../../specs";
import type { BackendReference } from "../references";
import { GATEWAY_GROUP } from "../words";
import { allOf, type Fault } from "./conditions";
import type { Granted } from "./grants";
import type { BackendTls } from "./policies";
import type { AnyRoute } from "./routes";

/** Specs and rules for finding backends. */
export interface BackendSource {
  specs: SpecSet;
  rules: GatewayRules;
  granted: Granted;
  members: MemberSource;
  report(diagnostic: Diagnostic): void;
  /** TLS to the servers of a Service, from a BackendTLSPolicy. */
  tls: BackendTls;
}

/** Protocols of servers by `appProtocol` (gateway-api.md 3.7). */
const PROTOCOLS: Readonly<Record<string, "" | "ws" | "wss" | "tls" | "h2c">> = {
  http: "",
  tcp: "",
  "kubernetes.io/ws": "ws",
  "kubernetes.io/wss": "wss",
  "kubernetes.io/h2c": "h2c",
  grpc: "h2c",
  https: "tls",
};

/**
 * Backends of a rule with their shares. An invalid one keeps its share and has no servers.
 *
 * @param at JSON pointer of `backendRefs`
 */
export function sharesOf(
  cx: BackendSource,
  route: AnyRoute,
  at: string,
  refs: readonly BackendReference[],
): { shares: Backend[]; fault?: Fault } {
  const resolved = refs.map((ref, index) => {
    const backend = backendOf(cx, route, `${at}/${index}`, ref);
    if (!("reason" in backend)) return { share: { ...backend, weight: ref.weight } };
    const service = { namespace: ref.namespace ?? route.ref.namespace, name: ref.name };
    return { share: { service, servers: [], weight: ref.weight, invalid: true as const }, fault: backend };
  });
  const fault = allOf(resolved.map((one) => one.fault));
  return { shares: resolved.map(({ share }) => share), ...(fault ? { fault } : {}) };
}

function backendOf(cx: BackendSource, route: AnyRoute, at: string, ref: BackendReference): Backend | Fault {
  const namespace = ref.namespace ?? route.ref.namespace;
  const key = keyOf({ namespace, name: ref.name });
  const fault = (reason: string, message: string): Fault => ({ reason, message, at, about: { service: key } });
  if (ref.group !== "" || ref.kind !== "Service")
    return { ...fault("InvalidKind", `${ref.kind}${ref.group ? `.${ref.group}` : ""} ${key} is no Service`), remedy: "Name a Service." };
  const from = { group: GATEWAY_GROUP, kind: route.ref.kind, namespace: route.ref.namespace };
  if (!cx.granted(from, { group: "", kind: "Service", namespace, name: ref.name }))
    return fault(
      "RefNotPermitted",
      `no ReferenceGrant in namespace ${namespace} allows namespace ${route.ref.namespace} to use Service ${key}`,
    );
  const service = cx.specs.services.get(key);
  if (!service) return fault("BackendNotFound", `Service ${key} is not among the specs`);
  if (service.type === "ExternalName")
    return {
      ...fault("BackendNotFound", `Service ${key} is of type ExternalName, which has no servers of its own`),
      remedy: "Name a Service with servers of its own.",
    };
  const port = portOf(service, ref, route.ref.kind === "UDPRoute" ? "UDP" : "TCP");
  if (!port) {
    const ports = service.ports.map((one) => `${one.port}/${one.protocol}`).join(", ") || "none";
    const message = `Service ${key} has no port ${isUnknown(ref.port) ? "" : ref.port}, it has: ${ports}`;
    return { ...fault("BackendNotFound", message), remedy: "Name a port that the Service has, or add the port to it." };
  }
  const protocol = protocolOf(cx, route, service, port);
  if (typeof protocol === "object" && "reason" in protocol) return { ...protocol, at, about: { service: key } };
  return { service: { namespace, name: ref.name }, port, ...cx.members(service, port, cx.report), ...protocol };
}

const portOf = ({ ports }: Service, { port }: BackendReference, protocol: "TCP" | "UDP"): ServicePort | undefined =>
  ports.find((one) => one.port === port && one.protocol === protocol);

/** Protocol of the servers, or the reason why it is unsupported. Connections are forwarded whatever their protocol. */
function protocolOf(
  { rules, tls }: BackendSource,
  route: AnyRoute,
  service: Service,
  port: ServicePort,
): Pick<Backend, "protocol" | "validation"> | Omit<Fault, "at"> {
  if (route.ref.kind !== "HTTPRoute" && route.ref.kind !== "GRPCRoute") return {};
  const key = keyOf(service.ref);
  const policy = tls(service, port);
  if (policy && "reason" in policy) return policy;
  const { appProtocol = "" } = port;
  const spoken = appProtocol === "" ? "" : PROTOCOLS[appProtocol];
  const unsupported = (message: string) => ({
    reason: "UnsupportedProtocol",
    message,
    remedy: "Correct or remove appProtocol of the port, or use a target that speaks it.",
  });
  if (spoken === undefined) return unsupported(`appProtocol ${appProtocol} of port ${port.port} of Service ${key} is not known`);
  if (policy) return { protocol: spoken === "h2c" ? "h2" : "tls", validation: policy };
  if (spoken !== "" && !rules.speaks.includes(spoken))
    return unsupported(`${rules.target} does not speak ${appProtocol} with port ${port.port} of Service ${key}`);
  if (spoken === "wss" || spoken === "tls") return { protocol: "tls" };
  return spoken === "h2c" ? { protocol: "h2c" } : {};
}
