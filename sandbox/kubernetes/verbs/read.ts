import type { HttpResponse } from "../../shared/http";
import type { JsonObject } from "../../shared/json";
import { notFound, StatusError } from "../errors/status";
import { type Call, keyIn, storage, subjectOf } from "../request/call";
import { answerWith } from "../request/render";
import { versionFault } from "./list";

/** The stored object that a path names. */
export function existing(call: Call): JsonObject {
  const found = call.cluster.store.get(storage(call), keyIn(call, call.target.name ?? ""));
  if (!found) throw notFound(subjectOf(call));
  return found;
}

export function get(call: Call): HttpResponse {
  const version = call.query.get("resourceVersion") ?? "";
  if (!/^\d*$/.test(version)) {
    throw new StatusError(500, undefined, versionFault(version));
  }
  return answerWith(call, 200, existing(call));
}
