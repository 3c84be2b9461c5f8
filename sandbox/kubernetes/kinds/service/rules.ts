import { isIP } from "node:net";
import { IPv4 } from "ipaddr.js";
import { asArray, asObject, isObject, type JsonObject, sameJson, text } from "../../../shared/json";
import { denied, type FieldError, invalid, required, unsupported } from "../../errors/field";
import { LABEL_VALUE, labelName, RULES } from "../../resources/names";
import { isExternal, isHeadless, isLoadBalancer, needsAddress } from "./needs";
import { portFaults } from "./port-rules";

const TYPES = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
const A_DAY_S = 86_400;
export const NO_ADDRESS = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";

/** What is wrong with a Service apart from what cannot be allocated. */
export function serviceFaults(service: JsonObject, old: JsonObject | undefined): FieldError[] {
  const spec = asObject(service.spec);
  const changes = old ? changeFaults(service, old) : [];
  return [
    ...changes,
    ...typeFaults(service, spec),
    ...portFaults(service),
    ...addressFaults(service, spec),
    ...policyFaults(service, spec),
    ...statusFaults(service),
  ];
}

function typeFaults(service: JsonObject, spec: JsonObject): FieldError[] {
  const faults: FieldError[] = [];
  if (!TYPES.includes(text(spec.type))) faults.push(unsupported("spec.type", spec.type, TYPES));
  if (isHeadless(service) && (isLoadBalancer(service) || spec.type === "NodePort")) {
    faults.push(invalid("spec.clusterIPs[0]", "None", `may not be set to 'None' for ${text(spec.type)} services`));
  }
  if (!needsAddress(service)) {
    if (!text(spec.externalName)) faults.push(required("spec.externalName"));
    else faults.push(...RULES.subdomain(text(spec.externalName)).map((why) => invalid("spec.externalName", spec.externalName, why)));
  }
  for (const value of Object.values(asObject(spec.selector)).map(text)) {
    if (!LABEL_VALUE.test(value) || value.length > 63) faults.push(invalid("spec.selector", value, labelName(value)));
  }
  return faults;
}

function addressFaults(service: JsonObject, spec: JsonObject): FieldError[] {
  const faults: FieldError[] = [];
  const [address, list] = [text(spec.clusterIP), asArray(spec.clusterIPs).map(text)];
  if (list.length > 0 && !address) faults.push(invalid("spec.clusterIPs", list, "must be empty when `clusterIP` is not specified"));
  else if (list.length > 0 && list[0] !== address) faults.push(invalid("spec.clusterIPs", list, "first value must match `clusterIP`"));
  for (const [i, each] of list.entries())
    if (each !== "None" && isIP(each) === 0) faults.push(invalid(`spec.clusterIPs[${i}]`, each, NO_ADDRESS));
  for (const [i, each] of asArray(spec.externalIPs).map(text).entries()) {
    const field = `spec.externalIPs[${i}]`;
    if (isIP(each) === 0) faults.push(invalid(field, each, NO_ADDRESS));
    else if (/^127\.|^::1$/.test(each)) faults.push(invalid(field, each, "may not be in the loopback range (127.0.0.0/8, ::1/128)"));
  }
  for (const [i, each] of asArray(spec.loadBalancerSourceRanges).map(text).entries()) {
    const why = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";
    if (!isRange(each)) faults.push(invalid(`spec.LoadBalancerSourceRanges[${i}]`, each, why));
  }
  return [...faults, ...familyFaults(service, spec)];
}

const isRange = (text: string): boolean => IPv4.isValidCIDR(text.trim()) || /^[0-9a-fA-F:]+\/\d{1,3}$/.test(text.trim());

/** The sandbox has IPv4 alone; only a headless Service without selector may ask for more. */
function familyFaults(service: JsonObject, spec: JsonObject): FieldError[] {
  if (isHeadless(service) && Object.keys(asObject(spec.selector)).length === 0) return [];
  const faults = asArray(spec.ipFamilies).flatMap((family, i) =>
    family === "IPv6" ? [invalid(`spec.ipFamilies[${i}]`, family, "not configured on this cluster")] : [],
  );
  if (spec.ipFamilyPolicy !== "RequireDualStack") return faults;
  return [...faults, invalid("spec.ipFamilyPolicy", spec.ipFamilyPolicy, "this cluster is not configured for dual-stack services")];
}

