import { isObject, type JsonObject } from "../../lifecycle/json";
import { changedFields, newFields } from "./changes";
import { memberSteps } from "./members";
import { idOf, type Step } from "./step";

/** What a new pool hangs on: the listener whose default it becomes, else the load balancer. */
export type Parent = { listener_id: string } | { loadbalancer_id: string };

/** A new pool with its members and its monitor. */
export function newPool(pool: JsonObject, parent: Parent): Step[] {
  const place = `pools/${String(pool.name)}`;
  const create: Step = {
    method: "POST",
    path: "/pools",
    body: { pool: { ...newFields("pool", pool), ...parent } },
    makes: place,
    what: `creating pool ${String(pool.name)}`,
  };
  return [create, ...memberSteps(String(pool.name), pool, undefined, undefined), ...newMonitor(pool)];
}

/** What changes in a pool that stays. */
export function poolSteps(wanted: JsonObject, live: JsonObject, before: JsonObject | undefined, keepMembers = false): Step[] {
  const name = String(wanted.name);
  const fields = changedFields("pool", wanted, live, before);
  const steps: Step[] = [];
  if (Object.keys(fields).length > 0) {
    steps.push({ method: "PUT", path: `/pools/${idOf(`pools/${name}`)}`, body: { pool: fields }, what: `changing pool ${name}` });
  }
  const members = keepMembers ? [] : memberSteps(name, wanted, live, before);
  return [...steps, ...members, ...monitorSteps(wanted, live, before)];
}

/** A pool has at most one monitor, and its type is fixed: another type means another monitor. */
function monitorSteps(pool: JsonObject, live: JsonObject, before: JsonObject | undefined): Step[] {
  const name = String(pool.name);
  const wanted = pool.healthmonitor;
  const held = live.healthmonitor;
  const path = `/healthmonitors/${idOf(`pools/${name}/healthmonitor`)}`;
  const remove: Step = { method: "DELETE", path, what: `deleting the health monitor of pool ${name}` };
  if (!isObject(wanted)) return isObject(held) ? [remove] : [];
  if (!isObject(held)) return newMonitor(pool);
  if (wanted.type !== held.type) return [remove, ...newMonitor(pool)];
  const earlier = isObject(before?.healthmonitor) ? before.healthmonitor : undefined;
  const fields = changedFields("healthmonitor", wanted, held, earlier);
  if (Object.keys(fields).length === 0) return [];
  return [{ method: "PUT", path, body: { healthmonitor: fields }, what: `changing the health monitor of pool ${name}` }];
}

function newMonitor(pool: JsonObject): Step[] {
  if (!isObject(pool.healthmonitor)) return [];
  const name = String(pool.name);
  const body = { healthmonitor: { ...newFields("healthmonitor", pool.healthmonitor), pool_id: idOf(`pools/${name}`) } };
  return [
    {
      method: "POST",
      path: "/healthmonitors",
      body,
      makes: `pools/${name}/healthmonitor`,
      what: `creating the health monitor of pool ${name}`,
    },
  ];
}
