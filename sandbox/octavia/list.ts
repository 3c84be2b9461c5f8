// Lists of the Octavia API: pages, filters, sort order, fields.
import { type Json, type JsonObject, texts } from "../shared/json";
import { filteredByTags, isTagFilter, SHAPING } from "../shared/list";
import { LARGEST_PAGE } from "./constants";
import { ApiError, boolFromString, repr } from "./errors";
import type { OctaviaKind, OctaviaRow } from "./store";
import { ALIASES, COLUMNS, RELATIONS } from "./views";

export interface ListRequest {
  query: URLSearchParams;
  paging: Paging;
  /** Scheme, host and path of the request. */
  url: string;
}

/** One page of rows and its links: filters, then order, then the place of the marker. */
export function page(kind: OctaviaKind, rows: OctaviaRow[], request: ListRequest): { rows: OctaviaRow[]; links: Json } {
  const { paging } = request;
  const sort = sortKeys(kind, paging.sort);
  let matchingRows = filtered(kind, rows, request.query).sort((a, b) => order(sort, a, b));
  if (paging.marker !== undefined) {
    const id = paging.marker.toLowerCase();
    const marker = rows.find((row) => row.id.toLowerCase() === id);
    if (!marker) throw new ApiError(400, `Supplied pagination marker '${paging.marker}' is not valid.`);
    matchingRows = matchingRows.filter((row) =>
      paging.reverse ? order(sort, row, marker, plain) < 0 : order(sort, row, marker, plain) > 0,
    );
  }
  matchingRows = matchingRows.slice(0, paging.limit);
  return {
    rows: matchingRows,
    links: pageLinks(
      request.url,
      paging,
      matchingRows.map((row) => (COLUMNS[kind].includes("id") ? row.id : undefined)),
    ),
  };
}

function filtered(kind: OctaviaKind, rows: OctaviaRow[], query: URLSearchParams): OctaviaRow[] {
  const columns = COLUMNS[kind];
  let matchingRows = rows;
  for (const [key, value] of query) {
    if (SHAPING.has(key) || key === "sort" || isTagFilter(key)) continue;
    // neither can it compare tables
    if (RELATIONS[kind]?.includes(key)) throw new ApiError(500, `Can't compare the relationship ${key} with a value`);
    if (!columns.includes(key)) throw new ApiError(400, "One or more arguments are either duplicate or invalid");
    // the database cannot compare a column with a list
    if (query.getAll(key).length > 1) throw new ApiError(500, "Error binding parameter: type 'list' is not supported");
    const column = columnOf(kind, key);
    matchingRows = matchingRows.filter((row) => matches(row[column], value));
  }
  return filteredByTags(
    matchingRows,
    query,
    ({ tags }) => texts(tags),
    (tag) => tag.toLowerCase(),
  );
}

/** `enabled` is the database's name of `admin_state_up`, except where the API has an `enabled` of its own. */
function columnOf(kind: OctaviaKind, key: string): string {
  if (key === "enabled" && COLUMNS[kind].includes("admin_state_up")) return "admin_state_up";
  return ALIASES[key] ?? key;
}

function matches(value: Json | undefined, expected: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "boolean") return value === boolFromString(expected);
  if (typeof value === "number") return expected.trim() !== "" && value === Number(expected);
  return typeof value === "string" && value.toLowerCase() === expected.toLowerCase();
}

function sortKeys(kind: OctaviaKind, sortBy: SortKey[]): SortKey[] {
  const keys = [...sortBy];
  for (const key of ["created_at", "id"]) {
    if (!keys.some((other) => other.key === key) && COLUMNS[kind].includes(key)) keys.push({ key, descending: false });
  }
  for (const { key } of keys) {
    if (!COLUMNS[kind].includes(key)) throw new ApiError(400, `Supplied sort key '${key}' is not valid.`);
  }
  return keys.map(({ key, descending }) => ({ key: columnOf(kind, key), descending }));
}

