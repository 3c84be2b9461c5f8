import type { HttpRequest, HttpResponse } from "../shared/http";
import { authorize } from "./access/authorize";
import { reviewOf } from "./access/reviews";
import { ANONYMOUS, type User } from "./access/user";
import type { Cluster } from "./cluster";
import { discovery } from "./discovery/paths";
import { noSuchResource, notFound, PageNotFound, refusal, StatusError, unauthorized } from "./errors/status";
import { checkAccept } from "./request/accept";
import { headersOf } from "./request/answer";
import { type Call, subjectOf, tenantOf } from "./request/call";
import { type Target, targetOf } from "./request/target";
import { keyOf } from "./resources/meta";
import { ALL_TENANTS, SYSTEM_TENANT } from "./resources/tenants";
import { handlerOf } from "./router";

/** One request to the API server. */
export function answer(cluster: Cluster, request: HttpRequest): HttpResponse {
  try {
    return answerOrRefuse(cluster, request);
  } catch (error) {
    if (error instanceof StatusError) return refusal(error);
    if (error instanceof PageNotFound) return pageNotFound();
    throw error;
  }
}

function answerOrRefuse(cluster: Cluster, request: HttpRequest): HttpResponse {
  const [path = "", query = ""] = split(request.written);
  const user = userOf(cluster, request);
  const review = reviewOf(cluster, user, path, request);
  if (review) return review;
  const target = targetOf(path, cluster.arktos);
  if (!target) return discovery(cluster, user, path, request) ?? lost(cluster, path);
  const call = callOf(cluster, user, target, request, query);
  if (!call) return unknown(cluster, target);
  checkAccept(call);
  const { verb, handle } = handlerOf(call);
  authorize(call, verb);
  checkTenant(call);
  try {
    return handle(call);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const { headers, ...answer } = refusal(error);
    return { ...answer, headers: { ...headersOf(call), ...headers } };
  }
}

const split = (written: string): string[] => {
  const mark = written.indexOf("?");
  return mark < 0 ? [written] : [written.slice(0, mark), written.slice(mark + 1)];
};

function userOf(cluster: Cluster, request: HttpRequest): User {
  if (!request.headers.authorization && cluster.rbac) return ANONYMOUS;
  const [scheme = "", token = ""] = (request.headers.authorization ?? "").split(/\s+/);
  const user = scheme.toLowerCase() === "bearer" ? cluster.tokens.userOf(token) : undefined;
  if (!user) throw unauthorized();
  return user;
}

function callOf(cluster: Cluster, user: User, target: Target, request: HttpRequest, query: string): Call | undefined {
  const tenant = target.tenant ?? user.tenant ?? SYSTEM_TENANT;
  const resource = cluster.registry.find(target.group, target.version, target.resource, cluster.arktos ? tenant : "");
  if (!resource) return undefined;
  // a namespace in the path of a kind that is in none leads nowhere
  if (target.namespace !== undefined && resource.scope !== "Namespaced" && resource.plural !== "namespaces") return undefined;
  if (target.subresource !== undefined && !resource.subresources.includes(target.subresource)) {
    if (resource.custom) throw notFound({ group: target.group, kind: target.resource, name: target.name });
    return undefined;
  }
  return {
    cluster,
    request,
    user,
    target,
    resource,
    query: new URLSearchParams(query),
    tenant: tenantOf(cluster, user, target, resource),
    namespace: resource.scope === "Namespaced" ? (target.namespace ?? "") : "",
    warnings: resource.deprecated === undefined ? [] : [resource.deprecated],
  };
}

/** A tenant must be there, except for looking at all of them. */
function checkTenant(call: Call): void {
  const { cluster, tenant, target } = call;
  if (!cluster.arktos || tenant === "" || tenant === SYSTEM_TENANT) return;
  if (tenant === ALL_TENANTS && target.name === undefined) return;
  if (!cluster.store.get("tenants", keyOf("", "", tenant)))
    throw notFound({ ...subjectOf(call), kind: "tenants", group: "", name: tenant });
}

/** Within a group that is built in, the path leads to nothing. */
function unknown(cluster: Cluster, { group }: Target): HttpResponse {
  if (cluster.registry.all().some((resource) => resource.group === group && !resource.custom)) throw noSuchResource({});
  return pageNotFound();
}

/** A path that is no object and no discovery. */
function lost(cluster: Cluster, path: string): HttpResponse {
  const [, prefix, first = "", second] = path.split("/");
  if (prefix === "api" && first !== "") throw noSuchResource({});
  return prefix === "apis" && second !== undefined ? unknown(cluster, { group: first, version: second, resource: "" }) : pageNotFound();
}

const pageNotFound = (): HttpResponse => ({
  status: 404,
  headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-cache, private" },
  body: "404 page not found\n",
});
