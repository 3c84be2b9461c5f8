import type { HttpResponse } from "../shared/http";
import { issueToken } from "./access/token-request";
import { noSuchMethod, PageNotFound, qualified, StatusError } from "./errors/status";
import type { Call } from "./request/call";
import { bindPod } from "./verbs/binding";
import { create } from "./verbs/create";
import { remove, removeAll } from "./verbs/delete";
import { list } from "./verbs/list";
import { patch } from "./verbs/patch";
import { get } from "./verbs/read";
import { readScale, updateScale } from "./verbs/scale";
import { update } from "./verbs/update";
import { watch } from "./verbs/watch";

interface Handler {
  /** The word that access rules use. */
  verb: string;
  handle(call: Call): HttpResponse;
}

const COLLECTION: { [method: string]: (call: Call) => Handler } = {
  GET: (call) => (isWatch(call) ? { verb: "watch", handle: watch } : { verb: "list", handle: list }),
  HEAD: () => ({ verb: "list", handle: list }),
  POST: () => ({ verb: "create", handle: create }),
  DELETE: () => ({ verb: "deletecollection", handle: removeAll }),
};

const ONE: { [method: string]: (call: Call) => Handler } = {
  GET: (call) => (isWatch(call) ? { verb: "watch", handle: watch } : { verb: "get", handle: get }),
  HEAD: () => ({ verb: "get", handle: get }),
  PUT: () => ({ verb: "update", handle: update }),
  PATCH: () => ({ verb: "patch", handle: patch }),
  DELETE: () => ({ verb: "delete", handle: remove }),
};

const STATUS: typeof ONE = { GET: ONE.GET!, HEAD: ONE.HEAD!, PUT: ONE.PUT!, PATCH: ONE.PATCH! };

const SCALE: typeof ONE = {
  GET: () => ({ verb: "get", handle: readScale }),
  PUT: () => ({ verb: "update", handle: updateScale }),
  PATCH: () => ({ verb: "patch", handle: updateScale }),
};

const SUBRESOURCES: { [name: string]: typeof ONE } = {
  status: STATUS,
  finalize: { PUT: ONE.PUT! },
  scale: SCALE,
  token: { POST: () => ({ verb: "create", handle: issueToken }) },
  binding: { POST: () => ({ verb: "create", handle: bindPod }) },
};

const isWatch = ({ query, target }: Call): boolean => target.watch === true || ["true", "1"].includes(query.get("watch") ?? "");

/** What serves a request. */
export function handlerOf(call: Call): Handler {
  const { target, request, resource } = call;
  const methods =
    target.name === undefined ? COLLECTION : target.subresource === undefined ? ONE : (SUBRESOURCES[target.subresource] ?? {});
  const handler = methods[request.method]?.(call);
  const inNoNamespace = target.name === undefined && resource.scope === "Namespaced" && call.namespace === "" && request.method !== "GET";
  if (handler && !inNoNamespace && (target.subresource !== undefined || resource.verbs.includes(handler.verb))) return handler;
  if (resource.custom) throw inNoNamespace ? new PageNotFound() : unsupportedAction(call);
  throw noSuchMethod({});
}

const ACTIONS: { [method: string]: string } = { POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" };

function unsupportedAction({ resource, request }: Call): StatusError {
  const subject = { group: resource.group, kind: resource.plural };
  const text = `${ACTIONS[request.method] ?? request.method} is not supported on resources of kind "${qualified(subject)}"`;
  return new StatusError(405, "MethodNotAllowed", text, subject);
}
