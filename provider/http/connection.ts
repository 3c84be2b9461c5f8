// The connection to a server: certificates, proxies, and agents that keep sockets open.

import { Agent as HttpAgent, request } from "node:http";
import { type AgentOptions, Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect } from "node:tls";
import { failure } from "../lifecycle/messages/errors";
import { isLoopback, refuseClearText } from "./clear-text";

/** A server and how to connect to it. */
export interface Peer {
  /** `https://host[:port]`; `http://` on this machine alone. */
  origin: string;
  /** PEM of the authorities to trust in place of the system's. */
  ca?: string;
  /** PEM of a certificate and its key to show when the server asks who we are. */
  clientCertificate?: { cert: string; key: string };
  /** Name that the server's certificate is checked against; absent: the host of the origin. */
  serverName?: string;
  /** Do not verify the certificate. */
  insecure: boolean;
  /** URL of an HTTP proxy; absent: a direct connection, also where the environment names a proxy. */
  proxy?: string;
  timeoutMs: number;
}

/** The agent with the connections of this process to one server. */
const MAX_SOCKETS = 8;

const agents = new Map<string, HttpAgent | HttpsAgent>();

/**
 * The one keep-alive agent of a server. Certificates are verified unless the settings say otherwise.
 *
 * @param lasting for answers that do not end: there may be any number of them, and none is in the way of a request
 */
export function agentFor(
  { origin, ca, clientCertificate, serverName, insecure, proxy }: Omit<Peer, "timeoutMs">,
  { lasting = false } = {},
): HttpAgent | HttpsAgent {
  const key = JSON.stringify([origin, ca, clientCertificate, serverName, insecure, proxy, lasting]);
  const cachedAgent = agents.get(key);
  if (cachedAgent) return cachedAgent;
  // settings have refused it by their name already: nothing that is added later gets around it
  refuseClearText(origin, { setting: "the address" }, proxy);
  const options = lasting ? { keepAlive: true } : { keepAlive: true, maxSockets: MAX_SOCKETS };
  const secure = { ...options, rejectUnauthorized: !insecure, ...withoutUndefined({ ca, servername: serverName, ...clientCertificate }) };
  const agent = origin.startsWith("http:") ? new HttpAgent(options) : proxy ? tunnelAgent(new URL(proxy), secure) : new HttpsAgent(secure);
  agents.set(key, agent);
  return agent;
}

/** An undefined `ca` would mean something. */
function withoutUndefined(options: AgentOptions): AgentOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** The variables that decide whether a proxy is used. */
const VARIABLES = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY"] as const;

/** Proxy settings of the environment. */
export type Proxies = { readonly [V in (typeof VARIABLES)[number]]?: string };

/** Reads the variables, which may be written in small letters too. */
export function proxiesIn(env: NodeJS.ProcessEnv): Proxies {
  return Object.fromEntries(VARIABLES.map((name) => [name, env[name.toLowerCase()] || env[name] || undefined]));
}

/** The proxy for an address, chosen as curl and the OpenStack clients do. This machine itself is never reached through one. */
export function proxyFor(address: string, proxies: Proxies): string | undefined {
  const { protocol, hostname, port } = new URL(address);
  if (isLoopback(hostname)) return undefined;
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const proxy = (protocol === "https:" ? proxies.HTTPS_PROXY : proxies.HTTP_PROXY) ?? proxies.ALL_PROXY;
  if (!proxy || isExcepted(host, port, proxies.NO_PROXY ?? "")) return undefined;
  const [, scheme = "http"] = /^([a-z0-9]+):\/\//i.exec(proxy) ?? [];
  if (scheme !== "http") {
    throw failure("LB2002", {
      message: `the proxy in the environment has the scheme ${scheme}, which is not supported`,
      remedy: "Use an http:// proxy, or except the host with NO_PROXY.",
    });
  }
  return proxy.includes("://") ? proxy : `http://${proxy}`;
}

/** `example.com` and `.example.com` stand for the name and everything below it, `*` for all. */
function isExcepted(host: string, port: string, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      const [, name = "", onlyPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (entry === "*") return true;
      if (onlyPort && onlyPort !== port) return false;
      return host === name || host.endsWith(`.${name}`);
    });
}

/** Time that a proxy may take to open a tunnel. */
const TUNNEL_TIMEOUT_MS = 30_000;

type Opened = (error: Error | null, socket?: Duplex) => void;

/** An agent whose connections go through an HTTP proxy, by CONNECT: the proxy sees names, and nothing of the content. */
function tunnelAgent(proxy: URL, options: AgentOptions): HttpsAgent {
  const createConnection = (to: ConnectionOptions, opened: Opened): void => {
    const connecting = request({
      host: proxy.hostname.replace(/^\[|\]$/g, ""),
      port: proxy.port || 80,
      method: "CONNECT",
      path: `${to.host}:${to.port}`,
      headers: { Host: `${to.host}:${to.port}`, ...authorization(proxy) },
      agent: false,
      timeout: TUNNEL_TIMEOUT_MS,
    });
    const failed = (why: string) => {
      connecting.destroy();
      // Nothing has been sent to the server itself, so that the request may be repeated.
      opened(Object.assign(new Error(`proxy ${proxy.host}: ${why}`), { code: "EHOSTUNREACH" }));
    };
    connecting.once("connect", ({ statusCode }, socket) => {
      if (statusCode === 200) opened(null, connect({ ...to, socket }));
      else failed(`answered ${statusCode}`);
    });
    connecting.once("timeout", () => failed("does not answer"));
    connecting.once("error", (error: Error) => failed(error.message));
    connecting.end();
  };
  // Typed from Node 22 on; agents have had it since the first.
  return Object.assign(new HttpsAgent(options), { createConnection });
}

/** The header that shows a proxy who asks. */
function authorization({ username, password }: URL): { [name: string]: string } {
  if (!username) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "Proxy-Authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}