function policyFaults(service: JsonObject, spec: JsonObject): FieldError[] {
  const faults: FieldError[] = [];
  const words = (field: string, allowed: string[]) => {
    if (spec[field] !== undefined && !allowed.includes(text(spec[field]))) faults.push(unsupported(`spec.${field}`, spec[field], allowed));
  };
  words("sessionAffinity", ["ClientIP", "None"]);
  words("internalTrafficPolicy", ["Cluster", "Local"]);
  words("trafficDistribution", ["PreferClose", "PreferSameZone", "PreferSameNode"]);
  if (isExternal(service)) words("externalTrafficPolicy", ["Cluster", "Local"]);
  else if (spec.externalTrafficPolicy !== undefined) {
    faults.push(invalid("spec.externalTrafficPolicy", spec.externalTrafficPolicy, "may only be set for externally-accessible services"));
  }
  const { timeoutSeconds } = asObject(asObject(spec.sessionAffinityConfig).clientIP);
  if (timeoutSeconds !== undefined && (Number(timeoutSeconds) <= 0 || Number(timeoutSeconds) > A_DAY_S)) {
    faults.push(
      invalid("spec.sessionAffinityConfig.clientIP.timeoutSeconds", timeoutSeconds, `must be greater than 0 and less than ${A_DAY_S}`),
    );
  }
  if (!isLoadBalancer(service)) {
    if (asArray(spec.loadBalancerSourceRanges).length > 0) {
      faults.push(denied("spec.LoadBalancerSourceRanges", "may only be used when `type` is 'LoadBalancer'"));
    }
    for (const field of ["allocateLoadBalancerNodePorts", "loadBalancerClass"]) {
      if (spec[field] !== undefined) faults.push(denied(`spec.${field}`, "may only be used when `type` is 'LoadBalancer'"));
    }
  }
  return faults;
}

function changeFaults(service: JsonObject, old: JsonObject): FieldError[] {
  const [spec, before] = [asObject(service.spec), asObject(old.spec)];
  const faults: FieldError[] = [];
  const [now, then] = [asArray(spec.clusterIPs), asArray(before.clusterIPs)];
  const stays = needsAddress(service) && needsAddress(old);
  if (stays && then.length > 0 && now[0] !== then[0] && !isHeadless(old))
    faults.push(invalid("spec.clusterIPs[0]", now, "may not change once set"));
  if (isLoadBalancer(service) && isLoadBalancer(old) && !sameJson(spec.loadBalancerClass, before.loadBalancerClass)) {
    faults.push(invalid("spec.loadBalancerClass", spec.loadBalancerClass, "may not change once set"));
  }
  const [health, had] = [spec.healthCheckNodePort, before.healthCheckNodePort];
  if (had !== undefined && health !== undefined && health !== had) faults.push(denied("spec.healthCheckNodePort", "field is immutable"));
  return faults;
}

function statusFaults(service: JsonObject): FieldError[] {
  const ingress = asArray(asObject(asObject(service.status).loadBalancer).ingress).filter(isObject);
  const field = "status.loadBalancer.ingress";
  if (ingress.length > 0 && !isLoadBalancer(service)) return [denied(field, "may only be used when `spec.type` is 'LoadBalancer'")];
  return ingressFaults(ingress, field);
}

/** Addresses and host names that a load balancer reports. */
export function ingressFaults(ingress: JsonObject[], field: string): FieldError[] {
  return ingress.flatMap(({ ip, hostname }, i) => [
    ...(text(ip) !== "" && isIP(text(ip)) === 0 ? [invalid(`${field}[${i}].ip`, ip, NO_ADDRESS)] : []),
    ...(text(hostname) !== "" ? RULES.subdomain(text(hostname)).map((why) => invalid(`${field}[${i}].hostname`, hostname, why)) : []),
  ]);
}
