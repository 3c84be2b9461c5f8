import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { failure } from "../../lifecycle/words/errors";
import { type AviRequest, ask, refusal } from "./answers";
import type { AviSession } from "./session";

/** At 100 a page these are 200,000 objects. */
const MAX_PAGES = 2000;

/**
 * All entries of an inventory of one tenant: configuration and state of each object, page by page (avi.md 1.1).
 *
 * @unverified avi/inventories
 */
export async function inventory(session: AviSession, type: "pool" | "virtualservice", tenant: string): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  const object = `inventory of ${type}`;
  let path: string | undefined = `/api/${type}-inventory?page_size=100&include_name=true&include=runtime`;
  for (let page = 0; path !== undefined && page < MAX_PAGES; page++) {
    const request: AviRequest = { method: "GET", path, tenant };
    const answer = await ask(session, request, object);
    const { body, status } = answer;
    if (status !== 200 || !isObject(body) || !Array.isArray(body.results)) throw refusal(session.settings, answer, object, request);
    found.push(...body.results.filter(isObject));
    path = typeof body.next === "string" ? withoutHost(body.next) : undefined;
  }
  return found;
}

/**
 * State of each server of one pool; of several service engines each has an entry (avi.md 1.2). Releases give the list by itself, or in an object.
 *
 * @unverified avi/server-runtime
 */
export async function serverRuntime(session: AviSession, pool: { uuid: string; name: string }, tenant: string): Promise<JsonObject[]> {
  const object = `servers of Pool ${pool.name}`;
  const request: AviRequest = { method: "GET", path: `/api/pool/${pool.uuid}/runtime/server/detail/`, tenant };
  const answer = await ask(session, request, object);
  if (answer.status !== 200) throw refusal(session.settings, answer, object, request);
  const { body } = answer;
  const list = Array.isArray(body) ? body : isObject(body) ? (body.server ?? body.results) : undefined;
  if (!Array.isArray(list)) throw failure("LB2015", { object, message: "the answer has no list of servers" });
  return list.filter(isObject);
}

/** The controller writes the name it knows itself by, which need not be the one we reach it at. */
function withoutHost(next: string): string {
  const { pathname, search } = new URL(next, "https://controller");
  return pathname + search;
}
