// Reads a load balancer with everything below it, and separates our objects from those of others.

import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { LBAAS, type ListedType, type Octavia } from "../client";
import { failedBecause } from "../client/errors";
import { objects, textIn } from "./compare";

/** An object as the API answered it: what every object has is read, everything else stays as it came. */
export interface ApiObject extends JsonObject {
  id: string;
  name: string;
  provisioning_status: string;
}

export function apiObject(raw: JsonObject): ApiObject {
  return { ...raw, id: textIn(raw.id), name: textIn(raw.name), provisioning_status: textIn(raw.provisioning_status) };
}

/** Answers of the API, object by object; children with their parents' ids. */
export interface RawTree {
  loadbalancer: ApiObject;
  listeners: ApiObject[];
  pools: ApiObject[];
  /** By id of the pool. */
  members: ReadonlyMap<string, ApiObject[]>;
  healthmonitors: ReadonlyMap<string, ApiObject>;
  /** By id of the listener; also those of guests. */
  l7policies: ReadonlyMap<string, ApiObject[]>;
  /** By id of the policy. */
  rules: ReadonlyMap<string, ApiObject[]>;
  guests?: ForeignChildren;
}

/** Objects of others on the load balancer; policies also on listeners of ours. */
export interface ForeignChildren {
  listeners: ApiObject[];
  policies: ApiObject[];
  pools: ApiObject[];
}

/** Selects the listeners, policies on them and pools that are ours; all others are guests. */
export interface TreeSelection {
  /** `there`: the ids of all of them. */
  listener(raw: ApiObject, present: ReadonlySet<string>): boolean;
  policy(raw: ApiObject): boolean;
  /** `used`: by a listener or policy of ours, and by none of others. */
  pool(raw: ApiObject, present: ReadonlySet<string>, used: boolean): boolean;
}

/** Exactness that an answer must have. */
export interface Freshness {
  /** True where a write depends on it; a refresh shares the lists of the whole project with its neighbours. */
  fresh: boolean;
}

/** The load balancer alone; undefined when it is gone. */
export async function readLoadBalancer(octavia: Octavia, id: string): Promise<ApiObject | undefined> {
  const existing = await octavia.object(`${LBAAS}/loadbalancers/${id}`, "loadbalancer");
  return existing && existing.provisioning_status !== "DELETED" ? apiObject(existing) : undefined;
}

/**
 * Everything of ours below a load balancer, and what guests have there, with as many lists as there are pools with members and policies
 * with rules, and four more.
 */
export async function readTree(octavia: Octavia, loadbalancer: ApiObject, selection: TreeSelection, how: Freshness): Promise<RawTree> {
  const { id } = loadbalancer;
  const find = async (type: ListedType, filter: { loadbalancer_id?: string; listener_id?: string; pool_id?: string }) =>
    (await (how.fresh ? octavia.list(`${LBAAS}/${type}`, type, filter) : octavia.find(type, filter))).map(apiObject);
  // The load balancer names the objects below it: no list is needed for a type of which it has none.
  const below = (type: "listeners" | "pools") => (isEmptyList(loadbalancer[type]) ? [] : find(type, { loadbalancer_id: id }));
  const [allListeners, allPools] = await Promise.all([below("listeners"), below("pools")]);
  const [listeners, otherListeners] = parted(allListeners, (object) => selection.listener(object, idSet(allListeners)));
  const l7policies = await byParent(
    allListeners.filter(({ l7policies }) => idsIn(l7policies).length > 0),
    (listener_id) => find("l7policies", { listener_id }),
  );
  const on = idSet(listeners);
  const onListeners = [...l7policies].flatMap(([listener, list]) => list.map((policy) => ({ listener, policy })));
  const [ours, theirs] = parted(onListeners, ({ listener, policy }) => on.has(listener) && selection.policy(policy));
  const [policies, otherPolicies] = [ours.map(({ policy }) => policy), theirs.map(({ policy }) => policy)];
  const used = poolsUsed(listeners, policies);
  const lent = poolsUsed(otherListeners, otherPolicies);
  const [pools, otherPools] = parted(allPools, (object) =>
    selection.pool(object, idSet(allPools), used.has(object.id) && !lent.has(object.id)),
  );
  const [rules, members, monitors] = await Promise.all([
    byParent(
      policies.filter((policy) => idsIn(policy.rules).length > 0),
      async (policy, name) =>
        (await octavia.about(`rules of policy ${name}`).list(`${LBAAS}/l7policies/${policy}/rules`, "rules")).map(apiObject),
    ),
    byParent(
      pools.filter((pool) => idsIn(pool.members).length > 0),
      async (pool, name) =>
        (await octavia.about(`members of pool ${name}`).list(`${LBAAS}/pools/${pool}/members`, "members")).map(apiObject),
    ),
    byParent(
      pools.filter((pool) => pool.healthmonitor_id),
      (pool_id) => find("healthmonitors", { pool_id }),
    ),
  ]);
  const healthmonitors = new Map([...monitors].flatMap(([pool, [monitor]]) => (monitor ? [[pool, monitor] as const] : [])));
  const guests = { listeners: otherListeners, pools: otherPools, policies: otherPolicies };
  return { loadbalancer, listeners, pools, members, healthmonitors, l7policies, rules, guests };
}

