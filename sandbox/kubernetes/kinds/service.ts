// Kind Service: defaults and allocated fields.
import { isIP } from "node:net";
import { asArray, asObject, type JsonObject, sameJson, text } from "../../shared/json";
import type { Behaviour } from "../cluster";
import { dnsLabel, listOf, partOf, subdomain, undotted } from "../metadata";
import { denied, duplicate, type FieldError, invalid, required, unsupported } from "../status";
import {
  allocate,
  allocationFaults,
  isExternal,
  isHeadless,
  isLoadBalancer,
  needsAddress,
  needsHealthPort,
  needsNodePorts,
  portsOf,
  release,
} from "./service-addresses";

/** A Service gets its addresses and ports from the server, and keeps them. */
export const service: Behaviour = {
  names: undotted,
  defaults: serviceDefaults,
  prepare(object, old) {
    const [spec, before] = [partOf(object, "spec"), asObject(old?.spec)];
    // old clients know `clusterIP` only: the list follows it
    if (old && text(spec.clusterIP) !== text(before.clusterIP) && sameJson(spec.clusterIPs, before.clusterIPs)) delete spec.clusterIPs;
    if (text(spec.clusterIP) && asArray(spec.clusterIPs).length === 0) spec.clusterIPs = [text(spec.clusterIP)];
    if (!old) return;
    dropUseless(object, old);
    keepAllocated(object, old);
  },
  validate(object, old, cluster) {
    const faults = serviceFaults(object, old);
    return faults.length > 0 ? faults : allocationFaults(cluster, object, old);
  },
  complete: (object, cluster) => allocate(cluster, object),
  deleted: (object, cluster) => release(cluster, object),
};

const THREE_HOURS_S = 10_800;

/** Values of a Service that its writer left out. */
function serviceDefaults(object: JsonObject): void {
  const spec = partOf(object, "spec");
  spec.sessionAffinity ||= "None";
  if (spec.sessionAffinity === "None") delete spec.sessionAffinityConfig;
  else spec.sessionAffinityConfig ??= { clientIP: { timeoutSeconds: THREE_HOURS_S } };
  spec.type ||= "ClusterIP";
  for (const port of portsOf(object)) {
    port.protocol ||= "TCP";
    port.targetPort ||= port.port ?? 0;
  }
  if (needsAddress(object)) spec.internalTrafficPolicy ??= "Cluster";
  if (isExternal(object)) spec.externalTrafficPolicy ||= "Cluster";
  if (isLoadBalancer(object)) spec.allocateLoadBalancerNodePorts ??= true;
  for (const reported of listOf(asObject(asObject(object.status).loadBalancer), "ingress"))
    if (text(reported.ip) !== "") reported.ipMode ??= "VIP";
}

