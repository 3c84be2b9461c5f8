import type { JsonObject } from "../../lifecycle/json";
import { failedBecause, type ListedType, type Octavia } from "../client";
import { idsIn, type RawTree } from "../tree/live";

/** Root of the API below the endpoint. */
export const LBAAS = "/v2/lbaas";

/** Which listeners, policies on them and pools are ours; all others are guests. */
export interface Selection {
  /** `there`: the ids of all of them. */
  listener(raw: JsonObject, there: ReadonlySet<string>): boolean;
  policy(raw: JsonObject): boolean;
  /** `used`: by a listener or policy of ours, and by none of others. */
  pool(raw: JsonObject, there: ReadonlySet<string>, used: boolean): boolean;
}

/** How exact an answer must be. */
export interface Freshness {
  /** True where a write depends on it; a refresh shares the lists of the whole project with its neighbours. */
  fresh: boolean;
}

/** The load balancer alone; undefined when it is gone. */
export async function readLoadBalancer(octavia: Octavia, id: string): Promise<JsonObject | undefined> {
  try {
    const { loadbalancer } = (await octavia.get(`${LBAAS}/loadbalancers/${id}`)) as { loadbalancer: JsonObject };
    return loadbalancer.provisioning_status === "DELETED" ? undefined : loadbalancer;
  } catch (error) {
    if (failedBecause(error, "not-found")) return undefined;
    throw error;
  }
}

/** Everything of ours below a load balancer, and what guests have there, with as many lists as there are pools with members and policies with rules, and four more. */
export async function readTree(octavia: Octavia, loadbalancer: JsonObject, selection: Selection, how: Freshness): Promise<RawTree> {
  const id = String(loadbalancer.id);
  const find = (type: ListedType, filter: { loadbalancer_id?: string; listener_id?: string; pool_id?: string }) =>
    how.fresh ? octavia.list(`${LBAAS}/${type}`, type, filter) : octavia.find(type, filter);
  const [allListeners, allPools] = await Promise.all([find("listeners", { loadbalancer_id: id }), find("pools", { loadbalancer_id: id })]);
  const [listeners, otherListeners] = parted(allListeners, (one) => selection.listener(one, idSet(allListeners)));
  const l7policies = await byParent(
    allListeners.filter((one) => idsIn(one.l7policies).length > 0),
    (listener_id) => find("l7policies", { listener_id }),
  );
  const on = new Set(listeners.map(({ id }) => String(id)));
  const [policies, otherPolicies] = parted(
    [...l7policies].flatMap(([listener, list]) => list.map((policy) => ({ listener, policy }))),
    ({ listener, policy }) => on.has(listener) && selection.policy(policy),
  ).map((list) => list.map(({ policy }) => policy)) as [JsonObject[], JsonObject[]];
  const used = poolsUsed(listeners, policies);
  const lent = poolsUsed(otherListeners, otherPolicies);
  const [pools, otherPools] = parted(allPools, (one) => {
    const id = String(one.id);
    return selection.pool(one, idSet(allPools), used.has(id) && !lent.has(id));
  });
  const [rules, members, monitors] = await Promise.all([
    byParent(
      policies.filter((one) => idsIn(one.rules).length > 0),
      (policy, name) => octavia.about(`rules of policy ${name}`).list(`${LBAAS}/l7policies/${policy}/rules`, "rules"),
    ),
    byParent(
      pools.filter((one) => idsIn(one.members).length > 0),
      (pool, name) => octavia.about(`members of pool ${name}`).list(`${LBAAS}/pools/${pool}/members`, "members"),
    ),
    byParent(
      pools.filter((one) => one.healthmonitor_id),
      (pool_id) => find("healthmonitors", { pool_id }),
    ),
  ]);
  const healthmonitors = new Map([...monitors].flatMap(([pool, [monitor]]) => (monitor ? [[pool, monitor] as const] : [])));
  const guests = { listeners: otherListeners, pools: otherPools, policies: otherPolicies };
  return { loadbalancer, listeners, pools, members, healthmonitors, l7policies, rules, guests };
}

function idSet(list: readonly JsonObject[]): Set<string> {
  return new Set(list.map(({ id }) => String(id)));
}

/** Those that pass a test, and the others. */
function parted<T>(list: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  const passed = list.filter(test);
  return [passed, list.filter((one) => !passed.includes(one))];
}

/** Ids of the pools that listeners and policies lead to. */
function poolsUsed(listeners: readonly JsonObject[], policies: readonly JsonObject[]): Set<string> {
  return new Set([...listeners.map((one) => String(one.default_pool_id)), ...policies.map((one) => String(one.redirect_pool_id))]);
}

async function byParent(
  parents: readonly JsonObject[],
  read: (id: string, name: string) => Promise<JsonObject[]>,
): Promise<Map<string, JsonObject[]>> {
  const found = parents.map(async ({ id, name }) => {
    try {
      return [String(id), await read(String(id), String(name || id))] as const;
    } catch (error) {
      // Gone between the list and this call: then nothing is below it any more.
      if (failedBecause(error, "not-found")) return [String(id), []] as const;
      throw error;
    }
  });
  return new Map((await Promise.all(found)).map(([id, list]) => [id, [...list]]));
}
