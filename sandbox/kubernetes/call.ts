import { decodePath, type HttpRequest, type HttpResponse } from "../shared/http";
import { type JsonObject, text } from "../shared/json";
import type { Cluster } from "./cluster";
import { keyOf, metaOf } from "./metadata";
import { apiVersionOf, type Resource, storageOf } from "./registry";
import type { Subject } from "./status";
import type { User } from "./users";

/** What a path means: one object, a collection, or a subresource of an object. */
export interface Target {
  group: string;
  version: string;
  /** Only where the path has one. */
  tenant?: string;
  namespace?: string;
  resource: string;
  name?: string;
  subresource?: string;
}

/** One request to one resource. */
export interface Call {
  cluster: Cluster;
  request: HttpRequest;
  query: URLSearchParams;
  user: User;
  target: Target;
  resource: Resource;
  /** Whose objects: empty where there are no tenants, and for kinds that belong to nobody. */
  tenant: string;
  namespace: string;
  /** Texts that clients show to people, besides the answer. */
  warnings: string[];
}

/** Subresources of a namespace or tenant itself; other words after its name are resources in it. */
const OF_NAMESPACE = new Set(["status", "finalize"]);

/** The target of `/api/v1/...` or `/apis/GROUP/VERSION/...`; undefined for every other path. `tenants` switches Arktos' paths on. */
export function targetOf(path: string, tenants: boolean): Target | undefined {
  const [prefix, ...parts] = path
    .split("/")
    .filter((part) => part !== "")
    .map(decodePath);
  if (prefix === "api") parts.unshift("");
  const [group = "", version = "", ...rest] = parts;
  if ((prefix !== "api" && prefix !== "apis") || rest.length === 0) return undefined;
  return within({ group, version, resource: "" }, rest, tenants);
}

function within(target: Target, rest: string[], tenants: boolean): Target | undefined {
  const [first, second, third] = rest;
  if (tenants && first === "tenants" && second !== undefined && third !== undefined && !OF_NAMESPACE.has(third))
    return within({ ...target, tenant: second }, rest.slice(2), false);
  const isSpace = first === "namespaces" && second !== undefined;
  const [resource = "", name, subresource, ...more] = isSpace && third !== undefined && !OF_NAMESPACE.has(third) ? rest.slice(2) : rest;
  if (more.length > 0) return undefined;
  return { ...target, ...(isSpace ? { namespace: second } : {}), resource, name, subresource };
}

/** What refusals of this call are about. */
export const subjectOf = ({ resource: { group, plural }, target }: Call, name = target.name): Subject => ({ group, kind: plural, name });

/** The same for refusals of the object's content, which name the kind. */
export const kindOf = ({ resource: { group, kind }, target }: Call, name = target.name): Subject => ({ group, kind, name });

export const storage = (call: Call): string => storageOf(call.resource);

export const keyIn = (call: Call, name = call.target.name ?? ""): string => keyOf(call.tenant, call.namespace, name);

/** The object that the path names. */
export const found = (call: Call): JsonObject | undefined => call.cluster.store.get(storage(call), keyIn(call));

/** `dryRun=All`: everything is checked, nothing is stored. */
export const isDry = (call: Call): boolean => call.query.getAll("dryRun").includes("All");

export const isWatch = ({ query }: Call): boolean => ["true", "1"].includes(query.get("watch") ?? "");

/** An answer in JSON, with what people should know in headers. */
export const ok = (call: Call, status: number, body: object): HttpResponse => ({
  status,
  headers: headersOf(call),
  body: `${JSON.stringify(body)}\n`,
});

export function headersOf({ warnings }: Call): HttpResponse["headers"] {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-cache, private" };
  return warnings.length > 0 ? { ...headers, Warning: warnings.map((warning) => `299 - ${JSON.stringify(warning)}`) } : headers;
}

/** An object in the version that was asked for. */
export function shown({ resource }: Call, object: JsonObject): JsonObject {
  const { kind: _, apiVersion: __, ...rest } = object;
  return { kind: resource.kind, apiVersion: apiVersionOf(resource), ...rest };
}

export const answerWith = (call: Call, status: number, object: JsonObject): HttpResponse => ok(call, status, shown(call, object));

/** The answer to a deletion that left nothing behind. */
export function gone({ resource: { group, plural } }: Call, object: JsonObject): object {
  const { name, uid } = metaOf(object);
  const details = { name: text(name), ...(group ? { group } : {}), kind: plural, uid: text(uid) };
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details };
}
