// The session on an Avi controller: login, API version, headers and retries.

import { LbError } from "../../../resources/diagnostic";
import { Pace } from "../../http/attempts";
import { Logins } from "../../http/logins";
import { withoutMarkup } from "../../http/markup";
import { redactedLine } from "../../http/redact";
import { type Answer, type Call, NoAnswer, transmit } from "../../http/transport";
import { isObject } from "../../lifecycle/bodies/json";
import { failure } from "../../lifecycle/messages/errors";
import { announce, takenFromEnvironment } from "../../lifecycle/progress";
import { type AviRequest, refusal, type Sender } from "./answers";
import type { AviConnection } from "./settings";
import { negotiated, spelledFor } from "./version";

/** Result of a login. */
interface Login {
  cookies: Map<string, string>;
  version: string;
}

/** One login shared by everything in the process that talks to one controller as one user. */
export class AviSession implements Sender {
  private readonly logins: Logins<Login>;
  /** The controller answers 429 to an address that asks for more than about 32 requests a second. */
  private readonly pace: Pace;

  constructor(private inForce: AviConnection) {
    this.pace = new Pace(inForce.rateLimit);
    this.logins = new Logins({ login: () => this.login(), isRefusal });
  }

  /** The settings, with the credentials that the controller takes. */
  get settings(): AviConnection {
    return this.inForce;
  }

  /** The API version spoken. */
  async version(): Promise<string> {
    return (await this.logins.current()).version;
  }

  /** Sends a request; an expired session is renewed once. Any other status is the caller's to judge. */
  async send(request: AviRequest): Promise<Answer> {
    const before = await this.logins.current();
    const answer = await this.transmit(request, before);
    if (answer.status !== 401 && answer.status !== 419) return answer;
    const again = await this.transmit(request, await this.logins.newerThan(before));
    // With basic authentication every request shows the password: a wrong one would lock the account in three requests.
    if (again.status === 401 && this.settings.auth === "basic") {
      this.logins.refuse(refusal(this.settings, again, this.settings.username));
    }
    return again;
  }

  /** The state may hold the credentials of an earlier run: if they are refused, those of the environment are tried once. */
  private async login(): Promise<Login> {
    const { inEnvironment, ...configured } = this.inForce;
    await this.pace.take();
    try {
      return await login(this.inForce);
    } catch (error) {
      if (!inEnvironment || !isRefusal(error)) throw error;
      this.inForce = configured;
      const other = { ...configured, password: undefined, token: undefined, ...inEnvironment };
      await this.pace.take();
      const environmentLogin = await login(other).catch((again: unknown) => {
        throw isRefusal(again) ? error : again;
      });
      this.inForce = other;
      announce(takenFromEnvironment(`${configured.origin} refused user ${configured.username}`, `user ${other.username}`, "AVI_USERNAME"));
      return environmentLogin;
    }
  }

  private async transmit(request: AviRequest, { cookies, version }: Login): Promise<Answer> {
    await this.pace.take();
    const headers = {
      "Content-Type": "application/json",
      Referer: `${this.settings.origin}/`,
      "X-Avi-Tenant": request.tenant,
      "X-Avi-Version": version,
      "X-Avi-UserAgent": "pulumi-k8s-lb",
      ...(this.settings.auth === "basic" ? basicHeader(this.settings) : cookieHeaders(cookies)),
    };
    const body = request.body && spelledFor(version, request.body);
    const answer = await transmit(this.settings, { ...request, body, headers });
    await keepCookies(cookies, answer);
    return answer;
  }
}

const isRefusal = (error: unknown) => error instanceof LbError && error.code === "LB2006";

const sessions = new Map<string, AviSession>();

/** The session of these settings. */
export function sessionFor(settings: AviConnection): AviSession {
  const cachedSession = sessions.get(settings.key);
  if (cachedSession) return cachedSession;
  const session = new AviSession(settings);
  sessions.set(settings.key, session);
  return session;
}

/** Logs in with password or token; with basic authentication only the version is asked for. */
async function login(settings: AviConnection): Promise<Login> {
  const answer = await firstContact(settings);
  if (answer.status !== 200 || !isObject(answer.body)) throw loginRefused(settings, answer);
  const cookies = new Map<string, string>();
  await keepCookies(cookies, answer);
  return { cookies, version: settings.version ?? negotiated(controllerVersion(answer) ?? (await askVersion(settings, cookies))) };
}

async function firstContact(settings: AviConnection): Promise<Answer> {
  const { origin, username, password = "", token } = settings;
  const call: Call =
    settings.auth === "basic"
      ? { method: "GET", path: "/api/initial-data", headers: basicHeader(settings) }
      : {
          method: "POST",
          path: "/login",
          headers: { "Content-Type": "application/json", Referer: `${origin}/` },
          body: token ? { username, token } : { username, password },
        };
  try {
    return await transmit(settings, call);
  } catch (error) {
    // A request that waited for this login has not been sent.
    if (error instanceof NoAnswer) throw new NoAnswer(error.message, true, error.hopeless, error.trouble);
    throw error;
  }
}

async function askVersion(settings: AviConnection, cookies: Map<string, string>): Promise<string | undefined> {
  return controllerVersion(await transmit(settings, { method: "GET", path: "/api/initial-data", headers: cookieHeaders(cookies) }));
}

function controllerVersion({ body }: Answer): string | undefined {
  const version = isObject(body) ? body.version : undefined;
  return isObject(version) && typeof version.Version === "string" ? version.Version : undefined;
}

/** Loaded once: every answer sets cookies. */
const loadParser = () => import("set-cookie-parser");
let parser: ReturnType<typeof loadParser> | undefined;

/** Stores the cookies of an answer; every answer renews the session. */
async function keepCookies(cookies: Map<string, string>, answer: Answer): Promise<void> {
  const header = answer.headers["set-cookie"];
  if (!header) return;
  parser ??= loadParser();
  const { parseSetCookie } = await parser;
  for (const { name, value } of parseSetCookie(header)) cookies.set(name, value);
}

function cookieHeaders(cookies: Map<string, string>): Call["headers"] {
  const csrf = cookies.get("csrftoken");
  const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { Cookie, ...(csrf ? { "X-CSRFToken": csrf } : {}) };
}

function basicHeader({ username, password, token }: AviConnection): Call["headers"] {
  const pair = `${username}:${password ?? token ?? ""}`;
  return { Authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

function loginRefused({ origin, username, password, token }: AviConnection, { status, text }: Answer): LbError {
  const serverWords = redactedLine(withoutMarkup(text), [password, token]);
  if (status === 401 || status === 403) {
    const message = `${origin} refused user ${username}: ${serverWords}`;
    return failure("LB2006", { message, shared: message });
  }
  const busy = status === 429 || status >= 500;
  const message = `login at ${origin} failed with status ${status}: ${serverWords}`;
  return failure(busy ? "LB2014" : "LB2015", { message, shared: message });
}
