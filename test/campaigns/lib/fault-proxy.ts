import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { certificateFor } from "../../sandbox/lib/certificates";
import type { RecordedWire, Wired } from "./wire";

/** A request of the provider. */
export interface ProxiedRequest {
  method: string;
  /** With the query. */
  path: string;
  body: unknown;
}

export interface ForwardedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** One request at the proxy, and what can be done with it. */
export interface StruckExchange {
  seen: ProxiedRequest;
  /** Lets the server have it; may be called twice. */
  forward(): Promise<ForwardedAnswer>;
  /** Gives the provider an answer as HTTP has it. */
  reply(answer: { status: number; headers?: IncomingHttpHeaders; body: string | Buffer }): void;
  response: ServerResponse;
}

export type Strike = (exchange: StruckExchange) => Promise<void> | void;

/** Stands between the provider and the server of an API, and does worse things than a broken connection. */
export interface FaultProxy {
  readonly url: string;
  /** The same behind a certificate that no one trusts. */
  readonly secureUrl: string;
  /** Since it was emptied; who waits asks the same again and again, which counts once. */
  readonly seen: ProxiedRequest[];
  /**
   * Sets the hook that returns the strike for a request, by its place in that log; undefined lets it through. Without a hook the requests
   * that still hang end.
   */
  on(hook: ((seen: ProxiedRequest, place: number) => Strike | undefined) | undefined): void;
  /** A request of this process, which goes no way over a connection. */
  here(request: Wired, wire: RecordedWire): Promise<ForwardedAnswer>;
  /** Stops listening: connections are refused until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

/** @param targetOf the server that a path belongs to */
export async function startFaultProxy(targetOf: (path: string) => string): Promise<FaultProxy> {
  const seen: ProxiedRequest[] = [];
  const open = new Set<ServerResponse>();
  const agent = new Agent({ keepAlive: true });
  let hook: Parameters<FaultProxy["on"]>[0];
  const serve = (incoming: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const raw = Buffer.concat(chunks);
      const { method = "GET", url: path = "/", headers } = incoming;
      const one: ProxiedRequest = { method, path, body: parsed(raw) };
      const place = stepOf(seen, one);
      const exchange: StruckExchange = {
        seen: one,
        forward: () => forward(agent, targetOf(path), method, path, headers, raw),
        reply: (answer) => reply(response, answer),
        response,
      };
      open.add(response.once("close", () => open.delete(response)));
      const strike = hook?.(one, place) ?? pass;
      Promise.resolve(strike(exchange)).catch(() => response.destroy());
    });
  };
  const plain = createServer(serve);
  const { certificate: cert, key } = await certificateFor("127.0.0.1");
  const secure = createSecureServer({ cert, key }, serve);
  // Longer than any case: a socket that closes just when it is used again would look like a fault.
  for (const server of [plain, secure]) server.keepAliveTimeout = 120_000;
  const port = await listen(plain, 0);
  const securePort = await listen(secure, 0);
  const stop = (server: typeof plain | typeof secure) =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${port}`,
    secureUrl: `https://127.0.0.1:${securePort}`,
    seen,
    on: (next) => {
      hook = next;
      if (!next) for (const response of open) response.destroy();
    },
    here: (request, wire) =>
      new Promise((answered, failed) => {
        const { method, path, raw } = request;
        const one: ProxiedRequest = { method, path, body: parsed(raw) };
        const strike = hook?.(one, stepOf(seen, one)) ?? pass;
        const exchange: StruckExchange = {
          seen: one,
          forward: () => wire.send(targetOf(path), request),
          reply: ({ status, headers = {}, body }) => answered({ status, headers, body: Buffer.from(body) }),
          get response(): ServerResponse {
            throw new Error("there is no connection that could be broken");
          },
        };
        Promise.resolve(strike(exchange)).catch(failed);
      }),
    down: () => stop(plain),
    up: async () => void (await listen(plain, port)),
    close: async () => {
      await Promise.all([stop(plain), stop(secure)]);
      agent.destroy();
    },
  };
}

/** The place of a request in the log. */
function stepOf(seen: ProxiedRequest[], one: ProxiedRequest): number {
  const wasSent = one.method === "GET" && seen.some(({ method, path }) => method === "GET" && path === one.path);
  return (wasSent ? seen.length : seen.push(one)) - 1;
}

/** Lets a request through. */
export const pass: Strike = async ({ forward, reply }) => reply(await forward());

function forward(
  agent: Agent,
  target: string,
  method: string,
  path: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<ForwardedAnswer> {
  return new Promise((answered, failed) => {
    const onward = request(new URL(path, target), { method, headers: { ...headers, host: new URL(target).host }, agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => answered({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(parts) }));
    });
    onward.on("error", failed);
    onward.end(body);
  });
}

function reply(response: ServerResponse, { status, headers = {}, body }: Parameters<StruckExchange["reply"]>[0]): void {
  const { "transfer-encoding": _, connection: __, "content-length": ___, ...rest } = headers;
  response.writeHead(status, status === 204 ? rest : { ...rest, "content-length": Buffer.byteLength(body) });
  response.end(status === 204 ? undefined : body);
}

function listen(server: Server | ReturnType<typeof createSecureServer>, port: number): Promise<number> {
  return new Promise((listening, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", () => listening((server.address() as AddressInfo).port));
  });
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch {
    return undefined;
  }
}
