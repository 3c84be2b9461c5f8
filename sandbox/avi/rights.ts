// Checks the role of a user for each request.
import { json } from "../shared/http";
import { asArray, asObject, type JsonObject, text } from "../shared/json";
import type { AviExchange } from "./exchange";
import { AviError, type AviResponse, bodyObject, empty, methodNotAllowed, notFound } from "./http";
import { ADMIN_TENANT } from "./references";
import type { ControllerState } from "./state";

/*
 * Users and their roles: `User.access` says which role counts in which tenant, `Role.privileges` what each resource allows. Whom no object
 * of type `user` describes is a superuser, as the user is that the sandbox starts with.
 */

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** First parts of the paths that every user may request, with any role. */
const OPEN = new Set(["", "cluster", "user-token", "useraccount", "user-tenant-list"]);

/** Types that share the right of another, and answers that belong to one. */
const RIGHT_OF: { readonly [first: string]: string } = {
  vsvip: "VIRTUALSERVICE",
  "virtualservice-inventory": "VIRTUALSERVICE",
  "pool-inventory": "POOL",
  ipamdnsproviderprofiledomainlist: "IPAMDNSPROVIDERPROFILE",
  systemlimits: "SYSTEMCONFIGURATION",
};

/** Refuses what no role of the caller allows in the tenant of the request. */
export function authorize({ state, request, path: [first = ""], caller, scope }: AviExchange): void {
  const account = accountOf(state, caller.user);
  if (!account || account.is_superuser === true || OPEN.has(first) || !request.path.startsWith("/api/")) return;
  const resource = `PERMISSION_${RIGHT_OF[first] ?? first.toUpperCase()}`;
  const reads = READS.has(request.method);
  const allowed = privilegesOf(state, account, scope.tenant).some(
    (one) => one.resource === resource && (one.type === "WRITE_ACCESS" || (reads && one.type === "READ_ACCESS")),
  );
  if (allowed) return;
  const tenant = text(state.store.get("tenant", scope.tenant)?.name);
  throw new AviError(
    403,
    `User '${caller.user}' is not authorized to ${reads ? "read" : "write"} on resource ${resource} in tenant ${tenant}`,
  );
}

function accountOf(state: ControllerState, username: string): JsonObject | undefined {
  return state.store.list("user").find((user) => user.username === username);
}

function privilegesOf(state: ControllerState, account: JsonObject, tenant: string): JsonObject[] {
  return asArray(account.access).flatMap((entry) => {
    const { role_ref, tenant_ref, all_tenants } = asObject(entry);
    if (all_tenants !== true && referred(state, "tenant", tenant_ref)?.uuid !== tenant) return [];
    return asArray(referred(state, "role", role_ref)?.privileges).map(asObject);
  });
}

/** The object behind `/api/role/UUID`, with or without host and `#name`, or `/api/role?name=NAME`. */
function referred(state: ControllerState, type: string, reference: unknown): JsonObject | undefined {
  const [, uuid, name] = new RegExp(`/api/${type}(?:/([^#?]+)|\\?name=([^&#]+))`).exec(text(reference)) ?? [];
  return uuid ? state.store.get(type, uuid) : name ? state.store.named(type, decodeURIComponent(name))[0] : undefined;
}

/** `/api/useraccount`: who one is, and which roles one has. */
export function ownAccount(state: ControllerState, username: string): JsonObject {
  const account: JsonObject = accountOf(state, username) ?? {
    is_superuser: true,
    access: [{ all_tenants: true, tenant_ref: `/api/tenant/${ADMIN_TENANT}` }],
  };
  const { password: _, ...shown } = account;
  return { name: username, full_name: username, email: "", ...shown, username };
}

/** `/api/role` and `/api/user`, which the published schemas of the other objects do not describe. */
export const records =
  (type: "role" | "user") =>
  ({ state, request, path: [, uuid] }: AviExchange): AviResponse => {
    const storedObject = uuid ? state.store.get(type, uuid) : undefined;
    if (uuid && !storedObject) throw notFound(type === "role" ? "Role" : "User");
    switch (request.method) {
      case "GET": {
        if (storedObject) return json(200, shown(storedObject));
        const name = request.query.get("name");
        const results = state.store.list(type).filter((one) => name === undefined || one.name === name);
        return json(200, { count: results.length, results: results.map(shown) });
      }
      case "POST":
      case "PUT":
        return json(storedObject ? 200 : 201, shown(keep(state, type, { ...storedObject, ...bodyObject(request) }, uuid)));
      case "DELETE":
        if (uuid) state.store.remove(type, uuid);
        return empty(204);
      default:
        throw methodNotAllowed(request.method);
    }
  };

function keep(state: ControllerState, type: string, body: JsonObject, uuid = state.newUuid(type)): JsonObject {
  const access = asArray(body.access).map((entry) => withIds(state, asObject(entry)));
  const object = {
    ...body,
    ...(type === "user" ? { access } : {}),
    uuid,
    url: `/api/${type}/${uuid}`,
    name: body.name ?? body.username ?? "",
    _last_modified: state.clock.tick(),
  };
  if (type === "user" && body.password !== undefined) state.passwords.set(text(body.username), text(body.password));
  state.store.put(type, object);
  return object;
}

/** References in the form in which a controller answers them. */
function withIds(state: ControllerState, entry: JsonObject): JsonObject {
  const resolved = { ...entry };
  for (const type of ["role", "tenant"] as const) {
    const object = referred(state, type, entry[`${type}_ref`]);
    if (object) resolved[`${type}_ref`] = `/api/${type}/${text(object.uuid)}#${text(object.name)}`;
  }
  return resolved;
}

const shown = ({ password: _, ...object }: JsonObject): JsonObject => object;