/** Deletes the fields that a Service was given and that its new type does not use. */
function dropUseless(object: JsonObject, old: JsonObject): void {
  const [spec, before] = [partOf(object, "spec"), asObject(old.spec)];
  const useless = [
    ...(needsAddress(object) ? ["externalName"] : ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy"]),
    ...(needsHealthPort(object) ? [] : ["healthCheckNodePort"]),
    ...(isLoadBalancer(object) ? [] : ["allocateLoadBalancerNodePorts", "loadBalancerClass"]),
    ...(isExternal(object) ? [] : ["externalTrafficPolicy"]),
  ];
  for (const field of useless) if (sameJson(spec[field], before[field])) delete spec[field];
  const had = portsOf(old).map(({ nodePort }) => nodePort);
  const isUnchanged = portsOf(object).every(({ nodePort }) => !nodePort || had.includes(nodePort));
  if (needsNodePorts(old) && !needsNodePorts(object) && isUnchanged) for (const port of portsOf(object)) delete port.nodePort;
}

/** Keeps allocated values that the writer leaves out; a node port belongs to its protocol and port. */
function keepAllocated(object: JsonObject, old: JsonObject): void {
  const [spec, before] = [partOf(object, "spec"), asObject(old.spec)];
  if (needsAddress(object) && needsAddress(old)) {
    spec.clusterIP ||= text(before.clusterIP);
    if (asArray(spec.clusterIPs).length === 0 && spec.clusterIP === before.clusterIP) spec.clusterIPs = asArray(before.clusterIPs);
  }
  if (needsHealthPort(object) && needsHealthPort(old)) spec.healthCheckNodePort ||= before.healthCheckNodePort ?? 0;
  if (!needsNodePorts(object) || !needsNodePorts(old)) return;
  for (const each of portsOf(object)) each.nodePort ||= portsOf(old).find((other) => samePort(other, each))?.nodePort ?? 0;
}

const TYPES = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
const PROTOCOLS = ["SCTP", "TCP", "UDP"];
const IN_RANGE = "must be between 1 and 65535, inclusive";
const NO_ADDRESS = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";

const isPort = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;

/** Finds faults in a Service apart from failed allocations: common ones, not every rule there is. */
function serviceFaults(object: JsonObject, old: JsonObject | undefined): FieldError[] {
  const { type, externalName, externalTrafficPolicy: policy, clusterIPs } = asObject(object.spec);
  const [now, before] = [asArray(clusterIPs), asArray(asObject(old?.spec).clusterIPs)];
  const keeps = old && needsAddress(object) && needsAddress(old) && before.length > 0 && !isHeadless(old);
  const isHidden = isHeadless(object) && isExternal(object);
  return [
    ...(keeps && now[0] !== before[0] ? [invalid("spec.clusterIPs[0]", now, "may not change once set")] : []),
    ...(TYPES.includes(text(type)) ? [] : [unsupported("spec.type", type, TYPES)]),
    ...(isHidden ? [invalid("spec.clusterIPs[0]", "None", `may not be set to 'None' for ${text(type)} services`)] : []),
    ...(needsAddress(object) || externalName ? [] : [required("spec.externalName")]),
    ...portFaults(object),
    ...now.map(text).flatMap((each, i) => (each === "None" || isIP(each) ? [] : [invalid(`spec.clusterIPs[${i}]`, each, NO_ADDRESS)])),
    ...(policy !== undefined && !isExternal(object)
      ? [invalid("spec.externalTrafficPolicy", policy, "may only be set for externally-accessible services")]
      : []),
    ...statusFaults(object),
  ];
}

const portKey = ({ port: Port = 0, protocol: Protocol = "" }: JsonObject): JsonObject => ({ Protocol, Port });
const samePort = (a: JsonObject, b: JsonObject): boolean => sameJson(portKey(a), portKey(b));

function portFaults(object: JsonObject): FieldError[] {
  const ports = portsOf(object);
  if (ports.length === 0) return needsAddress(object) && !isHeadless(object) ? [required("spec.ports")] : [];
  const isHidden = !needsNodePorts(object) && !isExternal(object);
  return ports.flatMap((port, i) => [
    ...onePort(port, `spec.ports[${i}]`, ports.length > 1, isHidden),
    ...(text(port.name) && ports.findIndex(({ name }) => name === port.name) < i ? [duplicate(`spec.ports[${i}].name`, port.name)] : []),
    ...(ports.findIndex((other) => samePort(other, port)) < i ? [duplicate(`spec.ports[${i}]`, portKey(port))] : []),
  ]);
}

function onePort(port: JsonObject, at: string, several: boolean, isHidden: boolean): FieldError[] {
  const { protocol, targetPort } = port;
  const name = text(port.name);
  return [
    ...(name === "" && several ? [required(`${at}.name`)] : []),
    ...(name === "" ? [] : dnsLabel(name).map((why) => invalid(`${at}.name`, name, why))),
    ...(isPort(port.port) ? [] : [invalid(`${at}.port`, port.port ?? 0, IN_RANGE)]),
    ...(PROTOCOLS.includes(text(protocol)) ? [] : [unsupported(`${at}.protocol`, protocol, PROTOCOLS)]),
    ...(typeof targetPort === "string" || isPort(targetPort) ? [] : [invalid(`${at}.targetPort`, targetPort ?? 0, IN_RANGE)]),
    ...(port.nodePort && isHidden ? [denied(`${at}.nodePort`, "may not be used when `type` is 'ClusterIP'")] : []),
  ];
}

const REPORTED = "status.loadBalancer.ingress";

function statusFaults(object: JsonObject): FieldError[] {
  const isReported = listOf(asObject(asObject(object.status).loadBalancer), "ingress").length > 0;
  if (!isReported || isLoadBalancer(object)) return balancerFaults(object);
  return [denied(REPORTED, "may only be used when `spec.type` is 'LoadBalancer'")];
}

/** Addresses and host names that a load balancer reports in the status of an object. */
export function balancerFaults({ status }: JsonObject): FieldError[] {
  return listOf(asObject(asObject(status).loadBalancer), "ingress").flatMap(({ ip, hostname }, i) => [
    ...(text(ip) !== "" && isIP(text(ip)) === 0 ? [invalid(`${REPORTED}[${i}].ip`, ip, NO_ADDRESS)] : []),
    ...(text(hostname) === "" ? [] : subdomain(text(hostname)).map((why) => invalid(`${REPORTED}[${i}].hostname`, hostname, why))),
  ]);
}
