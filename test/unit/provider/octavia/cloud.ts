import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { connect, type OpenStack } from "../../../../provider/octavia/client";
import { targetOf } from "../../../../provider/octavia/client/requests";
import type { Json } from "../../../../resources/kind";

export interface CloudCall {
  method: string;
  /** Path and query behind the service's prefix. */
  path: string;
  service: string;
  token?: string;
  project?: string;
  /** Only bodies of token requests are looked into. */
  body?: { auth: TokenRequest };
}

interface TokenRequest {
  identity: { password?: { user: { password?: string } }; application_credential?: { secret?: string }; token?: { id: string } };
  scope?: unknown;
}

/** Answer of the server; `drop` breaks the connection silently, `silent` keeps it. */
export interface Scripted {
  status?: number;
  body?: Json;
  text?: string;
  headers?: { [name: string]: string };
  drop?: boolean;
  silent?: boolean;
}

type CloudHandler = (call: CloudCall) => Scripted | undefined;

const VERSIONS = ["v2.0", "v2.9", "v2.10", "v2.5"].map((id) => ({ id, status: "SUPPORTED" }));

/**
 * A cloud with Keystone at `/identity` and services behind prefixes, on loopback. Answers are scripted by the test; what is
 * not scripted is answered as the API does: empty lists, objects with the id of the path, nothing where it says nothing.
 */
export class ScriptedCloud {
  readonly calls: CloudCall[] = [];
  readonly valid = new Set<string>();
  /** Seconds that a token lives. */
  life = 3600;
  /** Keystone's own answer to a token request, in place of the usual one. */
  keystone?: CloudHandler;
  catalogue?: Json[];
  private handlers: CloudHandler[] = [];
  private server?: Server;
  private issued = 0;

  constructor(private readonly tls?: { cert: string; key: string }) {}

  get url(): string {
    const address = this.server?.address() as AddressInfo | undefined;
    return `${this.tls ? "https" : "http"}://localhost:${address?.port}`;
  }

  get env(): { [name: string]: string } {
    return { OS_AUTH_URL: `${this.url}/identity`, OS_USERNAME: "demo", OS_PASSWORD: "secret-word", OS_PROJECT_NAME: "demo" };
  }

  async start(): Promise<void> {
    const listener = (request: IncomingMessage, response: ServerResponse) => void this.serve(request, response);
    this.server = this.tls ? createTlsServer(this.tls, listener) : createServer(listener);
    await new Promise<void>((resolve) => this.server?.listen(0, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  reset(): void {
    this.calls.length = 0;
    this.handlers = [];
    this.valid.clear();
    this.life = 3600;
    this.keystone = undefined;
    this.catalogue = undefined;
  }

  /** Answers requests like `GET /v2/lbaas/pools` one after the other with these, then as if nothing were scripted. */
  script(request: string, ...answers: Scripted[]): void {
    this.handlers.push((call) => (`${call.method} ${call.path}`.startsWith(request) ? answers.shift() : undefined));
  }

  /** Answers whatever it likes. */
  handle(handler: CloudHandler): void {
    this.handlers.push(handler);
  }

  count(request: string): number {
    return this.calls.filter((call) => `${call.method} ${call.path}`.startsWith(request)).length;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += chunk;
    const [, service = "", path = "/"] = /^\/([^/]+)(.*)$/.exec(request.url ?? "") ?? [];
    const header = (name: string) => request.headers[name] as string | undefined;
    const call: CloudCall = { method: request.method ?? "", path, service, token: header("x-auth-token"), project: header("x-project-id") };
    if (text) call.body = JSON.parse(text);
    this.calls.push(call);
    const answer = service === "identity" ? (this.keystone?.(call) ?? this.issue(call)) : this.answer(call);
    if (answer.silent) return;
    if (answer.drop) {
      request.socket.destroy();
      return;
    }
    const silent = answer.status === 204 || answer.status === 202;
    response.writeHead(answer.status ?? 200, { ...(silent ? {} : { "Content-Type": "application/json" }), ...answer.headers });
    response.end(answer.text ?? (silent ? "" : JSON.stringify(answer.body ?? {})));
  }

  private answer(call: CloudCall): Scripted {
    if (!call.project && !this.valid.has(call.token ?? "")) return unauthorized("The request you have made requires authentication.");
    for (const handler of this.handlers) {
      const answer = handler(call);
      if (answer) return answer;
    }
    if (call.service === "load-balancer" && call.path === "/") return { body: { versions: VERSIONS } };
    return usual(call);
  }

  private issue({ method, path, body, token }: CloudCall): Scripted {
    if (path !== "/v3/auth/tokens") return { status: 404, body: { error: { code: 404, message: "no such path" } } };
    if (method === "GET")
      return this.valid.has(token ?? "") ? { body: this.tokenBody() } : unauthorized("This is not a recognized Fernet token");
    if (!body) return { status: 400 };
    const { password, application_credential: credential, token: given } = body.auth.identity;
    const good = password?.user.password === "secret-word" || credential?.secret === "secret-word" || this.valid.has(given?.id ?? "");
    if (!good) return unauthorized("The request you have made requires authentication.");
    if (credential && body.auth.scope) return unauthorized("Application credentials cannot request a scope.");
    const fresh = `token-${++this.issued}`;
    this.valid.add(fresh);
    return { status: 201, headers: { "X-Subject-Token": fresh }, body: this.tokenBody() };
  }

  private tokenBody(): Json {
    const now = Date.now();
    return {
      token: {
        issued_at: new Date(now).toISOString(),
        expires_at: new Date(now + this.life * 1000).toISOString(),
        project: { id: "p-1", name: "demo" },
        catalog: this.catalogue ?? ["load-balancer", "network", "key-manager"].map((type) => this.entry(type)),
      },
    };
  }

  /** One service of the catalogue; some clouds write the version behind it. */
  entry(type: string, { region = "RegionOne", face = "public", suffix = type === "network" ? "/v2.0/" : "" } = {}): Json {
    return { type, endpoints: [{ interface: face, region_id: region, url: `${this.url}/${type}${suffix}` }] };
  }
}

function usual({ method, path }: CloudCall): Scripted {
  const target = targetOf(path);
  const id = target?.id ?? "made";
  const one: Json = target?.key ? { [target.key]: { id } } : { container_ref: `http://b/v1/containers/${id}` };
  if (method === "DELETE") return { status: 204 };
  if (method === "POST") return { status: 201, body: one };
  if (method === "PUT") return target?.id && !target.tail ? { body: one } : { status: 202 };
  return { body: target?.id ? one : { [target?.list ?? "versions"]: [] } };
}

export const unauthorized = (message: string): Scripted => ({
  status: 401,
  body: { error: { code: 401, title: "Unauthorized", message } },
});
export const fault = (status: number, faultstring: string): Scripted => ({
  status,
  body: { faultcode: "Client", faultstring, debuginfo: null },
});

/** One cloud for a file of tests, as new before each. */
export function cloud(): ScriptedCloud {
  const started = new ScriptedCloud();
  beforeAll(() => started.start());
  beforeEach(() => started.reset());
  afterAll(() => started.stop());
  return started;
}

let marker = 0;

/** A connection of its own for each test: they live as long as the process, so that no test meets another's. */
export function fresh(at: ScriptedCloud, env: { [name: string]: string } = {}, config: { [key: string]: string } = {}): OpenStack {
  const values: { [key: string]: string } = { retryDelay: "1", timeout: `${60 + ++marker}`, ...config };
  return connect({ get: (key) => values[key], explicit: (key) => config[key], env: { ...at.env, ...env } });
}
