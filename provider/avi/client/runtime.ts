// Reads the operational state of virtual services, pools and servers from an Avi controller.

import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { failure } from "../../lifecycle/messages/errors";
import { type AviRequest, ask, refusal } from "./answers";
import { listAll } from "./pages";
import type { AviSession } from "./session";

/**
 * All entries of an inventory of one tenant: configuration and state of each object (avi.md 1.1).
 *
 * @unverified avi/inventories
 */
export function inventory(session: AviSession, type: "pool" | "virtualservice", tenant: string): Promise<JsonObject[]> {
  const path = `/api/${type}-inventory?page_size=100&include_name=true&include=runtime`;
  let unnamed = 0;
  return listAll(session, { path, tenant, object: `inventory of ${type}` }, (entry) => {
    const { uuid, config } = entry;
    const id = uuid ?? (isObject(config) ? config.uuid : undefined);
    // an entry without a uuid cannot be told from another one
    return { key: typeof id === "string" ? id : `#${unnamed++}`, entry };
  });
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
