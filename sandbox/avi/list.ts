// Lists of the Avi API: pages, filters, sort order.
import { asArray, asObject, isObject, type Json, type JsonObject, text } from "../shared/json";
import { readable } from "./crud";
import { AviError, type AviQuery } from "./http";
import { canonical, parseReference, target } from "./references";
import type { View } from "./render";
import { render } from "./render";
import { follow } from "./resolve";
import type { Model } from "./schema";
import type { AviScope, ControllerState } from "./state";

/** One page of a collection: `{count, results, next?}`, where `count` is the number on all pages. */
export function listObjects(state: ControllerState, model: Model, query: AviQuery, scope: AviScope, view: View): JsonObject {
  const visible = candidates(state, model, query).filter(
    (object) => readable(state, model, object, scope) && inCloud(state, object, scope),
  );
  const matches = sortObjects(filterObjects(state, model, visible, query), query.get("sort"));
  const page = position(query.get("page"), 1);
  const size = Math.min(position(query.get("page_size") ?? query.get("limit_by"), state.settings.pageSize), state.settings.maxPageSize);
  const start = (page - 1) * size;
  if (page > 1 && start >= matches.length) throw new AviError(404, "That page contains no results");
  const results = matches.slice(start, start + size).map((object) => render(state, model, object, { ...view, list: true }));
  const answer: JsonObject = { count: matches.length, results };
  if (start + size < matches.length && !state.settings.differs.has("no-next-page")) {
    answer.next = `${view.base}/api/${model.type}?${query.with({ page: String(page + 1), page_size: String(size) })}`;
  }
  return answer;
}

/** The objects that the filters have to look at: for a name that one object has, no other. */
function candidates({ store, settings }: ControllerState, { type }: Model, query: AviQuery): JsonObject[] {
  const name = settings.differs.has("filters-nothing") ? undefined : query.get("name");
  const named = name === undefined ? undefined : store.named(type, name);
  // several keep the order in which they came, which the index does not know
  return named && named.length <= 1 ? named : store.list(type);
}

/** `X-Avi-Cloud` narrows lists of types that belong to a cloud. */
function inCloud(state: ControllerState, object: JsonObject, scope: AviScope): boolean {
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
    const keyOfA = key(a);
    const keyOfB = key(b);
    if (typeof keyOfA === "number" && typeof keyOfB === "number") return direction * (keyOfA - keyOfB);
    return direction * (String(keyOfA) < String(keyOfB) ? -1 : String(keyOfA) > String(keyOfB) ? 1 : 0);
  });
}

/** Keys that shape an answer instead of narrowing it. */
const CONTROL = new Set(
  "include_name include_refs include skip_default fields page page_size sort search isearch limit_by exclude join join_subresources export_key refers_to referred_by tenant label_key label_value count".split(
    " ",
  ),
);

/** The objects that pass every filter of the query. A filter on a field the type does not have matches nothing, as on the controller. */
function filterObjects(state: ControllerState, model: Model, objects: JsonObject[], query: AviQuery): JsonObject[] {
  if (state.settings.differs.has("filters-nothing")) return objects;
  const tests = query.others(CONTROL).map(([key, value]) => testFor(state, key, value));
  const labelKey = query.get("label_key");
  if (labelKey !== undefined) tests.push((object) => hasLabel(object, labelKey, query.get("label_value")));
  const search = query.get("search") ?? query.get("isearch");
  if (search) tests.push(searchTest(search, query.get("isearch") !== undefined));
  const refersTo = query.get("refers_to");
  if (refersTo) tests.push(memberTest(referrersOf(state, model, refersTo)));
  const referredBy = query.get("referred_by");
  if (referredBy) tests.push(memberTest(referredFrom(state, model, referredBy)));
  return tests.length === 0 ? objects : objects.filter((object) => tests.every((test) => test(object)));
}

type Test = (object: JsonObject) => boolean;

const CLOUD_KEYS: { [key: string]: string } = { cloud: "cloud_ref.name", cloud_uuid: "cloud_ref.uuid", cloud_name: "cloud_ref.name" };

