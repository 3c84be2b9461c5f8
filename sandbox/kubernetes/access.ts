// Identifies the user of a request and checks what it may do.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { HttpRequest, HttpResponse } from "../shared/http";
import { asArray, asObject, type JsonObject, text } from "../shared/json";
import { bodyOf } from "./body";
import { existing, type KubernetesCall, type KubernetesUser, ok, subjectOf } from "./call";
import { type Cluster, SYSTEM_TENANT } from "./cluster";
import { keyOf, listOf, metaOf, nameOf, namespaceOf, timestamp, uidOf } from "./metadata";
import { forbidden, invalid, invalidObject, StatusError } from "./status";

/** Members may do everything. */
const MASTERS = "system:masters";
const AUTHENTICATED = "system:authenticated";
/** User of a request without credentials; only RBAC knows it. */
const ANONYMOUS: KubernetesUser = { name: "system:anonymous", groups: ["system:unauthenticated"] };

/** @throws StatusError 401 for invalid credentials */
export function userOf(cluster: Cluster, { headers: { authorization } }: HttpRequest): KubernetesUser {
  if (!authorization && cluster.rbac) return ANONYMOUS;
  const [scheme = "", token = ""] = (authorization ?? "").split(/\s+/);
  const user = scheme.toLowerCase() === "bearer" ? new KubernetesTokens(cluster).userOf(token) : undefined;
  if (user) return user;
  throw new StatusError(401, "Unauthorized", "Unauthorized");
}

const PUBLIC = /^\/(healthz|livez|readyz|version)$/;
const DISCOVERY = /^\/(api|apis|openapi)(\/|$)/;

/**
 * True for paths that the real server's roles `system:public-info-viewer` (all users) and `system:discovery` (users with credentials) let
 * this user read.
 */
export const mayLookAround = ({ groups }: KubernetesUser, path: string): boolean =>
  groups.includes(MASTERS) || PUBLIC.test(path) || (groups.includes(AUTHENTICATED) && DISCOVERY.test(path));

const ISSUER = "https://kubernetes.default.svc";
const HOUR_S = 3600;
const TEN_MINUTES_S = 600;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Bearer tokens, the same in every sandbox with the same seed, and those that TokenRequest makes for ServiceAccounts. */
export class KubernetesTokens {
  constructor(private readonly cluster: Cluster) {}

  /** The token of the administrator of a tenant; on a server without tenants there is one. */
  admin = (tenant = SYSTEM_TENANT): string => this.digest(`admin/${tenant}`).slice(0, 40);
  /** The token of the operator that the sandbox runs beside the API. */
  operator = (): string => this.digest("operator").slice(0, 40);
  /** The token of a user without administrator rights. */
  user = (name: string): string => this.digest(`user/${name}`).slice(0, 40);

  /** The user of a token that is good now. */
  userOf(token: string): KubernetesUser | undefined {
    const named = this.cluster.settings.users.find((each) => isSame(this.user(each), token));
    if (named !== undefined) return { name: named, groups: [AUTHENTICATED] };
    if (isSame(this.operator(), token)) return this.administrator("mizar-operator", SYSTEM_TENANT);
    const tenants = [SYSTEM_TENANT, ...this.cluster.store.list("tenants").map(([, tenant]) => nameOf(tenant))];
    const tenant = tenants.find((each) => isSame(this.admin(each), token));
    return tenant === undefined ? this.serviceAccount(token) : this.administrator("admin", tenant);
  }

  private administrator(name: string, tenant: string): KubernetesUser {
    return { name, groups: [MASTERS, AUTHENTICATED], tenant: this.cluster.arktos ? tenant : undefined };
  }

  /** A JSON web token for a ServiceAccount. */
  issue(account: JsonObject, aud: string[], exp: number): string {
    const { namespace, name, uid, tenant } = metaOf(account);
    const place = { namespace, serviceaccount: { name, uid }, ...(tenant === undefined ? {} : { tenant }) };
    const claims = { aud, exp, iss: ISSUER, "kubernetes.io": place, sub: `system:serviceaccount:${text(namespace)}:${text(name)}` };
    const content = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
    return `${content}.${this.sign(content)}`;
  }

