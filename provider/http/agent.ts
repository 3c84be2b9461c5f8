import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Peer } from "./transport";

/** Connections of one process to one server, whatever the kind of resource. */
const MAX_SOCKETS = 8;

const agents = new Map<string, HttpAgent | HttpsAgent>();

/** The one keep-alive agent of a server. Certificates are verified unless the settings say otherwise. */
export function agentFor({ origin, ca, insecure }: Pick<Peer, "origin" | "ca" | "insecure">): HttpAgent | HttpsAgent {
  const key = JSON.stringify([origin, ca, insecure]);
  const known = agents.get(key);
  if (known) return known;
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const agent = origin.startsWith("https:")
    ? new HttpsAgent({ ...options, rejectUnauthorized: !insecure, ...(ca ? { ca } : {}) })
    : new HttpAgent(options);
  agents.set(key, agent);
  return agent;
}
