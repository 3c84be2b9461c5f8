import ipaddr from "ipaddr.js";
import type { Json } from "../../../kinds/kind";
import type { Place } from "../../../kinds/octavia/tree";
import { isObject, isUnknown, type JsonObject } from "../../lifecycle/json";
import { isVoid, objects, texts } from "../tree/compare";

/** One thing that the API would refuse: where, and why. */
export interface Reason {
  pointer: string;
  message: string;
}

/** Looks at one object of the tree beyond its fields. */
export type Rule = (place: Place, tree: Tree) => Reason[];

/** What a rule may need to know of the rest. */
export interface Tree {
  /** Every pool that is spelt out, by name. */
  pools: ReadonlyMap<string, JsonObject>;
  /** There may be more of them: preview does not know all of the tree. */
  unseenPools: boolean;
  /** Names of the resource's own certificates; undefined when preview cannot know them. */
  certificates: ReadonlySet<string> | undefined;
}

/** A reason about a field of a place. */
export function at(place: Place, field: string, message: string): Reason {
  return { pointer: `/loadBalancer${place.pointer}/${field}`, message };
}

/** True for a value that is there and that preview knows. */
function known(value: Json | undefined): value is Json {
  return value !== undefined && value !== null && !isUnknown(value);
}

/** A text that preview knows. */
export function text(value: Json | undefined): string | undefined {
  return typeof value === "string" && !isUnknown(value) ? value : undefined;
}

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
  if (!pool) return tree.unseenPools ? [] : [at(place, "default_pool", `pool "${name}" is named but nowhere spelt out`)];
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

const MAX_RULES = 50;

/** Where each action leads. */
const TARGETS: { readonly [action: string]: string | undefined } = {
  REJECT: undefined,
  REDIRECT_TO_POOL: "redirect_pool",
  REDIRECT_TO_URL: "redirect_url",
  REDIRECT_PREFIX: "redirect_prefix",
};

export const checkPolicy: Rule = (place, tree) => {
  const action = text(place.body.action);
  if (place.part !== "l7policy" || action === undefined || !(action in TARGETS)) return [];
  const { body } = place;
  const needed = TARGETS[action];
  const reasons: Reason[] = [];
  const add = (field: string, message: string) => reasons.push(at(place, field, message));
  if (needed && isVoid(body[needed])) add(needed, `is missing for ${action}`);
  for (const field of ["redirect_pool", "redirect_url", "redirect_prefix"]) {
    if (field !== needed && known(body[field])) add(field, `does not go with ${action}`);
  }
  if (known(body.redirect_http_code) && !["redirect_url", "redirect_prefix"].includes(needed ?? "")) {
    add("redirect_http_code", `does not go with ${action}`);
  }
  for (const field of ["redirect_url", "redirect_prefix"]) {
    const url = text(body[field]);
    if (url !== undefined && !/^https?:\/\/[^/\s]+/.test(url)) add(field, `"${url}" is no http(s) address`);
  }
  const name = isObject(body.redirect_pool) ? text(body.redirect_pool.name) : undefined;
  if (name !== undefined) {
    const pool = tree.pools.get(name);
    const protocol = text(pool?.protocol);
    if (!pool && !tree.unseenPools) add("redirect_pool", `pool "${name}" is named but nowhere spelt out`);
    else if (protocol && !["HTTP", "PROXY", "PROXYV2"].includes(protocol))
      add("redirect_pool", `a policy cannot lead to a ${protocol} pool`);
  }
  if (objects(body.rules).length > MAX_RULES) add("rules", `has ${objects(body.rules).length} rules, ${MAX_RULES} are allowed`);
  return reasons;
};

const KEYED = ["HEADER", "COOKIE", "SSL_DN_FIELD"];

export const checkRule: Rule = (place) => {
  const { type: kind, compare_type: how, value, key } = place.body;
  const type = text(kind);
  if (place.part !== "rule" || type === undefined) return [];
  const compare = text(how);
  const wanted = text(value);
  const reasons: Reason[] = [];
  const add = (field: string, message: string) => reasons.push(at(place, field, message));
  if (KEYED.includes(type) && isVoid(key)) add("key", `is missing for ${type}`);
  if (!KEYED.includes(type) && known(key) && key !== "") add("key", `does not go with ${type}`);
  if (type === "FILE_TYPE" && compare && compare !== "EQUAL_TO" && compare !== "REGEX")
    add("compare_type", "FILE_TYPE knows EQUAL_TO and REGEX only");
  if (type.startsWith("SSL_") && type !== "SSL_DN_FIELD" && compare && compare !== "EQUAL_TO")
    add("compare_type", `${type} knows EQUAL_TO only`);
  if (wanted === undefined) return reasons;
  if (wanted === "") add("value", "is empty");
  if (type === "SSL_CONN_HAS_CERT" && wanted !== "True") add("value", `is "${wanted}", SSL_CONN_HAS_CERT knows "True" only`);
  if (type === "SSL_VERIFY_RESULT" && !/^\d+$/.test(wanted)) add("value", `is "${wanted}", SSL_VERIFY_RESULT needs a number`);
  if (compare === "REGEX") {
    try {
      new RegExp(wanted);
    } catch {
      add("value", `"${wanted}" is no regular expression`);
    }
  } else if (/\s/.test(wanted) && !/^".*"$/.test(wanted)) add("value", `"${wanted}" has blanks: put it in double quotes`);
  return reasons;
};

