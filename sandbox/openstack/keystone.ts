// State of Keystone: tokens of users.
import type { HttpResponse } from "../shared/http";
import type { JsonObject } from "../shared/json";
import type { SeededRandom } from "../shared/random";
import { Store } from "../shared/store";

/** A token as it is kept. Without project it is good for nothing but asking for another. */
export interface KeystoneToken {
  id: string;
  user: string;
  project?: string;
  roles: string[];
  methods: string[];
  audit: string[];
  issuedAt: number;
  expiresAt: number;
  /** Made with an application credential. */
  restricted?: boolean;
  /** The access rules of that credential, where it has any. */
  accessRules?: JsonObject[];
}

/** Addresses of the services; known once they listen. */
export interface ServiceEndpoints {
  identity: string;
  "load-balancer": string;
  network: string;
  "key-manager": string;
}

/** The state of one Keystone: tokens and application credentials. Users and projects never change. */
export class Keystone {
  readonly records = new Store();
  endpoints: ServiceEndpoints = { identity: "", "load-balancer": "", network: "", "key-manager": "" };

  constructor(
    private readonly random: SeededRandom,
    private readonly tokenLifetimeMs: number,
  ) {}

  /** `.../v3` */
  get authUrl(): string {
    return `${this.endpoints.identity}/v3`;
  }

  hex(bytes: number): string {
    return this.random.hex(bytes);
  }

  requestId(): string {
    return this.random.uuid4();
  }

  issue(
    grant: Pick<KeystoneToken, "user" | "project" | "roles" | "methods" | "restricted" | "accessRules">,
    from?: KeystoneToken,
  ): KeystoneToken {
    const now = Date.now();
    const audit = Buffer.from(this.hex(16), "hex").toString("base64url");
    const token: KeystoneToken = {
      ...grant,
      id: `gAAAAAB${this.hex(48)}`,
      audit: from ? [audit, ...from.audit.slice(-1)] : [audit],
      issuedAt: now,
      // a token made from another one lives no longer
      expiresAt: from?.expiresAt ?? now + this.tokenLifetimeMs,
    };
    this.records.put("token", token as unknown as JsonObject);
    return token;
  }

  /** A token that is good now. */
  find(id: string | undefined): KeystoneToken | undefined {
    const token = id === undefined ? undefined : (this.records.get("token", id) as unknown as KeystoneToken | undefined);
    return token && token.expiresAt > Date.now() ? token : undefined;
  }

  revoke(id: string): boolean {
    return this.records.remove("token", id);
  }

  /** No token is valid any more. */
  revokeAll(): void {
    for (const token of this.records.list("token")) this.records.remove("token", String(token.id));
  }
}

const TITLES: { [status: number]: string } = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
};
const AUTHENTICATION_NEEDED = "The request you have made requires authentication.";

/** A refusal of Keystone. */
export class KeystoneError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** More members of the error object. */
    readonly more: object = {},
  ) {
    super(message);
  }
}

export const unauthorized = (): KeystoneError => new KeystoneError(401, AUTHENTICATION_NEEDED);

export const malformed = (what: string): KeystoneError =>
  new KeystoneError(
    400,
    `${what} The server could not comply with the request since it is either malformed or otherwise incorrect. The client is assumed to be in error.`,
  );

export function refusal(error: KeystoneError, authUrl: string): HttpResponse {
  const { status, message, more } = error;
  const headers: HttpResponse["headers"] = { "Content-Type": "application/json" };
  if (status === 401) headers["WWW-Authenticate"] = `Keystone uri="${authUrl}"`;
  return { status, headers, body: `${JSON.stringify({ error: { code: status, ...more, message, title: TITLES[status] ?? "Error" } })}\n` };
}

/** Answer of every other service to a request without a valid token. */
export function tokenNeeded(authUrl: string): HttpResponse {
  const body = JSON.stringify({ error: { code: 401, title: "Unauthorized", message: AUTHENTICATION_NEEDED } });
  return { status: 401, headers: { "Content-Type": "application/json", "WWW-Authenticate": `Keystone uri="${authUrl}"` }, body };
}
