import { asObject } from "../shared/json";
import type { Controller } from "./controller";
import { cookieValues } from "./cookies";
import { AviError, csrfFailed } from "./errors";
import type { AviRequest } from "./http";
import type { Session } from "./sessions";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

export interface Caller {
  user: string;
  /** Absent for basic authentication, which needs no CSRF token and gets no cookies. */
  session?: Session;
}

/** Who sends this request. Refused as real controllers do: 401, sometimes with a text that is not JSON. */
export function authenticate(controller: Controller, request: AviRequest): Caller {
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
