import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { isVoid, listenerKey, textIn, texts } from "../tree/compare";
import { type NormalListener, type NormalPool, type NormalTree, treeOf, without } from "../tree/normal";
import { policySteps } from "./policies";
import { MAX_BODY, memberSteps, newPool, type Parent, poolSteps, size } from "./pools";
import {
  BALANCER,
  changedFields,
  changing,
  deleting,
  idOf,
  listenerAt,
  making,
  monitorAt,
  newFields,
  policyAt,
  poolAt,
  type Step,
} from "./step";

/** Input of a plan. Pure: no clock, no network. */
export interface Trees {
  desired: NormalTree;
  live: NormalTree;
  /** Declaration of the program when it was last written. */
  before?: NormalTree;
  /** Pools that keep the members they have; a new one has those that are desired. */
  keep?: ReadonlySet<string>;
}

/**
 * The fewest calls that bring a load balancer from its present state to what is desired, in an order that the server accepts: first what
 * is in the way goes, then each listener with its pool, pools of policies, policies, and at the end pools that were in use.
 */
export function plan({ desired, live, before, keep }: Trees): Step[] {
  const { first, last, listeners, pools } = removals(desired, live);
  const wantedPools = new Map(desired.pools.map((pool) => [pool.name, pool]));
  const earlierPools = new Map(before?.pools.map((pool) => [pool.name, pool]));
  const earlierListeners = new Map(before?.listeners.map((listener) => [listenerKey(listener), listener]));
  const written = new Set<string>();
  const write = (name: string, parent: Parent): Step[] => {
    const pool = wantedPools.get(name);
    if (!pool || written.has(name)) return [];
    written.add(name);
    const held = pools.get(name);
    return held ? poolSteps(pool, held, earlierPools.get(name), keep?.has(name)) : newPool(pool, parent);
  };
  const onLoadBalancer = { loadbalancer_id: idOf("loadbalancer") };

  const listenerSteps = (listener: NormalListener): Step[] => {
    const key = listenerKey(listener);
    const held = listeners.get(key);
    const name = isVoid(listener.default_pool) ? undefined : textIn(listener.default_pool);
    const exists = name !== undefined && (pools.has(name) || written.has(name));
    const onListener = { listener_id: idOf(`listeners/${key}`) };
    if (!held) {
      const fields = { ...newFields("listener", listener), ...(exists ? { default_pool_id: idOf(`pools/${name}`) } : {}) };
      return [making(listenerAt(key), { ...fields, ...onLoadBalancer }), ...(name ? write(name, onListener) : [])];
    }
    const ledTo = isVoid(held.default_pool) ? undefined : held.default_pool;
    // A pool that takes the place of another is filled before the listener is led to it.
    const direct = ledTo === undefined && !exists;
    const poolFirst = name ? write(name, direct ? onListener : onLoadBalancer) : [];
    const fields = changedFields("listener", listener, held, earlierListeners.get(key));
    if (name !== ledTo && !(direct && name)) fields.default_pool_id = name ? idOf(`pools/${name}`) : null;
    return [...poolFirst, ...changing(listenerAt(key), fields)];
  };

  const policiesOf = (listener: NormalListener): Step[] => {
    const key = listenerKey(listener);
    const held = listeners.get(key);
    const before = earlierListeners.get(key)?.l7policies ?? [];
    return policySteps(key, listener.l7policies, held?.l7policies ?? [], before, held?.order === undefined ? undefined : texts(held.order));
  };

  const own = changedFields("loadbalancer", desired, live, before);
  // The name comes last: as long as it is the old one, the next run knows that there is something to rename. Security groups that go make
  // room for networks that listeners allow.
  const isLater = (field: string) => own.name !== undefined && (field !== "vip_sg_ids" || !isVoid(own.vip_sg_ids));
  const [late, early] = parted(Object.entries(own), ([field]) => isLater(field));
  return [
    ...changing(BALANCER, Object.fromEntries(early)),
    ...first,
    ...desired.listeners.flatMap(listenerSteps),
    ...desired.pools.flatMap(({ name }) => write(name, onLoadBalancer)),
    ...desired.listeners.flatMap(policiesOf),
    ...last,
    ...changing(BALANCER, Object.fromEntries(late)),
  ];
}

/** Deletes the objects below a load balancer one by one: monitors, pools, listeners. */
export function removeOneByOne(live: NormalTree): Step[] {
  const monitors = live.pools.flatMap(({ name, healthmonitor }) => (healthmonitor ? [deleting(monitorAt(name))] : []));
  return [...monitors, ...plan({ desired: treeOf(without(live, "listeners", "pools"), [], []), live })];
}

/** Steps that remove objects before anything is made, those that remove objects at the end, and what remains in between. */
interface Removals {
  first: Step[];
  last: Step[];
  /** Listeners of the live tree that remain after `first`. */
  listeners: ReadonlyMap<string, NormalListener>;
  pools: ReadonlyMap<string, NormalPool>;
}

/**
 * Takes away what is not desired and what must be created again: another protocol means another listener or pool. The server refuses
 * to delete a pool that a policy leads to, so policies and listeners that go make room; a pool that a listener uses up to now
 * goes when that listener has been led elsewhere.
 */
