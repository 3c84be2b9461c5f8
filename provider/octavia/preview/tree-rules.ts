// The rules that Octavia applies to a load balancer, checked at preview.

import { isExpression, isFound, isKnown } from "../../../requests/patterns/engine";
import type { Json } from "../../../resources/kind";
import type { TreePart } from "../../../resources/octavia/fields";
import { isPlainAddress, isPlainRange } from "../../../resources/plain-addresses";
import { isObject, isUnknown, type JsonObject } from "../../lifecycle/bodies/json";
import { isVoid, listenerKey, objects, texts } from "../tree/compare";

/** Reports that the API would refuse a field of the current object. */
export type Refuse = (field: string, why: string) => void;

/** Looks at one object of the tree beyond its fields. */
type BodyRule = (body: JsonObject, refuse: Refuse, tree: TreeFacts, parent: JsonObject) => void;

/** Facts about the rest of the tree that a rule may need. */
export interface TreeFacts {
  /** Every pool that is spelt out, by name. */
  pools: ReadonlyMap<string, JsonObject>;
  /** There may be more of them: preview does not know all of the tree. */
  unseenPools: boolean;
  /** Names of the resource's own certificates; undefined when preview cannot know them. */
  certificates: ReadonlySet<string> | undefined;
  /** Keys of listeners that keep the certificates they have. */
  keepCertificates: ReadonlySet<string>;
}

/** True for a value that is there and that preview knows. */
function isKnownValue(value: Json | undefined): value is Json {
  return value !== undefined && value !== null && !isUnknown(value);
}

/** A text that preview knows. */
export function text(value: Json | undefined): string | undefined {
  return typeof value === "string" && !isUnknown(value) ? value : undefined;
}

/** Protocols of the pools that a listener may have. */
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
  ...["X-SSL-Client-Verify", "X-SSL-Client-Has-Cert", "X-SSL-Client-DN", "X-SSL-Client-CN", "X-SSL-Issuer", "X-SSL-Client-SHA1"],
  ...["X-SSL-Client-Not-Before", "X-SSL-Client-Not-After"],
];

const listener: BodyRule = (body, refuse, tree) => {
  const protocol = text(body.protocol) ?? "";
  const allowed = POOLS[protocol];
  if (!allowed) return;
  const offloads = protocol === "TERMINATED_HTTPS";
  const http = protocol === "HTTP" || offloads;
  const keeps = tree.keepCertificates.has(listenerKey(body));
  if (offloads && !keeps && isVoid(body.default_tls_container_ref) && isVoid(body.sni_container_refs)) {
    refuse("default_tls_container_ref", "a TERMINATED_HTTPS listener needs a certificate");
  }
  if (!http && !isVoid(body.l7policies)) refuse("l7policies", `a ${protocol} listener has no L7 policies`);
  if (!http && !isVoid(body.insert_headers)) refuse("insert_headers", `a ${protocol} listener inserts no headers`);
  if (http) checkHeaders(body.insert_headers, offloads ? [...HEADERS, ...TLS_HEADERS] : HEADERS, refuse);
  for (const field of ["hsts_max_age", "hsts_include_subdomains", "hsts_preload"]) {
    // what an import declares has the defaults of the server, too
    if (!offloads && isKnownValue(body[field]) && body[field] !== false) refuse(field, "only a TERMINATED_HTTPS listener has HSTS");
  }
  for (const network of texts(body.allowed_cidrs)) {
    if (!isUnknown(network) && !isPlainRange(network)) refuse("allowed_cidrs", `"${network}" is no network in CIDR form`);
  }
  if (protocol === "PROMETHEUS" && !isVoid(body.default_pool)) refuse("default_pool", "a PROMETHEUS listener has no pool");
  else
    checkPoolOf(
      body,
      "default_pool",
      tree,
      refuse,
      allowed,
      (its) => `a ${protocol} listener cannot have a ${its} pool, only ${allowed.join(", ")}`,
    );
};

function checkHeaders(headers: Json | undefined, allowed: readonly string[], refuse: Refuse): void {
  for (const [name, value] of Object.entries(isObject(headers) ? headers : {})) {
    if (!allowed.includes(name)) refuse("insert_headers", `"${name}" cannot be inserted, only ${allowed.join(", ")}`);
    else if (!isUnknown(value) && value !== "true" && value !== "false") {
      refuse("insert_headers", `"${name}" must be the text "true" or "false"`);
    }
  }
}