  /** The user of a token of a service account that exists. */
  private serviceAccount(token: string): KubernetesUser | undefined {
    const [head, body, signature] = token.split(".");
    if (!body || !signature || !isSame(this.sign(`${head}.${body}`), signature)) return undefined;
    const claims = asObject(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
    const { serviceaccount, namespace, tenant } = asObject(claims["kubernetes.io"]);
    const { name, uid } = asObject(serviceaccount);
    const account = this.cluster.store.get("serviceaccounts", keyOf(text(tenant), text(namespace), text(name)));
    if (Number(claims.exp) * 1000 < Date.now() || !account || uidOf(account) !== uid) return undefined;
    const groups = ["system:serviceaccounts", `system:serviceaccounts:${text(namespace)}`, AUTHENTICATED];
    return { name: text(claims.sub), groups, tenant: text(tenant) || undefined };
  }

  private sign = (content: string): string => createHmac("sha256", this.digest("key")).update(content).digest("base64url");

  private digest = (what: string): string => createHash("sha256").update(`sandbox/${this.cluster.settings.seed}/${what}`).digest("hex");
}

function isSame(a: string, b: string): boolean {
  const [bytesOfA, bytesOfB] = [Buffer.from(a), Buffer.from(b)];
  return bytesOfA.length === bytesOfB.length && timingSafeEqual(bytesOfA, bytesOfB);
}

/** POST .../serviceaccounts/NAME/token: a token for a ServiceAccount. */
export function issueToken(call: KubernetesCall): HttpResponse {
  const account = existing(call);
  const reviewSpec = asObject(bodyOf(call).spec);
  const audiences = asArray(reviewSpec.audiences).length > 0 ? asArray(reviewSpec.audiences).map(text) : [ISSUER];
  const expirationSeconds = Number(reviewSpec.expirationSeconds ?? HOUR_S);
  if (expirationSeconds < TEN_MINUTES_S) {
    const fault = invalid("spec.expirationSeconds", expirationSeconds, "may not specify a duration less than 10 minutes");
    throw invalidObject({ group: "authentication.k8s.io", kind: "TokenRequest" }, [fault]);
  }
  const expires = Math.floor(Date.now() / 1000) + expirationSeconds;
  return ok(201, {
    ...{ kind: "TokenRequest", apiVersion: "authentication.k8s.io/v1" },
    metadata: { name: nameOf(account), namespace: namespaceOf(account), creationTimestamp: timestamp() },
    spec: { audiences, expirationSeconds, boundObjectRef: reviewSpec.boundObjectRef ?? null },
    status: {
      token: new KubernetesTokens(call.cluster).issue(account, audiences, expires),
      expirationTimestamp: timestamp(expires * 1000),
    },
  });
}

const RBAC = "rbac.authorization.k8s.io";

/** Action that a user asks permission for. */
interface Wish {
  verb: string;
  group: string;
  /** Resource with its subresource: `pods/status`. */
  resource: string;
  name: string;
}

/** Refuses what the rules do not allow; administrators may do everything. */
export function authorize(call: KubernetesCall, verb: string): void {
  const { user, target, resource } = call;
  const { group, plural } = resource;
  const { name = "", subresource } = target;
  const wish: Wish = { verb, group, resource: subresource === undefined ? plural : `${plural}/${subresource}`, name };
  // a namespace is in itself
  const namespace = plural === "namespaces" ? name : call.namespace;
  if (isAllowed(call, namespace, wish)) return;
  const where = namespace === "" ? "at the cluster scope" : `in the namespace "${namespace}"`;
  throw forbidden(subjectOf(call), `User "${user.name}" cannot ${verb} resource "${wish.resource}" in API group "${group}" ${where}`);
}

/** The user of a request, with cluster and tenant. */
type Asker = Pick<KubernetesCall, "cluster" | "user" | "tenant">;

function isAllowed(asker: Asker, namespace: string, wish: Wish): boolean {
  const { cluster, user, tenant } = asker;
  if (!cluster.rbac) return true;
  // on Arktos an administrator of a tenant rules that tenant; those of the system tenant rule all
  const isOwn = user.tenant === undefined || user.tenant === SYSTEM_TENANT || tenant === user.tenant || tenant === "";
  return (user.groups.includes(MASTERS) && isOwn) || rulesOf(asker, namespace).some((rule) => covers(rule, wish));
}

const SELF_REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

/** POST of a SelfSubjectAccessReview: what the sender may do. Nothing is stored. */
export function reviewOf(cluster: Cluster, user: KubernetesUser, { method, written, body }: HttpRequest): HttpResponse | undefined {
  if (method !== "POST" || written.split("?")[0] !== SELF_REVIEWS) return undefined;
  const review = asObject(JSON.parse(body));
  const attributes = asObject(asObject(review.spec).resourceAttributes);
  const { verb, group, resource, subresource, name, namespace } = attributes;
  const wish = { verb: text(verb), group: text(group), resource: subresource ? `${text(resource)}/${text(subresource)}` : text(resource) };
  const tenant = cluster.arktos ? (user.tenant ?? SYSTEM_TENANT) : "";
  const allowed = isAllowed({ cluster, user, tenant }, text(namespace), { ...wish, name: text(name) });
  return ok(201, {
    ...{ kind: "SelfSubjectAccessReview", apiVersion: "authorization.k8s.io/v1" },
    metadata: { creationTimestamp: null },
    spec: { resourceAttributes: attributes },
    status: { allowed },
  });
}

/** Every rule that holds for the user: those of the whole cluster, and those in a namespace. */
function rulesOf({ cluster, user, tenant }: Asker, namespace: string): JsonObject[] {
  const stored = (plural: string) => cluster.store.list(`${plural}.${RBAC}`).map(([, binding]) => binding);
  const narrow = namespace === "" ? [] : stored("rolebindings").filter((binding) => namespaceOf(binding) === namespace);
  return [...stored("clusterrolebindings"), ...narrow]
    .filter((binding) => text(metaOf(binding).tenant) === tenant)
    .filter((binding) => listOf(binding, "subjects").some((subject) => isMeant(subject, user, binding)))
    .flatMap((binding) => {
      const { kind, name } = asObject(binding.roleRef);
      const [plural, place] = kind === "ClusterRole" ? ["clusterroles", ""] : ["roles", namespaceOf(binding)];
      return listOf(cluster.store.get(`${plural}.${RBAC}`, keyOf(tenant, place, text(name))) ?? {}, "rules");
    });
}

function isMeant({ kind, name, namespace }: JsonObject, user: KubernetesUser, binding: JsonObject): boolean {
  if (kind === "User") return name === user.name;
  if (kind === "Group") return user.groups.includes(text(name));
  return kind === "ServiceAccount" && user.name === `system:serviceaccount:${text(namespace ?? metaOf(binding).namespace)}:${text(name)}`;
}

function covers(rule: JsonObject, { verb, group, resource, name }: Wish): boolean {
  const has = (field: string, value: string) => asArray(rule[field]).some((each) => each === "*" || each === value);
  const names = asArray(rule.resourceNames);
  const [, subresource] = resource.split("/");
  const matches = has("resources", resource) || (subresource !== undefined && asArray(rule.resources).includes(`*/${subresource}`));
  return has("verbs", verb) && has("apiGroups", group) && matches && (names.length === 0 || (name !== "" && names.includes(name)));
}
