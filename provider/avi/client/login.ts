import { redact, withoutMarkup } from "../../http/redact";
import { type Answer, type Call, NoAnswer, transmit } from "../../http/transport";
import { failure } from "../../lifecycle/errors";
import { isObject } from "../../lifecycle/sanitize";
import type { Settings } from "./settings";
import { negotiated } from "./version";

/** What a login leaves behind. */
export interface Credentials {
  cookies: Map<string, string>;
  version: string;
}

/** Logs in with password or token; with basic authentication only the version is asked for. */
export async function login(settings: Settings): Promise<Credentials> {
  const answer = await firstContact(settings);
  if (answer.status !== 200 || !isObject(answer.body)) throw refused(settings, answer);
  const cookies = new Map<string, string>();
  await keepCookies(cookies, answer);
  return { cookies, version: settings.version ?? negotiated(controllerVersion(answer) ?? (await askVersion(settings, cookies))) };
}

async function firstContact(settings: Settings): Promise<Answer> {
  const secret: [string, string] = settings.token ? ["token", settings.token] : ["password", settings.password ?? ""];
  const call: Call =
    settings.auth === "basic"
      ? { method: "GET", path: "/api/initial-data", headers: basicHeader(settings) }
      : {
          method: "POST",
          path: "/login",
          headers: { "Content-Type": "application/json", Referer: `${settings.origin}/` },
          body: { username: settings.username, [secret[0]]: secret[1] },
        };
  try {
    return await transmit(settings, call);
  } catch (error) {
    // Whatever waited for this login has not been sent itself.
    if (error instanceof NoAnswer) throw new NoAnswer(error.message, true, error.hopeless, error.trouble);
    throw error;
  }
}

/** Keeps what `Set-Cookie` says; every answer renews the session. */
export async function keepCookies(cookies: Map<string, string>, answer: Answer): Promise<void> {
  const header = answer.headers["set-cookie"];
  if (!header) return;
  const { parseSetCookie } = await import("set-cookie-parser");
  for (const { name, value } of parseSetCookie(header)) cookies.set(name, value);
}

/** The `Authorization` header of basic authentication. */
export function basicHeader(settings: Settings): { [name: string]: string } {
  const pair = `${settings.username}:${settings.password ?? settings.token ?? ""}`;
  return { Authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

async function askVersion(settings: Settings, cookies: Map<string, string>): Promise<string | undefined> {
  const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return controllerVersion(await transmit(settings, { method: "GET", path: "/api/initial-data", headers: { Cookie } }));
}

function controllerVersion({ body }: Answer): string | undefined {
  const version = isObject(body) ? body.version : undefined;
  return isObject(version) && typeof version.Version === "string" ? version.Version : undefined;
}

function refused(settings: Settings, answer: Answer): Error {
  const said = redact(withoutMarkup(answer.text), [settings.password, settings.token]);
  if (answer.status === 401 || answer.status === 403) {
    const message = `${settings.origin} refused user ${settings.username}: ${said}`;
    return failure("LB2006", { message, shared: message });
  }
  const busy = answer.status === 429 || answer.status >= 500;
  const message = `login at ${settings.origin} was answered ${answer.status}: ${said}`;
  return failure(busy ? "LB2014" : "LB2015", { message, shared: message });
}
