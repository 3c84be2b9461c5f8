// Reads all specs of a cluster once.

import { connect, KubernetesError, mustHaveNamespace, refusedBecause } from "../../provider/kubernetes";
import type { RbacRule } from "../../provider/kubernetes/errors";
import type { KubernetesClient, KubernetesObject, ObjectKey } from "../../provider/kubernetes/types";
import { LbError } from "../../resources/diagnostic";
import { type Family, isGatewayClass, namedObjects, withDefinitions } from "../frontends";
import { isWorkloadKind, type KindSource, leanWorkload, resourceType } from "../specs";
import { readDefinitions, typesOf } from "./definitions";
import { type ClusterKind, type ClusterSelection, FAMILIES } from "./kinds";

/** Contents of a cluster. */
export interface ClusterContents {
  /** `cluster CONTEXT`, where messages say that an object comes from. */
  source: string;
  /** In the order of their kinds, each list as the server gives it. */
  objects: KubernetesObject[];
}

/**
 * The objects of a live cluster that a translation reads: one list per kind (and namespace, where some are named), all of it or an
 * error. A kind whose CustomResourceDefinition is not installed is simply absent; a list that is refused or cut short stops
 * everything, because half a cluster would look like a smaller one.
 *
 * @param family `routing` for Avi, Octavia and the neutral model, `ako` with the custom resources of AKO, `mizar` for Mizar. Default `routing`.
 * @throws LbError LB2100 to LB2113; LB2104 names every RBAC rule that is missing
 *
 * @example
 * ```ts
 * import { readSpecs, translateToAvi } from "pulumi-k8s-lb";
 * import { readCluster } from "pulumi-k8s-lb/cluster";
 *
 * readCluster({ context: "prod", namespaces: ["shop"] }).then(({ objects }) => {
 *   const plan = translateToAvi(readSpecs(objects.map((value) => ({ value }))));
 *   console.log(plan.statuses);
 * });
 * ```
 */
export async function readCluster(selection: ClusterSelection = {}, family: Family = "routing"): Promise<ClusterContents> {
  const { namespaces, labelSelector, kinds, ...settings } = selection;
  const client = connect(settings);
  const { context } = await client.where();
  const sources = chosen(FAMILIES[family], kinds);
  const checks = [...new Set(namespaces)].map((namespace) => mustHaveNamespace(client, namespace, context));
  const lists = await all([...checks, ...sources.map((source) => readKind(client, source, { namespaces, labelSelector }))], context);
  const objects = lists.flat();
  const named = sources.some(({ kind }) => kind === "Secret") ? await readNamed(client, objects, context) : [];
  const definitions = objects.some(isGatewayClass) ? await readDefinitions(client, sources) : undefined;
  const defined = definitions ? objects.map((object) => withDefinitions(object, definitions)) : objects;
  return { source: `cluster ${context}`, objects: [...defined, ...named].map(tidy) };
}

export function chosen(
  sources: readonly KindSource<ClusterKind>[],
  kinds: readonly ClusterKind[] | undefined,
): readonly KindSource<ClusterKind>[] {
  const wrong = kinds?.find((kind) => !sources.some((source) => source.kind === kind));
  if (wrong === undefined) return kinds ? sources.filter(({ kind }) => kinds.includes(kind)) : sources;
  const names = sources.map(({ kind }) => kind).join(", ");
  throw new LbError({ code: "LB2120", message: `"${wrong}" is not a kind that is read here`, remedy: `There are ${names}.` });
}

async function readKind(
  client: KubernetesClient,
  source: KindSource,
  { namespaces, labelSelector }: Pick<ClusterSelection, "namespaces" | "labelSelector">,
): Promise<KubernetesObject[]> {
  const { selectable, fieldSelector, tenant, endsAtOnce } = source;
  const types = await typesOf(client, source);
  const isClusterWide = namespaces === undefined || tenant !== undefined;
  const lists = types.flatMap((type) =>
    (isClusterWide || !type.namespaced ? [undefined] : [...new Set(namespaces)]).map((namespace) =>
      client.list(type, { namespace, labelSelector: selectable ? labelSelector : undefined, fieldSelector, tenant }),
    ),
  );
  const objects = firstOfEach((await Promise.all(lists)).flat());
  return endsAtOnce ? objects.filter(({ metadata }) => !metadata.deletionTimestamp) : objects;
}

/** While a cluster moves from one kind to its successor it holds an object under both; the first represents them. */
export function firstOfEach(objects: readonly KubernetesObject[]): KubernetesObject[] {
  const byName = new Map<string, KubernetesObject>();
  for (const object of objects) {
    const key = `${object.metadata.tenant ?? ""}/${object.metadata.namespace ?? ""}/${object.metadata.name}`;
    if (!byName.has(key)) byName.set(key, object);
  }
  return [...byName.values()];
}

const NAMED_TYPES = { Secret: resourceType("", "v1", "secrets", "Secret"), ConfigMap: resourceType("", "v1", "configmaps", "ConfigMap") };

/** Objects that are named and were not listed: Secrets of other types, and ConfigMaps, of which a cluster has many that say nothing here. */
async function readNamed(client: KubernetesClient, objects: readonly KubernetesObject[], context: string): Promise<KubernetesObject[]> {
  const reads = namedIn(objects).map((key) => client.get(key));
  return (await all(reads, context)).filter((object) => object !== undefined);
}

