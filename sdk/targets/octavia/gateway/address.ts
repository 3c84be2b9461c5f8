// The address and tags of the load balancer of a Gateway.

import type { FloatingIp, LoadBalancerBody } from "../../../../resources/octavia/types";
import type { GatewayModel } from "../../../routing";
import { asKnown, compare, diagnose } from "../../../specs";
import type { OctaviaLowering } from "../lower/context";
import { shorten } from "../names";

/** Tags for the labels and annotations of the infrastructure. The longest tag is as long as the longest name. */
export function tagsOf(cx: OctaviaLowering, gateways: readonly GatewayModel[]): Pick<LoadBalancerBody, "tags"> {
  const words = gateways.flatMap(({ labels, annotations }) => [...Object.entries(labels), ...Object.entries(annotations)]);
  const tags = [...new Set(words.map(([key, value]) => shorten(`${key}=${value}`)))].sort(compare);
  if (tags.length === 0) return {};
  if (cx.can.has("tags")) return { tags };
  for (const { owner } of gateways)
    cx.report(diagnose("LB1404", owner.ref, "/spec/infrastructure", `labels and annotations are left out: ${cx.can.missing("tags")}`));
  return {};
}

/**
 * The address that a Gateway asks for: of the floating IP where the load balancer gets one, as `loadBalancerIP` of a Service, else of the
 * VIP. A floating IP that is named so goes back to the project and is not deleted. Octavia binds one address per subnet, and knows one
 * subnet for VIPs here.
 */
export function addressed(
  cx: OctaviaLowering,
  gateways: readonly GatewayModel[],
  { vip, floatingIp }: { vip: Partial<LoadBalancerBody>; floatingIp?: FloatingIp },
): { vip: Partial<LoadBalancerBody>; floatingIp?: FloatingIp } {
  const asking = gateways.flatMap(({ owner, addresses }) => addresses.map((address, index) => ({ owner, address, index })));
  const [first, ...others] = asking;
  if (!first) return { vip, ...(floatingIp ? { floatingIp } : {}) };
  for (const { owner, address, index } of others) {
    if (address === first.address) continue;
    const message = "the address is not used: the load balancer has one address, and an earlier entry names it";
    cx.report(diagnose("LB1708", owner.ref, `/spec/addresses/${index}`, message, { remedy: "Keep one address." }));
  }
  const { address } = first;
  const isSixth = typeof address === "string" && address.includes(":");
  if (floatingIp && !isSixth) return { vip, floatingIp: { ...floatingIp, floating_ip_address: asKnown(address), keep: true } };
  return { vip: { ...vip, vip_address: asKnown<string>(address) } };
}