/** The pool that a field names is spelt out somewhere, and its protocol goes with the listener's. */
function checkPoolOf(
  body: JsonObject,
  field: string,
  tree: TreeFacts,
  refuse: Refuse,
  allowed: readonly string[],
  says: (protocol: string) => string,
): void {
  const named = body[field];
  const name = isObject(named) ? text(named.name) : undefined;
  if (name === undefined) return;
  const pool = tree.pools.get(name);
  const protocol = text(pool?.protocol);
  if (!pool && !tree.unseenPools) refuse(field, `pool "${name}" is named but nowhere spelt out`);
  if (protocol !== undefined && !allowed.includes(protocol)) refuse(field, says(protocol));
}

const MAX_RULES = 50;

/** Field that holds the target of each action. */
const TARGETS: { readonly [action: string]: string } = {
  REJECT: "",
  REDIRECT_TO_POOL: "redirect_pool",
  REDIRECT_TO_URL: "redirect_url",
  REDIRECT_PREFIX: "redirect_prefix",
};

const l7policy: BodyRule = (body, refuse, tree) => {
  const action = text(body.action) ?? "";
  const needed = TARGETS[action];
  if (needed === undefined) return;
  if (needed && isVoid(body[needed])) refuse(needed, `is missing for ${action}`);
  for (const field of ["redirect_pool", "redirect_url", "redirect_prefix"]) {
    if (field !== needed && isKnownValue(body[field])) refuse(field, `does not go with ${action}`);
  }
  const addressed = needed === "redirect_url" || needed === "redirect_prefix";
  if (isKnownValue(body.redirect_http_code) && !addressed) refuse("redirect_http_code", `does not go with ${action}`);
  for (const field of ["redirect_url", "redirect_prefix"]) {
    const url = text(body[field]);
    if (url !== undefined && !/^https?:\/\/[^/\s]+/.test(url)) refuse(field, `"${url}" is no http(s) address`);
  }
  checkPoolOf(body, "redirect_pool", tree, refuse, POOLS.HTTP ?? [], (its) => `a policy cannot lead to a ${its} pool`);
  const rules = objects(body.rules).length;
  if (rules > MAX_RULES) refuse("rules", `has ${rules} rules, ${MAX_RULES} are allowed`);
};

const KEYED = ["HEADER", "COOKIE", "SSL_DN_FIELD"];

const rule: BodyRule = ({ type: kind, compare_type, value, key }, refuse) => {
  const type = text(kind);
  if (type === undefined) return;
  const compare = text(compare_type);
  const desired = text(value);
  if (KEYED.includes(type) && isVoid(key)) refuse("key", `is missing for ${type}`);
  if (!KEYED.includes(type) && isKnownValue(key) && key !== "") refuse("key", `does not go with ${type}`);
  if (type === "FILE_TYPE" && compare && compare !== "EQUAL_TO" && compare !== "REGEX") {
    refuse("compare_type", "FILE_TYPE knows EQUAL_TO and REGEX only");
  }
  if (type.startsWith("SSL_") && type !== "SSL_DN_FIELD" && compare && compare !== "EQUAL_TO") {
    refuse("compare_type", `${type} knows EQUAL_TO only`);
  }
  if (desired === undefined) return;
  if (desired === "") refuse("value", "is empty");
  if (type === "SSL_CONN_HAS_CERT" && desired !== "True") refuse("value", `is "${desired}", SSL_CONN_HAS_CERT knows "True" only`);
  if (type === "SSL_VERIFY_RESULT" && !/^\d+$/.test(desired)) refuse("value", `is "${desired}", SSL_VERIFY_RESULT needs a number`);
  if (compare === "REGEX" && !isExpression(desired)) refuse("value", `"${desired}" is no regular expression`);
  if (compare !== "REGEX" && /\s/.test(desired) && !/^".*"$/.test(desired)) {
    refuse("value", `"${desired}" has blanks: put it in double quotes`);
  }
};

