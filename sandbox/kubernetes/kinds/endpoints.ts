import { asArray, sameJson, text } from "../../shared/json";
import { labelsOf, listOf, metaOf, ownMeta } from "../metadata";
import type { Behaviour } from "../registry";
import { invalid, required, unsupported } from "../status";

export const endpoints: Behaviour = {
  deprecated: "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
  defaults(object) {
    for (const subset of listOf(object, "subsets")) for (const port of listOf(subset, "ports")) port.protocol ||= "TCP";
  },
  validate: (object) =>
    listOf(object, "subsets").flatMap(({ addresses, notReadyAddresses }, i) =>
      addresses || notReadyAddresses ? [] : [required(`subsets[${i}]`, "must specify `addresses` or `notReadyAddresses`")],
    ),
};

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
    if (old && old.addressType !== type) return [invalid("addressType", type, "field is immutable")];
    if (type === "") return [required("addressType")];
    return TYPES.includes(type) ? [] : [unsupported("addressType", type, TYPES)];
  },
};
