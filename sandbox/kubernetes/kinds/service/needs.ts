import { asArray, asObject, isObject, type JsonObject, text } from "../../../shared/json";

/** The spec of a Service, to read and to write. */
export function specOf(object: JsonObject): JsonObject {
  if (!isObject(object.spec)) object.spec = {};
  return object.spec as JsonObject;
}

export const portsOf = (object: JsonObject): JsonObject[] => asArray(asObject(object.spec).ports).filter(isObject);

const typeOf = (object: JsonObject): string => text(asObject(object.spec).type);

export const isHeadless = (object: JsonObject): boolean => text(asObject(object.spec).clusterIP) === "None";

export const needsAddress = (object: JsonObject): boolean => typeOf(object) !== "ExternalName";

export const isLoadBalancer = (object: JsonObject): boolean => typeOf(object) === "LoadBalancer";

/** Clients outside of the cluster reach it. */
export const isExternal = (object: JsonObject): boolean =>
  isLoadBalancer(object) ||
  typeOf(object) === "NodePort" ||
  (typeOf(object) === "ClusterIP" && asArray(asObject(object.spec).externalIPs).length > 0);

/** Its ports are on all nodes, too. */
export const needsNodePorts = (object: JsonObject): boolean =>
  typeOf(object) === "NodePort" || (isLoadBalancer(object) && asObject(object.spec).allocateLoadBalancerNodePorts !== false);

export const needsHealthPort = (object: JsonObject): boolean =>
  isLoadBalancer(object) && asObject(object.spec).externalTrafficPolicy === "Local";
