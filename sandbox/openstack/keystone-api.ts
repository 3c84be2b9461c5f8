import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import { type JsonObject, parseObject } from "../shared/json";
import { type Keystone, KeystoneError, malformed, refusal, type Token, tokenNeeded, unauthorized } from "./keystone";
import { catalog, findUser, listProjects, projectId, projectsOf, showProject, tokenView, userId, versionView } from "./keystone-directory";
import { credentials, logIn } from "./keystone-login";

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
  const path = (request.written.split("?")[0] ?? "").replace(/\/+$/, "");
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

function needed(token: Token | undefined): Token {
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

const shown = (keystone: Keystone, token: Token, status: number, withCatalog: boolean): HttpResponse =>
  json(status, { token: tokenView(keystone, token, withCatalog) }, { "X-Subject-Token": token.id });

function bodyOf(request: HttpRequest): JsonObject {
  const body = parseObject(request.body);
  if (!body) throw malformed("Expecting to find valid JSON in request body.");
  return body;
}

/** Who sends a request to a service. */
export interface Identity {
  userId: string;
  projectId: string | undefined;
  roles: string[];
}

/** What stands before every other service: a request without a good token goes no further. */
export function guard(keystone: Keystone, request: HttpRequest): Identity | HttpResponse {
  const token = keystone.find(request.headers["x-auth-token"]);
  if (!token) return tokenNeeded(keystone.authUrl);
  return { userId: userId(token.user), projectId: token.project === undefined ? undefined : projectId(token.project), roles: token.roles };
}
