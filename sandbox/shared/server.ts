import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { portInUse } from "../start-error";
import type { HttpRequest, Outcome } from "./http";

const LARGEST_BODY = 10 * 1024 * 1024;

export interface RunningServer {
  port: number;
  close(): Promise<void>;
}

/** Whatever answers requests: a controller, one OpenStack service. */
export type Handler = (request: HttpRequest) => Promise<Outcome>;

/** Serves like `serve`, with a word to the user when the port is taken. */
export async function listen(handle: Handler, port: number, tls?: { key: string; cert: string }): Promise<RunningServer> {
  try {
    return await serve(handle, port, tls);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "EADDRINUSE" ? portInUse(port) : error;
  }
}

/** Serves on loopback; with `tls` over https. Port 0 takes any free one. */
async function serve(handle: Handler, port: number, tls?: { key: string; cert: string }): Promise<RunningServer> {
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(handle, request, response, tls !== undefined).catch(() => response.destroy());
  };
  const server: Server = tls ? createSecureServer(tls, listener) : createServer(listener);
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(handle: Handler, incoming: IncomingMessage, response: ServerResponse, secure: boolean): Promise<void> {
  const body = await readBody(incoming);
  const outcome = await handle(toRequest(incoming, body, secure));
  if (outcome === "drop") {
    incoming.socket.destroy();
    return;
  }
  if (outcome.stream) {
    if (response.destroyed) return; // the client is gone already
    response.writeHead(outcome.status, outcome.headers);
    response.flushHeaders();
    outcome.stream({
      write: (text) => response.write(text),
      end: () => response.end(),
      onClose: (listener) => response.once("close", listener),
    });
    return;
  }
  const bytes = incoming.method === "HEAD" ? Buffer.alloc(0) : Buffer.from(outcome.body as string);
  // node gives a 204 no length; some clients wait for one
  response.writeHead(outcome.status, { ...outcome.headers, "Content-Length": String(bytes.length) });
  response.end(bytes);
}

function toRequest(incoming: IncomingMessage, body: string, secure: boolean): HttpRequest {
  const headers: HttpRequest["headers"] = {};
  for (const [name, value] of Object.entries(incoming.headers)) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  return { method: incoming.method ?? "GET", written: incoming.url ?? "/", headers, body, secure };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size > LARGEST_BODY) throw new Error("request body too large");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}
