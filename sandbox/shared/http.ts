// HTTP server and requests of all sandboxes.
import { X509Certificate } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { generate } from "selfsigned";
import { portInUse } from "../codes";
import { isObject } from "./json";
import { holderOf } from "./port-holder";
import { hasCode, readIfThere, writeAtomically } from "./state-file";

/** A request free of node's streams. */
export interface HttpRequest {
  method: string;
  /** Path and query as the client wrote them. */
  written: string;
  /** Lower-case names. */
  headers: { [name: string]: string | undefined };
  body: string;
  secure: boolean;
}

export interface HttpResponse {
  status: number;
  headers: { [name: string]: string | string[] };
  /** Bytes where the content is not text. */
  body: string | Buffer;
  /** Writes the body bit by bit, in place of `body`; called once the head has been sent. */
  stream?: (stream: Stream) => void;
}

/** A response that streams until one side closes it. */
export interface Stream {
  write(text: string): void;
  end(): void;
  /** Called once, after either side closed it. */
  onClose(listener: () => void): void;
}

/** The answer to a request, or the order to cut the connection. */
export type HttpOutcome = HttpResponse | "drop";

export function json(status: number, body: unknown, headers: HttpResponse["headers"] = {}): HttpResponse {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** Scheme, host and port the way the client addressed us; urls in answers must carry the same. */
export function baseOf(request: HttpRequest): string {
  return `${request.secure ? "https" : "http"}://${request.headers.host ?? "localhost"}`;
}

/** A path with its escapes resolved; one that cannot be resolved stays as it is. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const LARGEST_BODY = 10 * 1024 * 1024;

export interface RunningServer {
  port: number;
  close(): Promise<void>;
}

/** Answers requests: a controller, or one OpenStack service. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpOutcome>;

/** Serves like `serve`, with a word to the user when the port is taken. */
export async function listen(handle: HttpHandler, port: number, tls?: { key: string; cert: string }): Promise<RunningServer> {
  try {
    return await serve(handle, port, tls);
  } catch (error) {
    throw hasCode(error, "EADDRINUSE") ? portInUse(port, holderOf(port)) : error;
  }
}

/** Serves on loopback; with `tls` over https. Port 0 takes any free one. */
async function serve(handle: HttpHandler, port: number, tls?: { key: string; cert: string }): Promise<RunningServer> {
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(handle, request, response, tls !== undefined).catch(() => response.destroy());
  };
  const server: Server = tls ? createSecureServer(tls, listener) : createServer(listener);
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
  const address = server.address();
  return {
    port: isObject(address) ? Number(address.port) : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(handle: HttpHandler, incoming: IncomingMessage, response: ServerResponse, secure: boolean): Promise<void> {
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
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Error("request body too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export interface TlsIdentity {
  key: string;
  cert: string;
}

const YEAR = 365 * 86_400_000;

/**
 * A self-signed certificate for loopback. With `file` it is kept there and used again, so that a stack that was set to
 * trust it yesterday still does.
 */
export async function tlsIdentity(file?: string): Promise<TlsIdentity> {
  const kept = file === undefined ? undefined : readKept(file);
  if (kept) return kept;
  const identity = await make();
  if (file !== undefined) writeAtomically(file, JSON.stringify(identity));
  return identity;
}

function readKept(file: string): TlsIdentity | undefined {
  const content = readIfThere(file);
  if (content === undefined) return undefined;
  try {
    const { key, cert }: TlsIdentity = JSON.parse(content);
    return new Date(new X509Certificate(cert).validTo).getTime() > Date.now() ? { key, cert } : undefined;
  } catch {
    return undefined; // half written by something else: make a new one
  }
}

async function make(): Promise<TlsIdentity> {
  const made = await generate([{ name: "commonName", value: "k8s-lb sandbox" }], {
    algorithm: "sha256",
    keyType: "ec",
    notBeforeDate: new Date(Date.now() - 86_400_000), // clocks of other machines and containers may be behind
    notAfterDate: new Date(Date.now() + 10 * YEAR),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", digitalSignature: true, keyCertSign: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
          { type: 7, ip: "::1" },
        ],
      },
    ],
  });
  return { key: made.private, cert: made.cert };
}
