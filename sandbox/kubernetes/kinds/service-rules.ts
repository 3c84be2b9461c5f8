import { isIP } from "node:net";
import { asArray, asObject, type JsonObject, text } from "../../shared/json";
import { dnsLabel, listOf, subdomain } from "../metadata";
import { denied, duplicate, type FieldError, invalid, required, unsupported } from "../status";

const TYPES = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
const PROTOCOLS = ["SCTP", "TCP", "UDP"];
const IN_RANGE = "must be between 1 and 65535, inclusive";
const NO_ADDRESS = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";

const isPort = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;

export const portsOf = (object: JsonObject): JsonObject[] => listOf(asObject(object.spec), "ports");

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

/** What is wrong with a Service apart from what cannot be allocated: what people get wrong, not every rule there is. */
export function serviceFaults(service: JsonObject, old: JsonObject | undefined): FieldError[] {
  const { type, externalName, externalTrafficPolicy: policy, clusterIPs } = asObject(service.spec);
  const [now, before] = [asArray(clusterIPs), asArray(asObject(old?.spec).clusterIPs)];
  const keeps = old && needsAddress(service) && needsAddress(old) && before.length > 0 && !isHeadless(old);
  const isOnNodes = isLoadBalancer(service) || type === "NodePort";
  const isIdle = policy !== undefined && !isExternal(service);
  return [
    ...(keeps && now[0] !== before[0] ? [invalid("spec.clusterIPs[0]", now, "may not change once set")] : []),
    ...(TYPES.includes(text(type)) ? [] : [unsupported("spec.type", type, TYPES)]),
    ...(isHeadless(service) && isOnNodes
      ? [invalid("spec.clusterIPs[0]", "None", `may not be set to 'None' for ${text(type)} services`)]
      : []),
    ...(needsAddress(service) || externalName ? [] : [required("spec.externalName")]),
    ...portFaults(service),
    ...now.map(text).flatMap((each, i) => (each === "None" || isIP(each) ? [] : [invalid(`spec.clusterIPs[${i}]`, each, NO_ADDRESS)])),
    ...(isIdle ? [invalid("spec.externalTrafficPolicy", policy, "may only be set for externally-accessible services")] : []),
    ...statusFaults(service),
  ];
}

function portFaults(service: JsonObject): FieldError[] {
  const ports = portsOf(service);
  if (ports.length === 0) return needsAddress(service) && !isHeadless(service) ? [required("spec.ports")] : [];
  const key = ({ protocol, port }: JsonObject) => `${text(protocol)}/${text(port)}`;
  const twice = ports.flatMap((port, i) => {
    const before = ports.slice(0, i);
    const sameName = text(port.name) !== "" && before.some(({ name }) => name === port.name);
    const samePort = before.some((other) => key(other) === key(port));
    return [
      ...(sameName ? [duplicate(`spec.ports[${i}].name`, port.name)] : []),
      ...(samePort ? [duplicate(`spec.ports[${i}]`, { Name: "", Protocol: port.protocol, Port: port.port })] : []),
    ];
  });
  return [...ports.flatMap((port, i) => onePort(service, port, `spec.ports[${i}]`, ports.length > 1)), ...twice];
}

function onePort(
  service: JsonObject,
  { name, port, protocol, targetPort, nodePort }: JsonObject,
  at: string,
  several: boolean,
): FieldError[] {
  const word = text(name);
  const isOnNodes = needsNodePorts(service) || isExternal(service);
  return [
    ...(word === "" && several ? [required(`${at}.name`)] : []),
    ...(word === "" ? [] : dnsLabel(word).map((why) => invalid(`${at}.name`, word, why))),
    ...(isPort(port) ? [] : [invalid(`${at}.port`, port ?? 0, IN_RANGE)]),
    ...(PROTOCOLS.includes(text(protocol)) ? [] : [unsupported(`${at}.protocol`, protocol, PROTOCOLS)]),
    ...(typeof targetPort === "string" || isPort(targetPort) ? [] : [invalid(`${at}.targetPort`, targetPort ?? 0, IN_RANGE)]),
    ...(nodePort && !isOnNodes ? [denied(`${at}.nodePort`, "may not be used when `type` is 'ClusterIP'")] : []),
  ];
}

function statusFaults(service: JsonObject): FieldError[] {
  const faults = balancerFaults(service);
  const isReported = listOf(asObject(asObject(service.status).loadBalancer), "ingress").length > 0;
  return isReported && !isLoadBalancer(service) ? [denied(REPORTED, "may only be used when `spec.type` is 'LoadBalancer'")] : faults;
}

const REPORTED = "status.loadBalancer.ingress";

/** Addresses and host names that a load balancer reports in the status of an object. */
export function balancerFaults({ status }: JsonObject): FieldError[] {
  return listOf(asObject(asObject(status).loadBalancer), "ingress").flatMap(({ ip, hostname }, i) => [
    ...(text(ip) !== "" && isIP(text(ip)) === 0 ? [invalid(`${REPORTED}[${i}].ip`, ip, NO_ADDRESS)] : []),
    ...(text(hostname) === "" ? [] : subdomain(text(hostname)).map((why) => invalid(`${REPORTED}[${i}].hostname`, hostname, why))),
  ]);
}
