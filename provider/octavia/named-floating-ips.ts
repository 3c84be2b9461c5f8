// The preflight check of floating IPs that specs name.

import type { JsonObject } from "../lifecycle/bodies/json";
import { missing } from "../lifecycle/preview/findings";
import type { PreflightInput } from "../lifecycle/preview/preflight";
import type { Finding } from "../lifecycle/preview/refusal";
import type { OpenStack } from "./client";
import { numberRemedy } from "./load-balancer/new-floating-ip";
import { textIn } from "./tree/compare";
import { isMarked } from "./tree/marks";

const TYPE = "floatingip/";

/** Floating IPs that specs name by number: each must be in the project, unless the user may create it, and free or on a load balancer of ours. */
export function namedFloatingIps({ needs: { references = {} } }: PreflightInput): string[] {
  return Object.keys(references).flatMap((name) => (name.startsWith(TYPE) ? [name.slice(TYPE.length)] : []));
}

/** Looks for the floating IPs that specs name. */
export async function floatingIpFindings(
  stack: OpenStack,
  { needs: { references = {} }, owner, managed, isAdoption }: PreflightInput,
  named: readonly string[],
): Promise<Finding[]> {
  const floatingIps = await stack.network.list("/v2.0/floatingips", "floatingips", { floating_ip_address: named });
  const byAddress = new Map(floatingIps.map((one) => [textIn(one.floating_ip_address), one]));
  const isUsed = floatingIps.some(({ port_id }) => port_id);
  const [balancers, mayCreate] = await Promise.all([
    isUsed ? stack.octavia.list("/v2/lbaas/loadbalancers", "loadbalancers") : [],
    stack.isAdministrator(),
  ]);
  const isOurs = (object: JsonObject) =>
    (owner !== undefined && isMarked(object, owner)) || managed.includes(`loadbalancers/${textIn(object.name)}`);
  return named.flatMap((address): Finding[] => {
    const by = references[TYPE + address] ?? "";
    const live = byAddress.get(address);
    if (!live) {
      if (mayCreate) return [];
      const finding = missing("floating IP", address, by);
      return [
        {
          ...finding,
          message: `${finding.message}; only an administrator may create one with a chosen address`,
          remedy: numberRemedy(address),
        },
      ];
    }
    if (!live.port_id || isAdoption) return [];
    const holder = balancers.find(({ vip_port_id }) => vip_port_id === live.port_id);
    if (holder && isOurs(holder)) return [];
    const where = holder ? `load balancer ${textIn(holder.name)}` : `port ${textIn(live.port_id)}`;
    const message = `floating IP ${address}: ${where} uses it already; ${by} needs it`;
    return [{ code: "LB2050", fails: true, message }];
  });
}
