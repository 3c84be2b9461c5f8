import type { JsonObject } from "../../lifecycle/json";

/**
 * One call of a plan. Objects are named by their place (percent-encoded), since some do not exist yet: in paths and in `*_id`
 * fields: `/pools/{pools%2Fweb}/members`, `{ "default_pool_id": "{pools%2Fweb}" }`.
 */
export interface Step {
  method: "POST" | "PUT" | "DELETE";
  /** Below `/v2/lbaas`. */
  path: string;
  query?: { [name: string]: string };
  body?: JsonObject;
  /** The place whose id the answer to a POST tells. */
  makes?: string;
  /** For people: `creating pool web`. */
  what: string;
}

/** The id of a place, to be filled in when the step is sent. */
export function idOf(place: string): string {
  return `{${encodeURIComponent(place)}}`;
}

/** Replaces what {@link idOf} wrote, in a path or in the fields of a body. */
export function fillIn<T>(value: T, ids: { readonly [place: string]: string }): T {
  if (typeof value === "string") {
    return value.replace(/\{([^{}]+)\}/g, (whole, place: string) => ids[decodeURIComponent(place)] ?? whole) as T;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const inner = typeof member === "object" && !Array.isArray(member);
      return [key, inner || key.endsWith("_id") ? fillIn(member, ids) : member];
    }),
  ) as T;
}
