import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { HttpRequest, HttpResponse } from "../shared/http";
import { asArray, asObject, type JsonObject, text } from "../shared/json";
import { bodyOf } from "./body";
import { type Call, ok } from "./call";
import type { Cluster } from "./cluster";
import { existing } from "./list";
import { keyOf, nameOf, namespaceOf, timestamp, uidOf } from "./metadata";
import { SYSTEM_TENANT } from "./registry";
import { invalid, invalidObject, StatusError } from "./status";

/** Who sends a request. */
export interface User {
  name: string;
  groups: string[];
  /** Arktos: the tenant of the credentials. */
  tenant?: string;
}

/** Members may do everything. */
export const MASTERS = "system:masters";
const AUTHENTICATED = "system:authenticated";
/** Who has no credentials at all; only RBAC knows such a user. */
const ANONYMOUS: User = { name: "system:anonymous", groups: ["system:unauthenticated"] };

/** @throws StatusError 401 for credentials that are none */
export function userOf(cluster: Cluster, { headers: { authorization } }: HttpRequest): User {
  if (!authorization && cluster.rbac) return ANONYMOUS;
  const [scheme = "", token = ""] = (authorization ?? "").split(/\s+/);
  const user = scheme.toLowerCase() === "bearer" ? cluster.tokens.userOf(token) : undefined;
  if (user) return user;
  throw new StatusError(401, "Unauthorized", "Unauthorized");
}

const PUBLIC = /^\/(healthz|livez|readyz|version)$/;
const DISCOVERY = /^\/(api|apis|openapi)(\/|$)/;

/** What the real server's roles `system:public-info-viewer` and `system:discovery` let everybody see, and everybody with credentials. */
export const mayLookAround = ({ groups }: User, path: string): boolean =>
  groups.includes(MASTERS) || PUBLIC.test(path) || (groups.includes(AUTHENTICATED) && DISCOVERY.test(path));

const AUDIENCE = "https://kubernetes.default.svc";
const HOUR_S = 3600;
const TEN_MINUTES_S = 600;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * Bearer tokens: one of an administrator per tenant, the same in every sandbox with the same seed, and those that TokenRequest makes for
 * ServiceAccounts.
 */
export class Tokens {
  constructor(private readonly cluster: Cluster) {}

  /** The token of the administrator of a tenant; on a server without tenants there is one. */
  admin = (tenant = SYSTEM_TENANT): string => this.digest(`admin/${tenant}`).slice(0, 40);
  /** The token of the operator that the sandbox runs beside the API. */
  operator = (): string => this.digest("operator").slice(0, 40);
  /** The token of a user who is no administrator. */
  user = (name: string): string => this.digest(`user/${name}`).slice(0, 40);

  /** The user of a token that is good now. */
  userOf(token: string): User | undefined {
    const named = this.cluster.settings.users.find((each) => isSame(this.user(each), token));
    if (named !== undefined) return { name: named, groups: [AUTHENTICATED] };
    if (isSame(this.operator(), token)) return this.administrator("mizar-operator", SYSTEM_TENANT);
    const tenants = [SYSTEM_TENANT, ...this.cluster.store.list("tenants").map(([, tenant]) => nameOf(tenant))];
    const tenant = tenants.find((each) => isSame(this.admin(each), token));
    return tenant === undefined ? this.serviceAccount(token) : this.administrator("admin", tenant);
  }

  private administrator(name: string, tenant: string): User {
    return { name, groups: [MASTERS, AUTHENTICATED], tenant: this.cluster.arktos ? tenant : undefined };
  }

  /** A token for a ServiceAccount, as a JSON web token. */
  issue(account: JsonObject, audiences: string[], seconds: number): { token: string; expires: number } {
    const { namespace, name, uid, tenant } = asObject(account.metadata);
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ aud: audiences, exp: now + seconds, iat: now, nbf: now, iss: AUDIENCE, jti: this.cluster.random.uuid4() },
      "kubernetes.io": { namespace, serviceaccount: { name, uid }, ...(tenant === undefined ? {} : { tenant }) },
      sub: `system:serviceaccount:${text(namespace)}:${text(name)}`,
    };
    const content = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
    return { token: `${content}.${this.sign(content)}`, expires: claims.exp };
  }

  private serviceAccount(token: string): User | undefined {
    const [head, body, signature] = token.split(".");
    if (!body || !signature || !isSame(this.sign(`${head}.${body}`), signature)) return undefined;
    const claims = asObject(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
    if (Number(claims.exp) * 1000 < Date.now()) return undefined;
    const place = asObject(claims["kubernetes.io"]);
    const { name, uid } = asObject(place.serviceaccount);
    const [tenant, namespace] = [text(place.tenant), text(place.namespace)];
    const account = this.cluster.store.get("serviceaccounts", keyOf(tenant, namespace, text(name)));
    if (!account || uidOf(account) !== uid) return undefined;
    const groups = ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, AUTHENTICATED];
    return { name: text(claims.sub), groups, tenant: tenant || undefined };
  }

  private sign = (content: string): string => createHmac("sha256", this.digest("key")).update(content).digest("base64url");

  private digest = (what: string): string => createHash("sha256").update(`sandbox/${this.cluster.settings.seed}/${what}`).digest("hex");
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** POST .../serviceaccounts/NAME/token: a token for a ServiceAccount. */
export function issueToken(call: Call): HttpResponse {
  const account = existing(call);
  const spec = asObject(bodyOf(call).spec);
  const wanted = asArray(spec.audiences).map(text);
  const audiences = wanted.length > 0 ? wanted : [AUDIENCE];
  const expirationSeconds = Number(spec.expirationSeconds ?? HOUR_S);
  if (expirationSeconds < TEN_MINUTES_S) {
    const fault = invalid("spec.expirationSeconds", expirationSeconds, "may not specify a duration less than 10 minutes");
    throw invalidObject({ group: "authentication.k8s.io", kind: "TokenRequest" }, [fault]);
  }
  const { token, expires } = call.cluster.tokens.issue(account, audiences, expirationSeconds);
  return ok(call, 201, {
    ...{ kind: "TokenRequest", apiVersion: "authentication.k8s.io/v1" },
    metadata: { name: nameOf(account), namespace: namespaceOf(account), creationTimestamp: timestamp() },
    spec: { audiences, expirationSeconds, boundObjectRef: spec.boundObjectRef ?? null },
    status: { token, expirationTimestamp: timestamp(expires * 1000) },
  });
}
