// Handles one request to the API server.
import { createHash } from "node:crypto";
import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import { authorize, issueToken, mayLookAround, reviewOf, userOf } from "./access";
import { answerWith, existing, isWatch, type KubernetesCall, type KubernetesUser, type RequestTarget, subjectOf, targetOf } from "./call";
import { ALL_TENANTS, apiVersionOf, type Cluster, type KubernetesResource, SYSTEM_TENANT } from "./cluster";
import { remove } from "./delete";
import { list, versionIn } from "./list";
import { keyOf } from "./metadata";
import { patch } from "./patch";
import { noSuchMethod, noSuchResource, notFound, PageNotFound, qualified, refusal, StatusError } from "./status";
import { watch } from "./watch";
import { create } from "./write";

/** One request to the API server. */
export function answer(cluster: Cluster, request: HttpRequest): HttpResponse {
  try {
    const [path = "", ...query] = request.written.split("?");
    const user = userOf(cluster, request);
    const review = reviewOf(cluster, user, request);
    if (review) return review;
    const target = targetOf(path, cluster.arktos);
    if (!target) return discovery(cluster, user, path, request) ?? nowhere(cluster, path);
    const call = callOf(cluster, user, target, request, query.join("?"));
    if (!call) throw unknownKind(cluster, target.group);
    const [verb, handle] = handlerOf(call);
    authorize(call, verb);
    checkTenant(call);
    return handle(call);
  } catch (error) {
    if (error instanceof StatusError || error instanceof PageNotFound) return refusal(error);
    throw error;
  }
}

function callOf(
  cluster: Cluster,
  user: KubernetesUser,
  target: RequestTarget,
  request: HttpRequest,
  query: string,
): KubernetesCall | undefined {
  const tenant = cluster.arktos ? (target.tenant ?? user.tenant ?? SYSTEM_TENANT) : "";
  const resource = cluster.registry.find(target.group, target.version, target.resource, tenant);
  if (!resource) return undefined;
  const isNamespaced = resource.scope === "Namespaced";
  // a namespace in the path of a kind that is in none leads nowhere
  if (target.namespace !== undefined && !isNamespaced && resource.plural !== "namespaces") return undefined;
  if (target.subresource !== undefined && !resource.subresources.includes(target.subresource)) {
    if (resource.custom) throw notFound({ group: target.group, kind: target.resource, name: target.name });
    return undefined;
  }
  return {
    ...{ cluster, request, user, target, resource, query: new URLSearchParams(query) },
    tenant: resource.scope === "Cluster" ? "" : tenant,
    namespace: isNamespaced ? (target.namespace ?? "") : "",
  };
}

/** GET of one object. */
function get(call: KubernetesCall): HttpResponse {
  versionIn(call.query);
  return answerWith(call, 200, existing(call));
}

/** The word that access rules use, and what serves the request. */
type VerbHandler = [verb: string, handle: (call: KubernetesCall) => HttpResponse];
type Handlers = { [method: string]: VerbHandler };

const COLLECTION: Handlers = { GET: ["list", list], POST: ["create", create] };
const ONE: Handlers = { GET: ["get", get], PATCH: ["patch", patch], DELETE: ["delete", remove] };
const BELOW: { [subresource: string]: Handlers } = {
  status: { GET: ["get", get], PATCH: ["patch", patch] },
  token: { POST: ["create", issueToken] },
};

function handlerOf(call: KubernetesCall): VerbHandler {
  const { target, request, resource } = call;
  const handlers = target.name === undefined ? COLLECTION : target.subresource === undefined ? ONE : BELOW[target.subresource];
  const handler = handlers?.[request.method];
  const needsNamespace = target.name === undefined && resource.scope === "Namespaced" && call.namespace === "" && request.method !== "GET";
  if (handler && !needsNamespace) return handler[0] === "list" && isWatch(call) ? ["watch", watch] : handler;
  if (!resource.custom) throw noSuchMethod();
  throw needsNamespace ? new PageNotFound() : unsupportedAction(call);
}

