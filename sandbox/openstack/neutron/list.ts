import { type HttpRequest, type HttpResponse, json } from "../../shared/http";
import { asArray, asObject, type Json, type JsonObject } from "../../shared/json";
import type { Collection } from "./collection";
import { badRequest } from "./errors";
import type { Asker, Neutron } from "./service";
import { view, visible } from "./visibility";

const AUXILIARY = new Set(["limit", "marker", "page_reverse", "sort_key", "sort_dir", "fields"]);
const TAGS = ["tags", "tags-any", "not-tags", "not-tags-any"];

/** A list with filters by field and by tags, chosen fields, and pages by marker. */
export function listRecords(neutron: Neutron, who: Asker, collection: Collection, request: HttpRequest): HttpResponse {
  const query = new URLSearchParams(request.written.split("?")[1] ?? "");
  const all = neutron.list(collection.kind).filter((record) => visible(neutron, who, record));
  const found = filtered(
    collection,
    all.map((record) => view(neutron, collection, record)),
    query,
  );
  const after = query.get("marker");
  const from = after === null ? 0 : found.findIndex((record) => record.id === after) + 1;
  const limit = Number(query.get("limit") ?? 0) || found.length;
  const page = found.slice(from, from + limit);
  const answer: JsonObject = { [collection.plural]: page.map((record) => chosen(record, query.getAll("fields"))) };
  const last = page.at(-1);
  if (query.has("limit") && last && from + limit < found.length) {
    query.set("marker", String(last.id));
    answer[`${collection.plural}_links`] = [{ rel: "next", href: `${neutron.url}/v2.0/${collection.path}?${query}` }];
  }
  return json(200, answer);
}

const chosen = (record: JsonObject, fields: string[]): JsonObject =>
  fields.length === 0 ? record : Object.fromEntries(Object.entries(record).filter(([field]) => fields.includes(field)));

function filtered(collection: Collection, records: JsonObject[], query: URLSearchParams): JsonObject[] {
  const known = new Set([
    ...collection.create,
    ...collection.update,
    "id",
    "status",
    "subnets",
    "router_id",
    "shared",
    "tags",
    "revision_number",
  ]);
  let found = records;
  for (const key of new Set(query.keys())) {
    if (AUXILIARY.has(key)) continue;
    const wanted = query.getAll(key);
    if (TAGS.includes(key)) found = found.filter((record) => tagged(record, key, wanted.join(",").split(",")));
    else if (known.has(key)) found = found.filter((record) => wanted.some((value) => matches(record[key] ?? null, value)));
    else throw badRequest(`['${key}'] is invalid attribute for filtering`);
  }
  return found;
}

/** Lists match by one of their values; `fixed_ips` by `ip_address=..` and `subnet_id=..`. */
function matches(value: Json, wanted: string): boolean {
  if (Array.isArray(value)) {
    const [field = "", inner] = wanted.split("=");
    return value.some((each) => (inner === undefined ? String(each) === wanted : String(asObject(each)[field]) === inner));
  }
  if (typeof value === "boolean") return value === (wanted.toLowerCase() === "true" || wanted === "1");
  return value === null ? wanted === "" : String(value) === wanted;
}

function tagged(record: JsonObject, filter: string, wanted: string[]): boolean {
  const own = asArray(record.tags);
  if (filter === "tags") return wanted.every((tag) => own.includes(tag));
  if (filter === "tags-any") return wanted.some((tag) => own.includes(tag));
  return filter === "not-tags" ? !wanted.every((tag) => own.includes(tag)) : !wanted.some((tag) => own.includes(tag));
}
