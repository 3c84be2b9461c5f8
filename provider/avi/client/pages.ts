// Reads lists of an Avi controller page by page, and again if they are incomplete.

import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { failure } from "../../lifecycle/messages/errors";
import { type AviRequest, ask, refusal } from "./answers";
import type { AviSession } from "./session";

/** Number of times that an incomplete list is read. */
const MAX_TRIES = 3;

/** A list that never ends must not keep us for ever: at 100 a page this is 200,000 objects. */
const MAX_PAGES = 2000;

/** A list that is read. */
export interface ListRequest {
  /** `/api/pool?page_size=100` */
  path: string;
  tenant: string;
  /** The list in errors: `list of pool`. */
  object: string;
}

/** An entry of a list with the key by which it counts once. */
export interface KeyedEntry<T> {
  key: string;
  entry: T;
}

/**
 * All entries of a list. One that is shorter than it says is read again: objects may have moved from page to page meanwhile. One that stays short
 * is refused: missing objects would be created again, or taken for deleted.
 *
 * @param read an entry as it is wanted; undefined leaves it out
 */
export async function listAll<T>(
  session: AviSession,
  list: ListRequest,
  read: (entry: JsonObject) => KeyedEntry<T> | undefined,
): Promise<T[]> {
  for (let tried = 1; ; tried++) {
    const { entries, most } = await listOnce(session, list, read);
    if (entries.length >= most) return entries;
    const type = list.path.replace(/^\/api\/|\?.*$/g, "");
    const message = `the list of ${type} says that it has ${most} objects, and gives ${entries.length}`;
    if (tried === MAX_TRIES) throw failure("LB2084", { object: list.object, message });
  }
}

/** Page by page; an object that moved to a later page while we read counts once. */
async function listOnce<T>(
  session: AviSession,
  { path: first, tenant, object }: ListRequest,
  read: (entry: JsonObject) => KeyedEntry<T> | undefined,
): Promise<{ entries: T[]; most: number }> {
  const byKey = new Map<string, T>();
  let most = 0;
  let path: string | undefined = first;
  for (let page = 0; path !== undefined && page < MAX_PAGES; page++) {
    const request: AviRequest = { method: "GET", path, tenant };
    const answer = await ask(session, request, object);
    const { body, status } = answer;
    if (status !== 200 || !isObject(body) || !Array.isArray(body.results)) throw refusal(session.settings, answer, object, request);
    for (const result of body.results.filter(isObject)) {
      const keyed = read(result);
      if (keyed) byKey.set(keyed.key, keyed.entry);
    }
    // @unverified avi/pages
    if (typeof body.count === "number") most = Math.max(most, body.count);
    path = typeof body.next === "string" ? pathOf(body.next) : undefined;
  }
  return { entries: [...byKey.values()], most };
}

/** Only the path counts: the controller writes the name it knows itself by, which need not be the one we reach it at. */
function pathOf(next: string): string {
  const { pathname, search } = new URL(next, "https://controller");
  return pathname + search;
}
