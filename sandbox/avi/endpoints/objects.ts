import type { Controller } from "../controller";
import { create, find, modelForPath, remove, replace } from "../crud";
import { methodNotAllowed } from "../errors";
import { type AviRequest, type AviResponse, baseOf, bodyObject, empty, json } from "../http";
import { listObjects } from "../list";
import { patchObject } from "../patch";
import { render } from "../render";
import type { Scope } from "../state";
import type { View } from "../view";

const COLLECTION_METHODS = "HEAD, POST, GET, OPTIONS";
const ITEM_METHODS = "HEAD, GET, PUT, PATCH, OPTIONS, DELETE";

/** `/api/<type>` */
export function collection(controller: Controller, request: AviRequest, scope: Scope, type: string): AviResponse {
  const { state } = controller;
  const model = modelForPath(type.toLowerCase());
  const headers = { Allow: COLLECTION_METHODS };
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
export function item(controller: Controller, request: AviRequest, scope: Scope, type: string, uuid: string): AviResponse {
  const { state } = controller;
  const model = modelForPath(type.toLowerCase());
  const headers = { Allow: ITEM_METHODS };
  switch (request.method) {
    case "GET":
    case "HEAD":
      return json(200, render(state, model, find(state, model, uuid, scope), readView(request, scope)), headers);
    case "OPTIONS":
      return json(200, { name: model.title, parses: ["application/json"] }, headers);
    case "PUT": {
      const object = replace(state, model, uuid, bodyObject(request), scope);
      return json(200, render(state, model, object, writeView(request, scope)), headers);
    }
    case "PATCH": {
      const object = patchObject(state, model, uuid, bodyObject(request), scope);
      return json(200, render(state, model, object, writeView(request, scope)), headers);
    }
    case "DELETE":
      remove(state, model, uuid, scope);
      return { ...empty(204), headers: { "Content-Type": "application/json", ...headers } };
    default:
      throw methodNotAllowed(request.method);
  }
}

function readView(request: AviRequest, scope: Scope): View {
  const { query } = request;
  const fields = query.get("fields");
  return {
    base: baseOf(request),
    version: scope.version,
    names: query.flag("include_name"),
    exportKey: query.flag("export_key"),
    skipDefault: query.flag("skip_default"),
    fields: fields === undefined ? undefined : fields.split(","),
  };
}

/** Answers to writes always name what they refer to. */
export function writeView(request: AviRequest, scope: Scope): View {
  return { base: baseOf(request), version: scope.version, names: true, write: true };
}