/** Every Secret and ConfigMap that routing objects name and that is not among them, sorted. */
export function namedIn(objects: readonly KubernetesObject[]): Pick<ObjectKey, "type" | "namespace" | "name">[] {
  const names = new Set(
    objects.filter(({ kind }) => kind === "Secret").map(({ metadata }) => `Secret ${metadata.namespace}/${metadata.name}`),
  );
  const byGateways = namedObjects(objects).map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`);
  const keys = new Set([...namedSecrets(objects).map((key) => `Secret ${key}`), ...byGateways]);
  return [...keys]
    .filter((key) => !names.has(key))
    .sort()
    .map((key) => {
      const [, kind, namespace, name = ""] = /^(\w+) (.*)\/(.*)$/.exec(key) ?? [];
      return { type: kind === "ConfigMap" ? NAMED_TYPES.ConfigMap : NAMED_TYPES.Secret, namespace, name };
    });
}

/** `namespace/name` of every Secret that Ingresses, Routes, IngressRoutes and HostRules name. */
function namedSecrets(objects: readonly KubernetesObject[]): string[] {
  // IngressRoutes may name a Secret of another namespace as `namespace/name`.
  const placed = (name: string, { metadata }: KubernetesObject) =>
    name.includes("/") ? name : `${metadata.namespace ?? "default"}/${name}`;
  return objects.flatMap((object) => secretsIn(object).map((name) => placed(name, object)));
}

function secretsIn({ kind, spec }: KubernetesObject): string[] {
  if (kind === "HostRule") {
    const certificate = at(spec, "virtualhost", "tls", "sslKeyCertificate");
    const named = [certificate, at(certificate, "alternateCertificate")].filter((one) => at(one, "type") === "secret");
    return texts(named.map((one) => at(one, "name")));
  }
  if (kind === "Ingress") return texts(listAt(spec, "tls").map((entry) => at(entry, "secretName")));
  // the Route of Contour has no such field
  if (kind === "Route") return texts([at(spec, "tls", "externalCertificate", "name")]);
  if (kind !== "IngressRoute") return [];
  const services = [at(spec, "tcpproxy"), ...listAt(spec, "routes")].flatMap((route) => listAt(route, "services"));
  return texts([at(spec, "virtualhost", "tls", "secretName"), ...services.map((service) => at(service, "validation", "caSecret"))]);
}

/** The value at a path, whatever it is; what an object looks like is checked later, with all others. */
function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined), value);
}

function listAt(value: unknown, key: string): unknown[] {
  const inner = at(value, key);
  return Array.isArray(inner) ? inner : [];
}

function texts(values: readonly unknown[]): string[] {
  return values.filter((value): value is string => typeof value === "string" && value !== "");
}

/** All results, or one error for everything that failed. */
async function all<T>(work: readonly Promise<T>[], context: string): Promise<T[]> {
  const settled = await Promise.allSettled(work);
  const failed = settled.flatMap((one): unknown[] => (one.status === "rejected" ? [one.reason] : []));
  if (failed.length > 0) throw refusal(failed, context);
  return settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

/**
 * The error for lists that could not be read. Refusals are named all at once, with all rules that are missing, so that no one has to
 * ask an administrator six times.
 */
function refusal(errors: readonly unknown[], context: string): unknown {
  const forbidden = errors.filter((error) => refusedBecause(error, "forbidden"));
  const other = errors.find((error) => !refusedBecause(error, "forbidden"));
  const [first] = forbidden;
  if (other !== undefined || !first) return inCluster(other, context);
  const missing = forbidden.map(({ object, text }) => `${object}: ${text}`);
  const rules = forbidden.flatMap(({ rule }) => (rule ? [`- ${ruleText(rule)}`] : []));
  return new LbError({
    code: first.code,
    object: `cluster ${context}`,
    message: `some kinds cannot be read, so nothing of this cluster is used:\n  ${missing.join("\n  ")}`,
    remedy: [
      "Rules that are missing (`k8s-lb rbac` prints manifests with all that are needed):",
      ...[...new Set(rules)],
      "Or read less: `namespaces` and `kinds` (--namespace, --kind) restrict what is read.",
    ].join("\n  "),
  });
}

function inCluster(error: unknown, context: string): unknown {
  if (!(error instanceof KubernetesError)) return error;
  const { reason, status, text, object, causes, remedy } = error;
  return new KubernetesError({ reason, status, text, causes, remedy, object: `cluster ${context}: ${object}` });
}

function ruleText({ apiGroups, resources, verbs, namespace }: RbacRule): string {
  const quoted = (words: readonly string[]) => `[${words.map((word) => JSON.stringify(word)).join(", ")}]`;
  const rule = `{ apiGroups: ${quoted(apiGroups)}, resources: ${quoted(resources)}, verbs: ${quoted(verbs)} }`;
  return namespace ? `${rule} in namespace ${namespace}` : rule;
}

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** An object without what only its writers need: who owns which field, and a second copy of itself. Of a workload nothing that runs in it stays. */
export function tidy(object: KubernetesObject): KubernetesObject {
  const { managedFields, annotations, ...metadata } = object.metadata;
  if (isWorkloadKind(object.apiVersion, object.kind)) {
    const { status: _status, ...rest } = object;
    return { ...rest, ...leanWorkload({ ...object, metadata }) };
  }
  if (!annotations) return { ...object, metadata };
  const { [LAST_APPLIED]: _copy, ...kept } = annotations;
  return { ...object, metadata: { ...metadata, annotations: kept } };
}