function testFor(state: ControllerState, key: string, value: string): Test {
  const path = (CLOUD_KEYS[key] ?? key).split(".");
  const operator = path.length > 1 ? (path[path.length - 1] ?? "") : "";
  const field = path.slice(0, -1);
  switch (operator) {
    case "contains":
      return (object) => valuesAt(object, field).some((actual) => text(actual).includes(value));
    case "icontains":
      return (object) => valuesAt(object, field).some((actual) => text(actual).toLowerCase().includes(value.toLowerCase()));
    case "in": {
      const values = value.split(",");
      return (object) => valuesAt(object, field).some((actual) => values.includes(text(actual)));
    }
    case "uuid":
      return (object) => valuesAt(object, field).some((actual) => target(actual)?.uuid === value);
    case "name":
      return (object) => valuesAt(object, field).some((actual) => referredName(state, actual) === value);
    default:
      return (object) => valuesAt(object, path).some((actual) => equals(state, actual, value));
  }
}

function equals(state: ControllerState, actual: Json, value: string): boolean {
  if (typeof actual === "boolean") return String(actual) === value.toLowerCase();
  const referred = target(actual);
  if (!referred) return text(actual) === value;
  const reference = parseReference(value);
  return "uuid" in reference ? reference.uuid === referred.uuid : referredName(state, actual) === reference.name;
}

function referredName(state: ControllerState, reference: Json): string | undefined {
  const at = target(reference);
  const name = at && state.store.get(at.type, at.uuid)?.name;
  return name === undefined ? undefined : text(name);
}

/** Every scalar a dotted path leads to, through messages and lists. */
export function valuesAt(value: Json | undefined, path: string[], depth = 0): Json[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path, depth));
  const head = path[depth];
  if (head === undefined) return [value];
  return isObject(value) ? valuesAt(value[head], path, depth + 1) : [];
}

/** Labels are `markers` with values, or on older types `labels` with one value. */
function hasLabel(object: JsonObject, key: string, value: string | undefined): boolean {
  const labels = [...asArray(object.markers), ...asArray(object.labels)].map(asObject).filter((label) => label.key === key);
  return labels.some((label) => value === undefined || label.value === value || asArray(label.values).includes(value));
}

function searchTest(search: string, anyCase: boolean): Test {
  const fold = (value: string) => (anyCase ? value.toLowerCase() : value);
  const terms = [...search.matchAll(/\(([^,()]+),([^()]*)\)/g)];
  if (terms.length === 0) return (object) => fold(JSON.stringify(object)).includes(fold(search));
  return (object) =>
    terms.some(([, field, value]) =>
      valuesAt(object, (field ?? "").trim().split(".")).some((actual) => fold(text(actual)).includes(fold((value ?? "").trim()))),
    );
}

function memberTest(uuids: Set<string>): Test {
  return (object) => uuids.has(text(object.uuid));
}

/** `refers_to=pool:<uuid>`: the objects of this type that hold a reference to that one. */
function referrersOf(state: ControllerState, model: Model, at: string): Set<string> {
  const [type = "", uuid = ""] = at.split(":");
  const referrers = state.store.referrersOf(type.toLowerCase(), uuid);
  return new Set(referrers.filter((referrer) => referrer.type === model.type).map(({ object }) => text(object.uuid)));
}

/** `referred_by=virtualservice:<uuid>`: the objects of this type that one holds references to. */
function referredFrom(state: ControllerState, model: Model, at: string): Set<string> {
  const [type = "", uuid = ""] = at.split(":");
  const source = canonical(type.toLowerCase(), uuid);
  const objects = state.store.list(model.type);
  const referred = objects.filter((object) =>
    state.store
      .referrersOf(model.type, text(object.uuid))
      .some((referrer) => canonical(referrer.type, text(referrer.object.uuid)) === source),
  );
  return new Set(referred.map((object) => text(object.uuid)));
}
