import type { JsonObject } from "../../lifecycle/json";
import type { Flat } from "../tree/flatten";
import { listenerKey, objects, texts } from "../tree/keys";
import { idOf, type Step } from "./step";

/** What goes before anything is made, what goes at the end, and what stands in between. */
export interface Removals {
  first: Step[];
  last: Step[];
  /** What is left of the live tree after `first`. */
  listeners: Map<string, JsonObject>;
  pools: Map<string, JsonObject>;
}

/**
 * Takes away what is not wanted and what must be made anew: another protocol means another listener or pool. The server refuses
 * to delete a pool that a policy leads to, so policies and listeners that go make room; a pool that a listener uses up to now
 * goes when that listener has been led elsewhere.
 */
export function removals(wanted: Flat, live: Flat): Removals {
  const nextListeners = new Map(objects(wanted.listeners).map((one) => [listenerKey(one), one]));
  const nextPools = new Map(objects(wanted.pools).map((one) => [String(one.name), one]));
  const goes = (next: JsonObject | undefined, one: JsonObject) => !next || next.protocol !== one.protocol;
  const heldListeners = objects(live.listeners);
  const heldPools = objects(live.pools);
  const goneListeners = heldListeners.filter((one) => goes(nextListeners.get(listenerKey(one)), one));
  const kept = heldListeners.filter((one) => !goneListeners.includes(one));
  const gonePools = heldPools.filter((one) => goes(nextPools.get(String(one.name)), one));
  const remade = new Set(gonePools.filter((one) => nextPools.has(String(one.name))).map((one) => String(one.name)));

  const goesPolicy = (listener: JsonObject, policy: JsonObject) => {
    const next = objects(nextListeners.get(listenerKey(listener))?.l7policies).some(({ name }) => name === policy.name);
    return !next || remade.has(String(policy.redirect_pool));
  };
  const policies = kept.flatMap((listener) =>
    objects(listener.l7policies)
      .filter((policy) => goesPolicy(listener, policy))
      .map((policy) => deletePolicy(listenerKey(listener), String(policy.name))),
  );
  const stays = (listener: JsonObject): JsonObject => {
    const [gone, l7policies] = [true, false].map((goes) =>
      objects(listener.l7policies).filter((policy) => goesPolicy(listener, policy) === goes),
    ) as [JsonObject[], JsonObject[]];
    return {
      ...listener,
      ...(remade.has(String(listener.default_pool)) ? { default_pool: null } : {}),
      l7policies,
      ...(listener.order ? { order: texts(listener.order).filter((name) => !gone.some((policy) => policy.name === name)) } : {}),
    };
  };
  const listeners = new Map(kept.map((listener) => [listenerKey(listener), stays(listener)]));

  const ledTo = (one: JsonObject, list: Iterable<JsonObject>) =>
    [...list].some((listener) => objects(listener.l7policies).some((policy) => policy.redirect_pool === one.name));
  const inUse = (one: JsonObject) => ledTo(one, listeners.values()) || [...listeners.values()].some((l) => l.default_pool === one.name);
  const late = gonePools.filter((one) => !remade.has(String(one.name)) && inUse(one));
  const early = gonePools.filter((one) => !late.includes(one));
  const blocked = early.filter((one) => ledTo(one, goneListeners));
  return {
    first: [
      ...policies,
      ...early.filter((one) => !blocked.includes(one)).map(deletePool),
      ...goneListeners.map(deleteListener),
      ...blocked.map(deletePool),
    ],
    last: late.map(deletePool),
    listeners,
    pools: new Map(heldPools.filter((one) => !gonePools.includes(one)).map((one) => [String(one.name), one])),
  };
}

function deletePolicy(listener: string, name: string): Step {
  const place = `listeners/${listener}/l7policies/${name}`;
  return { method: "DELETE", path: `/l7policies/${idOf(place)}`, what: `deleting policy ${name} of listener ${listener}` };
}

function deletePool({ name }: JsonObject): Step {
  return { method: "DELETE", path: `/pools/${idOf(`pools/${String(name)}`)}`, what: `deleting pool ${String(name)}` };
}

function deleteListener(listener: JsonObject): Step {
  const key = listenerKey(listener);
  return { method: "DELETE", path: `/listeners/${idOf(`listeners/${key}`)}`, what: `deleting listener ${key}` };
}
