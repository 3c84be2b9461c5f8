// The one shape of a rule, whatever the kind of the object that asks for it: front ends make it, targets lower it, and requests are answered by it.
import type { Spec } from "../specs";
import type { Backend, Termination } from "./model";

/**
 * Requests of one host at one port, and their answer. Conflicts of Ingresses and their kin (`conflicts.ts`) and the rank of Routes
 * (`frontends/gateway/model/rank.ts`) are two policies over it.
 */
export interface Rule {
  listener: RuleListener;
  /**
   * `a.example.com`, `*.example.com`, or empty for every host. In lower case where a Gateway asks for it, and a wildcard stands for any number of
   * labels there; elsewhere as the object spells it, and a wildcard stands for one label.
   */
  host: string;
  /** Hosts of more specific listeners within `host`, of the same forms: their requests are not for this rule. */
  except: string[];
  match: RuleMatch;
  /** Changes of headers on the way to the servers. */
  request?: HeaderChanges;
  /** Changes of headers on the way back. */
  response?: HeaderChanges;
  /** Filters besides changes and redirects. A target serves each of them, or refuses the rule. */
  filters?: FurtherFilter[];
  to: RuleAction;
  /** The object that asks for it. */
  owner: Spec;
  /** JSON pointer of the rule in it: `/spec/rules/0`. */
  at: string;
  /** Index of the match in the rule of a Route; 0 for kinds whose rules have one. */
  index: number;
  /** Name of the rule, where it has one. */
  name?: string;
  /** On TLS, the certificate that the object itself names; the host may end up with another one. */
  tls?: Termination;
}

/** Port at which requests arrive. */
export interface RuleListener {
  protocol: "HTTP" | "HTTPS";
  port: number;
}

/** Ports of the kinds that know two: clear text and TLS, each with claims of its own. */
export const HTTP_LISTENER: RuleListener = { protocol: "HTTP", port: 80 };
export const HTTPS_LISTENER: RuleListener = { protocol: "HTTPS", port: 443 };

/** Conditions of a rule: all must hold. */
export interface RuleMatch {
  path: PathMatch;
  /** Each name once, names without case. */
  headers: ValueMatch[];
  queryParams: ValueMatch[];
  method?: string;
}

/** A path: the whole, its beginning by characters or by whole segments (a slash at the end means nothing), or a regular expression. */
export interface PathMatch {
  is: "exact" | "segments" | "characters" | "regex";
  /** As written; empty for every path. */
  value: string;
  /** The kind promises that the longest path wins. Elsewhere a target may keep the order as written. */
  longestWins?: boolean;
}

/** A header or query parameter: its whole value, or a regular expression. */
export interface ValueMatch {
  name: string;
  is: "exact" | "regex";
  value: string;
}

/** A match by the path alone. */
export const pathOnly = (path: PathMatch): RuleMatch => ({ path, headers: [], queryParams: [] });

/** A filter that the model has no form for, or one of a single backend. */
export interface FurtherFilter {
  type: "RequestMirror" | "CORS" | "ExternalAuth" | "of one backend";
  /** JSON pointer below the rule: `/filters/0`. */
  at: string;
}

/** Changes of headers: `set` replaces all values, `add` appends one, `remove` takes all away. */
export interface HeaderChanges {
  set: { name: string; value: string }[];
  add: { name: string; value: string }[];
  remove: string[];
}

/** Servers, the URL of a redirect, or an answer of the load balancer itself. */
export type RuleAction = Forward | Redirect | FixedAnswer;

export interface Forward {
  /** Of a Route: with weights, at least one above 0 and valid. */
  backends: Backend[];
  /** The kind lets a rule lead to several Services, whether or not this one does. */
  spreads?: boolean;
  /** Parts of the request that the servers see otherwise. */
  rewrite?: { hostname?: string; path?: PathChange };
  /** Seconds until the whole answer must be there, for the whole exchange and for one try; 0: no end. Absent: whatever the target does by default. */
  timeouts?: { request?: number; backendRequest?: number };
  retry?: Retry;
  /** Connections of this rule may become websockets. */
  websockets?: boolean;
}

/** Requests are tried again when the answer is of one of these statuses, or of the class 5xx. */
export interface Retry {
  on: "5xx" | number[];
  attempts?: number;
  /** Seconds. */
  perTryTimeout?: number;
}

/** The whole path replaced; or the matched prefix, by segments or character for character. */
export interface PathChange {
  replaces: "all" | "segments" | "characters";
  value: string;
}

export interface Redirect {
  redirect: {
    scheme?: "http" | "https";
    hostname?: string;
    path?: PathChange;
    /** The port of the Location. Absent where it is the usual one of the scheme, which Location leaves out. */
    port?: number;
    statusCode: 301 | 302 | 303 | 307 | 308;
  };
}

/** Answer of clear text with the https URL of the same host. */
export const toHttps = (statusCode: 301 | 302): Redirect => ({ redirect: { scheme: "https", statusCode } });

/** Answer of the load balancer itself: 500 for a rule without usable backends. */
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
