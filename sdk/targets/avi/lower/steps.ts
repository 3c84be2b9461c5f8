// The steps of a lowering, each of which adds to the accumulator.

import type { GatewayModel, L4Service, VirtualHost } from "../../../routing";
import { lowerGateway, withCertificates } from "../gateway";
import type { LoweringAccumulator } from "./accumulator";
import type { ChildVirtualService } from "./children";
import { lowerChild } from "./children";
import type { AviLowering } from "./context";
import { listenersOf } from "./extended";
import { claimOfGateway, claimOfRule, claimOfServices } from "./fixed-addresses";
import { lowerL4 } from "./l4";
import type { LoweredCluster, LoweredSniVs } from "./lowered";
import { type LoweredPassthrough, lowerPassthrough, type PassthroughHost } from "./passthrough";
import { lowerShard, type Shards } from "./shards";
import { byVip } from "./vip-groups";

/** The children of all hosts. */
export interface LoweredChildren {
  sniVs: LoweredSniVs[];
  dedicatedVs: LoweredCluster["dedicatedVs"];
  /** Names of those that are no children of a shard. */
  dedicated: ReadonlyMap<ChildVirtualService, string>;
  /** Hosts whose redirect of clear text comes after rules that serve both ports. */
  redirectedLate: string[];
}

/** Virtual services of hosts: below their shard, which learns of their certificates, or with an address of their own. */
export function lowerChildren(children: readonly ChildVirtualService[], shards: Shards, all: LoweringAccumulator): LoweredChildren {
  const sniVs: LoweredSniVs[] = [];
  const dedicatedVs: LoweredCluster["dedicatedVs"] = [];
  const dedicated = new Map<ChildVirtualService, string>();
  const redirectedLate: string[] = [];
  for (const child of children) {
    const lowered = lowerChild(child);
    const shard = shards.named(child.parent);
    const home = all.parts.homeOf(shard ? shard.identity : child.routes[0].host);
    all.add(home, lowered.pools, lowered.dedicated);
    if (lowered.redirectsLate && all.parts.isOwn(home)) redirectedLate.push(...child.routes.map(({ host }) => host));
    if (lowered.child) sniVs.push(lowered.child);
    if (lowered.dedicated) {
      dedicatedVs.push(lowered.dedicated);
      dedicated.set(child, lowered.dedicated.name);
      const { listeners: ports } = listenersOf(child.cx, child.extension, child.termination !== undefined);
      all.claims.push(...claimOfRule(lowered.dedicated.name, ports, child.extension));
    }
    for (const held of child.termination?.held ?? []) shard?.certificates.add(held);
    if (child.extension?.sslProfile) {
      const { sslProfile: profile, ref } = child.extension;
      shard?.sslProfiles.push({ profile, of: child.routes[0].host, ref });
    }
    for (const certificate of lowered.certificates) {
      const planned = all.addCertificate(certificate);
      // that of the cluster is there once
      if (!child.termination?.clusterWide) all.parts.put(home, planned);
      shard?.certificates.add(certificate.name);
    }
  }
  return { sniVs, dedicatedVs, dedicated: dedicated, redirectedLate };
}

/** Passthrough shards, or with `alone` one for each host. */
export function lowerPassthroughs(
  cx: AviLowering,
  hosts: readonly VirtualHost[],
  singleSpec: boolean,
  all: LoweringAccumulator,
): LoweredPassthrough[] {
  const through = hosts.filter((host): host is PassthroughHost => host.tcp !== undefined && host.tls === undefined);
  const lowered = lowerPassthrough(cx, through, singleSpec);
  for (const { number, hosts: shardHosts, pools, vs } of lowered) {
    const home = all.parts.homeOf(number);
    all.parts.place(home, ...shardHosts.map(({ tcp }) => tcp));
    all.add(home, pools, vs);
  }
  return lowered;
}

/** Services of type LoadBalancer; those that share a VIP have one virtual service. */
export function lowerServices(cx: AviLowering, services: readonly L4Service[], all: LoweringAccumulator): LoweredCluster["l4Vs"] {
  return byVip(services, ({ owner }) => cx.extensions.service(owner)).flatMap((group) => {
    const [{ service }] = group.members;
    const lowered = lowerL4(cx.placed(cx.extensions.placement(service.owner)), group);
    if (!lowered) return [];
    const home = all.parts.homeOf(`${service.owner.ref.namespace}/${group.name}`);
    all.parts.place(home, ...group.members.map((member) => member.service));
    all.add(home, lowered.pools, lowered.vs);
    all.serviceClaims.push(claimOfServices(lowered.vs.name, group));
    return [lowered.vs];
  });
}

/** The shared virtual services, once all that is below them is known. */
export function lowerShards(shards: Shards, all: LoweringAccumulator): LoweredCluster["sharedVs"] {
  return shards.all().map((shard) => {
    const vs = lowerShard(shard);
    all.parts.put(all.parts.homeOf(shard.identity), vs);
    all.claims.push(...claimOfRule(vs.name, shard.listeners, shard.extension));
    return vs;
  });
}

/** @param taken names in DNS of the virtual services that are no Gateways */
export function lowerGateways(
  cx: AviLowering,
  gateways: readonly GatewayModel[],
  taken: Parameters<typeof lowerGateway>[2],
  all: LoweringAccumulator,
): LoweredCluster["gatewayVs"] {
  return gateways.flatMap((gateway) => {
    const served = withCertificates(gateway);
    if (!served) return [];
    const lowered = lowerGateway(cx, served, taken);
    const { namespace, name } = gateway.owner.ref;
    const home = all.parts.homeOf(`Gateway ${namespace}/${name}`);
    all.parts.place(home, gateway);
    all.add(home, lowered.pools, lowered.vs);
    all.claims.push(...claimOfGateway(lowered.vs.name, gateway));
    all.parts.put(home, ...lowered.certificates);
    for (const certificate of lowered.certificates) all.certificates.set(certificate.name, certificate);
    return [lowered.vs];
  });
}
