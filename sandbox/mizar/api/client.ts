// HTTP client of the operator for the API server.
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { SandboxError } from "../../codes";
import { asObject, type JsonObject, text } from "../../shared/json";

/** Address and credentials of an API server. */
export interface ApiConnection {
  /** `https://host[:port]`; `http://127.0.0.1:8001` on this machine. */
  url: string;
  /** Bearer token. */
  token?: string;
  /** Certificate authority in PEM, for https. */
  ca?: string;
}

/** The server refused a request. */
export class ApiRefusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

/** No answer came; whether the request was carried out is not known. */
export class ConnectionLost extends Error {}

/** A minute without an answer is a broken connection. */
const PATIENCE_MS = 60_000;

/** Requests to one API server over connections that are kept. */
export class KubeClient {
  private readonly agent: HttpAgent | HttpsAgent;
  private readonly url: URL;

  constructor(private readonly connection: ApiConnection) {
    this.url = new URL(connection.url);
    if (connection.token && !isPrivate(this.url)) throw inClearText(this.url);
    const options = { keepAlive: true, maxSockets: 64 };
    this.agent = this.url.protocol === "https:" ? new HttpsAgent({ ...options, ca: connection.ca }) : new HttpAgent(options);
  }

  get = (path: string): Promise<JsonObject> => this.send("GET", path);
  create = (path: string, body: unknown): Promise<JsonObject> => this.send("POST", path, body);
  delete = (path: string): Promise<JsonObject> => this.send("DELETE", path);
  mergePatch = (path: string, body: unknown): Promise<JsonObject> => this.send("PATCH", path, body, "application/merge-patch+json");

  /** Opens a stream of lines. `signal` ends it. */
  stream(path: string, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = this.open("GET", path, {}, signal);
      request.on("error", reject);
      request.on("response", (response: IncomingMessage) => {
        if (response.statusCode === 200) return resolve(response);
        read(response).then((body) => reject(refusalOf(response.statusCode ?? 0, body)), reject);
      });
      request.end();
    });
  }

  close(): void {
    this.agent.destroy();
  }

  private send(method: string, path: string, body?: unknown, type = "application/json"): Promise<JsonObject> {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers: { [name: string]: string } = payload ? { "Content-Type": type, "Content-Length": String(payload.length) } : {};
    return new Promise((resolve, reject) => {
      const request = this.open(method, path, headers);
      request.setTimeout(PATIENCE_MS, () => request.destroy(new Error("no answer")));
      request.on("error", (error) => reject(new ConnectionLost(`${method} ${path}: ${error.message}`)));
      request.on("response", (response: IncomingMessage) => {
        read(response).then((answer) => {
          const status = response.statusCode ?? 0;
          if (status >= 200 && status < 300) resolve(answer);
          else reject(refusalOf(status, answer));
        }, reject);
      });
      request.end(payload);
    });
  }

  private open(method: string, path: string, headers: { [name: string]: string }, signal?: AbortSignal): ClientRequest {
    const { token } = this.connection;
    const all = {
      Accept: "application/json",
      "User-Agent": "mizar-operator",
      ...headers,
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    };
    const options = { method, headers: all, agent: this.agent, signal };
    const target = new URL(path, this.url);
    return this.url.protocol === "https:" ? httpsRequest(target, options) : httpRequest(target, options);
  }
}

/** Credentials travel in clear text on this machine alone. */
const isPrivate = ({ protocol, hostname }: URL): boolean => protocol === "https:" || /^(localhost|\[::1\]|127(\.\d+){3})$/.test(hostname);

const inClearText = ({ origin }: URL): SandboxError =>
  new SandboxError({
    code: "LB5051",
    message: `The address of the API server is "${origin}": tokens do not travel in clear text`,
    remedy: "Use https://; http:// with a token is accepted for 127.0.0.1, ::1 and localhost only.",
  });

async function read(response: IncomingMessage): Promise<JsonObject> {
  let written = "";
  response.setEncoding("utf8");
  for await (const chunk of response) written += chunk;
  try {
    return asObject(JSON.parse(written));
  } catch {
    return { message: written.slice(0, 300) };
  }
}

const refusalOf = (status: number, body: JsonObject): ApiRefusal =>
  new ApiRefusal(status, text(body.reason), text(body.message) || `the API server answered ${status}`);
