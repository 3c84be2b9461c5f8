import type { JsonObject } from "../../lifecycle/json";
import type { Flat } from "../tree/flatten";
import { listenerKey, objects, texts } from "../tree/keys";
import { isVoid } from "../tree/shape";
import { changedFields, newFields } from "./changes";
import { policySteps } from "./policies";
import { newPool, poolSteps } from "./pools";
import { removals } from "./removals";
import { idOf, type Step } from "./step";

/** Trees in normal form; `before` is what the program declared when it was last written. */
export interface Trees {
  wanted: Flat;
  live: Flat;
  before?: Flat;
  /** Pools that keep the members they have; a new one has those that are wanted. */
  keep?: ReadonlySet<string>;
}

/**
 * The fewest calls that bring a load balancer from what it is to what is wanted, in an order that the server accepts: first what
 * is in the way goes, then each listener with its pool, pools of policies, policies, and at the end pools that were in use.
 */
export function plan({ wanted, live, before, keep }: Trees): Step[] {
  const own = changedFields("loadbalancer", wanted, live, before);
  const put: Step = {
    method: "PUT",
    path: `/loadbalancers/${idOf("loadbalancer")}`,
    body: { loadbalancer: own },
    what: "changing the load balancer",
  };
  // The name comes last: as long as it is the old one, the next run knows that there is something to rename.
  const [early, late] = Object.keys(own).length === 0 ? [[], []] : own.name === undefined ? [[put], []] : [[], [put]];
  const steps: Step[] = [...early];
  const { first, last, listeners, pools } = removals(wanted, live);
  steps.push(...first);

  const wantedPools = new Map(objects(wanted.pools).map((pool) => [String(pool.name), pool]));
  const earlierPools = new Map(objects(before?.pools).map((pool) => [String(pool.name), pool]));
  const settled = new Set<string>();
  const make = (name: string, parent: { listener_id: string } | { loadbalancer_id: string }): Step[] => {
    const pool = wantedPools.get(name);
    if (!pool || settled.has(name)) return [];
    settled.add(name);
    const held = pools.get(name);
    return held ? poolSteps(pool, held, earlierPools.get(name), keep?.has(name)) : newPool(pool, parent);
  };

  for (const listener of objects(wanted.listeners)) {
    const key = listenerKey(listener);
    const held = listeners.get(key);
    const name = isVoid(listener.default_pool) ? undefined : String(listener.default_pool);
    const there = name !== undefined && (pools.has(name) || settled.has(name));
    const onListener = { listener_id: idOf(`listeners/${key}`) };
    if (!held) {
      const fields = { ...newFields("listener", listener), ...(there ? { default_pool_id: idOf(`pools/${name}`) } : {}) };
      steps.push(newListener(key, fields), ...(name ? make(name, onListener) : []));
      continue;
    }
    const ledTo = isVoid(held.default_pool) ? undefined : held.default_pool;
    // A pool that takes the place of another is filled before the listener is led to it.
    const direct = ledTo === undefined && !there;
    if (name) steps.push(...make(name, direct ? onListener : { loadbalancer_id: idOf("loadbalancer") }));
    const earlier = objects(before?.listeners).find((one) => listenerKey(one) === key);
    const fields = changedFields("listener", listener, held, earlier);
    if (name !== ledTo && !(direct && name)) fields.default_pool_id = name ? idOf(`pools/${name}`) : null;
    if (Object.keys(fields).length > 0) {
      steps.push({
        method: "PUT",
        path: `/listeners/${idOf(`listeners/${key}`)}`,
        body: { listener: fields },
        what: `changing listener ${key}`,
      });
    }
  }
  for (const name of wantedPools.keys()) steps.push(...make(name, { loadbalancer_id: idOf("loadbalancer") }));

  for (const listener of objects(wanted.listeners)) {
    const key = listenerKey(listener);
    const of = (list: JsonObject[]) => objects(list.find((one) => listenerKey(one) === key)?.l7policies);
    const { l7policies: held, order } = listeners.get(key) ?? {};
    steps.push(
      ...policySteps(key, objects(listener.l7policies), objects(held), of(objects(before?.listeners)), order ? texts(order) : undefined),
    );
  }
  return [...steps, ...last, ...late];
}

function newListener(key: string, fields: JsonObject): Step {
  const body = { listener: { ...fields, loadbalancer_id: idOf("loadbalancer") } };
  return { method: "POST", path: "/listeners", body, makes: `listeners/${key}`, what: `creating listener ${key}` };
}
