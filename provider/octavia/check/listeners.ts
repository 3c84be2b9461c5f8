import ipaddr from "ipaddr.js";
import type { Place } from "../../../kinds/octavia/tree";
import { isObject, isUnknown } from "../../lifecycle/json";
import { isVoid, texts } from "../tree/compare";
import { at, known, type Reason, type Rule, type Tree, text } from "./rule";

/** Which pools a listener may have. */
const POOLS: { readonly [protocol: string]: readonly string[] } = {
  TCP: ["HTTP", "HTTPS", "PROXY", "PROXYV2", "TCP"],
  HTTP: ["HTTP", "PROXY", "PROXYV2"],
  HTTPS: ["HTTPS", "PROXY", "PROXYV2", "TCP"],
  TERMINATED_HTTPS: ["HTTP", "PROXY", "PROXYV2"],
  UDP: ["UDP"],
  SCTP: ["SCTP"],
  PROMETHEUS: [],
};

const HEADERS = ["X-Forwarded-For", "X-Forwarded-Port", "X-Forwarded-Proto", "X-Forwarded-IP", "X-Client-IP", "X-Real-IP"];
const TLS_HEADERS = [
  "Client-Verify",
  "Client-Has-Cert",
  "Client-DN",
  "Client-CN",
  "Issuer",
  "Client-SHA1",
  "Client-Not-Before",
  "Client-Not-After",
];

/** What the API asks of a listener beyond its fields. */
export const checkListener: Rule = (place, tree) => {
  if (place.part !== "listener") return [];
  const { body } = place;
  const protocol = text(body.protocol);
  if (protocol === undefined || !(protocol in POOLS)) return [];
  const http = protocol === "HTTP" || protocol === "TERMINATED_HTTPS";
  const reasons: Reason[] = [];
  const add = (field: string, message: string) => reasons.push(at(place, field, message));

  if (protocol === "TERMINATED_HTTPS" && isVoid(body.default_tls_container_ref) && isVoid(body.sni_container_refs)) {
    add("default_tls_container_ref", "a TERMINATED_HTTPS listener needs a certificate");
  }
  if (!http && !isVoid(body.l7policies)) add("l7policies", `a ${protocol} listener has no L7 policies`);
  if (!isVoid(body.insert_headers)) {
    if (!http) add("insert_headers", `a ${protocol} listener inserts no headers`);
    else headerFaults(body.insert_headers, protocol).forEach((message) => void add("insert_headers", message));
  }
  for (const field of ["hsts_max_age", "hsts_include_subdomains", "hsts_preload"]) {
    if (protocol !== "TERMINATED_HTTPS" && known(body[field])) add(field, "only a TERMINATED_HTTPS listener has HSTS");
  }
  for (const network of texts(body.allowed_cidrs)) {
    if (!isUnknown(network) && !ipaddr.isValidCIDR(network)) add("allowed_cidrs", `"${network}" is no network in CIDR form`);
  }
  if (protocol === "PROMETHEUS" && !isVoid(body.default_pool)) add("default_pool", "a PROMETHEUS listener has no pool");
  else reasons.push(...poolFaults(place, tree, protocol));
  return reasons;
};

/** Pools of a listener and of its policies: they exist, and their protocol goes with the listener's. */
function poolFaults(place: Place, tree: Tree, protocol: string): Reason[] {
  const { body } = place;
  if (!isObject(body.default_pool)) return [];
  const name = text(body.default_pool.name);
  if (name === undefined) return [];
  const pool = tree.pools.get(name);
  if (!pool) return [at(place, "default_pool", `pool "${name}" is named but nowhere spelt out`)];
  const theirs = text(pool.protocol);
  if (theirs === undefined || POOLS[protocol]?.includes(theirs)) return [];
  return [at(place, "default_pool", `a ${protocol} listener cannot have a ${theirs} pool, only ${POOLS[protocol]?.join(", ")}`)];
}

function headerFaults(headers: unknown, protocol: string): string[] {
  if (!isObject(headers)) return [];
  const allowed = [...HEADERS, ...(protocol === "TERMINATED_HTTPS" ? TLS_HEADERS.map((name) => `X-SSL-${name}`) : [])];
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!allowed.includes(name)) return [`"${name}" cannot be inserted, only ${allowed.join(", ")}`];
    return isUnknown(value) || value === "true" || value === "false" ? [] : [`"${name}" must be the text "true" or "false"`];
  });
}
