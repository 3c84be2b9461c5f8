import { describeObject } from "../../kinds/diagnostic";
import { LOAD_BALANCER } from "../../kinds/octavia/load-balancer";
import type { Layout, Place } from "../move";
import { resourceKey } from "../move";
import { compare } from "../specs";
import { type OctaviaPlan, octaviaResources } from "./plan";

/** What a plan serves where. Load balancers do not depend on each other; one that the cluster renames stays the same. */
export function octaviaLayout(plan: OctaviaPlan): Layout {
  const { loadBalancers } = plan;
  const resources = octaviaResources(plan).map((one) => ({ ...one, phase: 0 }));
  const places = loadBalancers.flatMap(({ name, identity, hosts, owners, inputs }): Place[] => {
    const key = resourceKey({ kind: LOAD_BALANCER.type, name: identity });
    // a guest answers at the address of its host
    const at = { server: name, holder: inputs.loadBalancer.id ?? identity, serverIn: key, holderIn: key };
    const whats = hosts.length > 0 ? hosts.map((host) => `host ${host}`) : owners.map(describeObject);
    return whats.map((what) => ({ what, ...at }));
  });
  return { places: places.sort((a, b) => compare(a.what, b.what)), resources };
}
