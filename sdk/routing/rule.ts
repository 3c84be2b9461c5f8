// The rule: one form for all kinds. Front ends make rules, targets lower them, requests are answered by them.

import type { Spec } from "../specs";
import type { Backend, Termination } from "./model";

/**
 * Requests of one host at one port, with their answer. Conflicts between Ingresses and similar kinds (`conflicts.ts`) and the rank of
 * Routes (`frontends/gateway/model/rank.ts`) are two policies for the order of rules.
 */
export interface Rule {
  listener: RuleListener;
  /**
   * `a.example.com`, `*.example.com`, or empty for every host. For Gateways in lower case, and a wildcard stands for any number of labels;
   * else as written, and a wildcard stands for one label.
   */
  host: string;
  /** Hosts of more specific listeners within `host`: their requests do not match this rule. */
  except: string[];
  match: RuleMatch;
  /** Changed headers of requests. */
  request?: HeaderChanges;
  /** Changed headers of responses. */
  response?: HeaderChanges;
  /** Filters besides changes and redirects. A target serves all of them, or refuses the rule. */
  filters?: FurtherFilter[];
  to: RuleAction;
  /** The object of the rule. */
  owner: Spec;
  /** JSON pointer of the rule in it: `/spec/rules/0`. */
  at: string;
  /** Index of the match in the rule of a Route; 0 for kinds without matches. */
  index: number;
  /** Name of the rule, where it has one. */
  name?: string;
  /** On TLS: certificate that the object names; the host may use another one. */
  tls?: Termination;
}

/** Port where requests arrive. */
export interface RuleListener {
  protocol: "HTTP" | "HTTPS";
  port: number;
}

/** Listeners of kinds with fixed ports; HTTP and TLS have separate owners. */
export const HTTP_LISTENER: RuleListener = { protocol: "HTTP", port: 80 };
export const HTTPS_LISTENER: RuleListener = { protocol: "HTTPS", port: 443 };

/** Conditions of a rule: all must hold. */
export interface RuleMatch {
  path: PathMatch;
  /** Each name once, without case. */
  headers: ValueMatch[];
  queryParams: ValueMatch[];
  method?: string;
}

/** A path: exact, leading characters, leading segments (a trailing slash has no meaning), or a regular expression. */
export interface PathMatch {
  is: "exact" | "segments" | "characters" | "regex";
  /** As written; empty for every path. */
  value: string;
  /** The kind guarantees that the longest path wins. Else a target may keep the order as written. */
  longestWins?: boolean;
}

/** A header or query parameter: exact value, or a regular expression. */
export interface ValueMatch {
  name: string;
  is: "exact" | "regex";
  value: string;
}

/** A match by the path alone. */
export const pathOnly = (path: PathMatch): RuleMatch => ({ path, headers: [], queryParams: [] });

/** A filter without a form in the model, or one of a single backend. */
export interface FurtherFilter {
  type: "RequestMirror" | "CORS" | "ExternalAuth" | "of one backend";
  /** JSON pointer below the rule: `/filters/0`. */
  at: string;
}

/** Changed headers: `set` replaces all values, `add` appends one, `remove` deletes all. */
export interface HeaderChanges {
  set: { name: string; value: string }[];
  add: { name: string; value: string }[];
  remove: string[];
}

/** Servers, a redirect, or a fixed answer of the load balancer. */
export type RuleAction = Forward | Redirect | FixedAnswer;

export interface Forward {
  /** For a Route: with weights, at least one valid and above 0. */
  backends: Backend[];
  /** The kind allows several Services per rule, whether this rule has several or not. */
  spreads?: boolean;
  /** Changed host and path of requests. */
  rewrite?: { hostname?: string; path?: PathChange };
  /** Seconds for the whole exchange, and for one try; 0: no limit. Absent: default of the target. */
  timeouts?: { request?: number; backendRequest?: number };
  retry?: Retry;
  /** Connections may become websockets. */
  websockets?: boolean;
}

/** Failed requests are repeated for these statuses, or for all 5xx. */
export interface Retry {
  on: "5xx" | number[];
  attempts?: number;
  /** Seconds. */
  perTryTimeout?: number;
}

/** Replaces the whole path, or the matched prefix by segments or by characters. */
export interface PathChange {
  replaces: "all" | "segments" | "characters";
  value: string;
}

export interface Redirect {
  redirect: {
    scheme?: "http" | "https";
    hostname?: string;
    path?: PathChange;
    /** Port of the Location. Absent for the default of the scheme, which Location omits. */
    port?: number;
    statusCode: 301 | 302 | 303 | 307 | 308;
  };
}

/** Redirects HTTP to the https URL of the same host. */
export const toHttps = (statusCode: 301 | 302): Redirect => ({ redirect: { scheme: "https", statusCode } });

/** Fixed answer of the load balancer: 500 for a rule without usable backends. */
export interface FixedAnswer {
  answer: 404 | 500;
}

/** True for rules on TLS. */
export const isOnTls = ({ listener }: Pick<Rule, "listener">): boolean => listener.protocol === "HTTPS";

/** A rule that leads to servers. */
export type ForwardRule = Rule & { to: Forward };
export type RedirectRule = Rule & { to: Redirect };

export const isForward = (rule: Rule): rule is ForwardRule => "backends" in rule.to;
export const isRedirect = (rule: Rule): rule is RedirectRule => "redirect" in rule.to;
