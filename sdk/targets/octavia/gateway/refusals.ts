// Decides which Route rules Octavia cannot serve, and why.

import type { Rule, UnsupportedFeature, ValueMatch } from "../../../routing";
import type { OctaviaCapabilities } from "../lower/context";
import { MAX_RULES, MAX_VALUE } from "../lower/l7/patterns";
import { type Condition, conditionsOf } from "./conditions";
import { regexFault } from "./regex";

type Found = UnsupportedFeature | undefined;

/** Reason why Octavia cannot serve a rule of a Route as it is written; undefined if it can (gateway-api.md 6). */
export function refusedRule(can: OctaviaCapabilities, rule: Rule): Found {
  const at = `/matches/${rule.index}`;
  return refusedMatch(rule, at) ?? refusedFilters(rule) ?? refusedTarget(can, rule) ?? refusedLength(rule, at);
}

function refusedMatch({ match: { method, queryParams, path, headers } }: Rule, at: string): Found {
  if (method !== undefined) return { at: `${at}/method`, message: "Octavia's L7 rules cannot match a method" };
  if (queryParams.length > 0) return { at: `${at}/queryParams`, message: "Octavia's L7 rules cannot match queryParams" };
  const fault = path.is === "regex" ? regexFault(path.value) : undefined;
  if (fault) return { at: `${at}/path/value`, message: `the regular expression ${path.value} cannot be used with Octavia: ${fault}` };
  for (const [index, header] of headers.entries()) {
    const refused = refusedHeader(header);
    if (refused) return { at: `${at}/headers/${index}/${refused[0]}`, message: refused[1] };
  }
  return undefined;
}

/** Field and message of a header match that cannot be used. HAProxy compares each part of a list separately, so no value contains a comma. */
function refusedHeader({ name, is, value }: ValueMatch): [field: string, message: string] | undefined {
  if (!/^[A-Za-z0-9._-]+$/.test(name)) return ["name", `the header name ${name} has characters that Octavia would change`];
  if (name.length > MAX_VALUE) return ["name", `the header name is longer than the ${MAX_VALUE} characters that Octavia takes`];
  if (is === "regex") {
    const fault = regexFault(value);
    if (fault) return ["value", `the regular expression ${value} cannot be used with Octavia: ${fault}`];
    if (value.replace(/\{[0-9,]*\}|\[[^\]]*\]/g, "").includes(","))
      return ["value", `the regular expression ${value} has a comma, at which Octavia's load balancers divide values of headers`];
    return undefined;
  }
  if (value.includes(",")) return ["value", `the value ${value} has a comma, at which Octavia's load balancers divide values of headers`];
  if (value !== value.trim()) return ["value", "the value begins or ends with a blank, which is no part of a header's value"];
  return undefined;
}

function refusedFilters({ request, response, to }: Rule): Found {
  if (request) return { at: "/filters", message: "RequestHeaderModifier is not supported: Octavia does not change headers of requests" };
  if (response) return { at: "/filters", message: "ResponseHeaderModifier is not supported: Octavia does not change headers of responses" };
  if ("backends" in to && to.rewrite)
    return { at: "/filters", message: "URLRewrite is not supported: Octavia forwards requests unchanged" };
  return undefined;
}

function refusedTarget(can: OctaviaCapabilities, { to, host }: Rule): Found {
  if ("backends" in to) {
    const { timeouts, retry } = to;
    if (timeouts) return { at: "/timeouts", message: "timeouts are not supported: Octavia has one idle timeout for all rules of a port" };
    if (retry) return { at: "/retry", message: "retry is not supported: Octavia does not repeat requests" };
    return undefined;
  }
  if (!("redirect" in to)) return undefined;
  const { hostname, path, statusCode, scheme, port } = to.redirect;
  const at = "/filters";
  if (path && path.replaces !== "all")
    return { at, message: "ReplacePrefixMatch is not supported: Octavia cannot replace a part of a path" };
  if (hostname === undefined && (host === "" || host.startsWith("*.")))
    return { at, message: "a redirect without hostname is not possible for a rule without an exact hostname: Octavia needs the whole URL" };
  if (statusCode !== 302 && !can.has("redirectCode"))
    return { at, message: `statusCode ${statusCode} is not supported: ${can.missing("redirectCode")}` };
  const url = `${scheme ?? "https"}://${hostname ?? host}:${port ?? ""}${path?.value ?? ""}`;
  if (url.length > MAX_VALUE)
    return { at, message: `the URL of the redirect is longer than the ${MAX_VALUE} characters that Octavia takes` };
  if (path && /[^!-~]|["'<>&#]/.test(path.value))
    return { at, message: `the path ${path.value} of the redirect has characters that Octavia would change` };
  return undefined;
}

function refusedLength(rule: Rule, at: string): Found {
  const conditions = conditionsOf(rule);
  const long = conditions.find((condition) => condition.rule.value.length > MAX_VALUE);
  if (long) {
    const [field, what] = partOf(long, rule);
    return { at: field ? `${at}${field}` : "", message: `${what} is longer than the ${MAX_VALUE} characters that a rule of Octavia takes` };
  }
  if (conditions.length > MAX_RULES) {
    const message = `the match needs ${conditions.length} rules of Octavia, which takes ${MAX_RULES} in one policy`;
    return { at, message };
  }
  return undefined;
}

/** Pointer below the match, and name, of the part of a rule that a condition belongs to. */
function partOf({ rule, path }: Condition, { host, match: { headers } }: Rule): [pointer: string, what: string] {
  if (path) return ["/path/value", "the pattern of the path"];
  if (rule.type === "HOST_NAME") return ["", `the pattern of the host ${rule.invert ? "of another listener" : host}`];
  return [`/headers/${headers.findIndex(({ name }) => name.toLowerCase() === rule.key)}/value`, `the pattern of the header ${rule.key}`];
}
