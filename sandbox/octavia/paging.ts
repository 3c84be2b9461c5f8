import type { Json, JsonObject } from "../shared/json";
import { LARGEST_PAGE } from "./constants";
import { ApiError } from "./errors";
import { repr } from "./python";

/** How a client wants a list: read before its kind is known, so mistakes in it are answered in the form of the router. */
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
  const given = directions ? directions.split(",") : [];
  return keys.split(",").map((key, i) => ({ key, descending: isDescending(given[i] ?? "asc") }));
}

function isDescending(direction: string): boolean {
  const lower = direction.toLowerCase();
  if (lower === "asc" || lower === "desc") return lower === "desc";
  throw new ApiError(400, `Supplied sort direction '${lower}' is not valid.`, "routing");
}

/** A full page always has a next one, even when nothing follows; filters are not repeated in links. */
export function pageLinks(url: string, paging: Paging, ids: (string | undefined)[]): Json {
  const links: JsonObject[] = [];
  if (ids.length === 0) return links;
  const link = (rel: string, ...more: string[]) => ({ href: `${url}?${[...paging.repeated, ...more].join("&")}`, rel });
  if (paging.marker) links.push(link("previous", `marker=${ids[0] ?? "None"}`, "page_reverse=True"));
  if (paging.limit === undefined || ids.length >= paging.limit) links.push(link("next", `marker=${ids.at(-1) ?? "None"}`));
  return links;
}
