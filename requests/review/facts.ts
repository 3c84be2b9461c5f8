// Facts of a component, in names from the specs, that a state stores for the next review.

import { z } from "zod";
import { jsonOr } from "../../resources/hidden";
import { type UnpackedRules, unpackedRules } from "../table/packed";
import type { Servers } from "../table/routing-table";

/** Suffix of a server that exists and takes no requests yet. */
export const UNREADY = "(unready)";

/** `3 servers`, or `0 of 3 servers ready` where some are not ready. */
export function countOfServers(servers: readonly string[]): string {
  const ready = servers.filter((server) => !server.endsWith(UNREADY)).length;
  const noun = servers.length === 1 ? "server" : "servers";
  return ready === servers.length ? `${ready} ${noun}` : `${ready} of ${servers.length} ${noun} ready`;
}

const route = z.object({
  /** Share of the requests by Service and port, `default/web:80`; a redirect is `redirect 301 to https`. */
  to: z.record(z.string(), z.number()),
  /** Properties of the route that rules of requests do not contain: `health check /`. */
  terms: z.array(z.string()).optional(),
  /** Properties that rules of requests contain too, on targets that serve them: `timeout 30 s`, `balanced by Random`. */
  served: z.array(z.string()).optional(),
  /** The fault after which an existing pool preserves its servers: `Ingress shop/web /spec/...: port htpp is not known`. */
  kept: z.string().optional(),
});

const address = z.object({
  /** Name of the object that answers: a virtual service, a load balancer. */
  server: z.string(),
  /** Name of the object that holds the address. */
  holder: z.string(),
  /** Id by which the specs name that object. */
  id: z.string().optional(),
  /** Resources of server and holder, `avi:SharedVS c1--Shared-L7-0`. */
  serverIn: z.string(),
  holderIn: z.string(),
});

const certificate = z.object({
  /** Expiry date in ISO form; the earliest of a chain. */
  ends: z.string(),
  /** SHA-256 fingerprint of the first certificate, cut to 16 digits; tells renewed certificates of the same date apart. */
  fingerprint: z.string().optional(),
  /** DNS names that it is valid for. */
  names: z.array(z.string()).optional(),
  /** Hosts whose clients get the certificate, listed only where another certificate of the component is valid too. */
  hosts: z.array(z.string()).optional(),
});

/** Facts of one component, in names from the specs. They contain no secret: certificates are stored by name, date and fingerprint. */
export const reviewFacts = z.object({
  /** Routes by key: `https://shop.example.com/cart`, `Service default/web TCP 80`, `Pod default/nginx`. */
  routes: z.record(z.string(), route),
  /** Servers by Service and port, `10.0.0.7:8080`; Services without known servers are left out. */
  servers: z.record(z.string(), z.array(z.string())),
  /** Addresses by the hosts and Services that use them: `host shop.example.com`, `Service default/web`. */
  addresses: z.record(z.string(), address),
  /** Certificates by source, `Secret default/web-tls`. */
  certificates: z.record(z.string(), certificate),
  /** Settings of the component as text. */
  settings: z.record(z.string(), z.string()),
  /** `PackedRules` of requests, if the target serves any. */
  rules: z.unknown().optional(),
  /** Errors and warnings about the specs, without files; a preview adds them last. */
  findings: z.array(z.string()).optional(),
  /** `Uses` of the plan; absent where the specs name an object by its own id. */
  uses: z.record(z.string(), z.number()).optional(),
  /** Set in a preview with unknown values: the run may produce further facts. */
  open: z.literal(true).optional(),
});

/** Facts of one component. */
export type ReviewFacts = z.infer<typeof reviewFacts>;

/** One route of {@link ReviewFacts}. */
export type ReviewRoute = z.infer<typeof route>;

/** Facts of a new component. */
export const NO_FACTS: ReviewFacts = { routes: {}, servers: {}, addresses: {}, certificates: {}, settings: {} };

/** Parses the facts in a state; unreadable facts count as none. */
export function factsIn(text: unknown): ReviewFacts {
  const { success, data } = reviewFacts.safeParse(jsonOr(text, undefined));
  return success ? data : NO_FACTS;
}

/** Rules of requests in facts; undefined if this version cannot read them. */
export const rulesIn = ({ rules, servers }: ReviewFacts, like?: UnpackedRules): UnpackedRules | undefined =>
  rules === undefined
    ? undefined
    : unpackedRules(rules, Object.fromEntries(Object.entries(servers).map(([service, all]) => [service, serversOf(all)])), like);

const STATE = /\((?:unready|drained)\)$/;

function serversOf(all: readonly string[]): Servers {
  const named = all.filter((server) => !server.includes("?"));
  const unready = named.filter((server) => STATE.test(server)).map((server) => server.replace(STATE, ""));
  return { ready: named.filter((server) => !STATE.test(server)), ...(unready.length > 0 ? { unready } : {}) };
}
