import { isObject } from "../../lifecycle/json";
import type { Flat } from "../tree/flatten";
import { objects } from "../tree/keys";
import { plan } from "./plan";
import { idOf, type Step } from "./step";

/** Deletes what stands below a load balancer object by object: monitors, pools, listeners. */
export function removeOneByOne(live: Flat): Step[] {
  const monitors = objects(live.pools)
    .filter((pool) => isObject(pool.healthmonitor))
    .map((pool): Step => {
      const name = String(pool.name);
      return {
        method: "DELETE",
        path: `/healthmonitors/${idOf(`pools/${name}/healthmonitor`)}`,
        what: `deleting the health monitor of pool ${name}`,
      };
    });
  const { listeners: _, pools: __, ...own } = live;
  return [...monitors, ...plan({ wanted: { ...own, listeners: [], pools: [] }, live })];
}
