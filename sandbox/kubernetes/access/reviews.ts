import { type HttpRequest, type HttpResponse, json } from "../../shared/http";
import { asObject, type JsonObject, text } from "../../shared/json";
import type { Cluster } from "../cluster";
import { badRequest, forbidden } from "../errors/status";
import { unsupportedMediaType } from "../request/decode";
import { allows, rulesOf, type Wish } from "./rules";
import { MASTERS, type User } from "./user";

const PATH = /^\/apis\/(authorization|authentication)\.k8s\.io\/v1\/(\w+)$/;

/** What may I do, and who am I: objects that are answered and never stored. */
export function reviewOf(cluster: Cluster, user: User, path: string, request: HttpRequest): HttpResponse | undefined {
  const match = PATH.exec(path);
  if (!match || request.method !== "POST") return undefined;
  mustBeAllowed(cluster, user, match[1] ?? "", match[2] ?? "");
  const body = bodyOf(request);
  const answer = { metadata: {}, ...body };
  switch (match[2]) {
    case "selfsubjectaccessreviews":
      return json(201, { ...answer, status: mayDo(cluster, user, body) });
    case "subjectaccessreviews":
      return json(201, { ...answer, status: mayDo(cluster, namedUser(body), body) });
    case "selfsubjectrulesreviews":
      return json(201, { ...answer, status: rules(cluster, user, body) });
    case "selfsubjectreviews":
      return json(201, { ...answer, status: { userInfo: infoOf(user) } });
    case "tokenreviews":
      return json(201, { ...answer, status: reviewToken(cluster, body) });
    default:
      return undefined;
  }
}

/** Everybody may ask about themselves; about others only who has a role for it. */
function mustBeAllowed(cluster: Cluster, user: User, area: string, resource: string): void {
  if (!cluster.rbac || user.groups.includes(MASTERS)) return;
  const group = `${area}.k8s.io`;
  const tenant = user.tenant ?? "";
  const asks = resource.startsWith("self") && user.groups.includes("system:authenticated");
  if (asks || allows(cluster, user, { verb: "create", group, resource, name: "", namespace: "", tenant })) return;
  const why = `User "${user.name}" cannot create resource "${resource}" in API group "${group}" at the cluster scope`;
  throw forbidden({ group, kind: resource }, why);
}

function bodyOf(request: HttpRequest): JsonObject {
  if (request.headers["content-type"]?.includes("protobuf")) throw unsupportedMediaType(["application/json"]);
  try {
    return asObject(JSON.parse(request.body));
  } catch (error) {
    throw badRequest(`couldn't get version/kind; json parse error: ${(error as Error).message}`);
  }
}

function namedUser(body: JsonObject): User {
  const { user, groups } = asObject(body.spec);
  return { name: text(user), groups: Array.isArray(groups) ? groups.map(text) : [] };
}

function mayDo(cluster: Cluster, user: User, body: JsonObject): JsonObject {
  if (user.groups.includes(MASTERS) || !cluster.rbac) return { allowed: true };
  const { verb, group, resource, subresource, name, namespace } = asObject(asObject(body.spec).resourceAttributes);
  const wish: Wish = {
    verb: text(verb),
    group: text(group),
    resource: text(subresource) ? `${text(resource)}/${text(subresource)}` : text(resource),
    name: text(name),
    namespace: text(namespace),
    tenant: user.tenant ?? "",
  };
  return { allowed: allows(cluster, user, wish) };
}

function rules(cluster: Cluster, user: User, body: JsonObject): JsonObject {
  const everything = user.groups.includes(MASTERS) || !cluster.rbac;
  const found = everything
    ? [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }]
    : rulesOf(cluster, user, user.tenant ?? "", text(asObject(body.spec).namespace));
  return {
    resourceRules: found.filter((rule) => "resources" in rule),
    nonResourceRules: found.filter((rule) => "nonResourceURLs" in rule),
    incomplete: false,
  };
}

const infoOf = ({ name, uid, groups }: User): JsonObject => ({ username: name, ...(uid ? { uid } : {}), groups });

function reviewToken(cluster: Cluster, body: JsonObject): JsonObject {
  const user = cluster.tokens.userOf(text(asObject(body.spec).token));
  return user ? { authenticated: true, user: infoOf(user) } : { user: {}, error: "invalid bearer token" };
}
