import { Agent as HttpAgent } from "node:http";
import { type AgentOptions, Agent as HttpsAgent } from "node:https";
import type { Peer } from "./transport";
import { tunnelAgent } from "./tunnel";

/** Connections of one process to one server, whatever the kind of resource. */
const MAX_SOCKETS = 8;

const agents = new Map<string, HttpAgent | HttpsAgent>();

/** The one keep-alive agent of a server. Certificates are verified unless the settings say otherwise. */
export function agentFor({ origin, ca, clientCertificate, serverName, insecure, proxy }: Omit<Peer, "timeoutMs">): HttpAgent | HttpsAgent {
  const key = JSON.stringify([origin, ca, clientCertificate, serverName, insecure, proxy]);
  const known = agents.get(key);
  if (known) return known;
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const agent = origin.startsWith("https:")
    ? secureAgent({ ...options, rejectUnauthorized: !insecure, ...given({ ca, servername: serverName, ...clientCertificate }) }, proxy)
    : new HttpAgent(options);
  agents.set(key, agent);
  return agent;
}

/** Options without those that are not set: an undefined `ca` would mean something. */
function given(options: AgentOptions): AgentOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function secureAgent(options: AgentOptions, proxy: string | undefined): HttpsAgent {
  return proxy ? tunnelAgent(new URL(proxy), options) : new HttpsAgent(options);
}
