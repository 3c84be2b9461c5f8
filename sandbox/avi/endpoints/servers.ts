import { asArray, asObject, type JsonObject, text } from "../../shared/json";
import type { Controller } from "../controller";
import { AviError, methodNotAllowed } from "../errors";
import { type AviRequest, type AviResponse, bodyObject, json } from "../http";
import type { Scope } from "../state";

/** `POST /api/server/{enable,disable,remove}`: one change to a server in every pool of the tenant that has it. */
export function servers(controller: Controller, request: AviRequest, scope: Scope): AviResponse | undefined {
  const [, api, first, verb] = request.path.split("/");
  if (api !== "api" || first !== "server") return undefined;
  if (request.method !== "POST") throw methodNotAllowed(request.method);
  if (!["enable", "disable", "remove"].includes(verb ?? "")) throw new AviError(404, `Not Found: ${request.path}`);
  const wanted = asArray(bodyObject(request).servers).map(asObject);
  const { state } = controller;
  let touched = 0;
  for (const pool of state.store.list("pool")) {
    if (pool.tenant_ref !== `/api/tenant/${scope.tenant}`) continue;
    const current = asArray(pool.servers).map(asObject);
    const hits = current.filter((server) => wanted.some((want) => sameServer(want, server, pool)));
    if (hits.length === 0) continue;
    touched += hits.length;
    const rest = current.filter((server) => !hits.includes(server));
    const changed = current.map((server) => (hits.includes(server) ? { ...server, enabled: verb === "enable" } : server));
    state.store.put("pool", { ...pool, servers: verb === "remove" ? rest : changed, _last_modified: state.clock.tick() });
  }
  return json(200, { servers: touched });
}

function sameServer(want: JsonObject, server: JsonObject, pool: JsonObject): boolean {
  const address = text(asObject(want.ip).addr ?? want.ip);
  const port = Number(server.port || pool.default_server_port);
  if (address !== "" && text(asObject(server.ip).addr) !== address) return false;
  if (want.port !== undefined && Number(want.port) !== port) return false;
  return want.hostname === undefined || server.hostname === want.hostname;
}
