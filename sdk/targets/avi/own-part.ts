// The part of a cluster that one stack has.

import type { ObjectRef } from "../../../resources/diagnostic";
import type { Parts } from "../../plan/parts";
import type { RoutingModel } from "../../routing";
import type { LoweredModel } from "./lower";
import { hostKey, type LoweredCluster } from "./lower/lowered";

/** Objects of one part, and what of the model they serve. */
export interface OwnPart {
  model: RoutingModel;
  cluster: LoweredCluster;
  /** Ingresses of which other parts have something, too. */
  split: ObjectRef[];
}

/** The part of the component, by the parts to which the lowering assigned everything. */
export function ownPart({ model, cluster, parts }: LoweredModel): OwnPart {
  const hosts = parts.ownHosts(model.hosts);
  const partCluster = ownCluster(cluster, parts, new Set(hosts.map(hostKey)));
  const served = [...new Set(partCluster.hosts.flatMap(({ owners }) => owners))];
  return {
    model: { ...model, hosts, l4: parts.own(model.l4), gateways: parts.own(model.gateways) },
    cluster: partCluster,
    split: served.filter((ref) => ref.kind === "Ingress" && parts.isSplit(ref)),
  };
}

function ownCluster({ staticRoutes, ...lowered }: LoweredCluster, parts: Parts, served: ReadonlySet<string>): LoweredCluster {
  return {
    ...(staticRoutes && parts.isOwn(0) ? { staticRoutes } : {}),
    missing: lowered.missing,
    pools: parts.own(lowered.pools),
    hostCertificates: parts.own(lowered.hostCertificates),
    sharedVs: parts.own(lowered.sharedVs),
    sniVs: parts.own(lowered.sniVs),
    dedicatedVs: parts.own(lowered.dedicatedVs),
    passthroughVs: parts.own(lowered.passthroughVs),
    l4Vs: parts.own(lowered.l4Vs),
    gatewayVs: parts.own(lowered.gatewayVs),
    hosts: lowered.hosts.filter((host) => served.has(hostKey(host))),
  };
}
