// Parses the path of a request: object, collection or subresource.
import { decodePath, type HttpRequest, type HttpResponse } from "../shared/http";
import { type JsonObject, text } from "../shared/json";
import { apiVersionOf, type Cluster, type KubernetesResource, storageOf } from "./cluster";
import { keyOf, metaOf } from "./metadata";
import { JSON_HEADERS, notFound, type StatusSubject } from "./status";

/** Meaning of a path: one object, a collection, or a subresource of an object. */
export interface RequestTarget {
  group: string;
  version: string;
  /** Only where the path has one. */
  tenant?: string;
  namespace?: string;
  resource: string;
  name?: string;
  subresource?: string;
}

/** Sender of a request. */
export interface KubernetesUser {
  name: string;
  groups: string[];
  /** Arktos: the tenant of the credentials. */
  tenant?: string;
}

/** One request to one resource. */
export interface KubernetesCall {
  cluster: Cluster;
  request: HttpRequest;
  query: URLSearchParams;
  user: KubernetesUser;
  target: RequestTarget;
  resource: KubernetesResource;
  /** Tenant of the objects. Empty without tenants, and for kinds that belong to no tenant. */
  tenant: string;
  namespace: string;
}

/** The subresource of a namespace or tenant itself; other words after its name are resources in it. */
const OF_NAMESPACE = "status";

/** The target of `/api/v1/...` or `/apis/GROUP/VERSION/...`; undefined for every other path. `tenants` switches Arktos' paths on. */
export function targetOf(path: string, tenants: boolean): RequestTarget | undefined {
  const [prefix, ...parts] = path
    .split("/")
    .filter((part) => part !== "")
    .map(decodePath);
  if (prefix === "api") parts.unshift("");
  const [group = "", version = "", ...rest] = parts;
  if ((prefix !== "api" && prefix !== "apis") || rest.length === 0) return undefined;
  return within({ group, version, resource: "" }, rest, tenants);
}

function within(target: RequestTarget, rest: string[], tenants: boolean): RequestTarget | undefined {
  const [first, second, third] = rest;
  if (tenants && first === "tenants" && second !== undefined && third !== undefined && third !== OF_NAMESPACE)
    return within({ ...target, tenant: second }, rest.slice(2), false);
  const isSpace = first === "namespaces" && second !== undefined;
  const [resource = "", name, subresource, ...more] = isSpace && third !== undefined && third !== OF_NAMESPACE ? rest.slice(2) : rest;
  if (more.length > 0) return undefined;
  return { ...target, ...(isSpace ? { namespace: second } : {}), resource, name, subresource };
}

/** Subject of refusals of this call. */
export const subjectOf = ({ resource: { group, plural }, target }: KubernetesCall, name = target.name): StatusSubject => ({
  group,
  kind: plural,
  name,
});

/** Subject of refusals of the object's content, which name the kind. */
export const kindOf = ({ resource: { group, kind }, target }: KubernetesCall, name = target.name): StatusSubject => ({ group, kind, name });

export const storage = (call: KubernetesCall): string => storageOf(call.resource);

export const keyIn = (call: KubernetesCall, name = call.target.name ?? ""): string => keyOf(call.tenant, call.namespace, name);

/** The object that the path names. */
export const storedObject = (call: KubernetesCall): JsonObject | undefined => call.cluster.store.get(storage(call), keyIn(call));

export function existing(call: KubernetesCall): JsonObject {
  const object = storedObject(call);
  if (!object) throw notFound(subjectOf(call));
  return object;
}

/** `dryRun=All`: everything is checked, nothing is stored. */
export const isDry = (call: KubernetesCall): boolean => call.query.getAll("dryRun").includes("All");

export const isWatch = ({ query }: KubernetesCall): boolean => ["true", "1"].includes(query.get("watch") ?? "");

/** Is this a server-side apply? */
export const isApply = ({ request }: KubernetesCall): boolean => /^application\/apply-patch\+/.test(request.headers["content-type"] ?? "");

export const ok = (status: number, body: object): HttpResponse => ({
  ...{ status, headers: { ...JSON_HEADERS } },
  body: `${JSON.stringify(body)}\n`,
});

/** An object in the version that was asked for. */
export function shown({ resource }: KubernetesCall, object: JsonObject): JsonObject {
  const { kind: _, apiVersion: __, ...rest } = object;
  return { kind: resource.kind, apiVersion: apiVersionOf(resource), ...rest };
}

export const answerWith = (call: KubernetesCall, status: number, object: JsonObject): HttpResponse => ok(status, shown(call, object));

/** The answer to a deletion that left nothing behind. */
export function gone({ resource: { group, plural } }: KubernetesCall, object: JsonObject): object {
  const { name, uid } = metaOf(object);
  const details = { name: text(name), ...(group ? { group } : {}), kind: plural, uid: text(uid) };
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details };
}
