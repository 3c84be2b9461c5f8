import { isIP, isIPv4, isIPv6 } from "node:net";
import { asArray, isObject, type JsonObject, sameJson, text } from "../../shared/json";
import { type FieldError, invalid, required, unsupported } from "../errors/field";
import { mapOf, metaOf, ownMeta } from "../resources/meta";
import { RULES } from "../resources/names";
import type { Behaviour } from "../resources/resource";
import { NO_ADDRESS } from "./service/rules";

const TYPES = ["FQDN", "IPv4", "IPv6"];

export const endpointSlice: Behaviour = {
  defaults(object) {
    for (const port of asArray(object.ports).filter(isObject)) {
      port.name ??= "";
      port.protocol ??= "TCP";
    }
  },
  prepare(object, old) {
    for (const field of ["endpoints", "ports"]) if (asArray(object[field]).length === 0) delete object[field];
    // a new label is a new generation, too
    if (old && !sameJson(mapOf(object, "labels"), mapOf(old, "labels")))
      ownMeta(object).generation = Number(metaOf(old).generation ?? 0) + 1;
  },
  validate(object, old) {
    const type = text(object.addressType);
    const changed = old && old.addressType !== type ? [invalid("addressType", type, "field is immutable")] : [];
    if (type === "") return [...changed, required("addressType")];
    if (!TYPES.includes(type)) return [...changed, unsupported("addressType", type, TYPES)];
    if (changed.length > 0) return changed;
    const each = asArray(object.endpoints).filter(isObject);
    const names = asArray(object.ports).filter(isObject);
    return [
      ...each.flatMap((endpoint, i) => endpointFaults(endpoint, type, `endpoints[${i}].addresses`)),
      ...names.flatMap(({ name }, i) =>
        text(name) === "" ? [] : RULES.label(text(name)).map((why) => invalid(`ports[${i}].name`, name, why)),
      ),
    ];
  },
};

function endpointFaults({ addresses }: JsonObject, type: string, at: string): FieldError[] {
  const list = asArray(addresses).map(text);
  if (list.length === 0) return [required(at, "must contain at least 1 address")];
  return list.flatMap((address, i) => {
    if (type === "FQDN") return RULES.subdomain(address).map((why) => invalid(`${at}[${i}]`, address, why));
    if (isIP(address) === 0) return [invalid(`${at}[${i}]`, address, NO_ADDRESS)];
    const fits = type === "IPv4" ? isIPv4(address) : isIPv6(address);
    return fits ? [] : [invalid(at, address, `must be an ${type} address`)];
  });
}
