import { isIP } from "node:net";
import { asArray, asObject, type JsonObject, sameJson, text } from "../../shared/json";
import { dnsLabel, labelValue, listOf, subdomain } from "../metadata";
import { denied, duplicate, type FieldError, invalid, required, unsupported } from "../status";
import { balancerFaults, IN_RANGE, isPort, NO_ADDRESS, notLoopback, PROTOCOLS, portNameFaults } from "./ports";
import { isExternal, isHeadless, isLoadBalancer, needsAddress, needsNodePorts, portsOf } from "./service";

const TYPES = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
const A_DAY_S = 86_400;

/** What is wrong with a Service apart from what cannot be allocated. */
export function serviceFaults(service: JsonObject, old: JsonObject | undefined): FieldError[] {
  const spec = asObject(service.spec);
  const parts = [old ? changeFaults(service, old) : [], typeFaults(service, spec), portFaults(service), addressFaults(service, spec)];
  return [...parts.flat(), ...policyFaults(service, spec), ...statusFaults(service)];
}

function typeFaults(service: JsonObject, spec: JsonObject): FieldError[] {
  const name = text(spec.externalName);
  const mayBeHeadless = !isLoadBalancer(service) && spec.type !== "NodePort";
  return [
    ...(TYPES.includes(text(spec.type)) ? [] : [unsupported("spec.type", spec.type, TYPES)]),
    ...(isHeadless(service) && !mayBeHeadless
      ? [invalid("spec.clusterIPs[0]", "None", `may not be set to 'None' for ${text(spec.type)} services`)]
      : []),
    ...(!needsAddress(service) && !name ? [required("spec.externalName")] : []),
    ...(!needsAddress(service) && name ? subdomain(name).map((why) => invalid("spec.externalName", name, why)) : []),
    ...Object.values(asObject(spec.selector)).flatMap((value) =>
      labelValue(text(value)).map((why) => invalid("spec.selector", text(value), why)),
    ),
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
  const onNodes = needsNodePorts(service) || isExternal(service);
  return [
    ...(word === "" && several ? [required(`${at}.name`)] : []),
    ...(word === "" ? [] : dnsLabel(word).map((why) => invalid(`${at}.name`, word, why))),
    ...(isPort(port) ? [] : [invalid(`${at}.port`, port ?? 0, IN_RANGE)]),
    ...(PROTOCOLS.includes(text(protocol)) ? [] : [unsupported(`${at}.protocol`, protocol, PROTOCOLS)]),
    ...(typeof targetPort === "string" ? portNameFaults(`${at}.targetPort`, targetPort) : []),
    ...(typeof targetPort === "string" || isPort(targetPort) ? [] : [invalid(`${at}.targetPort`, targetPort ?? 0, IN_RANGE)]),
    ...(nodePort && !onNodes ? [denied(`${at}.nodePort`, "may not be used when `type` is 'ClusterIP'")] : []),
  ];
}

function addressFaults(service: JsonObject, spec: JsonObject): FieldError[] {
  const [address, list] = [text(spec.clusterIP), asArray(spec.clusterIPs).map(text)];
  const disagrees = address ? "first value must match `clusterIP`" : "must be empty when `clusterIP` is not specified";
  // there is IPv4 alone; only a headless Service without selector may ask for more
  const isFree = isHeadless(service) && Object.keys(asObject(spec.selector)).length === 0;
  const dual = spec.ipFamilyPolicy === "RequireDualStack" && !isFree;
  return [
    ...(list.length > 0 && list[0] !== address ? [invalid("spec.clusterIPs", list, disagrees)] : []),
    ...list.flatMap((each, i) => (each === "None" || isIP(each) ? [] : [invalid(`spec.clusterIPs[${i}]`, each, NO_ADDRESS)])),
    ...asArray(spec.externalIPs)
      .map(text)
      .flatMap((each, i) => {
        const field = `spec.externalIPs[${i}]`;
        return isIP(each) ? notLoopback(field, each) : [invalid(field, each, NO_ADDRESS)];
      }),
    ...asArray(spec.ipFamilies).flatMap((family, i) =>
      family === "IPv6" && !isFree ? [invalid(`spec.ipFamilies[${i}]`, family, "not configured on this cluster")] : [],
    ),
    ...(dual ? [invalid("spec.ipFamilyPolicy", spec.ipFamilyPolicy, "this cluster is not configured for dual-stack services")] : []),
  ];
}

const BALANCERS_ONLY = ["allocateLoadBalancerNodePorts", "loadBalancerClass"];

function policyFaults(service: JsonObject, spec: JsonObject): FieldError[] {
  const words = (field: string, allowed: string[]) =>
    spec[field] === undefined || allowed.includes(text(spec[field])) ? [] : [unsupported(`spec.${field}`, spec[field], allowed)];
  const { externalTrafficPolicy: policy } = spec;
  const { timeoutSeconds: seconds } = asObject(asObject(spec.sessionAffinityConfig).clientIP);
  const isTooLong = seconds !== undefined && (Number(seconds) <= 0 || Number(seconds) > A_DAY_S);
  const field = "spec.sessionAffinityConfig.clientIP.timeoutSeconds";
  const isIdle = policy !== undefined && !isExternal(service);
  const unused = isLoadBalancer(service) ? [] : BALANCERS_ONLY.filter((each) => spec[each] !== undefined);
  return [
    ...words("sessionAffinity", ["ClientIP", "None"]),
    ...words("internalTrafficPolicy", ["Cluster", "Local"]),
    ...(isIdle ? [invalid("spec.externalTrafficPolicy", policy, "may only be set for externally-accessible services")] : []),
    ...(isIdle ? [] : words("externalTrafficPolicy", ["Cluster", "Local"])),
    ...(isTooLong ? [invalid(field, seconds, `must be greater than 0 and less than ${A_DAY_S}`)] : []),
    ...unused.map((each) => denied(`spec.${each}`, "may only be used when `type` is 'LoadBalancer'")),
  ];
}

function changeFaults(service: JsonObject, old: JsonObject): FieldError[] {
  const [spec, before] = [asObject(service.spec), asObject(old.spec)];
  const [now, then] = [asArray(spec.clusterIPs), asArray(before.clusterIPs)];
  const keepsAddress = needsAddress(service) && needsAddress(old) && then.length > 0 && !isHeadless(old);
  const keepsClass = isLoadBalancer(service) && isLoadBalancer(old);
  const [health, had] = [spec.healthCheckNodePort, before.healthCheckNodePort];
  return [
    ...(keepsAddress && now[0] !== then[0] ? [invalid("spec.clusterIPs[0]", now, "may not change once set")] : []),
    ...(keepsClass && !sameJson(spec.loadBalancerClass, before.loadBalancerClass)
      ? [invalid("spec.loadBalancerClass", spec.loadBalancerClass, "may not change once set")]
      : []),
    ...(had !== undefined && health !== undefined && health !== had ? [denied("spec.healthCheckNodePort", "field is immutable")] : []),
  ];
}

function statusFaults(service: JsonObject): FieldError[] {
  const reported = listOf(asObject(asObject(service.status).loadBalancer), "ingress");
  const field = "status.loadBalancer.ingress";
  if (reported.length > 0 && !isLoadBalancer(service)) return [denied(field, "may only be used when `spec.type` is 'LoadBalancer'")];
  return balancerFaults(reported, field);
}