const ACTIONS: { [method: string]: string } = { POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" };

function unsupportedAction({ resource: { group, plural: kind }, request }: KubernetesCall): StatusError {
  const action = ACTIONS[request.method] ?? request.method;
  const text = `${action} is not supported on resources of kind "${qualified({ group, kind })}"`;
  return new StatusError(405, "MethodNotAllowed", text, { group, kind });
}

/** A tenant must be there, except for looking at all of them. */
function checkTenant(call: KubernetesCall): void {
  const { cluster, tenant, target } = call;
  if (tenant === "" || tenant === SYSTEM_TENANT || (tenant === ALL_TENANTS && target.name === undefined)) return;
  if (!cluster.store.get("tenants", keyOf("", "", tenant)))
    throw notFound({ ...subjectOf(call), kind: "tenants", group: "", name: tenant });
}

/** Within a group that is built in, the path leads to no kind; without one to nothing. */
function unknownKind(cluster: Cluster, group: string): Error {
  return cluster.registry.all().some((each) => each.group === group && !each.custom) ? noSuchResource() : new PageNotFound();
}

/** Answers paths outside of objects and discovery. */
function nowhere(cluster: Cluster, path: string): never {
  const [, prefix, first = "", second] = path.split("/");
  if (prefix === "api" && first !== "") throw noSuchResource();
  throw prefix === "apis" && second !== undefined ? unknownKind(cluster, first) : new PageNotFound();
}

const VERSION = {
  ...{ major: "1", minor: "36", emulationMajor: "1", emulationMinor: "36", minCompatibilityMajor: "1", minCompatibilityMinor: "35" },
  ...{ gitVersion: "v1.36.3", gitCommit: "0", gitTreeState: "clean", buildDate: "1970-01-01T00:00:00Z" },
  ...{ goVersion: "go1.26", compiler: "gc", platform: "linux/amd64" },
};

const HEALTH = /^\/(healthz|livez|readyz)(\/ping)?$/;
const HEALTHY = { status: 200, headers: { "Content-Type": "text/plain; charset=utf-8" }, body: "ok" };

/** Answers requests for something other than an object: version, health, the kinds of a group. Undefined for any other path. */
function discovery(cluster: Cluster, user: KubernetesUser, written: string, { method }: HttpRequest): HttpResponse | undefined {
  const path = written.replace(/(.)\/$/, "$1");
  if (cluster.rbac && !mayLookAround(user, path))
    throw new StatusError(403, "Forbidden", `forbidden: User "${user.name}" cannot get path "${path}"`, {});
  const general = HEALTH.test(path) ? HEALTHY : path === "/version" ? json(200, VERSION) : undefined;
  if (general && method !== "GET") throw noSuchMethod();
  if (general) return general;
  const [, group = "", version = ""] = /^\/(?:api|apis\/([^/]+))\/([^/]+)$/.exec(path) ?? [];
  return kindsOf(cluster.registry.visible(user.tenant ?? ""), group, version);
}

function kindsOf(visible: KubernetesResource[], group: string, version: string): HttpResponse | undefined {
  const served = visible.filter((each) => each.group === group && each.version === version);
  if (served.length === 0) return undefined;
  const resources = served.flatMap((resource) => [entryOf(resource), ...resource.subresources.map((name) => below(resource, name))]);
  // the oldest list of all has no version
  const head = { kind: "APIResourceList", ...(group === "" ? {} : { apiVersion: "v1" }), groupVersion: apiVersionOf({ group, version }) };
  return json(200, { ...head, resources });
}

function entryOf({
  group,
  version,
  plural: name,
  singular: singularName,
  scope,
  kind,
  shortNames,
  categories,
}: KubernetesResource): object {
  const hash = createHash("sha256").update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString("base64");
  return {
    ...{ name, singularName, namespaced: scope === "Namespaced", kind },
    verbs: ["create", "delete", "get", "list", "patch", "watch"],
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(categories.length > 0 ? { categories } : {}),
    storageVersionHash: hash,
  };
}

const TOKEN = { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest", verbs: ["create"] };

const below = ({ plural, scope, kind }: KubernetesResource, subresource: string): object => ({
  ...{ name: `${plural}/${subresource}`, singularName: "", namespaced: scope === "Namespaced", kind, verbs: ["get", "patch"] },
  ...(subresource === "token" ? TOKEN : {}),
});
