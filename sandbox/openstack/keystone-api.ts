// API of Keystone.
import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import { asArray, asObject, isObject, type JsonObject, parseObject } from "../shared/json";
import { pathOf } from "../shared/list";
import { allows } from "./access-rules";
import {
  type Keystone,
  KeystoneError,
  type KeystoneToken,
  malformed,
  refusal,
  type ServiceEndpoints,
  tokenNeeded,
  unauthorized,
} from "./keystone";
import {
  catalog,
  findProject,
  findUser,
  idOf,
  type KeystoneUser,
  listProjects,
  projectId,
  projectsOf,
  showProject,
  tokenView,
  userId,
  versionView,
} from "./keystone-directory";

const NOT_FOUND = `<!doctype html>
<html lang=en>
<title>404 Not Found</title>
<h1>Not Found</h1>
<p>The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.</p>
`;

/** One request to Keystone. */
export function answerKeystone(keystone: Keystone, request: HttpRequest): HttpResponse {
  const response = answerOrRefuse(keystone, request);
  const headers = { ...response.headers, Vary: "X-Auth-Token", "x-openstack-request-id": `req-${keystone.requestId()}` };
  return { ...response, headers };
}

function answerOrRefuse(keystone: Keystone, request: HttpRequest): HttpResponse {
  try {
    return answer(keystone, request);
  } catch (error) {
    if (error instanceof KeystoneError) return refusal(error, keystone.authUrl);
    throw error;
  }
}

function answer(keystone: Keystone, request: HttpRequest): HttpResponse {
  const path = pathOf(request);
  const base = keystone.endpoints.identity;
  if (path === "") return json(300, { versions: { values: [versionView(base)] } }, { Location: `${base}/v3/` });
  if (path === "/v3") return json(200, { version: versionView(base) });
  if (path === "/v3/auth/tokens") return tokens(keystone, request);
  const token = keystone.find(request.headers["x-auth-token"]);
  if (path === "/v3/auth/projects") return projectsOf(keystone, findUser({ name: needed(token).user })?.project ?? "");
  if (path === "/v3/auth/catalog") return json(200, { catalog: catalog(keystone), links: { self: `${keystone.authUrl}/auth/catalog` } });
  if (path === "/v3/projects") return listProjects(keystone, needed(token), request.written);
  if (path.startsWith("/v3/projects/")) return showProject(keystone, needed(token), decodeURIComponent(path.slice("/v3/projects/".length)));
  const match = /^\/v3\/users\/([^/]+)\/application_credentials(?:\/([^/]+))?$/.exec(path);
  if (!match) return { status: 404, headers: { "Content-Type": "text/html; charset=utf-8" }, body: NOT_FOUND };
  const body = request.method === "POST" ? bodyOf(request) : {};
  return credentials(keystone, needed(token), request.method, [match[1] ?? "", match[2]], body);
}

function needed(token: KeystoneToken | undefined): KeystoneToken {
  if (!token) throw unauthorized();
  return token;
}

function tokens(keystone: Keystone, request: HttpRequest): HttpResponse {
  const catalogWanted = !/[?&]nocatalog/.test(request.written);
  if (request.method === "POST") return shown(keystone, logIn(keystone, bodyOf(request)), 201, catalogWanted);
  needed(keystone.find(request.headers["x-auth-token"]));
  const named = request.headers["x-subject-token"];
  if (named === undefined) throw new KeystoneError(403, "You are not authorized to perform the requested action: identity:validate_token.");
  const subject = keystone.find(named);
  if (!subject) throw new KeystoneError(404, "Could not recognize Fernet token");
  if (request.method !== "DELETE") return shown(keystone, subject, 200, catalogWanted);
  keystone.revoke(subject.id);
  return { status: 204, headers: {}, body: "" };
}

const shown = (keystone: Keystone, token: KeystoneToken, status: number, withCatalog: boolean): HttpResponse =>
  json(status, { token: tokenView(keystone, token, withCatalog) }, { "X-Subject-Token": token.id });

function bodyOf(request: HttpRequest): JsonObject {
  const body = parseObject(request.body);
  if (!body) throw malformed("Expecting to find valid JSON in request body.");
  return body;
}

/** Sender of a request to a service. */
export interface OpenStackIdentity {
  userId: string;
  projectId: string | undefined;
  roles: string[];
}

/** Guards every other service: refuses a request without a valid token, and one that the access rules of its token do not allow. */
export function guard(
  keystone: Keystone,
  service: Exclude<keyof ServiceEndpoints, "identity">,
  request: HttpRequest,
): OpenStackIdentity | HttpResponse {
  const token = keystone.find(request.headers["x-auth-token"]);
  if (!token || !allows(token.accessRules, service, request)) return tokenNeeded(keystone.authUrl);
  return { userId: userId(token.user), projectId: token.project === undefined ? undefined : projectId(token.project), roles: token.roles };
}

