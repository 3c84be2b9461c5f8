import { isObject, type JsonObject } from "../../lifecycle/json";
import { LBAAS } from "../live/read-tree";
import { plan } from "../plan";
import type { Flat } from "../tree/flatten";
import { objects } from "../tree/keys";
import { type LiveTree, liveTree } from "../tree/live";
import { active } from "../write/settle";
import type { Progress } from "./outputs";
import type { Site } from "./site";

/**
 * True when one call has made everything as wanted. The answer to a populated create is the only one that tells the whole tree,
 * and one more call tells whether all of it came to rest: so nothing need be listed. In doubt the tree is read.
 */
export async function madeWhole(site: Site, wanted: Flat, at: Progress): Promise<boolean> {
  const answered = graphOf(at.loadbalancer);
  if (!answered || plan({ wanted, live: answered.flat }).length > 0) return false;
  const used = new Set(objects(answered.flat.listeners).map((listener) => listener.default_pool));
  // What no listener leads to is missing in the call that tells the statuses.
  if (objects(answered.flat.pools).some(({ name }) => !used.has(name))) return false;
  const id = String(at.loadbalancer.id);
  at.loadbalancer = await active(site.watch, id, at.loadbalancer);
  const { statuses } = await site.stack.octavia.get(`${LBAAS}/loadbalancers/${id}/status`);
  if (!allActive(statuses)) return false;
  at.ids = answered.ids;
  return true;
}

/** The tree in the answer to a populated create; undefined for an answer that only has ids. */
function graphOf(loadbalancer: JsonObject): LiveTree | undefined {
  const listeners = objects(loadbalancer.listeners);
  const pools = objects(loadbalancer.pools);
  if (![...listeners, ...pools].every((one) => typeof one.protocol === "string")) return undefined;
  const below = (parents: JsonObject[], field: string) => new Map(parents.map((one) => [String(one.id), objects(one[field])]));
  const l7policies = below(listeners, "l7policies");
  const monitored = pools.flatMap(({ id, healthmonitor }) => (isObject(healthmonitor) ? [[String(id), healthmonitor] as const] : []));
  return liveTree({
    loadbalancer,
    listeners,
    pools,
    members: below(pools, "members"),
    healthmonitors: new Map(monitored),
    l7policies,
    rules: below([...l7policies.values()].flat(), "rules"),
  });
}

function allActive(held: unknown): boolean {
  if (Array.isArray(held)) return held.every(allActive);
  if (!isObject(held)) return true;
  const status = held.provisioning_status;
  return (status === undefined || status === "ACTIVE") && Object.values(held).every(allActive);
}
