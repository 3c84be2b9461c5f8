import { request } from "node:http";
import { Agent, type AgentOptions } from "node:https";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect } from "node:tls";

/** How long a proxy may take to open a tunnel. */
const TIMEOUT_MS = 30_000;

type Opened = (error: Error | null, socket?: Duplex) => void;

/** An agent whose connections go through an HTTP proxy, by CONNECT: the proxy sees names, and nothing of what is said. */
export function tunnelAgent(proxy: URL, options: AgentOptions): Agent {
  const agent = new Agent(options);
  // Typed from Node 22 on; it has been there since the first agents.
  (agent as unknown as { createConnection(to: ConnectionOptions, opened: Opened): void }).createConnection = (to, opened) => {
    const asked = request({
      host: proxy.hostname.replace(/^\[|\]$/g, ""),
      port: proxy.port || 80,
      method: "CONNECT",
      path: `${to.host}:${to.port}`,
      headers: { Host: `${to.host}:${to.port}`, ...authorization(proxy) },
      agent: false,
      timeout: TIMEOUT_MS,
    });
    const failed = (why: string) => {
      asked.destroy();
      // Nothing has been sent to the server itself, so that the request may be repeated.
      opened(Object.assign(new Error(`proxy ${proxy.host}: ${why}`), { code: "EHOSTUNREACH" }));
    };
    asked.once("connect", ({ statusCode }, socket) => {
      if (statusCode === 200) opened(null, connect({ ...to, socket }));
      else failed(`answered ${statusCode}`);
    });
    asked.once("timeout", () => failed("does not answer"));
    asked.once("error", (error: Error) => failed(error.message));
    asked.end();
  };
  return agent;
}

/** The header that shows who asks. */
function authorization({ username, password }: URL): { [name: string]: string } {
  if (!username) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "Proxy-Authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}
