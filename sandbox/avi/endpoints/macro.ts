import { asArray, asObject, isObject, type Json, type JsonObject, text } from "../../shared/json";
import type { Controller } from "../controller";
import { create, find, modelForPath, remove, replace } from "../crud";
import { AviError, methodNotAllowed } from "../errors";
import { type AviRequest, type AviResponse, bodyObject, empty, json } from "../http";
import { canonical, target } from "../references";
import { render } from "../render";
import type { Model } from "../schema";
import type { Scope } from "../state";
import { referencesOf } from "../store";
import { writeView } from "./objects";

/** A tree is never deleted beyond these: they belong to everybody. */
const NEVER_DELETED = new Set(["tenant", "cloud", "serviceengine", "serviceenginegroup", "network", "vrfcontext"]);

interface Written {
  model: Model;
  object: JsonObject;
}

/** `POST /api/macro` makes an object with the children written inline in `<field>_data`; `DELETE` takes the tree away again. */
export function macro(controller: Controller, request: AviRequest, scope: Scope): AviResponse | undefined {
  if (request.path !== "/api/macro") return undefined;
  const body = bodyObject(request);
  const model = modelForPath(text(body.model_name).toLowerCase());
  if (request.method === "DELETE") {
    removeTree(controller, model, text(asObject(body.data).uuid), scope);
    return empty(204);
  }
  if (request.method !== "POST" && request.method !== "PUT") throw methodNotAllowed(request.method);
  const written: Written[] = [];
  try {
    writeTree(controller, model, asObject(body.data), scope, written);
  } catch (error) {
    for (const { model: made, object } of written.reverse()) controller.state.store.delete(made.type, text(object.uuid));
    throw error;
  }
  const view = writeView(request, scope);
  return json(
    201,
    written.map(({ model: made, object }) => render(controller.state, made, object, view)),
  );
}

/** Children first, because the parent refers to them. */
function writeTree(controller: Controller, model: Model, data: JsonObject, scope: Scope, written: Written[], depth = 0): JsonObject {
  if (depth > 10) throw new AviError(400, "macro: objects are nested too deeply");
  const body: JsonObject = {};
  for (const [key, value] of Object.entries(data)) {
    const field = key.endsWith("_data") ? key.slice(0, -"_data".length) : key;
    if (field === key) {
      body[key] ??= value;
      continue;
    }
    const childModel = modelForPath((model.message.properties[field]?.["x-ref"] ?? "").toLowerCase());
    const make = (child: Json): Json => {
      const made = writeTree(controller, childModel, asObject(child), scope, written, depth + 1);
      return canonical(childModel.type, text(made.uuid));
    };
    body[field] = Array.isArray(value) ? [...asArray(data[field]), ...value.map(make)] : make(value);
  }
  const { state } = controller;
  const uuid = text(data.uuid);
  const exists = uuid !== "" && state.store.get(model.type, uuid) !== undefined;
  const object = exists ? replace(state, model, uuid, body, scope) : create(state, model, body, scope);
  if (isObject(object) && !exists) written.push({ model, object });
  return object;
}

/** The object, then whatever it referred to and nobody else does. */
function removeTree(controller: Controller, model: Model, uuid: string, scope: Scope): void {
  const { state } = controller;
  const object = find(state, model, uuid, scope);
  const children = referencesOf(model.type, object);
  remove(state, model, uuid, scope);
  for (const reference of children) {
    const child = target(reference);
    if (!child || NEVER_DELETED.has(child.type) || state.systemObjects.has(reference)) continue;
    if (!state.store.get(child.type, child.uuid) || state.store.referrersOf(child.type, child.uuid).length > 0) continue;
    removeTree(controller, modelForPath(child.type), child.uuid, scope);
  }
}
