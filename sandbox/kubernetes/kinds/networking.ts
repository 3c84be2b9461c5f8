// Kinds Ingress, IngressClass, Endpoints and EndpointSlice.
import { asArray, asObject, isObject, type JsonObject, sameJson, text } from "../../shared/json";
import type { Behaviour, Cluster } from "../cluster";
import { annotationOf, labelsOf, listOf, metaOf, nameOf, ownMeta, partOf } from "../metadata";
import { type FieldError, invalid, required, unsupported } from "../status";
import { balancerFaults } from "./service";

const CLASS = "kubernetes.io/ingress.class";
const DEFAULT_CLASS = "ingressclass.kubernetes.io/is-default-class";

export const ingress: Behaviour = {
  prepare(object, old, cluster) {
    const spec = partOf(object, "spec");
    if (old || spec.ingressClassName !== undefined || annotationOf(object, CLASS) !== undefined) return;
    const chosen = defaultClass(cluster, metaOf(object).tenant);
    if (chosen) spec.ingressClassName = nameOf(chosen);
  },
  validate(object) {
    const spec = asObject(object.spec);
    const rules = listOf(spec, "rules");
    const isEmpty = rules.length === 0 && !isObject(spec.defaultBackend);
    const paths = rules.flatMap(({ http }, i) =>
      listOf(asObject(http), "paths").flatMap((path, j) => pathFaults(path, `spec.rules[${i}].http.paths[${j}]`)),
    );
    const empty = isEmpty ? [invalid("spec", null, "either `defaultBackend` or `rules` must be specified")] : [];
    return [...empty, ...paths, ...balancerFaults(object)];
  },
};

/** The newest default class; of several as new, the first by name. */
function defaultClass(cluster: Cluster, tenant: unknown): JsonObject | undefined {
  const age = (each: JsonObject) => text(metaOf(each).creationTimestamp);
  return cluster.store
    .list("ingressclasses.networking.k8s.io")
    .map(([, each]) => each)
    .filter((each) => metaOf(each).tenant === tenant && annotationOf(each, DEFAULT_CLASS) === "true")
    .reduce<JsonObject | undefined>((best, each) => (best && age(best) >= age(each) ? best : each), undefined);
}

function pathFaults({ path, pathType }: JsonObject, at: string): FieldError[] {
  const [written, type] = [text(path), text(pathType)];
  if (type === "") return [required(`${at}.pathType`, "pathType must be specified")];
  if (written.startsWith("/") || (written === "" && type === "ImplementationSpecific")) return [];
  return [invalid(`${at}.path`, written, "must be an absolute path")];
}

export const ingressClass: Behaviour = {
  defaults({ spec }) {
    const { parameters } = asObject(spec);
    if (isObject(parameters)) parameters.scope ??= "Cluster";
  },
};

export const endpoints: Behaviour = {
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
