import { isIP, isIPv4, isIPv6 } from "node:net";
import { asArray, type JsonObject, sameJson, text } from "../../shared/json";
import { dnsLabel, labelsOf, listOf, metaOf, ownMeta, subdomain } from "../metadata";
import type { Behaviour } from "../registry";
import { type FieldError, invalid, required, unsupported } from "../status";
import { IN_RANGE, isPort, NO_ADDRESS, notLoopback } from "./ports";

export const endpoints: Behaviour = {
  deprecated: "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
  defaults(object) {
    for (const subset of listOf(object, "subsets")) for (const port of listOf(subset, "ports")) port.protocol ||= "TCP";
  },
  validate: (object) => listOf(object, "subsets").flatMap((subset, i) => subsetFaults(subset, `subsets[${i}]`)),
};

function subsetFaults(subset: JsonObject, at: string): FieldError[] {
  const ports = listOf(subset, "ports");
  const lists = ["addresses", "notReadyAddresses"] as const;
  if (lists.every((field) => listOf(subset, field).length === 0)) return [required(at, "must specify `addresses` or `notReadyAddresses`")];
  return [
    ...lists.flatMap((field) => listOf(subset, field).flatMap(({ ip }, i) => addressFaults(text(ip), `${at}.${field}[${i}].ip`))),
    ...ports.flatMap(({ name, port }, i) => [
      ...(ports.length > 1 && text(name) === "" ? [required(`${at}.ports[${i}].name`)] : []),
      ...(isPort(port) ? [] : [invalid(`${at}.ports[${i}].port`, port ?? 0, IN_RANGE)]),
    ]),
  ];
}

function addressFaults(ip: string, at: string): FieldError[] {
  return isIP(ip) === 0 ? [invalid(at, ip, NO_ADDRESS), invalid(at, ip, "must be a valid IP address")] : notLoopback(at, ip);
}

const TYPES = ["FQDN", "IPv4", "IPv6"];

export const endpointSlice: Behaviour = {
  defaults(object) {
    for (const port of listOf(object, "ports")) {
      port.name ??= "";
      port.protocol ??= "TCP";
    }
  },
  prepare(object, old) {
    for (const field of ["endpoints", "ports"]) if (asArray(object[field]).length === 0) delete object[field];
    // a new label is a new generation, too
    if (old && !sameJson(labelsOf(object), labelsOf(old))) ownMeta(object).generation = Number(metaOf(old).generation ?? 0) + 1;
  },
  validate(object, old) {
    const type = text(object.addressType);
    const moved = old && old.addressType !== type ? [invalid("addressType", type, "field is immutable")] : [];
    if (type === "") return [...moved, required("addressType")];
    if (!TYPES.includes(type)) return [...moved, unsupported("addressType", type, TYPES)];
    if (moved.length > 0) return moved;
    return [
      ...listOf(object, "endpoints").flatMap(({ addresses }, i) =>
        sliceFaults(asArray(addresses).map(text), type, `endpoints[${i}].addresses`),
      ),
      ...listOf(object, "ports").flatMap(({ name }, i) =>
        name === "" ? [] : dnsLabel(text(name)).map((why) => invalid(`ports[${i}].name`, name, why)),
      ),
    ];
  },
};

function sliceFaults(addresses: string[], type: string, at: string): FieldError[] {
  if (addresses.length === 0) return [required(at, "must contain at least 1 address")];
  return addresses.flatMap((address, i) => {
    if (type === "FQDN") return subdomain(address).map((why) => invalid(`${at}[${i}]`, address, why));
    if (isIP(address) === 0) return [invalid(`${at}[${i}]`, address, NO_ADDRESS)];
    const fits = type === "IPv4" ? isIPv4(address) : isIPv6(address);
    return fits ? [] : [invalid(at, address, `must be an ${type} address`)];
  });
}
