import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { asObject, type JsonObject, text } from "../../shared/json";
import type { Cluster } from "../cluster";
import { keyOf, uidOf } from "../resources/meta";
import { SYSTEM_TENANT } from "../resources/tenants";
import { MASTERS, type User } from "./user";

const ISSUER = "https://kubernetes.default.svc";
const HOUR_S = 3600;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * Bearer tokens: one of an administrator per tenant, the same in every sandbox with the same seed, and those that TokenRequest makes for
 * ServiceAccounts.
 */
export class Tokens {
  constructor(private readonly cluster: Cluster) {}

  /** The token of the administrator of a tenant; on a server without tenants there is one. */
  admin(tenant = SYSTEM_TENANT): string {
    return this.digest(`admin/${tenant}`).slice(0, 40);
  }

  /** The token of the operator that the sandbox runs beside the API. */
  operator(): string {
    return this.digest("operator").slice(0, 40);
  }

  /** The token of a user who is no administrator. */
  user(name: string): string {
    return this.digest(`user/${name}`).slice(0, 40);
  }

  /** The user of a token that is good now. */
  userOf(token: string): User | undefined {
    const named = this.cluster.settings.users.find((each) => same(this.user(each), token));
    if (named !== undefined) return { name: named, groups: ["system:authenticated"] };
    if (same(this.operator(), token)) return this.administrator("mizar-operator", SYSTEM_TENANT);
    const tenant = this.tenants().find((each) => same(this.admin(each), token));
    if (tenant === undefined) return token.includes(".") ? this.serviceAccount(token) : undefined;
    return this.administrator("admin", tenant);
  }

  private administrator(name: string, tenant: string): User {
    return { name, groups: [MASTERS, "system:authenticated"], tenant: this.cluster.arktos ? tenant : undefined };
  }

  /** A token for a ServiceAccount, as a JSON web token. */
  issue(account: JsonObject, audiences: string[], seconds = HOUR_S): { token: string; expires: number } {
    const { namespace, name, uid, tenant } = asObject(account.metadata);
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ aud: audiences, exp: now + seconds, iat: now, nbf: now, iss: ISSUER, jti: this.cluster.newUid() },
      "kubernetes.io": { namespace, serviceaccount: { name, uid }, ...(tenant === undefined ? {} : { tenant }) },
      sub: `system:serviceaccount:${text(namespace)}:${text(name)}`,
    };
    const content = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
    return { token: `${content}.${this.sign(content)}`, expires: claims.exp };
  }

  private serviceAccount(token: string): User | undefined {
    const [head, body, signature] = token.split(".");
    if (!body || !signature || !same(this.sign(`${head}.${body}`), signature)) return undefined;
    const claims = asObject(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
    if (Number(claims.exp) * 1000 < Date.now()) return undefined;
    const place = asObject(claims["kubernetes.io"]);
    const { name, uid } = asObject(place.serviceaccount);
    const [tenant, namespace] = [text(place.tenant), text(place.namespace)];
    const account = this.cluster.store.get("serviceaccounts", keyOf(tenant, namespace, text(name)));
    if (!account || uidOf(account) !== uid) return undefined;
    return {
      name: text(claims.sub),
      uid: text(uid),
      groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
      tenant: tenant || undefined,
    };
  }

  private tenants(): string[] {
    const made = this.cluster.store.list("tenants").map(([, tenant]) => text(asObject(tenant.metadata).name));
    return [...new Set([SYSTEM_TENANT, ...made])];
  }

  private sign = (content: string): string => createHmac("sha256", this.digest("key")).update(content).digest("base64url");

  private digest = (what: string): string => createHash("sha256").update(`sandbox/${this.cluster.settings.seed}/${what}`).digest("hex");
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