const DATAGRAMS = ["UDP", "SCTP"];

/** Persistence: what goes with which type and protocol. */
export const checkPool: Rule = (place) => {
  const { session_persistence: persistence, protocol } = place.body;
  if (place.part !== "pool" || !isObject(persistence)) return [];
  const type = text(persistence.type);
  const field = "session_persistence";
  const reasons: Reason[] = [];
  if (!known(persistence.type) && isVoid(persistence.type)) reasons.push(at(place, `${field}/type`, "is missing"));
  if (type !== undefined && !["SOURCE_IP", "HTTP_COOKIE", "APP_COOKIE"].includes(type)) {
    reasons.push(at(place, `${field}/type`, `is "${type}", one of SOURCE_IP, HTTP_COOKIE, APP_COOKIE is expected`));
  }
  if (type === "APP_COOKIE" && isVoid(persistence.cookie_name))
    reasons.push(at(place, `${field}/cookie_name`, "is missing for APP_COOKIE"));
  if (type !== undefined && type !== "APP_COOKIE" && !isVoid(persistence.cookie_name)) {
    reasons.push(at(place, `${field}/cookie_name`, `does not go with ${type}`));
  }
  const datagrams = DATAGRAMS.includes(text(protocol) ?? "");
  for (const key of ["persistence_timeout", "persistence_granularity"]) {
    if (known(persistence[key]) && text(protocol) !== undefined && !(datagrams && type === "SOURCE_IP")) {
      reasons.push(at(place, `${field}/${key}`, "goes only with SOURCE_IP on UDP and SCTP pools"));
    }
  }
  if (datagrams && type !== undefined && type !== "SOURCE_IP")
    reasons.push(at(place, `${field}/type`, `a ${protocol} pool knows SOURCE_IP only`));
  return reasons;
};

/** Addresses must be addresses, and not the one of the metadata service. */
export const checkMember: Rule = (place) => {
  if (place.part !== "member") return [];
  return ["address", "monitor_address"].flatMap((field) => {
    const address = text(place.body[field]);
    if (address === undefined || address === "") return [];
    if (!ipaddr.isValid(address)) return [at(place, field, `"${address}" is no IP address`)];
    return address === "169.254.169.254" ? [at(place, field, "the address of the metadata service cannot be a member")] : [];
  });
};

/** Types of monitors, and what goes with them. */
export const checkMonitor: Rule = (place) => {
  if (place.part !== "healthmonitor") return [];
  const { body } = place;
  const type = text(body.type);
  const reasons: Reason[] = [];
  const add = (field: string, message: string) => reasons.push(at(place, field, message));
  if (typeof body.timeout === "number" && typeof body.delay === "number" && body.timeout > body.delay) {
    add("timeout", `is ${body.timeout}, more than delay (${body.delay})`);
  }
  if (type === undefined) return reasons;
  const http = type === "HTTP" || type === "HTTPS";
  for (const field of ["http_method", "url_path", "expected_codes", "http_version", "domain_name"]) {
    if (!http && known(body[field])) add(field, `does not go with type ${type}`);
  }
  const path = text(body.url_path);
  if (path !== undefined && !path.startsWith("/")) add("url_path", `"${path}" does not begin with /`);
  const codes = text(body.expected_codes);
  if (codes !== undefined && !/^(\d{3}(\s*,\s*\d{3})*|\d{3}-\d{3})$/.test(codes)) {
    add("expected_codes", `"${codes}" has not the form 200, 200,202 or 200-204`);
  }
  if (known(body.domain_name) && (body.http_version === undefined || body.http_version === 1)) add("domain_name", "needs http_version 1.1");
  const protocol = text(place.parent?.body.protocol);
  if (protocol === undefined) return reasons;
  const datagrams = DATAGRAMS.includes(protocol);
  if (datagrams && !["UDP-CONNECT", "SCTP", "TCP", "HTTP"].includes(type)) {
    add("type", `a ${protocol} pool can be watched by UDP-CONNECT, SCTP, TCP and HTTP only`);
  }
  if (!datagrams && (type === "UDP-CONNECT" || type === "SCTP")) add("type", `${type} watches UDP and SCTP pools only`);
  return reasons;
};
