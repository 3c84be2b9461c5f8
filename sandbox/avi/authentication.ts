// Authenticates the sender of a request by session, token or password.
import { baseOf, json } from "../shared/http";
import { asObject, type JsonObject, text } from "../shared/json";
import type { AviCaller, Controller } from "./exchange";
import { AviError, type AviRequest, type AviResponse, bodyObject, csrfFailed } from "./http";
import { ADMIN_TENANT, canonical } from "./references";
import { versionInfo } from "./schema";
import type { Session } from "./sessions";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Returns the sender of this request. Refuses as real controllers do: 401, sometimes with a text that is not JSON. */
export function authenticate(controller: Controller, request: AviRequest): AviCaller {
  const basic = request.headers.authorization?.match(/^Basic (.+)$/i)?.[1];
  if (basic) return { user: basicUser(controller, basic) };
  const session = findSession(controller, request);
  if (!session) throw new AviError(401, "Authentication credentials were not provided.", "detail");
  if (!SAFE.has(request.method)) checkCsrf(request, session);
  return { user: session.user, session };
}

function findSession(controller: Controller, request: AviRequest): Session | undefined {
  const { cookie } = request.headers;
  const ids = [...cookieValues(cookie, "sessionid"), ...cookieValues(cookie, "avi-sessionid")].reverse();
  for (const id of new Set(ids)) {
    const session = controller.sessions.use(id);
    if (session) return session;
  }
  return undefined;
}

function checkCsrf(request: AviRequest, session: Session): void {
  if (request.headers["x-csrftoken"] !== session.csrf) throw csrfFailed();
  if (!cookieValues(request.headers.cookie, "csrftoken").includes(session.csrf)) throw csrfFailed();
  if (!request.secure) return; // the Referer is only looked at on https
  const referer = request.headers.referer;
  if (!referer) throw new AviError(401, "Referer checking failed - no Referer.", "plain");
  const host = referer.replace(/^https?:\/\//, "").split("/")[0];
  if (host !== request.headers.host) {
    throw new AviError(401, `Referer checking failed - ${referer} does not match any trusted origins.`, "plain");
  }
}

function basicUser(controller: Controller, encoded: string): string {
  const portal = asObject(controller.state.singletons.get("systemconfiguration")?.portal_configuration);
  if (portal.allow_basic_authentication !== true) throw new AviError(401, "Basic authentication is not allowed.");
  const decoded = Buffer.from(encoded, "base64").toString("utf8");
  const at = decoded.indexOf(":");
  const user = decoded.slice(0, at);
  if (controller.state.passwords.get(user) !== decoded.slice(at + 1)) throw new AviError(401, "Invalid credentials");
  return user;
}

/** `POST /login`, as a form (Python) or as JSON (Go), with a password or a user token. */
export function login(controller: Controller, request: AviRequest): AviResponse {
  const { username, password, token } = credentials(request);
  if (controller.sessions.locked(username)) throw new AviError(401, "Invalid credentials: the account is locked after too many failures");
  const good = token ? controller.tokens.accepts(username, token) : controller.state.passwords.get(username) === password;
  if (username === "" || !good) {
    controller.sessions.failed(username);
    throw new AviError(401, "Invalid credentials");
  }
  const session = controller.sessions.open(username);
  const cookies = [csrfCookie(session.csrf, request.secure), ...sessionCookies(session.id, request.secure)];
  return json(200, profile(controller, username, baseOf(request)), {
    "Set-Cookie": cookies,
    AVI_API_VERSION: "16_4_2",
    Allow: "POST, OPTIONS",
  });
}

function credentials(request: AviRequest): { username: string; password: string; token: string } {
  const form = (request.headers["content-type"] ?? "").includes("form-urlencoded") || !request.body.trimStart().startsWith("{");
  const values: JsonObject = form ? Object.fromEntries(new URLSearchParams(request.body)) : bodyObject(request);
  return { username: text(values.username), password: text(values.password), token: text(values.token) };
}

function profile(controller: Controller, username: string, base: string): JsonObject {
  const { state } = controller;
  const tenants = state.store.list("tenant").map((tenant) => ({
    url: `${base}${canonical("tenant", text(tenant.uuid))}#${text(tenant.name)}`,
    uuid: text(tenant.uuid),
    name: text(tenant.name),
    local: tenant.local ?? true,
  }));
  return {
    user_initialized: true,
    version: versionInfo(state.settings.version),
    user: {
      username,
      name: username,
      full_name: username,
      email: "",
      local: true,
      is_superuser: true,
      uuid: "user-1",
      default_tenant_ref: `${base}${canonical("tenant", ADMIN_TENANT)}#${ADMIN_TENANT}`,
      ui_property: "",
    },
    tenants,
    system_config: asObject(state.singletons.get("systemconfiguration")),
    controller: { api_idle_timeout: controller.sessions.idleMinutes },
    session_cookie_name: "avi-sessionid",
  };
}

/** All values of a cookie in the order sent: real clients send stale ones first and fresh ones last under the same name. */
function cookieValues(header: string | undefined, name: string): string[] {
  const values: string[] = [];
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) {
      values.push(
        part
          .slice(at + 1)
          .trim()
          .replace(/^"|"$/g, ""),
      );
    }
  }
  return values;
}

const DAY = 86_400;

/** The two names of the session cookie: older clients only know `sessionid`. */
export function sessionCookies(id: string, secure: boolean): string[] {
  const attributes = `HttpOnly; Max-Age=${DAY}; Path=/${secure ? "; Secure" : ""}`;
  return [`avi-sessionid=${id}; ${attributes}`, `sessionid=${id}; ${attributes}`];
}

function csrfCookie(token: string, secure: boolean): string {
  return `csrftoken=${token}; Max-Age=31449600; Path=/${secure ? "; Secure" : ""}`;
}
