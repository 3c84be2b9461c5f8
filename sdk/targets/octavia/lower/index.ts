// Lowers the routing model of a cluster to load balancers.

import type { RoutingModel, RuleSources } from "../../../routing";
import { compare, type Service, type SpecSet } from "../../../specs";
import { lowerGateways } from "../gateway";
import type { LoweredLoadBalancer } from "../plan";
import { type Cloud, lowering } from "./context";
import { lowerHosts } from "./l7";
import { lowerServices } from "./services";

/** A model and its load balancers. Its ledger has the diagnostics and outcomes of all of them. */
export interface LoweredModel {
  model: RoutingModel;
  /** Sorted by name. */
  loadBalancers: LoweredLoadBalancer[];
  /** Pulumi names of the load balancers of Services; one that has none is absent. */
  identities: ReadonlyMap<Service, string>;
  sources: RuleSources;
}

/** From the neutral model to the load balancers of Services, of groups of hosts and of Gateways. */
export function lower(model: RoutingModel, specs: SpecSet, cloud: Cloud, owner: string): LoweredModel {
  const { profile } = cloud;
  const cx = lowering(model.ledger, specs, cloud, owner);
  const { services, addresses } = lowerServices(cx, profile, model.l4);
  const loadBalancers = [
    ...services.map(({ planned }) => planned),
    ...lowerHosts(cx, profile, model),
    ...lowerGateways(cx, profile, specs, model.gateways, addresses),
  ].sort((a, b) => compare(a.name, b.name));
  for (const { owners } of loadBalancers) model.ledger.served(owners);
  const identities = new Map(services.map(({ service, planned: { identity } }) => [service, identity]));
  return { model, loadBalancers, identities, sources: cx.sources };
}
