import { asObject, type JsonObject, text } from "../shared/json";
import type { Controller } from "./controller";
import { csrfCookie, sessionCookies } from "./cookies";
import { AviError } from "./errors";
import { type AviRequest, type AviResponse, baseOf, bodyObject, json } from "./http";
import { canonical } from "./references";
import { ADMIN_TENANT } from "./state";
import { versionInfo } from "./versions-info";

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
