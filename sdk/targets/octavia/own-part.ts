// The part of a cluster that one stack has.

import { type Part, Parts } from "../../plan/parts";
import type { RoutingModel } from "../../routing";
import { gatewayIdentity } from "./gateway";
import type { LoweredModel } from "./lower";
import { groupIdentity, hostIdentity } from "./lower/l7";
import type { LoweredLoadBalancer } from "./plan";

/** Load balancers of one part, and what of the model they serve. */
export interface OwnPart {
  model: Required<Pick<RoutingModel, "hosts" | "defaults" | "l4" | "gateways" | "responders">>;
  balancers: LoweredLoadBalancer[];
  parts: Parts;
}

/** A load balancer belongs to a part by its Pulumi name, and all that it serves belongs there. */
export function ownPart({ model, loadBalancers, identities }: LoweredModel, part: Part): OwnPart {
  const parts = new Parts(part);
  for (const one of loadBalancers) parts.put(parts.homeOf(one.identity), one);
  const isOwn = (identity: string | undefined) => identity !== undefined && parts.isOwn(parts.homeOf(identity));
  return {
    model: {
      hosts: model.hosts.filter((host) => isOwn(hostIdentity(host))),
      defaults: model.defaults.filter(({ scope }) => isOwn(groupIdentity(scope))),
      l4: model.l4.filter(({ owner }) => isOwn(identities.get(owner))),
      gateways: model.gateways.filter((gateway) => isOwn(gatewayIdentity(gateway))),
      responders: model.responders ?? [],
    },
    balancers: parts.own(loadBalancers),
    parts,
  };
}
