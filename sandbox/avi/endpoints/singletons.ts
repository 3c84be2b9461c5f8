import { asObject, isObject, type JsonObject, text } from "../../shared/json";
import type { Controller } from "../controller";
import { methodNotAllowed } from "../errors";
import { type AviRequest, type AviResponse, baseOf, json } from "../http";

/** Objects there is exactly one of: no POST, no DELETE, and clients append a slash or a uuid as they like. */
export function singletons(controller: Controller, request: AviRequest): AviResponse | undefined {
  const [, api, type = ""] = request.path.split("/");
  const { state } = controller;
  const stored = state.singletons.get(type);
  if (api !== "api" || !stored) return undefined;
  switch (request.method) {
    case "GET":
      break;
    case "PUT":
      state.singletons.set(type, { ...changed(type, stored, given(request)), _last_modified: state.clock.tick() });
      break;
    case "PATCH":
      state.singletons.set(type, patched(type, stored, given(request), state.clock.tick()));
      break;
    default:
      throw methodNotAllowed(request.method);
  }
  if (type === "controllerproperties") applyProperties(controller);
  state.store.onChange();
  const object = asObject(state.singletons.get(type));
  const url = `${baseOf(request)}/api/${type}/${text(object.uuid)}`;
  return json(200, { ...object, url }, { Allow: "HEAD, GET, PUT, PATCH, OPTIONS" });
}

/** A body that is no object changes nothing: a real client sends `false` here. */
function given(request: AviRequest): JsonObject {
  try {
    return asObject(JSON.parse(request.body));
  } catch {
    return {};
  }
}

/** Settings that a body leaves out keep their value: nothing here is ever meant to vanish. */
function changed(type: string, stored: JsonObject, body: JsonObject): JsonObject {
  const { url: _url, uuid: _uuid, ...rest } = body;
  const out: JsonObject = { ...stored };
  for (const [key, value] of Object.entries(rest)) {
    const before = stored[key];
    out[key] = isObject(value) && isObject(before) && type === "systemconfiguration" ? { ...before, ...value } : value;
  }
  return out;
}

function patched(type: string, stored: JsonObject, patch: JsonObject, now: string): JsonObject {
  const merged = changed(type, changed(type, stored, asObject(patch.add)), asObject(patch.replace));
  for (const key of Object.keys(asObject(patch.delete))) delete merged[key];
  return { ...merged, _last_modified: now };
}

function applyProperties(controller: Controller): void {
  const properties = asObject(controller.state.singletons.get("controllerproperties"));
  controller.sessions.idleMinutes = Number(properties.api_idle_timeout ?? 15);
}
