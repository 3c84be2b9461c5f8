import { failure } from "../../lifecycle/errors";
import { isObject, type JsonObject } from "../../lifecycle/json";
import type { Query } from "./types";

/** A list that never ends must not keep us for ever. */
const MAX_PAGES = 1000;
/** What we ask for; servers give less when they allow less (Octavia 1000, Barbican 100 by default). */
const LIMIT = { marker: 1000, offset: 100 } as const;

/**
 * All objects of a list. The server's own `next` link loses the filters, so pages are asked for by our own marker (or offset);
 * the link only tells that a page was full although it is shorter than what we asked for. What moved to a later page while we
 * read counts once.
 */
export async function allPages(
  page: (paging: Query) => Promise<JsonObject>,
  key: string,
  style: keyof typeof LIMIT,
): Promise<JsonObject[]> {
  const found = new Map<unknown, JsonObject>();
  const limit = LIMIT[style];
  let read = 0;
  let marker: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const body = await page(style === "offset" ? { limit, offset: read } : { limit, marker });
    const objects = objectsOf(body, key);
    for (const object of objects) found.set(object.id ?? object.secret_ref ?? object.container_ref ?? object, object);
    read += objects.length;
    const last = objects.at(-1)?.id;
    if (objects.length === 0 || (objects.length < limit && !hasNext(body, key))) return [...found.values()];
    if (style === "marker") {
      if (typeof last !== "string" || last === marker) return [...found.values()];
      marker = last;
    }
  }
  throw failure("LB2015", { message: `the list of ${key} does not end: ${read} read` });
}

function objectsOf(body: JsonObject, key: string): JsonObject[] {
  const objects = body[key];
  if (Array.isArray(objects)) return objects.filter(isObject);
  throw failure("LB2015", { message: `a list of ${key} was expected, the server answered something else` });
}

function hasNext(body: JsonObject, key: string): boolean {
  const links = body[`${key}_links`];
  return typeof body.next === "string" || (Array.isArray(links) && links.some((link) => isObject(link) && link.rel === "next"));
}
