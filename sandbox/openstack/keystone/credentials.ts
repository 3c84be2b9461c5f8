import { type HttpResponse, json } from "../../shared/http";
import { asArray, asObject, isObject, type JsonObject } from "../../shared/json";
import { idOf, projectId, userId } from "./directory";
import { KeystoneError, malformed } from "./errors";
import type { Keystone, Token } from "./service";

/** `/v3/users/{id}/application_credentials`: of one's own only. */
export function credentials(
  keystone: Keystone,
  token: Token,
  method: string,
  [user, id]: [string, string | undefined],
  body: JsonObject,
): HttpResponse {
  if (user !== userId(token.user)) {
    throw new KeystoneError(403, "You are not authorized to perform the requested action: identity:list_application_credentials.");
  }
  if (id !== undefined) return one(keystone, method, user, id);
  if (method === "POST") return create(keystone, token, asObject(body.application_credential));
  const list = keystone.records.list("credential").filter((each) => each.user_id === user);
  const self = `${keystone.authUrl}/users/${user}/application_credentials`;
  return json(200, { application_credentials: list.map((each) => view(keystone, each)), links: { next: null, self, previous: null } });
}

function create(keystone: Keystone, token: Token, given: JsonObject): HttpResponse {
  if (typeof given.name !== "string") throw malformed("Invalid input for field 'name': 'name' is a required property.");
  if (token.restricted) {
    throw new KeystoneError(
      403,
      "You are not authorized to perform the requested action: Using method 'application_credential' is not allowed for managing additional application credentials.",
    );
  }
  const owner = userId(token.user);
  const taken = keystone.records.list("credential").some((each) => each.user_id === owner && each.name === given.name);
  if (taken) {
    throw new KeystoneError(
      409,
      `Conflict occurred attempting to store application_credential - Duplicate entry found with name ${given.name}.`,
    );
  }
  const wanted = asArray(given.roles)
    .filter(isObject)
    .map((role) => role.name);
  const id = keystone.hex(16);
  const secret = typeof given.secret === "string" ? given.secret : Buffer.from(keystone.hex(64), "hex").toString("base64url");
  const record = keystone.records.put("credential", id, {
    id,
    name: given.name,
    description: given.description ?? null,
    user: token.user,
    user_id: owner,
    project: token.project ?? null,
    project_id: token.project ? projectId(token.project) : null,
    expires_at: given.expires_at ?? null,
    unrestricted: given.unrestricted ?? null,
    roles: token.roles.filter((role) => wanted.length === 0 || wanted.includes(role)),
    secret,
  });
  return json(201, { application_credential: { ...view(keystone, record), secret } });
}

function one(keystone: Keystone, method: string, user: string, id: string): HttpResponse {
  const record = keystone.records.get("credential", id);
  if (record?.user_id !== user) throw new KeystoneError(404, `Could not find Application Credential: ${id}.`);
  if (method !== "DELETE") return json(200, { application_credential: view(keystone, record) });
  keystone.records.remove("credential", id);
  return { status: 204, headers: {}, body: "" };
}

/** The secret is shown once, when it is made. */
function view(keystone: Keystone, record: JsonObject): JsonObject {
  const { user: _, project: __, secret: ___, roles, ...shown } = record;
  const role = (name: string) => {
    return { id: idOf("role", name), name, domain_id: null, description: null, options: {} };
  };
  return {
    ...shown,
    system: null,
    roles: asArray(roles).map((name) => role(String(name))),
    links: { self: `${keystone.authUrl}/application_credentials/${String(record.id)}` },
  };
}