const DATAGRAMS = ["UDP", "SCTP"];
const PERSISTENCE = ["SOURCE_IP", "HTTP_COOKIE", "APP_COOKIE"];

/** Persistence: what goes with which type and protocol. */
const pool: BodyRule = ({ session_persistence: persistence, protocol }, refuse) => {
  if (!isObject(persistence)) return;
  const about: Refuse = (field, why) => refuse(`session_persistence/${field}`, why);
  const type = text(persistence.type);
  const datagrams = DATAGRAMS.includes(text(protocol) ?? "");
  for (const key of ["persistence_timeout", "persistence_granularity"]) {
    if (isKnownValue(persistence[key]) && text(protocol) !== undefined && !(datagrams && type === "SOURCE_IP")) {
      about(key, "goes only with SOURCE_IP on UDP and SCTP pools");
    }
  }
  if (isVoid(persistence.type)) about("type", "is missing");
  if (type === undefined) return;
  if (!PERSISTENCE.includes(type)) about("type", `is "${type}", one of ${PERSISTENCE.join(", ")} is expected`);
  if (type === "APP_COOKIE" && isVoid(persistence.cookie_name)) about("cookie_name", "is missing for APP_COOKIE");
  if (type !== "APP_COOKIE" && !isVoid(persistence.cookie_name)) about("cookie_name", `does not go with ${type}`);
  if (datagrams && type !== "SOURCE_IP") about("type", `a ${protocol} pool knows SOURCE_IP only`);
};

/** Addresses must be addresses, and not the one of the metadata service. */
const member: BodyRule = (body, refuse) => {
  for (const field of ["address", "monitor_address"]) {
    const address = text(body[field]);
    if (!address) continue;
    if (!isPlainAddress(address)) refuse(field, `"${address}" is no IP address`);
    else if (address === "169.254.169.254") refuse(field, "the address of the metadata service cannot be a member");
  }
};

/** Types of monitors, and what goes with them. */
const healthmonitor: BodyRule = (body, refuse, _tree, parent) => {
  const type = text(body.type);
  if (type === undefined) return;
  for (const field of ["http_method", "url_path", "expected_codes", "http_version", "domain_name"]) {
    if (type !== "HTTP" && type !== "HTTPS" && isKnownValue(body[field])) refuse(field, `does not go with type ${type}`);
  }
  const path = text(body.url_path);
  if (path !== undefined && !path.startsWith("/")) refuse("url_path", `"${path}" does not begin with /`);
  const codes = text(body.expected_codes);
  if (codes !== undefined && !/^(\d{3}(\s*,\s*\d{3})*|\d{3}-\d{3})$/.test(codes)) {
    refuse("expected_codes", `"${codes}" has not the form 200, 200,202 or 200-204`);
  }
  if (isKnownValue(body.domain_name) && (body.http_version === undefined || body.http_version === 1)) {
    refuse("domain_name", "needs http_version 1.1");
  }
  const protocol = text(parent.protocol);
  if (protocol === undefined) return;
  const datagrams = DATAGRAMS.includes(protocol);
  if (datagrams && !["UDP-CONNECT", "SCTP", "TCP", "HTTP"].includes(type)) {
    refuse("type", `a ${protocol} pool can be watched by UDP-CONNECT, SCTP, TCP and HTTP only`);
  }
  if (!datagrams && (type === "UDP-CONNECT" || type === "SCTP")) refuse("type", `${type} watches UDP and SCTP pools only`);
};

/** Requirements of the API on each object beyond its fields. */
export const RULES: { readonly [P in TreePart]?: BodyRule } = { listener, l7policy, rule, pool, member, healthmonitor };

/** A test for the names that a pattern means; undefined for one that RE2 does not know, as the cloud provider does not. */
export function namePattern(pattern: string): ((name: string) => boolean) | undefined {
  const negated = pattern.startsWith("!");
  const rest = negated ? pattern.slice(1) : pattern;
  const source = rest.startsWith("~")
    ? rest.slice(1)
    : rest
        .replace(/[.+^${}()|[\]\\]/g, "\\$&")
        .replace(/\*/g, ".*")
        .replace(/\?/g, ".");
  const anchored = `^(?:${source})$`;
  return isKnown(anchored) ? (name) => isFound(anchored, false, name) !== negated : undefined;
}
