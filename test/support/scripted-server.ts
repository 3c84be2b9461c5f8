import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";

/** One request as it arrived. */
export interface ScriptedRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: unknown;
}

/** Answer of the server; an object is JSON, a text is sent as it is, `cut` breaks the connection. */
export type ScriptedReply = { status?: number; headers?: Record<string, string>; body?: unknown; cut?: boolean };

/** A server that answers what a test says, and keeps what it was asked. */
export class ScriptedServer {
  readonly seen: ScriptedRequest[] = [];
  answer: (seen: ScriptedRequest, count: number) => ScriptedReply = () => ({ status: 500 });
  private server!: Server;

  async start(): Promise<void> {
    this.server = createServer((request, response) => this.serve(request, response));
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The text of a kubeconfig for this server. */
  kubeconfig({ path = "", user = { token: "s3cret-token" } }: { path?: string; user?: object } = {}): string {
    return JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "test", cluster: { server: this.url + path } }],
      users: [{ name: "me", user }],
      contexts: [{ name: "test", context: { cluster: "test", user: "me" } }],
      "current-context": "test",
    });
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const { method = "", url: path = "", headers } = request;
      const seen = { method, path, headers, body: text ? JSON.parse(text) : undefined };
      this.seen.push(seen);
      const { status = 200, body = {}, cut, headers: extra = {} } = this.answer(seen, this.seen.length);
      if (cut) return request.socket.destroy();
      response.writeHead(status, { "Content-Type": "application/json", ...extra });
      return response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  }
}

/** A Status as an API server writes it. */
export function status(code: number, reason: string, message: string, details: object = {}): ScriptedReply {
  return { status: code, body: { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message, details } };
}

/** A server for the tests of one file, forgetful between them. */
export function scriptedServer(): ScriptedServer {
  const server = new ScriptedServer();
  beforeAll(() => server.start());
  beforeEach(() => {
    server.seen.length = 0;
  });
  afterAll(() => server.stop());
  return server;
}
