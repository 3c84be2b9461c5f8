// Plans the calls that update a load balancer.

import type { JsonObject } from "../../lifecycle/bodies/json";
import { isVoid, listenerKey, textIn, texts } from "../tree/compare";
import { type NormalListener, type NormalPool, type NormalTree, treeOf, without } from "../tree/normal";
import { policySteps } from "./policies";
import { newPool, type Parent, poolSteps } from "./pools";
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
 * Plans the fewest calls that bring a load balancer from its present state to the desired one, in an order that the server accepts: first the
 * removal of objects that are in the way, then each listener with its pool, pools of policies, policies, and at the end the removal of pools
 * that were in use.
 */
export function plan(trees: Trees): Step[] {
  const { desired, live } = trees;
  const removed = removals(desired, live);
  const [early, late] = balancerSteps(trees);
  const objects = new ObjectSteps(trees, removed);
  return [
    ...early,
    ...removed.first,
    ...desired.listeners.flatMap((listener) => objects.listener(listener)),
    ...desired.pools.flatMap(({ name }) => objects.pool(name, ON_LOAD_BALANCER)),
    ...desired.listeners.flatMap((listener) => objects.policies(listener)),
    ...removed.last,
    ...late,
  ];
}

/**
 * Changes of the load balancer itself: before and after those of its objects. The name comes last: as long as it is the old one, the next run
 * knows that there is something to rename. Security groups that go make room for networks that listeners allow.
 */
function balancerSteps({ desired, live, before }: Trees): [Step[], Step[]] {
  const fields = changedFields("loadbalancer", desired, live, before);
  const isLate = (field: string) => fields.name !== undefined && (field !== "vip_sg_ids" || !isVoid(fields.vip_sg_ids));
  const [late, early] = partition(Object.entries(fields), ([field]) => isLate(field));
  return [changing(BALANCER, Object.fromEntries(early)), changing(BALANCER, Object.fromEntries(late))];
}

const ON_LOAD_BALANCER: Parent = { loadbalancer_id: idOf("loadbalancer") };

/** Steps for listeners, their pools and policies. Each pool is written once, with the first object that refers to it. */
class ObjectSteps {
  private readonly writtenPools = new Set<string>();
  private readonly desiredPools: ReadonlyMap<string, NormalPool>;
  private readonly earlierPools: ReadonlyMap<string, NormalPool>;
  private readonly earlierListeners: ReadonlyMap<string, NormalListener>;
  private readonly preservedPools: ReadonlySet<string> | undefined;

  constructor(
    { desired, before, keep: preservedPools }: Trees,
    private readonly remaining: Pick<Removals, "listeners" | "pools">,
  ) {
    this.desiredPools = byName(desired.pools);
    this.earlierPools = byName(before?.pools ?? []);
    this.earlierListeners = byKey(before?.listeners ?? []);
    this.preservedPools = preservedPools;
  }

  /** Creates or updates a pool, unless an earlier step does. */
  pool(name: string, parent: Parent): Step[] {
    const pool = this.desiredPools.get(name);
    if (!pool || this.writtenPools.has(name)) return [];
    this.writtenPools.add(name);
    const existing = this.remaining.pools.get(name);
    return existing ? poolSteps(pool, existing, this.earlierPools.get(name), this.preservedPools?.has(name)) : newPool(pool, parent);
  }

  /** Creates or updates a listener with its default pool. */
  listener(listener: NormalListener): Step[] {
    const existing = this.remaining.listeners.get(listenerKey(listener));
    const pool = defaultPoolOf(listener);
    const poolExists = pool !== undefined && (this.remaining.pools.has(pool) || this.writtenPools.has(pool));
    return existing ? this.changedListener(listener, existing, poolExists) : this.newListener(listener, poolExists);
  }

  /** Steps of the policies of a listener. */
  policies(listener: NormalListener): Step[] {
    const key = listenerKey(listener);
    const existing = this.remaining.listeners.get(key);
    const before = this.earlierListeners.get(key)?.l7policies ?? [];
    const order = existing?.order === undefined ? undefined : texts(existing.order);
    return policySteps(key, listener.l7policies, existing?.l7policies ?? [], before, order);
  }

  /** A new listener refers to its pool if that exists; else the pool is created on the listener. */
  private newListener(listener: NormalListener, poolExists: boolean): Step[] {
    const pool = defaultPoolOf(listener);
    const reference: JsonObject = poolExists ? { default_pool_id: idOf(`pools/${pool}`) } : {};
    const fields = { ...newFields("listener", listener), ...reference, ...ON_LOAD_BALANCER };
    return [making(listenerAt(listenerKey(listener)), fields), ...(pool ? this.pool(pool, onListener(listener)) : [])];
  }

