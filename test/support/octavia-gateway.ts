import type { L7RuleBody, ListenerBody } from "../../resources/octavia/types";
import type { Rule, RuleMatch } from "../../sdk/routing";
import type { Spec } from "../../sdk/specs";
import { holds, inConfiguration } from "./requests";

/** A request, with its headers by name in lower case. */
export interface GatewayRequest {
  host: string;
  path: string;
  headers: { readonly [name: string]: string };
}

/** Result of a request at a listener: the name of a pool, the beginning of a Location, or undefined for 503. */
export function atListener({ l7policies = [], default_pool }: ListenerBody, request: GatewayRequest): string | undefined {
  const inOrder = [...l7policies].sort((a, b) => a.position - b.position);
  const isPool = ({ action }: (typeof inOrder)[number]) => action === "REDIRECT_TO_POOL";
  const found = [...inOrder.filter((policy) => !isPool(policy)), ...inOrder.filter(isPool)].find(({ rules }) =>
    rules.every((rule) => fits(rule, request)),
  );
  if (!found) return default_pool?.name;
  return found.redirect_prefix ?? found.redirect_url ?? found.redirect_pool?.name;
}

function fits(rule: L7RuleBody, { host, path, headers }: GatewayRequest): boolean {
  if (rule.type !== "HEADER") return holds(rule, host, path);
  const given = headers[(rule.key ?? "").toLowerCase()];
  const value = inConfiguration(rule.value);
  // HAProxy reads such a value as an option
  if (value.startsWith("-")) return rule.invert ?? false;
  // each part of a list is compared by itself, and none of them fits an inverted rule
  const isMet = (given?.split(",") ?? []).some((part) =>
    rule.compare_type === "REGEX" ? new RegExp(value).test(part.trim()) : part.trim() === value,
  );
  return isMet !== (rule.invert ?? false);
}

/** First rule by rank that takes a request, as Gateway API has it. */
export function firstRule<R extends Pick<Rule, "host" | "except" | "match">>(
  rules: readonly R[],
  { host, path, headers }: GatewayRequest,
): R | undefined {
  const name = host.replace(/:[0-9]+$/, "").toLowerCase();
  const isOf = (pattern: string) => pattern === "" || pattern === name || (pattern.startsWith("*.") && name.endsWith(pattern.slice(1)));
  return rules.find(
    ({ host: own, except, match }) => isOf(own) && !except.some(isOf) && takesPath(match.path, path) && match.headers.every(hasHeader),
  );

  function hasHeader({ name: key, is, value }: RuleMatch["headers"][number]): boolean {
    const given = headers[key.toLowerCase()];
    return given !== undefined && (is === "exact" ? given === value : new RegExp(`^(?:${value})$`).test(given));
  }
}

function takesPath({ is, value }: RuleMatch["path"], path: string): boolean {
  if (is === "regex") return new RegExp(`^(?:${value})$`).test(path);
  if (is === "exact") return path === value;
  const [own, given] = [value.replace(/\/$/, ""), path].map((text) => text.split("/").slice(1)) as [string[], string[]];
  return own.every((segment, index) => given[index] === segment);
}

/** A spec with a name and nothing else. */
export const specOf = (kind: string, name: string, namespace = "default"): Spec => ({
  ref: { apiVersion: "gateway.networking.k8s.io/v1", kind, namespace, name },
  meta: { labels: {}, annotations: {} },
});
