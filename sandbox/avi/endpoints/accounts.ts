import { text } from "../../shared/json";
import type { Caller } from "../authenticate";
import type { Controller } from "../controller";
import { AviError, methodNotAllowed } from "../errors";
import { type AviRequest, type AviResponse, baseOf, bodyObject, empty, json } from "../http";
import { canonical } from "../references";
import type { Scope } from "../state";

/** User tokens, the own account, and the tenants a user may enter. */
export function accounts(controller: Controller, request: AviRequest, _scope: Scope, caller: Caller): AviResponse | undefined {
  const [, api, first, uuid] = request.path.split("/");
  if (api !== "api") return undefined;
  if (first === "user-token") return userToken(controller, request, caller, uuid);
  if (first === "useraccount") return userAccount(controller, request, caller);
  if (first === "user-tenant-list") return tenantList(controller, request);
  return undefined;
}

function userToken(controller: Controller, request: AviRequest, caller: Caller, uuid: string | undefined): AviResponse {
  if (request.method === "GET") {
    const results = controller.tokens.list(caller.user);
    return json(200, { count: results.length, results });
  }
  if (request.method === "POST") {
    const hours = Number(bodyObject(request).hours ?? 1);
    return json(200, controller.tokens.create(caller.user, hours, controller.state.newUuid("authtoken")));
  }
  if (request.method === "DELETE" && uuid) {
    controller.tokens.remove(uuid);
    return empty(204);
  }
  throw methodNotAllowed(request.method);
}

/** `PUT {old_password, password}` really changes the password; sessions that are open stay open. */
function userAccount(controller: Controller, request: AviRequest, caller: Caller): AviResponse {
  if (request.method === "GET") return json(200, { username: caller.user, name: caller.user, full_name: caller.user, email: "" });
  if (request.method !== "PUT") throw methodNotAllowed(request.method);
  const body = bodyObject(request);
  if (body.password !== undefined) {
    const { passwords } = controller.state;
    if (passwords.get(caller.user) !== text(body.old_password)) throw new AviError(400, "Old password is incorrect");
    passwords.set(caller.user, text(body.password));
    controller.state.store.onChange();
  }
  return empty(200);
}

function tenantList(controller: Controller, request: AviRequest): AviResponse {
  const results = controller.state.store.list("tenant").map((tenant) => ({
    uuid: text(tenant.uuid),
    name: text(tenant.name),
    url: `${baseOf(request)}${canonical("tenant", text(tenant.uuid))}`,
  }));
  return json(200, { count: results.length, results, tenants: results });
}