/** `POST /v3/auth/tokens`: by password, by another token, or by an application credential. */
function logIn(keystone: Keystone, body: JsonObject): KeystoneToken {
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

function byPassword(keystone: Keystone, userEntry: JsonObject, scope: unknown): KeystoneToken {
  if (userEntry.id === undefined && !isObject(userEntry.domain)) throw malformed("Expecting to find domain in user.");
  const user = findUser(userEntry);
  if (!user || userEntry.password !== user.name) throw unauthorized();
  return keystone.issue({ user: user.name, methods: ["password"], ...grantOf(user, scope) });
}

function byToken(keystone: Keystone, tokenEntry: JsonObject, scope: unknown): KeystoneToken {
  const from = keystone.find(String(tokenEntry.id));
  const user = from && findUser({ name: from.user });
  if (!user) throw new KeystoneError(404, "Could not recognize Fernet token");
  if (from.restricted && scope !== undefined) throw unauthorized();
  const grant = scope === undefined ? { project: from.project, roles: from.roles } : grantOf(user, scope);
  return keystone.issue({ user: user.name, methods: [...new Set(["token", ...from.methods])], ...grant }, from);
}

/** The only project of a user. Another project is refused; a login without project gets no scope. */
function grantOf(user: KeystoneUser, scope: unknown): { project?: string; roles: string[] } {
  const projectScope = asObject(scope).project;
  // no one has a role on a domain, or on the system
  if (isObject(scope) && (scope.domain !== undefined || scope.system !== undefined)) throw unauthorized();
  if (!isObject(projectScope)) return { roles: [] };
  const project = findProject(projectScope);
  const allowed = project !== undefined && (project === user.project || user.roles.includes("admin"));
  if (!allowed) throw unauthorized();
  return { project, roles: user.roles };
}

function byCredential(keystone: Keystone, credentialEntry: JsonObject, scoped: boolean): KeystoneToken {
  const credential = findCredential(keystone, credentialEntry);
  if (!credential)
    throw new KeystoneError(404, `Could not find Application Credential: ${String(credentialEntry.id ?? credentialEntry.name)}.`);
  if (credential.secret !== credentialEntry.secret) throw unauthorized();
  if (scoped) {
    const text = "Error authenticating with application credential: Application credentials cannot request a scope.";
    throw new KeystoneError(401, text, { identity: {} });
  }
  const { user, project, roles, expires_at } = credential;
  if (typeof expires_at === "string" && Date.parse(expires_at) < Date.now()) throw unauthorized();
  const accessRules = Array.isArray(credential.access_rules) ? credential.access_rules.map(asObject) : undefined;
  const grant = { user: String(user), project: String(project), roles: asArray(roles).map(String) };
  return keystone.issue({ ...grant, methods: ["application_credential"], restricted: credential.unrestricted !== true, accessRules });
}

/** By id, or by name together with its user. */
function findCredential(keystone: Keystone, credentialEntry: JsonObject): JsonObject | undefined {
  if (credentialEntry.id !== undefined) return keystone.records.get("credential", String(credentialEntry.id));
  const user = findUser(asObject(credentialEntry.user));
  if (!user) throw unauthorized();
  return keystone.records.list("credential").find((each) => each.name === credentialEntry.name && each.user_id === userId(user.name));
}

/** `/v3/users/{id}/application_credentials`: of one's own only. */
function credentials(
  keystone: Keystone,
  token: KeystoneToken,
  method: string,
  [user, id]: [string, string | undefined],
  body: JsonObject,
): HttpResponse {
  if (user !== userId(token.user)) {
    throw new KeystoneError(403, "You are not authorized to perform the requested action: identity:list_application_credentials.");
  }
  if (id !== undefined) return credentialById(keystone, method, user, id);
  if (method === "POST") return create(keystone, token, asObject(body.application_credential));
  const list = keystone.records.list("credential").filter((each) => each.user_id === user);
  const self = `${keystone.authUrl}/users/${user}/application_credentials`;
  return json(200, { application_credentials: list.map((each) => view(keystone, each)), links: { next: null, self, previous: null } });
}

function create(keystone: Keystone, token: KeystoneToken, body: JsonObject): HttpResponse {
  if (typeof body.name !== "string") throw malformed("Invalid input for field 'name': 'name' is a required property.");
  if (token.restricted) {
    throw new KeystoneError(
      403,
      "You are not authorized to perform the requested action: Using method 'application_credential' is not allowed for managing additional application credentials.",
    );
  }
  const owner = userId(token.user);
  const taken = keystone.records.list("credential").some((each) => each.user_id === owner && each.name === body.name);
  if (taken) {
    throw new KeystoneError(
      409,
      `Conflict occurred attempting to store application_credential - Duplicate entry found with name ${body.name}.`,
    );
  }
  const names = asArray(body.roles)
    .filter(isObject)
    .map((role) => role.name);
  const id = keystone.hex(16);
  const secret = typeof body.secret === "string" ? body.secret : Buffer.from(keystone.hex(64), "hex").toString("base64url");
  const record = keystone.records.put("credential", {
    id,
    name: body.name,
    description: body.description ?? null,
    user: token.user,
    user_id: owner,
    project: token.project ?? null,
    project_id: token.project ? projectId(token.project) : null,
    expires_at: body.expires_at ?? null,
    unrestricted: body.unrestricted ?? null,
    ...(body.access_rules === undefined ? {} : { access_rules: accessRulesOf(keystone, body.access_rules) }),
    roles: token.roles.filter((role) => names.length === 0 || names.includes(role)),
    secret,
  });
  return json(201, { application_credential: { ...view(keystone, record), secret } });
}

const accessRulesOf = (keystone: Keystone, rules: unknown): JsonObject[] =>
  asArray(rules).map((rule) => ({ ...asObject(rule), id: keystone.hex(16) }));

function credentialById(keystone: Keystone, method: string, user: string, id: string): HttpResponse {
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
