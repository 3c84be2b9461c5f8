import { asArray, asObject, type Json, type JsonObject, sameJson, text } from "../../shared/json";
import { listOf, partOf, undotted } from "../metadata";
import type { Behaviour } from "../registry";
import { allocate, allocationFaults } from "./service-addresses";
import { isExternal, isLoadBalancer, needsAddress, needsHealthPort, needsNodePorts, portsOf, serviceFaults } from "./service-rules";

/** A Service gets its addresses and ports from the server, and keeps them. */
export const service: Behaviour = {
  names: undotted,
  defaults: serviceDefaults,
  prepare(object, old) {
    if (old) carryOver(object, old);
    // who gives one address need not repeat it in the list
    else listFollows(partOf(object, "spec"));
  },
  validate(object, old, cluster) {
    const faults = serviceFaults(object, old);
    return faults.length > 0 ? faults : allocationFaults(cluster, object, old);
  },
  complete: (object, cluster) => allocate(cluster, object),
};

const THREE_HOURS_S = 10_800;

/** Values of a Service that its writer left out. */
function serviceDefaults(object: JsonObject): void {
  const spec = partOf(object, "spec");
  spec.sessionAffinity ||= "None";
  if (spec.sessionAffinity === "None") delete spec.sessionAffinityConfig;
  else if (spec.sessionAffinity === "ClientIP") {
    const { clientIP } = asObject(spec.sessionAffinityConfig);
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: THREE_HOURS_S, ...asObject(clientIP) } };
  }
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

/** Old clients know `clusterIP` only: the list follows it. */
function listFollows(spec: JsonObject): void {
  if (text(spec.clusterIP) && asArray(spec.clusterIPs).length === 0) spec.clusterIPs = [text(spec.clusterIP)];
}

/** Keeps what a Service has been given when its writer leaves it out, and drops what its new type has no use for. */
function carryOver(object: JsonObject, old: JsonObject): void {
  const [spec, before] = [partOf(object, "spec"), asObject(old.spec)];
  listFollows(spec);
  if (text(spec.clusterIP) !== text(before.clusterIP) && sameJson(spec.clusterIPs ?? [], before.clusterIPs ?? [])) {
    delete spec.clusterIPs;
    listFollows(spec);
  }
  dropUseless(object, old);
  if (needsAddress(old) && needsAddress(object)) {
    spec.clusterIP ||= before.clusterIP ?? "";
    if (asArray(spec.clusterIPs).length === 0 && spec.clusterIP === before.clusterIP) copy(before, spec, "clusterIPs");
    for (const field of ["ipFamilies", "ipFamilyPolicy"]) if (spec[field] === undefined) copy(before, spec, field);
  }
  if (needsNodePorts(old) && needsNodePorts(object)) keepNodePorts(object, old);
  if (needsHealthPort(old) && needsHealthPort(object) && !spec.healthCheckNodePort) copy(before, spec, "healthCheckNodePort");
}

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

/** By the name of the port; everything else of it may have changed. */
function keepNodePorts(object: JsonObject, old: JsonObject): void {
  const used = new Set(portsOf(object).map(({ nodePort }) => nodePort));
  for (const port of portsOf(object).filter(({ nodePort }) => !nodePort)) {
    const kept = portsOf(old).find(({ name }) => text(name) === text(port.name))?.nodePort;
    if (kept === undefined || used.has(kept)) continue;
    port.nodePort = kept;
    used.add(kept);
  }
}

function copy(from: JsonObject, to: JsonObject, field: string): void {
  const value: Json | undefined = from[field];
  if (value !== undefined) to[field] = structuredClone(value);
}
