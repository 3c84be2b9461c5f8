import { LbError } from "../../../kinds/errors";
import { type Answer, type Call, transmit } from "../../http/transport";
import type { JsonObject } from "../../lifecycle/sanitize";
import { basicHeader, type Credentials, keepCookies, login } from "./login";
import { Pace } from "./pace";
import { refusal } from "./refusals";
import type { Settings } from "./settings";
import { spelledFor } from "./spelling";

/** After a refusal nobody tries again for so long: three refusals lock an account. */
const REFUSAL_HOLDS_MS = 30_000;

/** A request before the session has put its headers on. */
export interface Request {
  method: Call["method"];
  path: string;
  tenant: string;
  body?: JsonObject;
}

/** One login shared by everything in the process that talks to one controller as one user. */
export class Session {
  private current?: Promise<Credentials>;
  private refusal?: { error: LbError; until: number };
  private readonly pace: Pace;

  constructor(readonly settings: Settings) {
    this.pace = new Pace(settings.rateLimit);
  }

  /** The API version spoken. */
  async version(): Promise<string> {
    return (await this.credentials()).version;
  }

  /** Sends a request; an expired session is renewed once. Any other status is the caller's to judge. */
  async send(request: Request): Promise<Answer> {
    const before = await this.credentials();
    const answer = await this.transmit(request, before);
    if (answer.status !== 401 && answer.status !== 419) return answer;
    const after = await this.renewed(before);
    const again = await this.transmit(request, after);
    // With basic authentication every request shows the password: a wrong one would lock the account in three requests.
    if (again.status === 401 && this.settings.auth === "basic") this.refuse(refusal(this.settings, again, this.settings.username));
    return again;
  }

  private async transmit(request: Request, credentials: Credentials): Promise<Answer> {
    await this.pace.take();
    const body = request.body && spelledFor(credentials.version, request.body);
    const answer = await transmit(this.settings, { ...request, body, headers: this.headers(request, credentials) });
    await keepCookies(credentials.cookies, answer);
    return answer;
  }

  private headers(request: Request, { cookies, version }: Credentials): Call["headers"] {
    const headers: Call["headers"] = {
      "Content-Type": "application/json",
      Referer: `${this.settings.origin}/`,
      "X-Avi-Tenant": request.tenant,
      "X-Avi-Version": version,
      "X-Avi-UserAgent": "pulumi-k8s-lb",
    };
    if (this.settings.auth === "basic") return { ...headers, ...basicHeader(this.settings) };
    const csrf = cookies.get("csrftoken");
    return {
      ...headers,
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(csrf ? { "X-CSRFToken": csrf } : {}),
    };
  }

  /** One login in flight, however many ask. Only a success is kept. */
  private credentials(): Promise<Credentials> {
    if (this.refusal && this.refusal.until > Date.now()) return Promise.reject(this.refusal.error);
    if (this.current) return this.current;
    const attempt = this.pace.take().then(() => login(this.settings));
    this.current = attempt;
    attempt.catch((error: unknown) => {
      if (this.current === attempt) this.current = undefined;
      if (error instanceof LbError && error.code === "LB2006") this.refuse(error);
    });
    return attempt;
  }

  private refuse(error: LbError): void {
    this.refusal = { error, until: Date.now() + REFUSAL_HOLDS_MS };
  }

  /** A login newer than the one that was refused; somebody else may have made it already. */
  private async renewed(stale: Credentials): Promise<Credentials> {
    const current = this.current;
    if (current && (await current.catch(() => stale)) === stale && this.current === current) this.current = undefined;
    return this.credentials();
  }
}

const sessions = new Map<string, Session>();

/** The session of these settings. */
export function sessionFor(settings: Settings): Session {
  const known = sessions.get(settings.key);
  if (known) return known;
  const session = new Session(settings);
  sessions.set(settings.key, session);
  return session;
}
