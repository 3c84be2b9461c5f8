import { asArray, type Json, type JsonObject, sameJson, text } from "../../../shared/json";
import { isExternal, isLoadBalancer, needsAddress, needsHealthPort, needsNodePorts, portsOf, specOf } from "./needs";

/** Keeps what a Service has been given when its writer leaves it out, and drops what its new type has no use for. */
export function carryOver(service: JsonObject, old: JsonObject): void {
  const [spec, before] = [specOf(service), specOf(old)];
  followAddress(spec, before);
  drop(service, old);
  if (needsAddress(old) && needsAddress(service)) {
    if (!text(spec.clusterIP)) spec.clusterIP = before.clusterIP ?? "";
    if (asArray(spec.clusterIPs).length === 0 && spec.clusterIP === before.clusterIP) copy(before, spec, "clusterIPs");
    for (const field of ["ipFamilies", "ipFamilyPolicy"]) if (spec[field] === undefined) copy(before, spec, field);
  }
  if (needsNodePorts(old) && needsNodePorts(service)) keepNodePorts(service, old);
  if (needsHealthPort(old) && needsHealthPort(service) && !spec.healthCheckNodePort) copy(before, spec, "healthCheckNodePort");
}

/** Old clients know `clusterIP` only: the list follows it. */
function followAddress(spec: JsonObject, before: JsonObject): void {
  if (text(spec.clusterIP) && asArray(spec.clusterIPs).length === 0) spec.clusterIPs = [spec.clusterIP!];
  if (text(spec.clusterIP) === text(before.clusterIP) || !sameJson(spec.clusterIPs ?? [], before.clusterIPs ?? [])) return;
  if (text(spec.clusterIP)) spec.clusterIPs = [spec.clusterIP!];
  else delete spec.clusterIPs;
}

function drop(service: JsonObject, old: JsonObject): void {
  const [spec, before] = [specOf(service), specOf(old)];
  const dropUnchanged = (field: string, useless: boolean) => {
    if (useless && sameJson(spec[field], before[field])) delete spec[field];
  };
  dropUnchanged("externalName", needsAddress(service));
  for (const field of ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy"]) {
    dropUnchanged(field, !needsAddress(service));
  }
  const nodePorts = (each: JsonObject) => portsOf(each).flatMap(({ nodePort }) => (nodePort ? [nodePort] : []));
  if (needsNodePorts(old) && !needsNodePorts(service) && nodePorts(service).every((port) => nodePorts(old).includes(port)))
    for (const port of portsOf(service)) delete port.nodePort;
  dropUnchanged("healthCheckNodePort", !needsHealthPort(service));
  dropUnchanged("allocateLoadBalancerNodePorts", !isLoadBalancer(service));
  dropUnchanged("loadBalancerClass", !isLoadBalancer(service));
  dropUnchanged("externalTrafficPolicy", !isExternal(service));
}

/** By the name of the port; everything else of it may have changed. */
function keepNodePorts(service: JsonObject, old: JsonObject): void {
  const given = new Set(portsOf(service).map((port) => port.nodePort));
  const used = new Set(
    portsOf(old)
      .map((port) => port.nodePort)
      .filter((port) => given.has(port)),
  );
  for (const port of portsOf(service).filter((each) => !each.nodePort)) {
    const kept = portsOf(old).find((each) => text(each.name) === text(port.name))?.nodePort;
    if (kept === undefined || used.has(kept)) continue;
    port.nodePort = kept;
    used.add(kept);
  }
}

function copy(from: JsonObject, to: JsonObject, field: string): void {
  if (from[field] !== undefined) to[field] = structuredClone(from[field]) as Json;
}
