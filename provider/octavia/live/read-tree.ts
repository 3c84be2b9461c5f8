import type { JsonObject } from "../../lifecycle/sanitize";
import { failedBecause, type ListedType, type Octavia } from "../client";
import { idsIn, type RawTree } from "../tree/live";

/** Root of the API below the endpoint. */
export const LBAAS = "/v2/lbaas";

/** Which objects below the load balancer count; all of them when it is ours. */
export interface Selection {
  listener(raw: JsonObject): boolean;
  /** `used`: by a listener or policy that counts. */
  pool(raw: JsonObject, used: boolean): boolean;
}

export const EVERYTHING: Selection = { listener: () => true, pool: () => true };

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

/** Everything below a load balancer, with as many lists as there are pools with members and policies with rules, and four more. */
export async function readTree(octavia: Octavia, loadbalancer: JsonObject, selection: Selection, how: Freshness): Promise<RawTree> {
  const id = String(loadbalancer.id);
  const find = (type: ListedType, filter: { loadbalancer_id?: string; listener_id?: string; pool_id?: string }) =>
    how.fresh ? octavia.list(`${LBAAS}/${type}`, type, filter) : octavia.find(type, filter);
  const [allListeners, allPools] = await Promise.all([find("listeners", { loadbalancer_id: id }), find("pools", { loadbalancer_id: id })]);
  const listeners = allListeners.filter((one) => selection.listener(one));
  const l7policies = await byParent(
    listeners.filter((one) => idsIn(one.l7policies).length > 0),
    (listener_id) => find("l7policies", { listener_id }),
  );
  const policies = [...l7policies.values()].flat();
  const used = new Set([...listeners.map((one) => one.default_pool_id), ...policies.map((one) => one.redirect_pool_id)]);
  const pools = allPools.filter((one) => selection.pool(one, used.has(one.id ?? null)));
  const [rules, members, monitors] = await Promise.all([
    byParent(
      policies.filter((one) => idsIn(one.rules).length > 0),
      (policy) => octavia.list(`${LBAAS}/l7policies/${policy}/rules`, "rules"),
    ),
    byParent(
      pools.filter((one) => idsIn(one.members).length > 0),
      (pool) => octavia.list(`${LBAAS}/pools/${pool}/members`, "members"),
    ),
    byParent(
      pools.filter((one) => one.healthmonitor_id),
      (pool_id) => find("healthmonitors", { pool_id }),
    ),
  ]);
  const healthmonitors = new Map([...monitors].flatMap(([pool, [monitor]]) => (monitor ? [[pool, monitor] as const] : [])));
  return { loadbalancer, listeners, pools, members, healthmonitors, l7policies, rules };
}

async function byParent(parents: readonly JsonObject[], read: (id: string) => Promise<JsonObject[]>): Promise<Map<string, JsonObject[]>> {
  const found = parents.map(async ({ id }) => {
    try {
      return [String(id), await read(String(id))] as const;
    } catch (error) {
      // Gone between the list and this call: then nothing is below it any more.
      if (failedBecause(error, "not-found")) return [String(id), []] as const;
      throw error;
    }
  });
  return new Map((await Promise.all(found)).map(([id, list]) => [id, [...list]]));
}