/** The tree in the answer to a populated create; undefined for an answer that only has ids. */
export function answeredTree(loadbalancer: ApiObject): RawTree | undefined {
  const listeners = objects(loadbalancer.listeners).map(apiObject);
  const pools = objects(loadbalancer.pools).map(apiObject);
  if (![...listeners, ...pools].every((object) => typeof object.protocol === "string")) return undefined;
  const below = (parents: ApiObject[], field: string) =>
    new Map(parents.map((parent) => [parent.id, objects(parent[field]).map(apiObject)]));
  const l7policies = below(listeners, "l7policies");
  const healthmonitors = new Map(
    pools.flatMap(({ id, healthmonitor }) => (isObject(healthmonitor) ? [[id, apiObject(healthmonitor)] as const] : [])),
  );
  const rules = below([...l7policies.values()].flat(), "rules");
  return { loadbalancer, listeners, pools, members: below(pools, "members"), healthmonitors, l7policies, rules };
}

/** Ids of the objects below, as answers list them: `[{ "id": ... }]`. */
function idsIn(list: JsonObject[string] | undefined): string[] {
  return objects(list).map(({ id }) => textIn(id));
}

function isEmptyList(list: JsonObject[string] | undefined): boolean {
  return Array.isArray(list) && list.length === 0;
}

function idSet(list: readonly ApiObject[]): Set<string> {
  return new Set(list.map(({ id }) => id));
}

/** The elements that pass a test, and the others. */
function parted<T>(list: readonly T[], test: (element: T) => boolean): [T[], T[]] {
  const passed = list.filter(test);
  return [passed, list.filter((one) => !passed.includes(one))];
}

/** Ids of the pools that listeners and policies lead to. */
function poolsUsed(listeners: readonly ApiObject[], policies: readonly ApiObject[]): Set<string> {
  return new Set([
    ...listeners.map((listener) => textIn(listener.default_pool_id)),
    ...policies.map((policy) => textIn(policy.redirect_pool_id)),
  ]);
}

async function byParent(
  parents: readonly ApiObject[],
  read: (id: string, name: string) => Promise<ApiObject[]>,
): Promise<Map<string, ApiObject[]>> {
  const lists = parents.map(async ({ id, name }) => {
    try {
      return [id, await read(id, name || id)] as const;
    } catch (error) {
      // Gone between the list and this call: then nothing is below it any more.
      if (failedBecause(error, "not-found")) return [id, []] as const;
      throw error;
    }
  });
  return new Map((await Promise.all(lists)).map(([id, list]) => [id, [...list]]));
}
