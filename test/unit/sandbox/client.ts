import type { AviSandbox } from "../../../sandbox/index";

export interface SandboxAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  body: any;
}

/** The least client that gets past login, for tests of the sandbox itself. */
export class SandboxClient {
  cookies = "";
  csrf = "";

  constructor(
    readonly sandbox: AviSandbox,
    readonly headers: { [name: string]: string } = { "X-Avi-Version": "22.1.2", "X-Avi-Tenant": "admin" },
  ) {}

  static async login(sandbox: AviSandbox, headers?: { [name: string]: string }): Promise<SandboxClient> {
    const client = new SandboxClient(sandbox, headers);
    const body = JSON.stringify({ username: sandbox.username, password: sandbox.password });
    const response = await fetch(`${sandbox.url}/login`, { method: "POST", body, headers: { "Content-Type": "application/json" } });
    client.adopt(response);
    return client;
  }

  adopt(response: Response): void {
    const pairs = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
    this.cookies = pairs.join("; ");
    this.csrf = pairs.find((pair) => pair.startsWith("csrftoken="))?.slice("csrftoken=".length) ?? "";
  }

  async send(method: string, path: string, body?: unknown, headers: { [name: string]: string } = {}): Promise<SandboxAnswer> {
    const response = await fetch(this.sandbox.url + path, {
      method,
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
      headers: {
        "Content-Type": "application/json",
        Cookie: this.cookies,
        "X-CSRFToken": this.csrf,
        Referer: this.sandbox.url,
        ...this.headers,
        ...headers,
      },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  }

  get = (path: string, headers?: { [name: string]: string }) => this.send("GET", path, undefined, headers);
  post = (path: string, body: unknown, headers?: { [name: string]: string }) => this.send("POST", path, body, headers);
  put = (path: string, body: unknown, headers?: { [name: string]: string }) => this.send("PUT", path, body, headers);
  patch = (path: string, body: unknown, headers?: { [name: string]: string }) => this.send("PATCH", path, body, headers);
  delete = (path: string, headers?: { [name: string]: string }) => this.send("DELETE", path, undefined, headers);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
