// Explains why Avi answers a request differently from what the specs ask.

import { stemOf } from "../../../requests/answer/match";
import { sameAnswer } from "../../../requests/differences/answers-equal";
import type { Protocol, ServedRule } from "../../../requests/table/routing-table";
import { COMMON_REASONS, type ConcernedRule, type Reason, type UnexplainedDifference } from "../../requests/validation";
import type { Service } from "../../specs";
import type { Extensions } from "./extensions";
import { LONGEST_TIMEOUT } from "./lower/pools";
import { serviceReasons } from "./service-reasons";

/**
 * Limits of Avi, of the generation of AKO and of settings, for which requests are served otherwise than specs ask, and what a HostRule asks
 * for beside them.
 *
 * @param services those with a virtual service of their own
 * @param switchedOff names of the VIPs whose shared virtual service is switched off
 */
export const aviReasons = (
  extensions: Extensions,
  services: readonly Service[] = [],
  switchedOff: ReadonlySet<string> = new Set(),
): readonly Reason[] => [
  ...serviceReasons(extensions, services),
  {
    kinds: ["lost", "extra"],
    why: "A HostRule switches the virtual service of a host off.",
    fits: ({ difference: { host } }) => extensions.host(host)?.fields.enabled === false,
  },
  {
    kinds: ["lost", "redirected", "unredirected"],
    why: "A HostRule switches a shared virtual service off, and with it every host on it.",
    fits: ({ difference: { group }, speaks }) => speaks === undefined && switchedOff.has(group),
    words: () => "not served: a HostRule switches the shared virtual service off",
    remedy:
      "Take `enableVirtualHost: false` out of the HostRule that names the shared virtual service, if the hosts on it are to be served.",
  },
  {
    kinds: ["extra"],
    why: "A HostRule lets a virtual service listen at further ports.",
    fits: ({ difference: { group, port } }) => port !== 80 && port !== 443 && !group.includes(" "),
  },
  {
    kinds: ["lost"],
    why: "A HostRule names the ports of a virtual service in the place of 80 and 443.",
    fits: ({ difference: { host }, speaks }) => speaks === undefined && (extensions.host(host)?.listeners?.length ?? 0) > 0,
  },
  {
    kinds: ["extra", "lost", "elsewhere", "shares", "edits"],
    why: "A HostRule with useRegex makes regular expressions of paths.",
    fits: ({ difference: { host, wasRule, isRule } }) =>
      extensions.host(host)?.regularExpressions === true && [wasRule, isRule].some(hasPath),
  },
  {
    kinds: ["redirected", "location"],
    why: "A HostRule with applicationRootPath redirects the path / to another one.",
    fits: ({ difference: { host, path } }) =>
      extensions.host(host)?.rootPath !== undefined && path?.match === "exact" && path.value === "/",
  },
  {
    kinds: ["extra", "lost", "redirected", "unredirected", "location", "elsewhere", "shares", "edits", "status"],
    why: "Gateway API leaves regular expressions of paths to implementations: Avi finds one anywhere in the path, unless it begins with ^ and ends with $.",
    fits: ({ difference: { group, wasRule, isRule } }) => group.startsWith("Gateway ") && [wasRule, isRule].some(hasExpression),
  },
  {
    kinds: ["edits"],
    why: "Avi waits for a server 6 hours at most, and a pool without an end has the same.",
    fits: ({ difference: { was, is } }) =>
      was.kind === "forward" &&
      is.kind === "forward" &&
      Number(was.timeout) >= LONGEST_TIMEOUT &&
      is.timeout === "infinite" &&
      sameAnswer({ ...was, timeout: is.timeout }, is),
  },
  {
    kinds: ["extra", "elsewhere", "shares", "edits", "status"],
    why: "The virtual service of one host answers on both ports alike.",
    fits: (unexplained) => {
      const takers = takersOf(unexplained);
      return takers.length > 0 && takers.every(({ on }) => on === OTHER_PORT[unexplained.difference.protocol]);
    },
    at: (unexplained) => takersOf(unexplained)[0],
    words: ({ difference: { protocol } }) =>
      `served like ${protocol === "http" ? "TLS" : "clear text"}: the virtual service answers on both ports, as AKO 2 has it`,
    remedy: "Ask for a redirect of clear text, or for the host on both ports.",
  },
  ...COMMON_REASONS,
];

const hasPath = (rule: ServedRule | undefined): boolean => rule?.match?.some(({ of }) => of === "path") === true;

const hasExpression = (rule: ServedRule | undefined): boolean =>
  rule?.match?.some((one) => one.of === "path" && one.is === "regex") === true;

const OTHER_PORT: Partial<Record<Protocol, Protocol>> = { http: "https", https: "http" };

/** Rules that match requests of other rules, or that no spec asks for, by the beginning of their paths. */
function takersOf({ concerned, difference: { path, wasRule } }: UnexplainedDifference): ConcernedRule[] {
  const begins = (value: string) => path === undefined || path.value.startsWith(stemOf(value));
  return concerned.filter(({ rule }) => {
    const paths = rule.match?.filter((one) => one.of === "path") ?? [];
    return rule !== wasRule && paths.every(({ values }) => values.some(begins));
  });
}