function order(keys: SortKey[], a: OctaviaRow, b: OctaviaRow, textOf = (value: Json) => plain(value).toLowerCase()): number {
  for (const { key, descending } of keys) {
    const difference = compare(a[key] ?? null, b[key] ?? null, textOf);
    if (difference !== 0) return descending ? -difference : difference;
  }
  return 0;
}

const plain = (value: Json): string => String(value);

/** As the database orders: null first, text without regard to case, except against the place of a marker. */
function compare(a: Json, b: Json, textOf: (value: Json) => string): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [textOfA, textOfB] = [textOf(a), textOf(b)];
  return textOfA < textOfB ? -1 : textOfA > textOfB ? 1 : 0;
}

/** Only the fields asked for. `tenant_id` is another view of `project_id` and needs both. */
export function selected(view: JsonObject, query: URLSearchParams): JsonObject {
  if (!query.has("fields")) return view;
  const fields = new Set(query.getAll("fields"));
  const keep = (field: string) => fields.has(field) && (field !== "tenant_id" || fields.has("project_id"));
  return Object.fromEntries(Object.entries(view).filter(([field]) => keep(field)));
}

/** Paging and order that a client asks for. They are read before the kind is known, so mistakes in them are answered in the form of the router. */
export interface Paging {
  /** Undefined: no limit. */
  limit: number | undefined;
  marker: string | undefined;
  reverse: boolean;
  sort: SortKey[];
  /** `limit=..&sort=..`: what links repeat. */
  repeated: string[];
}

export interface SortKey {
  key: string;
  descending: boolean;
}

export function readPaging(query: URLSearchParams): Paging {
  const limit = readLimit(query.get("limit"));
  const sort = query.get("sort");
  const sortKey = query.get("sort_key");
  const repeated = [`limit=${limit ?? "None"}`];
  if (sort) repeated.push(`sort=${sort}`);
  if (sortKey) repeated.push(`sort_key=${sortKey}`);
  return {
    limit,
    marker: query.get("marker") ?? undefined,
    reverse: query.get("page_reverse") === "True",
    sort: sort ? sort.split(",").map(sortPair) : sortKey ? separateKeys(sortKey, query.get("sort_dir")) : [],
    repeated,
  };
}

function readLimit(written: string | null): number | undefined {
  if (written === null) return LARGEST_PAGE;
  if (written === "infinite") return undefined;
  if (!/^\s*[+-]?\d+\s*$/.test(written)) throw new ApiError(400, `Supplied pagination limit '${written}' is not valid.`, "routing");
  return Number(written) < 1 ? undefined : Math.min(Number(written), LARGEST_PAGE);
}

function sortPair(written: string): SortKey {
  const [key = "", direction = "asc", ...rest] = written.split(":");
  if (rest.length > 0) throw new ApiError(400, `Supplied sort key '${repr(written.split(":"))}' is not valid.`, "routing");
  return { key, descending: isDescending(direction) };
}

function separateKeys(keys: string, directions: string | null): SortKey[] {
  const directionList = directions ? directions.split(",") : [];
  return keys.split(",").map((key, i) => ({ key, descending: isDescending(directionList[i] ?? "asc") }));
}

function isDescending(direction: string): boolean {
  const lower = direction.toLowerCase();
  if (lower === "asc" || lower === "desc") return lower === "desc";
  throw new ApiError(400, `Supplied sort direction '${lower}' is not valid.`, "routing");
}

/** A full page always has a next one, even when nothing follows; filters are not repeated in links. */
function pageLinks(url: string, paging: Paging, ids: (string | undefined)[]): Json {
  const links: JsonObject[] = [];
  if (ids.length === 0) return links;
  const link = (rel: string, ...more: string[]) => ({ href: `${url}?${[...paging.repeated, ...more].join("&")}`, rel });
  if (paging.marker) links.push(link("previous", `marker=${ids[0] ?? "None"}`, "page_reverse=True"));
  if (paging.limit === undefined || ids.length >= paging.limit) links.push(link("next", `marker=${ids.at(-1) ?? "None"}`));
  return links;
}
