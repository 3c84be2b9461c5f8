import { baseOf, json } from "../shared/http";
import { asObject, isObject, type JsonObject, parseObject, text } from "../shared/json";
import type { Exchange } from "./controller";
import { AviError, type AviResponse, bodyObject, empty, methodNotAllowed } from "./http";
import { canonical } from "./references";

/** `/api/user-token`: tokens of the caller, each good for logins without the password. */
export function userToken({ controller, state, request, caller, path: [, uuid] }: Exchange): AviResponse {
  if (request.method === "GET") {
    const results = controller.tokens.list(caller.user);
    return json(200, { count: results.length, results });
  }
  if (request.method === "POST") {
    const hours = Number(bodyObject(request).hours ?? 1);
    return json(200, controller.tokens.create(caller.user, hours, state.newUuid("authtoken")));
  }
  if (request.method === "DELETE" && uuid) {
    controller.tokens.remove(uuid);
    return empty(204);
  }
  throw methodNotAllowed(request.method);
}

/** `PUT {old_password, password}` really changes the password; sessions that are open stay open. */
export function userAccount({ state, request, caller }: Exchange): AviResponse {
  if (request.method === "GET") return json(200, { username: caller.user, name: caller.user, full_name: caller.user, email: "" });
  if (request.method !== "PUT") throw methodNotAllowed(request.method);
  const body = bodyObject(request);
  if (body.password !== undefined) {
    if (state.passwords.get(caller.user) !== text(body.old_password)) throw new AviError(400, "Old password is incorrect");
    state.passwords.set(caller.user, text(body.password));
    state.store.onChange();
  }
  return empty(200);
}

/** The tenants a user may enter. */
export function tenantList({ state, request }: Exchange): AviResponse {
  const results = state.store.list("tenant").map((tenant) => ({
    uuid: text(tenant.uuid),
    name: text(tenant.name),
    url: `${baseOf(request)}${canonical("tenant", text(tenant.uuid))}`,
  }));
  return json(200, { count: results.length, results, tenants: results });
}

/** An object there is exactly one of: no POST, no DELETE, and clients append a slash or a uuid as they like. */
export function singleton({ state, request }: Exchange, type: string): AviResponse {
  const stored = asObject(state.singletons.get(type));
  if (!["GET", "PUT", "PATCH"].includes(request.method)) throw methodNotAllowed(request.method);
  let object = stored;
  if (request.method !== "GET") {
    const body = parseObject(request.body) ?? {}; // a real client sends `false` here, which changes nothing
    const changed = request.method === "PUT" ? merged(stored, body) : patched(stored, body);
    object = { ...changed, _last_modified: state.clock.tick() };
    state.singletons.set(type, object);
    state.store.onChange();
  }
  const url = `${baseOf(request)}/api/${type}/${text(object.uuid)}`;
  return json(200, { ...object, url }, { Allow: "HEAD, GET, PUT, PATCH, OPTIONS" });
}

/** Settings that a body leaves out keep their value, one level deep: nothing here is ever meant to vanish. */
function merged(stored: JsonObject, body: JsonObject): JsonObject {
  const { url: _url, uuid: _uuid, ...rest } = body;
  const out: JsonObject = { ...stored };
  for (const [key, value] of Object.entries(rest)) {
    const before = stored[key];
    out[key] = isObject(value) && isObject(before) ? { ...before, ...value } : value;
  }
  return out;
}

function patched(stored: JsonObject, patch: JsonObject): JsonObject {
  const out = merged(merged(stored, asObject(patch.add)), asObject(patch.replace));
  for (const key of Object.keys(asObject(patch.delete))) delete out[key];
  return out;
}
