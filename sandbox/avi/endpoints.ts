// Endpoints that answer without a login.
import { json } from "../shared/http";
import { cluster, clusterStatus, facts, singleton, tenantList, userAccount, userToken } from "./administration";
import { login } from "./authentication";
import { create, find, modelForPath, remove, replace } from "./crud";
import type { AviExchange, Controller } from "./exchange";
import { AviError, type AviRequest, type AviResponse, bodyObject, empty, methodNotAllowed } from "./http";
import { listObjects } from "./list";
import { patchObject } from "./patch";
import { readView, render, writeView } from "./render";
import { records } from "./rights";
import { poolInventory, poolServers } from "./runtime";
import { versionInfo } from "./schema";

/** The few endpoints that answer before anybody has logged in. */
export function anonymous(controller: Controller, request: AviRequest): AviResponse | undefined {
  switch (request.path) {
    case "/login":
      if (request.method !== "POST") throw methodNotAllowed(request.method);
      return login(controller, request);
    case "/api/initial-data":
      return json(200, {
        version: versionInfo(controller.settings.version),
        setup_failed: false,
        welcome_workflow_complete: true,
        banner: "",
      });
    case "/api/cluster/status":
      return json(200, clusterStatus());
    default:
      return undefined;
  }
}

/** Undefined where it has no such path. */
type EndpointHandler = (exchange: AviExchange) => AviResponse | undefined;

/** By what follows `/api/`. */
const ENDPOINTS: { [first: string]: EndpointHandler } = {
  cluster,
  pool: poolServers,
  "pool-inventory": poolInventory,
  role: records("role"),
  user: records("user"),
  "user-token": userToken,
  useraccount: userAccount,
  "user-tenant-list": tenantList,
};

/** Answers a request; paths of their own are tried before the objects of one type. */
export function answer(exchange: AviExchange): AviResponse {
  const { request, path, state } = exchange;
  if (request.path === "/logout" && request.method === "POST") return logout(exchange);
  const [first = "", uuid, ...rest] = path;
  const special = ENDPOINTS[first]?.(exchange) ?? (state.singletons.has(first) ? singleton(exchange, first) : facts(exchange));
  if (special) return special;
  if (path.length === 0 || rest.length > 0) throw new AviError(404, `Not Found: ${request.path}`);
  return uuid ? item(exchange, first, uuid) : collection(exchange, first);
}

function logout({ controller, caller }: AviExchange): AviResponse {
  if (caller.session) controller.sessions.close(caller.session.id);
  return empty(200);
}

/** `/api/<type>` */
function collection({ state, request, scope }: AviExchange, type: string): AviResponse {
  const model = modelForPath(type.toLowerCase());
  const headers = { Allow: "HEAD, POST, GET, OPTIONS" };
  switch (request.method) {
    case "GET":
    case "HEAD":
      return json(200, listObjects(state, model, request.query, scope, readView(request, scope)), headers);
    case "OPTIONS":
      return json(200, { name: model.title, parses: ["application/json"] }, headers);
    case "POST": {
      const object = create(state, model, bodyObject(request), scope, request.headers.slug);
      const shown = render(state, model, object, writeView(request, scope));
      return json(201, shown, { ...headers, Location: String(shown.url) });
    }
    default:
      throw methodNotAllowed(request.method);
  }
}

/** `/api/<type>/<uuid>` */
function item({ state, request, scope }: AviExchange, type: string, uuid: string): AviResponse {
  const model = modelForPath(type.toLowerCase());
  const headers = { Allow: "HEAD, GET, PUT, PATCH, OPTIONS, DELETE" };
  switch (request.method) {
    case "GET":
    case "HEAD":
      return json(200, render(state, model, find(state, model, uuid, scope), readView(request, scope)), headers);
    case "OPTIONS":
      return json(200, { name: model.title, parses: ["application/json"] }, headers);
    case "PUT":
    case "PATCH": {
      const write = request.method === "PUT" ? replace : patchObject;
      const object = write(state, model, uuid, bodyObject(request), scope);
      return json(200, render(state, model, object, writeView(request, scope)), headers);
    }
    case "DELETE":
      remove(state, model, uuid, scope);
      return { ...empty(204), headers: { "Content-Type": "application/json", ...headers } };
    default:
      throw methodNotAllowed(request.method);
  }
}
