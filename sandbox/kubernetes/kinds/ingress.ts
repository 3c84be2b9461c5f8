import { isIP } from "node:net";
import { asArray, asObject, isObject, type JsonObject, text } from "../../shared/json";
import type { Cluster } from "../cluster";
import { type FieldError, invalid, required, unsupported } from "../errors/field";
import { mapOf, metaOf, nameOf } from "../resources/meta";
import { RULES, wildcard } from "../resources/names";
import type { Behaviour } from "../resources/resource";
import { specOf } from "./service/needs";
import { ingressFaults } from "./service/rules";

const CLASS = "kubernetes.io/ingress.class";
const DEFAULT_CLASS = "ingressclass.kubernetes.io/is-default-class";
const PATH_TYPES = ["Exact", "ImplementationSpecific", "Prefix"];
const BAD_PARTS = ["//", "/./", "/../", "%2f", "%2F"];

export const ingress: Behaviour = {
  prepare(object, old, cluster) {
    const spec = specOf(object);
    if (old || spec.ingressClassName !== undefined || mapOf(object, "annotations")[CLASS] !== undefined) return;
    const chosen = defaultClass(cluster, text(metaOf(object).tenant));
    if (chosen !== undefined) spec.ingressClassName = chosen;
  },
  warnings: (object) => (mapOf(object, "annotations")[CLASS] === undefined ? [] : [DEPRECATED]),
  validate(object, old) {
    const spec = asObject(object.spec);
    const status = asArray(asObject(asObject(object.status).loadBalancer).ingress).filter(isObject);
    return [...(old ? [] : classFaults(object, spec)), ...specFaults(spec), ...ingressFaults(status, "status.loadBalancer.ingress")];
  },
};

const DEPRECATED = `annotation "${CLASS}" is deprecated, please use 'spec.ingressClassName' instead`;

/** Of several default classes the newest counts. */
function defaultClass(cluster: Cluster, tenant: string): string | undefined {
  const classes = cluster.store
    .list("ingressclasses.networking.k8s.io")
    .map(([, each]) => each)
    .filter((each) => text(metaOf(each).tenant) === tenant && mapOf(each, "annotations")[DEFAULT_CLASS] === "true");
  const order = (each: JsonObject) => text(metaOf(each).creationTimestamp);
  const [newest] = classes.sort((a, b) => (order(a) === order(b) ? (nameOf(a) < nameOf(b) ? -1 : 1) : order(a) > order(b) ? -1 : 1));
  return newest && nameOf(newest);
}

function classFaults(object: JsonObject, spec: JsonObject): FieldError[] {
  const annotation = mapOf(object, "annotations")[CLASS];
  if (annotation === undefined || spec.ingressClassName === undefined || annotation === spec.ingressClassName) return [];
  return [invalid(`annotations.${CLASS}`, annotation, "must match `ingressClassName` when both are specified")];
}

function specFaults(spec: JsonObject): FieldError[] {
  const faults: FieldError[] = [];
  const rules = asArray(spec.rules).filter(isObject);
  if (rules.length === 0 && !isObject(spec.defaultBackend)) {
    faults.push(invalid("spec", null, "either `defaultBackend` or `rules` must be specified"));
  }
  if (isObject(spec.defaultBackend)) faults.push(...backendFaults(spec.defaultBackend, "spec.defaultBackend"));
  for (const [i, tls] of asArray(spec.tls).filter(isObject).entries()) {
    for (const [j, host] of asArray(tls.hosts).map(text).entries()) faults.push(...hostFaults(host, `spec.tls[${i}].hosts[${j}]`));
  }
  for (const [i, rule] of rules.entries()) faults.push(...ruleFaults(rule, `spec.rules[${i}]`));
  const name = spec.ingressClassName;
  if (name !== undefined) faults.push(...RULES.subdomain(text(name)).map((why) => invalid("spec.ingressClassName", name, why)));
  return faults;
}

const hostFaults = (host: string, at: string): FieldError[] =>
  (host.includes("*") ? wildcard(host) : RULES.subdomain(host)).map((why) => invalid(at, host, why));

function ruleFaults(rule: JsonObject, at: string): FieldError[] {
  const host = text(rule.host);
  const faults: FieldError[] = [];
  if (isIP(host) !== 0) faults.push(invalid(`${at}.host`, host, "must be a DNS name, not an IP address"));
  else if (host !== "") faults.push(...hostFaults(host, `${at}.host`));
  if (!isObject(rule.http)) return faults;
  const paths = asArray(rule.http.paths).filter(isObject);
  if (paths.length === 0) faults.push(required(`${at}.http.paths`));
  return [...faults, ...paths.flatMap((path, i) => pathFaults(path, `${at}.http.paths[${i}]`))];
}

function pathFaults({ path, pathType, backend }: JsonObject, at: string): FieldError[] {
  const faults: FieldError[] = [];
  const [written, type] = [text(path), text(pathType)];
  if (type === "") faults.push(required(`${at}.pathType`, "pathType must be specified"));
  else if (!PATH_TYPES.includes(type)) faults.push(unsupported(`${at}.pathType`, type, PATH_TYPES));
  else if (type === "ImplementationSpecific" && written === "") return backendFaults(asObject(backend), `${at}.backend`);
  else if (!written.startsWith("/")) faults.push(invalid(`${at}.path`, written, "must be an absolute path"));
  else if (type !== "ImplementationSpecific") {
    for (const part of BAD_PARTS) if (written.includes(part)) faults.push(invalid(`${at}.path`, written, `must not contain '${part}'`));
  }
  return [...faults, ...backendFaults(asObject(backend), `${at}.backend`)];
}

function backendFaults({ service, resource }: JsonObject, at: string): FieldError[] {
  if (isObject(service) && isObject(resource)) return [invalid(at, "", "cannot set both resource and service backends")];
  if (isObject(resource)) return [];
  if (!isObject(service)) return [invalid(at, "", "resource or service backend is required")];
  const { name, number } = asObject(service.port);
  if (text(name) !== "" && number) return [invalid(at, "", "cannot set both port name & port number")];
  return text(name) === "" && !number ? [required(at, "port name or number is required")] : [];
}
