import type { JsonObject } from "../shared/json";
import { readable } from "./crud";
import { AviError } from "./errors";
import { filterObjects, valuesAt } from "./filters";
import type { Query } from "./query";
import { render } from "./render";
import { follow } from "./resolve";
import type { Model } from "./schema";
import type { ControllerState, Scope } from "./state";
import type { View } from "./view";

/** One page of a collection: `{count, results, next?}`, where `count` is the number on all pages. */
export function listObjects(state: ControllerState, model: Model, query: Query, scope: Scope, view: View): JsonObject {
  const visible = state.store.list(model.type).filter((object) => readable(state, model, object, scope) && inCloud(state, object, scope));
  const found = sortObjects(filterObjects(state, model, visible, query), query.get("sort"));
  const page = position(query.get("page"), 1);
  const size = Math.min(position(query.get("page_size") ?? query.get("limit_by"), state.settings.pageSize), state.settings.maxPageSize);
  const start = (page - 1) * size;
  if (page > 1 && start >= found.length) throw new AviError(404, "That page contains no results");
  const results = found.slice(start, start + size).map((object) => render(state, model, object, { ...view, list: true }));
  const answer: JsonObject = { count: found.length, results };
  if (start + size < found.length) {
    answer.next = `${view.base}/api/${model.type}?${query.with({ page: String(page + 1), page_size: String(size) })}`;
  }
  return answer;
}

/** `X-Avi-Cloud` narrows lists of types that belong to a cloud. */
function inCloud(state: ControllerState, object: JsonObject, scope: Scope): boolean {
  return scope.cloud === undefined || object.cloud_ref === undefined || follow(state, object.cloud_ref)?.name === scope.cloud;
}

function position(value: string | undefined, otherwise: number): number {
  const number = Number(value);
  return value && Number.isInteger(number) && number > 0 ? number : otherwise;
}

function sortObjects(objects: JsonObject[], by: string | undefined): JsonObject[] {
  if (!by) return objects;
  const path = by.replace(/^-/, "").split(".");
  const direction = by.startsWith("-") ? -1 : 1;
  const key = (object: JsonObject) => valuesAt(object, path)[0] ?? "";
  return [...objects].sort((a, b) => {
    const left = key(a);
    const right = key(b);
    if (typeof left === "number" && typeof right === "number") return direction * (left - right);
    return direction * (String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0);
  });
}
