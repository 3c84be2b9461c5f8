import { z } from "zod";
import { jsonOr } from "../../resources/hidden";
import { type UnpackedRules, unpackedRules } from "../table/packed";
import type { Servers } from "../table/routing-table";

/** Behind a server that is there and takes no requests yet. */
export const UNREADY = "(unready)";

/** `3 servers`, or `0 of 3 servers ready` where some take no requests. */
export function countOfServers(servers: readonly string[]): string {
  const ready = servers.filter((server) => !server.endsWith(UNREADY)).length;
  const noun = servers.length === 1 ? "server" : "servers";
  return ready === servers.length ? `${ready} ${noun}` : `${ready} of ${servers.length} ${noun} ready`;
}

const route = z.object({
  /** Part of the requests by Service and port, `default/web:80`, of the sum of all parts; a redirect appears as `redirect 301 to https`. */
  to: z.record(z.string(), z.number()),
  /** Further terms of the route that no rule of requests has, one each: `health check /`. */
  terms: z.array(z.string()).optional(),
  /** Those that rules of requests have too, where a target serves them: `timeout 30 s`, `balanced by Random`. */
  served: z.array(z.string()).optional(),
  /** The fault for which an existing pool keeps the servers that it has: `Ingress shop/web /spec/...: port htpp is not known`. */
  kept: z.string().optional(),
});

const address = z.object({
  /** Name of the object that answers: a virtual service, a load balancer. */
  server: z.string(),
  /** Name of the object that holds the address. */
  holder: z.string(),
  /** Id by which the specs name that object. */
  id: z.string().optional(),
  /** Resources that these two are part of, `avi:SharedVS c1--Shared-L7-0`. */
  serverIn: z.string(),
  holderIn: z.string(),
});

const certificate = z.object({
  /** Date of expiry in ISO form; the earliest of a chain. */
  ends: z.string(),
  /** SHA-256 fingerprint of the first certificate, cut to 16 digits: tells a renewed certificate of the same date. */
  fingerprint: z.string().optional(),
  /** DNS names that it is valid for; a state of an earlier version has none. */
  names: z.array(z.string()).optional(),
  /** Hosts whose clients get it, those alone for which another certificate of the component is valid too. */
  hosts: z.array(z.string()).optional(),
});

/**
 * Facts of one component in the words of the specs, as a reviewer reads them. They hold no secret: certificates are known by name, date and
 * fingerprint.
 */
export const reviewFacts = z.object({
  /** Routes by key: `https://shop.example.com/cart`, `Service default/web TCP 80`, `Pod default/nginx`. */
  routes: z.record(z.string(), route),
  /** Servers by Service and port, `10.0.0.7:8080`; a Service whose servers the specs do not tell is left out. */
  servers: z.record(z.string(), z.array(z.string())),
  /** Addresses by what clients ask for: `host shop.example.com`, `Service default/web`. */
  addresses: z.record(z.string(), address),
  /** Certificates by source, `Secret default/web-tls`. */
  certificates: z.record(z.string(), certificate),
  /** Settings of the component as text. */
  settings: z.record(z.string(), z.string()),
  /** `PackedRules` of requests, where something of the target answers any; a state of another version has others or none. */
  rules: z.unknown().optional(),
  /** Errors and warnings about the specs, without files; a state of an earlier version has none. */
  findings: z.array(z.string()).optional(),
  /** `Uses` of the plan; a state of an earlier version has none. */
  uses: z.record(z.string(), z.number()).optional(),
  /** In a preview that does not know every value of the specs: the run that follows may find others. */
  open: z.literal(true).optional(),
});

/** Facts of one component in the words of the specs. */
export type ReviewFacts = z.infer<typeof reviewFacts>;

/** One route of {@link ReviewFacts}. */
export type ReviewRoute = z.infer<typeof route>;

/** Facts of a component that has nothing yet. */
export const NO_FACTS: ReviewFacts = { routes: {}, servers: {}, addresses: {}, certificates: {}, settings: {} };

/** The facts in the text of a state or a program; those that cannot be read count as none. */
export function factsIn(text: unknown): ReviewFacts {
  const { success, data } = reviewFacts.safeParse(jsonOr(text, undefined));
  return success ? data : NO_FACTS;
}

/** Rules of requests in facts; undefined where there are none that this version reads. */
export const rulesIn = ({ rules, servers }: ReviewFacts, like?: UnpackedRules): UnpackedRules | undefined =>
  rules === undefined
    ? undefined
    : unpackedRules(rules, Object.fromEntries(Object.entries(servers).map(([service, all]) => [service, serversOf(all)])), like);

const STATE = /\((?:unready|drained)\)$/;

function serversOf(all: readonly string[]): Servers {
  const known = all.filter((server) => !server.includes("?"));
  const unready = known.filter((server) => STATE.test(server)).map((server) => server.replace(STATE, ""));
  return { ready: known.filter((server) => !STATE.test(server)), ...(unready.length > 0 ? { unready } : {}) };
}
