import type { ProxiedRequest, Strike } from "../lib/fault-proxy";
import type { CampaignWorld, ServerRefusal, Words } from "../lib/world";
import {
  afterwards,
  cutAfter,
  cutBefore,
  drip,
  instead,
  refuses,
  resetInBody,
  reshaped,
  silence,
  stale,
  truncated,
  twice,
} from "./strikes";

/** One way in which a server, or what is in front of it, fails. */
export interface CampaignFault {
  name: string;
  /** The provider finds another address in its configuration, or no server listens: then there is nothing to strike. */
  at?: "nowhere" | "untrusted" | "refused";
  /** Tells whether the fault can strike a request; the log-in and the question for the version are distinguished. */
  fits?(seen: ProxiedRequest, world: CampaignWorld): boolean;
  /** It goes on with all requests that fit; default: one request is struck. */
  lasting?: boolean;
  /** Matches the lines of a difference that may remain after a run without an error. */
  leaves?: RegExp;
  /** Undefined where the API has no such thing. */
  strike?(world: CampaignWorld): Strike | undefined;
}

const PAGE = "text/html";
const page = (title: string): string => `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
const portal = "<html><body><form>Please sign in to the network</form></body></html>";

const write = (seen: ProxiedRequest, world: CampaignWorld): boolean => seen.method !== "GET" && !world.isLogin(seen);
const read = (seen: ProxiedRequest, world: CampaignWorld): boolean => seen.method === "GET" && !world.isLogin(seen);
const post = (seen: ProxiedRequest, world: CampaignWorld): boolean => seen.method === "POST" && !world.isLogin(seen);
const change = (seen: ProxiedRequest, world: CampaignWorld): boolean => ["PUT", "PATCH"].includes(seen.method) && !world.isLogin(seen);
const removal = (seen: ProxiedRequest): boolean => seen.method === "DELETE";
const api = (seen: ProxiedRequest, world: CampaignWorld): boolean => !world.isLogin(seen);
const withBody = (seen: ProxiedRequest, world: CampaignWorld): boolean => write(seen, world) && seen.body !== undefined;

/** A refusal in the words of the API, where it has them. */
const says =
  (of: (words: Words) => ServerRefusal | undefined, headers = {}) =>
  (world: CampaignWorld): Strike | undefined => {
    const refusal = of(world.words);
    return refusal && refuses(world, refusal, headers);
  };
const status = (code: number, text: string, headers = {}) => says(() => ({ status: code, text }), headers);
const shown = (how: "pending" | "failed") => (world: CampaignWorld) => {
  const change = world.words[how];
  return change && reshaped(change);
};

/** An authority that several certificates may name: it stays while somebody does, with a notice, and keeps its mark. */
const SHARED = /^\+ (?:sslkeyandcertificate|pkiprofile) /;

/** The kinds of faults, in the order of the table. */
export const FAULTS: readonly CampaignFault[] = [
  { name: "connection refused", at: "refused" },
  { name: "host name unknown", at: "nowhere" },
  { name: "certificate not trusted", at: "untrusted" },
  { name: "connection lost before it was applied", strike: () => cutBefore },
  { name: "connection lost after it was applied", strike: () => cutAfter },
  { name: "reset in the body", strike: () => resetInBody },
  { name: "truncated JSON", fits: api, strike: () => truncated },
  { name: "wrong JSON", strike: () => instead(200, "application/json", '{"unexpected":[1,"two",{"three":null}]}') },
  { name: "{}", strike: () => instead(200, "application/json", "{}") },
  { name: "HTML with 200, for ever", lasting: true, strike: () => instead(200, PAGE, portal) },
  { name: "HTML with 502", strike: () => instead(502, PAGE, page("502 Bad Gateway")) },
  { name: "401 once", strike: says(({ unauthenticated }) => unauthenticated) },
  { name: "401 for ever", lasting: true, strike: says(({ unauthenticated }) => unauthenticated) },
  { name: "403 for ever", lasting: true, fits: api, strike: says(({ forbidden }) => forbidden) },
  { name: "404 of a proxy, for ever", lasting: true, strike: () => instead(404, PAGE, page("404 Not Found")) },
  { name: "409 name taken", fits: post, strike: says(({ taken }) => taken) },
  { name: "409 busy", fits: write, strike: says(({ busy }) => busy) },
  { name: "409 in use, for ever", lasting: true, fits: removal, leaves: SHARED, strike: says(({ inUse }) => inUse) },
  { name: "412 changed meanwhile", fits: change, strike: says(({ changed }) => changed) },
  { name: "413 for ever", lasting: true, fits: withBody, strike: () => instead(413, PAGE, page("413 Request Entity Too Large")) },
  { name: "429 with Retry-After", strike: status(429, "Too Many Requests", { "retry-after": "1" }) },
  { name: "429 for ever", lasting: true, fits: api, strike: status(429, "Too Many Requests") },
  { name: "500 before it was applied", strike: status(500, "Internal error") },
  { name: "500 after it was applied", strike: (world) => afterwards(refuses(world, { status: 500, text: "Internal error" })) },
  { name: "503", strike: () => instead(503, PAGE, page("503 Service Unavailable")) },
  { name: "slow drip", strike: () => drip },
  { name: "hang", strike: () => silence },
  { name: "hang for ever", lasting: true, fits: api, strike: () => silence },
  { name: "duplicate answer", strike: () => twice },
  { name: "PENDING for ever", lasting: true, fits: read, strike: shown("pending") },
  { name: "ERROR", lasting: true, fits: read, strike: shown("failed") },
  { name: "quota", fits: post, strike: says(({ quota }) => quota) },
  { name: "stale reads", lasting: true, fits: read, strike: () => stale() },
];
