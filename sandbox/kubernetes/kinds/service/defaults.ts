import { asArray, asObject, isObject, type JsonObject, text } from "../../../shared/json";
import { isExternal, isLoadBalancer, needsAddress, portsOf, specOf } from "./needs";

const THREE_HOURS_S = 10_800;

/** Values of a Service that its writer left out. */
export function serviceDefaults(object: JsonObject): void {
  const spec = specOf(object);
  spec.sessionAffinity ||= "None";
  if (spec.sessionAffinity === "None") delete spec.sessionAffinityConfig;
  else if (spec.sessionAffinity === "ClientIP") affinityTimeout(spec);
  spec.type ||= "ClusterIP";
  for (const port of portsOf(object)) {
    port.protocol ||= "TCP";
    if (!port.targetPort) port.targetPort = port.port ?? 0;
  }
  if (needsAddress(object)) spec.internalTrafficPolicy ??= "Cluster";
  if (isExternal(object)) spec.externalTrafficPolicy ||= "Cluster";
  if (isLoadBalancer(object)) spec.allocateLoadBalancerNodePorts ??= true;
  for (const ingress of asArray(asObject(asObject(object.status).loadBalancer).ingress).filter(isObject)) {
    if (text(ingress.ip) !== "") ingress.ipMode ??= "VIP";
  }
}

function affinityTimeout(spec: JsonObject): void {
  const { clientIP } = asObject(spec.sessionAffinityConfig);
  spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: THREE_HOURS_S, ...asObject(clientIP) } };
}
