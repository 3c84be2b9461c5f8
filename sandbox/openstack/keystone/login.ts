import { asArray, asObject, isObject, type JsonObject } from "../../shared/json";
import { findProject, findUser, type User, userId } from "./directory";
import { KeystoneError, malformed, unauthorized } from "./errors";
import type { Keystone, Token } from "./service";

/** `POST /v3/auth/tokens`: by password, by another token, or by an application credential. */
export function logIn(keystone: Keystone, body: JsonObject): Token {
  if (!isObject(body.auth)) throw malformed("Expecting to find auth in request body.");
  const identity = asObject(body.auth.identity);
  if (!isObject(body.auth.identity)) throw malformed("Expecting to find identity in auth.");
  const methods = asArray(identity.methods).map(String);
  for (const method of methods) if (!isObject(identity[method])) throw malformed(`Expecting to find ${method} in identity.`);
  const scope = body.auth.scope;
  if (methods.includes("application_credential"))
    return byCredential(keystone, asObject(identity.application_credential), scope !== undefined);
  if (methods.includes("token")) return byToken(keystone, asObject(identity.token), scope);
  if (methods.includes("password")) return byPassword(keystone, asObject(asObject(identity.password).user), scope);
  throw unauthorized();
}

function byPassword(keystone: Keystone, given: JsonObject, scope: unknown): Token {
  if (given.id === undefined && !isObject(given.domain)) throw malformed("Expecting to find domain in user.");
  const user = findUser(given);
  if (!user || given.password !== user.name) throw unauthorized();
  return keystone.issue({ user: user.name, methods: ["password"], ...grantOf(user, scope) });
}

function byToken(keystone: Keystone, given: JsonObject, scope: unknown): Token {
  const from = keystone.find(String(given.id));
  const user = from && findUser({ name: from.user });
  if (!user) throw new KeystoneError(404, "Could not recognize Fernet token");
  if (from.restricted && scope !== undefined) throw unauthorized();
  const grant = scope === undefined ? { project: from.project, roles: from.roles } : grantOf(user, scope);
  return keystone.issue({ user: user.name, methods: [...new Set(["token", ...from.methods])], ...grant }, from);
}

/** The one project a user has; another one is refused, and none is no scope. */
function grantOf(user: User, scope: unknown): { project?: string; roles: string[] } {
  const wanted = asObject(scope).project;
  // nobody has a role on a domain, or on the system
  if (isObject(scope) && (scope.domain !== undefined || scope.system !== undefined)) throw unauthorized();
  if (!isObject(wanted)) return { roles: [] };
  const project = findProject(wanted);
  const allowed = project !== undefined && (project === user.project || user.roles.includes("admin"));
  if (!allowed) throw unauthorized();
  return { project, roles: user.roles };
}

function byCredential(keystone: Keystone, given: JsonObject, scoped: boolean): Token {
  const credential = findCredential(keystone, given);
  if (!credential) throw new KeystoneError(404, `Could not find Application Credential: ${String(given.id ?? given.name)}.`);
  if (credential.secret !== given.secret) throw unauthorized();
  if (scoped) {
    const text = "Error authenticating with application credential: Application credentials cannot request a scope.";
    throw new KeystoneError(401, text, { identity: {} });
  }
  const { user, project, roles, expires_at } = credential;
  if (typeof expires_at === "string" && Date.parse(expires_at) < Date.now()) throw unauthorized();
  const grant = { user: String(user), project: String(project), roles: asArray(roles).map(String) };
  return keystone.issue({ ...grant, methods: ["application_credential"], restricted: credential.unrestricted !== true });
}

/** By id, or by name together with its user. */
function findCredential(keystone: Keystone, given: JsonObject): JsonObject | undefined {
  if (given.id !== undefined) return keystone.records.get("credential", String(given.id));
  const user = findUser(asObject(given.user));
  if (!user) throw unauthorized();
  return keystone.records.list("credential").find((each) => each.name === given.name && each.user_id === userId(user.name));
}