  /** A new pool that replaces another one is filled before the listener refers to it; a first pool is created on the listener. */
  private changedListener(listener: NormalListener, existing: NormalListener, poolExists: boolean): Step[] {
    const key = listenerKey(listener);
    const pool = defaultPoolOf(listener);
    const lastPool = isVoid(existing.default_pool) ? undefined : existing.default_pool;
    const isFirstPool = lastPool === undefined && !poolExists;
    const poolFirst = pool ? this.pool(pool, isFirstPool ? onListener(listener) : ON_LOAD_BALANCER) : [];
    const fields = changedFields("listener", listener, existing, this.earlierListeners.get(key));
    if (pool !== lastPool && !(isFirstPool && pool)) fields.default_pool_id = pool ? idOf(`pools/${pool}`) : null;
    return [...poolFirst, ...changing(listenerAt(key), fields)];
  }
}

const onListener = (listener: NormalListener): Parent => ({ listener_id: idOf(`listeners/${listenerKey(listener)}`) });

const defaultPoolOf = ({ default_pool: pool }: NormalListener): string | undefined => (isVoid(pool) ? undefined : textIn(pool));

const byName = (pools: readonly NormalPool[]): Map<string, NormalPool> => new Map(pools.map((pool) => [pool.name, pool]));

const byKey = (listeners: readonly NormalListener[]): Map<string, NormalListener> =>
  new Map(listeners.map((listener) => [listenerKey(listener), listener]));

/** Deletes the objects below a load balancer one by one: monitors, pools, listeners. */
export function removeOneByOne(live: NormalTree): Step[] {
  const monitors = live.pools.flatMap(({ name, healthmonitor }) => (healthmonitor ? [deleting(monitorAt(name))] : []));
  return [...monitors, ...plan({ desired: treeOf(without(live, "listeners", "pools"), [], []), live })];
}

/** Steps that remove objects before others are created, those that remove objects at the end, and the objects that remain in between. */
interface Removals {
  first: Step[];
  last: Step[];
  /** Listeners of the live tree that remain after `first`. */
  listeners: ReadonlyMap<string, NormalListener>;
  pools: ReadonlyMap<string, NormalPool>;
}

/**
 * Removes objects that are not desired or must be created again: another protocol means another listener or pool. The server refuses
 * to delete a pool that a policy refers to, so policies and listeners that go make room; a pool that a listener uses up to now
 * goes when that listener refers to another one.
 */
function removals(desired: NormalTree, live: NormalTree): Removals {
  const [desiredListeners, desiredPools] = [byKey(desired.listeners), byName(desired.pools)];
  const [goneListeners, listeners] = partition(
    live.listeners,
    (listener) => desiredListeners.get(listenerKey(listener))?.protocol !== listener.protocol,
  );
  const [gonePools, pools] = partition(live.pools, ({ name, protocol }) => desiredPools.get(name)?.protocol !== protocol);
  const recreated = new Set<unknown>(gonePools.map(({ name }) => name).filter((name) => desiredPools.has(name)));
  const stripped = listeners.map((listener) => withoutGonePolicies(listener, desiredListeners.get(listenerKey(listener)), recreated));
  const remaining = stripped.map(({ listener }) => listener);

  const isInUse = ({ name }: NormalPool) => hasPolicyTo(name, remaining) || remaining.some(({ default_pool }) => default_pool === name);
  const [late, early] = partition(gonePools, (pool) => !recreated.has(pool.name) && isInUse(pool));
  const [blocked, free] = partition(early, ({ name }) => hasPolicyTo(name, goneListeners));
  const deletePool = ({ name }: NormalPool) => deleting(poolAt(name));
  const deleteListener = (listener: NormalListener) => deleting(listenerAt(listenerKey(listener)));
  return {
    first: [
      ...stripped.flatMap(({ deletions }) => deletions),
      ...free.map(deletePool),
      ...goneListeners.map(deleteListener),
      ...blocked.map(deletePool),
    ],
    last: late.map(deletePool),
    listeners: byKey(remaining),
    pools: byName(pools),
  };
}

/** A listener without the policies that go: those not desired, and those that refer to a pool that is created again. */
function withoutGonePolicies(
  listener: NormalListener,
  desired: NormalListener | undefined,
  recreated: ReadonlySet<unknown>,
): { listener: NormalListener; deletions: Step[] } {
  const key = listenerKey(listener);
  const desiredNames = new Set(desired?.l7policies.map(({ name }) => name));
  const [gone, l7policies] = partition(
    listener.l7policies,
    ({ name, redirect_pool }) => !desiredNames.has(name) || recreated.has(redirect_pool),
  );
  const goneNames = new Set(gone.map(({ name }) => name));
  return {
    deletions: gone.map(({ name }) => deleting(policyAt(key, name))),
    listener: {
      ...listener,
      ...(recreated.has(listener.default_pool) ? { default_pool: null } : {}),
      l7policies,
      ...(listener.order ? { order: texts(listener.order).filter((name) => !goneNames.has(name)) } : {}),
    },
  };
}

const hasPolicyTo = (pool: string, listeners: readonly NormalListener[]): boolean =>
  listeners.some(({ l7policies }) => l7policies.some(({ redirect_pool }) => redirect_pool === pool));

/** Elements that pass a test, and the others. */
function partition<T>(list: readonly T[], test: (element: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((element) => !test(element))];
}
