import { isIP } from "node:net";
import { asArray, asObject, isObject, type JsonObject, text } from "../../shared/json";
import type { Cluster } from "../cluster";
import { annotationOf, listOf, metaOf, nameOf, partOf, subdomain, wildcard } from "../metadata";
import type { Behaviour } from "../registry";
import { type FieldError, invalid, required, unsupported } from "../status";
import { balancerFaults } from "./ports";

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
  validate(object, old) {
    const spec = asObject(object.spec);
    const reported = listOf(asObject(asObject(object.status).loadBalancer), "ingress");
    return [...(old ? [] : classFaults(object, spec)), ...specFaults(spec), ...balancerFaults(reported, "status.loadBalancer.ingress")];
  },
};

/** Of several default classes the newest counts, of as old ones the first by name. */
function defaultClass(cluster: Cluster, tenant: unknown): JsonObject | undefined {
  const classes = cluster.store.list("ingressclasses.networking.k8s.io").map(([, each]) => each);
  const age = (each: JsonObject) => text(metaOf(each).creationTimestamp);
  return classes
    .filter((each) => metaOf(each).tenant === tenant && annotationOf(each, DEFAULT_CLASS) === "true")
    .reduce<JsonObject | undefined>((best, each) => (best && age(best) >= age(each) ? best : each), undefined);
}

function classFaults(object: JsonObject, { ingressClassName }: JsonObject): FieldError[] {
  const annotation = annotationOf(object, CLASS);
  if (annotation === undefined || ingressClassName === undefined || annotation === ingressClassName) return [];
  return [invalid(`annotations.${CLASS}`, annotation, "must match `ingressClassName` when both are specified")];
}

function specFaults(spec: JsonObject): FieldError[] {
  const { ingressClassName: name, defaultBackend } = spec;
  const rules = listOf(spec, "rules");
  const isEmpty = rules.length === 0 && !isObject(defaultBackend);
  return [
    ...(isEmpty ? [invalid("spec", null, "either `defaultBackend` or `rules` must be specified")] : []),
    ...(isObject(defaultBackend) ? backendFaults(defaultBackend, "spec.defaultBackend") : []),
    ...listOf(spec, "tls").flatMap(({ hosts }, i) =>
      asArray(hosts).flatMap((host, j) => hostFaults(text(host), `spec.tls[${i}].hosts[${j}]`)),
    ),
    ...rules.flatMap((rule, i) => ruleFaults(rule, `spec.rules[${i}]`)),
    ...(name === undefined ? [] : subdomain(text(name)).map((why) => invalid("spec.ingressClassName", name, why))),
  ];
}

const hostFaults = (host: string, at: string): FieldError[] =>
  (host.includes("*") ? wildcard(host) : subdomain(host)).map((why) => invalid(at, host, why));

function ruleFaults({ host, http }: JsonObject, at: string): FieldError[] {
  const name = text(host);
  const isAddress = isIP(name) !== 0 && invalid(`${at}.host`, host, "must be a DNS name, not an IP address");
  const faults = isAddress ? [isAddress] : name === "" ? [] : hostFaults(name, `${at}.host`);
  if (!isObject(http)) return faults;
  const paths = listOf(http, "paths");
  if (paths.length === 0) faults.push(required(`${at}.http.paths`));
  return [...faults, ...paths.flatMap((path, i) => pathFaults(path, `${at}.http.paths[${i}]`))];
}

const PATH_TYPES = ["Exact", "ImplementationSpecific", "Prefix"];
const BAD_PARTS = ["//", "/./", "/../", "%2f", "%2F"];

function pathFaults({ path, pathType, backend }: JsonObject, at: string): FieldError[] {
  const [written, type] = [text(path), text(pathType)];
  const faults = backendFaults(asObject(backend), `${at}.backend`);
  const isFree = type === "ImplementationSpecific";
  if (type === "") return [required(`${at}.pathType`, "pathType must be specified"), ...faults];
  if (!PATH_TYPES.includes(type)) return [unsupported(`${at}.pathType`, type, PATH_TYPES), ...faults];
  if (isFree && written === "") return faults;
  if (!written.startsWith("/")) return [invalid(`${at}.path`, written, "must be an absolute path"), ...faults];
  const bad = isFree ? [] : BAD_PARTS.filter((part) => written.includes(part));
  return [...bad.map((part) => invalid(`${at}.path`, written, `must not contain '${part}'`)), ...faults];
}

function backendFaults({ service, resource }: JsonObject, at: string): FieldError[] {
  if (isObject(service) && isObject(resource)) return [invalid(at, "", "cannot set both resource and service backends")];
  if (isObject(resource)) return [];
  if (!isObject(service)) return [invalid(at, "", "resource or service backend is required")];
  const { name, number } = asObject(service.port);
  if (text(name) !== "" && number) return [invalid(at, "", "cannot set both port name & port number")];
  return text(name) === "" && !number ? [required(at, "port name or number is required")] : [];
}

export const ingressClass: Behaviour = {
  defaults({ spec }) {
    const { parameters } = asObject(spec);
    if (isObject(parameters)) parameters.scope ??= "Cluster";
  },
  validate(object, old) {
    const name = text(asObject(object.spec).controller);
    if (old && text(asObject(old.spec).controller) !== name) return [invalid("spec.controller", name, "field is immutable")];
    if (name === "") return [required("spec.controller")];
    if (/^[^/]+\/.+$/.test(name)) return [];
    return [invalid("spec.controller", name, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  },
};
