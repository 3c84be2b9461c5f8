// Kinds that the operator reads and writes.
import { asObject, isObject, type JsonObject, text } from "../../shared/json";

/** One kind as the API server addresses it. */
export interface WatchedResource {
  /** `` for the core group. */
  group: string;
  version: string;
  plural: string;
  kind: string;
  namespaced: boolean;
  /** Arktos keeps it per tenant. */
  tenanted: boolean;
}

const mizar = (kind: string): WatchedResource => ({
  group: "mizar.com",
  version: "v1",
  plural: `${kind.toLowerCase()}s`,
  kind,
  namespaced: true,
  tenanted: true,
});

const of = (group: string, version: string, plural: string, kind: string, namespaced: boolean, tenanted = true): WatchedResource => ({
  ...{ group, version, plural, kind },
  ...{ namespaced, tenanted },
});

/** Every kind that Mizar's operator and Arktos' controllers read or write. */
export const RESOURCES = {
  Vpc: mizar("Vpc"),
  Subnet: mizar("Subnet"),
  Divider: mizar("Divider"),
  Bouncer: mizar("Bouncer"),
  Droplet: mizar("Droplet"),
  Endpoint: mizar("Endpoint"),
  Network: of("arktos.futurewei.com", "v1", "networks", "Network", false),
  Tenant: of("", "v1", "tenants", "Tenant", false, false),
  Node: of("", "v1", "nodes", "Node", false, false),
  Namespace: of("", "v1", "namespaces", "Namespace", false),
  Pod: of("", "v1", "pods", "Pod", true),
  Service: of("", "v1", "services", "Service", true),
  Endpoints: of("", "v1", "endpoints", "Endpoints", true),
  Event: of("", "v1", "events", "Event", true),
  Deployment: of("apps", "v1", "deployments", "Deployment", true),
  ClusterRole: of("rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole", false),
  ClusterRoleBinding: of("rbac.authorization.k8s.io", "v1", "clusterrolebindings", "ClusterRoleBinding", false),
} satisfies { [kind: string]: WatchedResource };

export type WatchedKind = keyof typeof RESOURCES;

/** The kinds of Mizar itself. */
export const MIZAR_KINDS = ["Vpc", "Subnet", "Divider", "Bouncer", "Droplet", "Endpoint"] as const satisfies readonly WatchedKind[];

export type MizarKind = (typeof MIZAR_KINDS)[number];

export const isMizar = (kind: string): kind is MizarKind => MIZAR_KINDS.some((each) => each === kind);

/** Further kinds that belong to no namespace, as far as states to begin with may name them. */
const WITHOUT_NAMESPACE = ["CustomResourceDefinition", "IngressClass", "GatewayClass", "StorageClass", "PersistentVolume", "PriorityClass"];

export const isKind = (word: string): word is WatchedKind => Object.hasOwn(RESOURCES, word);

/** The kind of a manifest: one of those above, or derived from its names. */
export function resourceFor(kind: string, apiVersion: string | undefined): WatchedResource {
  const resource = isKind(kind) ? RESOURCES[kind] : undefined;
  if (resource && (apiVersion === undefined || apiVersion === apiVersionOf(resource))) return resource;
  const [version = "v1", group = ""] = (apiVersion ?? "v1").split("/").reverse();
  const word = kind.toLowerCase();
  const plural = /(s|x|ch|sh)$/.test(word) ? `${word}es` : word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`;
  return of(group, version, plural, kind, !WITHOUT_NAMESPACE.includes(kind));
}

export const apiVersionOf = ({ group, version }: WatchedResource): string => (group ? `${group}/${version}` : version);

/** One object. */
export interface ObjectReference {
  kind: WatchedKind;
  name: string;
  namespace?: string;
  tenant?: string;
}

/** The path of a kind's collection or of one object in it. `tenant` undefined: a server without tenants. */
export function pathOf(
  resource: WatchedResource,
  where: { tenant?: string; namespace?: string; name?: string; subresource?: string },
): string {
  const parts = resource.group ? ["apis", resource.group, resource.version] : ["api", resource.version];
  if (resource.tenanted && where.tenant) parts.push("tenants", where.tenant);
  if (resource.namespaced && where.namespace) parts.push("namespaces", where.namespace);
  parts.push(resource.plural);
  if (where.name !== undefined) parts.push(where.name);
  if (where.subresource) parts.push(where.subresource);
  return `/${parts.map(encodeURIComponent).join("/")}`;
}

/** An object of the API server. */
export interface KubeObject {
  apiVersion: string;
  kind: WatchedKind;
  metadata: {
    name: string;
    namespace?: string;
    tenant?: string;
    uid?: string;
    resourceVersion?: string;
    creationTimestamp?: string;
    deletionTimestamp?: string;
    finalizers?: string[];
    labels?: { [name: string]: string };
    annotations?: { [name: string]: string };
  };
  spec: JsonObject;
  status: JsonObject;
  [field: string]: unknown;
}

/** Returns an answer of the server as an object of that kind; items of lists come without kind, some kinds without spec or status. */
export function objectOf(kind: WatchedKind, value: unknown): KubeObject | undefined {
  if (!isObject(value) || !isObject(value.metadata) || typeof value.metadata.name !== "string") return undefined;
  const body = value as unknown as Partial<KubeObject> & Pick<KubeObject, "metadata">;
  return { ...body, apiVersion: apiVersionOf(RESOURCES[kind]), kind, spec: asObject(body.spec), status: asObject(body.status) };
}

/** A body to be created. */
export interface NewObject {
  kind: WatchedKind;
  /** Set if it differs from the one that the operator knows. */
  apiVersion?: string;
  metadata: {
    name: string;
    namespace?: string;
    tenant?: string;
    labels?: { [name: string]: string };
    annotations?: { [name: string]: string };
    finalizers?: string[];
  };
  [field: string]: unknown;
}

/** The identity of an object within its kind. */
export const keyOf = ({ metadata: { tenant = "", namespace = "", name } }: Pick<KubeObject, "metadata">): string =>
  `${tenant}/${namespace}/${name}`;

/** A field of the spec as text; absent is empty. */
export const specText = (object: Pick<KubeObject, "spec">, field: string): string => text(object.spec[field]);

export const annotationOf = (object: Pick<KubeObject, "metadata">, name: string): string | undefined => object.metadata.annotations?.[name];
