import type { JsonObject } from "../../lifecycle/json";
import { listenerKey, texts } from "../tree/compare";
import type { Listener, NormalTree, Policy, Pool } from "../tree/normal";
import { idOf, type Step } from "./step";

/** What goes before anything is made, what goes at the end, and what stands in between. */
export interface Removals {
  first: Step[];
  last: Step[];
  /** What is left of the live tree after `first`. */
  listeners: ReadonlyMap<string, Listener>;
  pools: ReadonlyMap<string, Pool>;
}

/**
 * Takes away what is not wanted and what must be made anew: another protocol means another listener or pool. The server refuses
 * to delete a pool that a policy leads to, so policies and listeners that go make room; a pool that a listener uses up to now
 * goes when that listener has been led elsewhere.
 */
export function removals(wanted: NormalTree, live: NormalTree): Removals {
  const nextListeners = new Map(wanted.listeners.map((one) => [listenerKey(one), one]));
  const nextPools = new Map(wanted.pools.map((one) => [one.name, one]));
  const [goneListeners, kept] = parted(live.listeners, (one) => nextListeners.get(listenerKey(one))?.protocol !== one.protocol);
  const [gonePools, keptPools] = parted(live.pools, (one) => nextPools.get(one.name)?.protocol !== one.protocol);
  const remade = new Set<unknown>(gonePools.map(({ name }) => name).filter((name) => nextPools.has(name)));

  const policies: Step[] = [];
  const listeners = new Map<string, Listener>();
  for (const listener of kept) {
    const key = listenerKey(listener);
    const next = new Set(nextListeners.get(key)?.l7policies.map(({ name }) => name));
    const [gone, l7policies] = parted(listener.l7policies, ({ name, redirect_pool }) => !next.has(name) || remade.has(redirect_pool));
    policies.push(...gone.map((policy) => deletePolicy(key, policy)));
    const goneNames = new Set(gone.map(({ name }) => name));
    listeners.set(key, {
      ...listener,
      ...(remade.has(listener.default_pool) ? { default_pool: null } : {}),
      l7policies,
      ...(listener.order ? { order: texts(listener.order).filter((name) => !goneNames.has(name)) } : {}),
    });
  }

  const ledTo = ({ name }: Pool, list: Iterable<Listener>) =>
    [...list].some(({ l7policies }) => l7policies.some(({ redirect_pool }) => redirect_pool === name));
  const inUse = (pool: Pool) =>
    ledTo(pool, listeners.values()) || [...listeners.values()].some(({ default_pool }) => default_pool === pool.name);
  const [late, early] = parted(gonePools, (pool) => !remade.has(pool.name) && inUse(pool));
  const [blocked, free] = parted(early, (pool) => ledTo(pool, goneListeners));
  return {
    first: [...policies, ...free.map(deletePool), ...goneListeners.map(deleteListener), ...blocked.map(deletePool)],
    last: late.map(deletePool),
    listeners,
    pools: new Map(keptPools.map((one) => [one.name, one])),
  };
}

/** Those that pass a test, and the others. */
function parted<T>(list: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((one) => !test(one))];
}

function deletePolicy(listener: string, { name }: Policy): Step {
  const place = `listeners/${listener}/l7policies/${name}`;
  return { method: "DELETE", path: `/l7policies/${idOf(place)}`, what: `deleting policy ${name} of listener ${listener}` };
}

function deletePool({ name }: Pool): Step {
  return { method: "DELETE", path: `/pools/${idOf(`pools/${name}`)}`, what: `deleting pool ${name}` };
}

function deleteListener(listener: JsonObject): Step {
  const key = listenerKey(listener);
  return { method: "DELETE", path: `/listeners/${idOf(`listeners/${key}`)}`, what: `deleting listener ${key}` };
}
