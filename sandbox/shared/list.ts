// Reads path and query of a request, and filters OpenStack lists by tags.

import type { HttpRequest } from "./http";

/** The path of a request, without slashes at its end. */
export const pathOf = ({ written }: Pick<HttpRequest, "written">): string => (written.split("?")[0] ?? "").replace(/\/+$/, "");

export const queryOf = ({ written }: Pick<HttpRequest, "written">): URLSearchParams => new URLSearchParams(written.split("?")[1] ?? "");

/** Parameters that shape a list of OpenStack instead of narrowing it. */
export const SHAPING: ReadonlySet<string> = new Set(["limit", "marker", "page_reverse", "sort_key", "sort_dir", "fields"]);

const TAG_FILTERS = ["tags", "tags-any", "not-tags", "not-tags-any"];

export const isTagFilter = (key: string): boolean => TAG_FILTERS.includes(key);

/** Rows that pass the tag filters of a query; `fold` makes tags that count as one alike. */
export function filteredByTags<T>(
  rows: readonly T[],
  query: URLSearchParams,
  tagsOf: (row: T) => readonly string[],
  fold = (tag: string) => tag,
): T[] {
  const tests = TAG_FILTERS.filter((key) => query.has(key)).map((key) => tagTest(key, query.getAll(key).join(",").split(",").map(fold)));
  return rows.filter((row) => tests.every((test) => test(tagsOf(row).map(fold))));
}

function tagTest(filter: string, tags: readonly string[]): (rowTags: readonly string[]) => boolean {
  switch (filter) {
    case "tags":
      return (rowTags) => tags.every((tag) => rowTags.includes(tag));
    case "tags-any":
      return (rowTags) => tags.some((tag) => rowTags.includes(tag));
    case "not-tags":
      return (rowTags) => !tags.every((tag) => rowTags.includes(tag));
    default:
      return (rowTags) => !tags.some((tag) => rowTags.includes(tag));
  }
}
