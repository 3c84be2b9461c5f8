import { createServer, Agent as HttpAgent, request as httpRequest, type ServerResponse } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";

/** One request that went through. */
export interface SeenCall {
  method: string;
  /** With the query. */
  path: string;
  body: unknown;
  status: number;
}

/** Breaks the connection: `before` the server gets the request, or `after` it has answered. */
export interface Cut {
  when: "before" | "after";
  /** Requests to let through first. */
  skip: number;
  /** Number of calls to break; if absent, all that follow. */
  times?: number;
}

/** An answer that the server did not give: a text is sent as it is, as a page; all else is JSON. */
export interface ProxyReply {
  status: number;
  body: unknown;
}

/** A proxy between the provider and any server of the API: it records the calls and breaks connections on demand. */
export interface ApiProxy {
  readonly url: string;
  readonly calls: SeenCall[];
  cut(rule: Cut | undefined): void;
  /** Answers requests that fit in place of the server; undefined lets them through. */
  answer(hook: ((method: string, path: string, body: unknown) => ProxyReply | undefined) | undefined): void;
  close(): Promise<void>;
}

/** @param ca PEM of the authority, for a target with https */
export async function startProxy(target: string, { ca }: { ca?: string } = {}): Promise<ApiProxy> {
  const calls: SeenCall[] = [];
  const [request, Agent] = target.startsWith("https:") ? ([httpsRequest, HttpsAgent] as const) : ([httpRequest, HttpAgent] as const);
  const agent = new Agent({ keepAlive: true });
  let rule: (Cut & { seen: number }) | undefined;
  let hook: Parameters<ApiProxy["answer"]>[0];

  const strikes = (): Cut["when"] | undefined => {
    if (!rule) return undefined;
    const at = rule.seen++ - rule.skip;
    return at >= 0 && at < (rule.times ?? Number.POSITIVE_INFINITY) ? rule.when : undefined;
  };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk) => chunks.push(chunk));
    incoming.on("end", () => {
      const raw = Buffer.concat(chunks);
      const body = parsed(raw);
      const { method = "GET", url: path = "/" } = incoming;
      const made = hook?.(method, path, body);
      if (made) {
        calls.push({ method, path, body, status: made.status });
        return send(outgoing, made);
      }
      const strike = strikes();
      if (strike === "before") return void outgoing.destroy();
      const headers = { ...incoming.headers, host: new URL(target).host };
      const onward = request(new URL(path, target), { method, headers, agent, ca }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () => {
          calls.push({ method, path, body, status: answer.statusCode ?? 0 });
          if (strike === "after") return void outgoing.destroy();
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          outgoing.end(Buffer.concat(parts));
        });
      });
      onward.on("error", () => outgoing.destroy());
      onward.end(raw);
    });
  });
  // Longer than any test: a socket that closes just when it is used again would look like a cut.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    cut: (next) => {
      rule = next && { ...next, seen: 0 };
    },
    answer: (next) => {
      hook = next;
    },
    close: () =>
      new Promise((closed) => {
        agent.destroy();
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch {
    return undefined;
  }
}

function send(outgoing: ServerResponse, { status, body }: ProxyReply): void {
  const page = typeof body === "string";
  outgoing.writeHead(status, { "content-type": page ? "text/html" : "application/json" });
  outgoing.end(page ? body : JSON.stringify(body));
}