function removals(desired: NormalTree, live: NormalTree): Removals {
  const nextListeners = new Map(desired.listeners.map((one) => [listenerKey(one), one]));
  const nextPools = new Map(desired.pools.map((one) => [one.name, one]));
  const [goneListeners, kept] = parted(live.listeners, (one) => nextListeners.get(listenerKey(one))?.protocol !== one.protocol);
  const [gonePools, keptPools] = parted(live.pools, (one) => nextPools.get(one.name)?.protocol !== one.protocol);
  const remade = new Set<unknown>(gonePools.map(({ name }) => name).filter((name) => nextPools.has(name)));

  const policies: Step[] = [];
  const listeners = new Map<string, NormalListener>();
  for (const listener of kept) {
    const key = listenerKey(listener);
    const next = new Set(nextListeners.get(key)?.l7policies.map(({ name }) => name));
    const [gone, l7policies] = parted(listener.l7policies, ({ name, redirect_pool }) => !next.has(name) || remade.has(redirect_pool));
    policies.push(...gone.map(({ name }) => deleting(policyAt(key, name))));
    const goneNames = new Set(gone.map(({ name }) => name));
    listeners.set(key, {
      ...listener,
      ...(remade.has(listener.default_pool) ? { default_pool: null } : {}),
      l7policies,
      ...(listener.order ? { order: texts(listener.order).filter((name) => !goneNames.has(name)) } : {}),
    });
  }

  const ledTo = ({ name }: NormalPool, list: Iterable<NormalListener>) =>
    [...list].some(({ l7policies }) => l7policies.some(({ redirect_pool }) => redirect_pool === name));
  const inUse = (pool: NormalPool) =>
    ledTo(pool, listeners.values()) || [...listeners.values()].some(({ default_pool }) => default_pool === pool.name);
  const [late, early] = parted(gonePools, (pool) => !remade.has(pool.name) && inUse(pool));
  const [blocked, free] = parted(early, (pool) => ledTo(pool, goneListeners));
  const drop = ({ name }: NormalPool) => deleting(poolAt(name));
  const dropListener = (listener: NormalListener) => deleting(listenerAt(listenerKey(listener)));
  return {
    first: [...policies, ...free.map(drop), ...goneListeners.map(dropListener), ...blocked.map(drop)],
    last: late.map(drop),
    listeners,
    pools: new Map(keptPools.map((one) => [one.name, one])),
  };
}

/** Those that pass a test, and the others. */
function parted<T>(list: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((one) => !test(one))];
}

/**
 * A new load balancer. One call makes it with everything below; members that do not fit into one body follow as batches, and
 * where the provider wants it (`serial`), or the rest alone is too large, every object is made by a call of its own.
 *
 * @param options.spellOut fields that a pool with TLS must hold in the populated create, null where nothing is declared
 */
export function createPlan(desired: NormalTree, options: { serial?: boolean; spellOut?: readonly string[] } = {}): [Step, ...Step[]] {
  if (options.serial) return serially(desired);
  const { pools } = desired;
  const spellOut = options.spellOut ?? [];
  const whole = making(BALANCER, populated(desired, pools, spellOut));
  if (size(whole.body) <= MAX_BODY) return [whole];
  const byWeight = [...pools].sort((one, other) => size(other.members) - size(one.members));
  for (let count = 1; count <= byWeight.length; count++) {
    const later = new Set(byWeight.slice(0, count));
    const lean = pools.map((pool) => (later.has(pool) ? { ...pool, members: [] } : pool));
    const first = making(BALANCER, populated(desired, lean, spellOut));
    if (size(first.body) <= MAX_BODY) return [first, ...[...later].flatMap((pool) => memberSteps(pool))];
  }
  return serially(desired);
}

function serially(desired: NormalTree): [Step, ...Step[]] {
  const own = newFields("loadbalancer", desired);
  return [making(BALANCER, own), ...plan({ desired, live: treeOf(own, [], []) })];
}

/** The body of the populated create. A pool that one listener alone uses is in it, all others beside. */
function populated(desired: NormalTree, pools: readonly NormalPool[], spellOut: readonly string[]): JsonObject {
  const byName = new Map(pools.map((pool) => [pool.name, pool]));
  const used = desired.listeners.flatMap((listener) => [
    listener.default_pool,
    ...listener.l7policies.map(({ redirect_pool }) => redirect_pool),
  ]);
  const nested = new Set<string>();
  const defaultPool = ({ default_pool }: JsonObject): JsonObject => {
    const pool = typeof default_pool === "string" ? byName.get(default_pool) : undefined;
    if (!pool) return {};
    if (used.filter((one) => one === pool.name).length > 1) return { default_pool: { name: pool.name } };
    nested.add(pool.name);
    return { default_pool: poolBody(pool, spellOut) };
  };
  const listeners = desired.listeners.map((listener) => {
    const policies = listener.l7policies.map((policy) => ({
      ...newFields("l7policy", policy),
      position: policy.position,
      ...(policy.redirect_pool ? { redirect_pool: { name: policy.redirect_pool } } : {}),
      rules: policy.rules.map((rule) => newFields("rule", rule)),
    }));
    return { ...newFields("listener", listener), ...defaultPool(listener), ...(policies.length > 0 ? { l7policies: policies } : {}) };
  });
  const beside = pools.filter(({ name }) => !nested.has(name)).map((pool) => poolBody(pool, spellOut));
  return {
    ...newFields("loadbalancer", desired),
    ...(listeners.length > 0 ? { listeners } : {}),
    ...(beside.length > 0 ? { pools: beside } : {}),
  };
}

/** The server looks the fields of TLS up without asking whether they are there, and answers 500 when they are not. */
function poolBody(pool: NormalPool, spellOut: readonly string[]): JsonObject {
  const members = pool.members.map((member) => newFields("member", member));
  const { healthmonitor } = pool;
  return {
    ...(pool.tls_enabled === true ? Object.fromEntries(spellOut.map((field) => [field, null])) : {}),
    ...newFields("pool", pool),
    ...(members.length > 0 ? { members } : {}),
    ...(isObject(healthmonitor) ? { healthmonitor: newFields("healthmonitor", healthmonitor) } : {}),
  };
}
