import { asObject, isObject, type JsonObject, text } from "../../shared/json";
import type { Cluster } from "../cluster";
import { annotationOf, listOf, metaOf, nameOf, partOf } from "../metadata";
import type { Behaviour } from "../registry";
import { type FieldError, invalid, required } from "../status";
import { balancerFaults } from "./service-rules";

const CLASS = "kubernetes.io/ingress.class";
const DEFAULT_CLASS = "ingressclass.kubernetes.io/is-default-class";

export const ingress: Behaviour = {
  prepare(object, old, cluster) {
    const spec = partOf(object, "spec");
    if (old || spec.ingressClassName !== undefined || annotationOf(object, CLASS) !== undefined) return;
    const chosen = defaultClass(cluster, metaOf(object).tenant);
    if (chosen) spec.ingressClassName = nameOf(chosen);
  },
  warnings: (object) =>
    annotationOf(object, CLASS) === undefined ? [] : [`annotation "${CLASS}" is deprecated, please use 'spec.ingressClassName' instead`],
  validate(object) {
    const spec = asObject(object.spec);
    const rules = listOf(spec, "rules");
    const isEmpty = rules.length === 0 && !isObject(spec.defaultBackend);
    return [
      ...(isEmpty ? [invalid("spec", null, "either `defaultBackend` or `rules` must be specified")] : []),
      ...rules.flatMap(({ http }, i) =>
        listOf(asObject(http), "paths").flatMap((path, j) => pathFaults(path, `spec.rules[${i}].http.paths[${j}]`)),
      ),
      ...balancerFaults(object),
    ];
  },
};

/** Of several default classes the newest counts, of as old ones the first by name. */
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
