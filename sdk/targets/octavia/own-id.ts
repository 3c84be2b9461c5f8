// Load balancers whose id in the specs is that of their resource: the OpenStack cloud provider writes the id into each of its Services.

import { usesOf } from "../../../requests/review/resource-usage";
import { LOAD_BALANCER } from "../../../resources/octavia/load-balancer";
import { asOwn, namedId } from "../../../resources/octavia/own-declaration";
import { type Endpoint, type Plan, type PlannedResource, resourceKey } from "../../plan";
import type { PlanOf, ResourceInState } from "../target";
import { loadBalancersIn, type OctaviaShown, octaviaObjects } from "./plan";

/** True for an id in the specs that the resource has already. */
export type IsOwnId = (resource: string, id: string) => boolean;

/**
 * The plan in which load balancers that specs name by their own id are plain load balancers of their resources.
 *
 * @param keepsId bodies keep the ids
 */
export function ownById<P extends PlanOf<OctaviaShown> & Partial<Pick<Plan, "facts">>>(plan: P, isOwn: IsOwnId, keepsId = false): P {
  const resourceIds = new Map(
    loadBalancersIn(plan).flatMap((resource) => {
      const id = namedId(resource.inputs);
      return id !== undefined && isOwn(resourceKey(resource), id) ? [[resourceKey(resource), { name: resource.name, id }] as const] : [];
    }),
  );
  if (resourceIds.size === 0) return plan;
  const resourceOf = (resource: PlannedResource): PlannedResource => {
    const named = resourceIds.get(resourceKey(resource));
    if (!named) return resource;
    const inputs = asOwn(resource.inputs);
    return { ...resource, inputs: keepsId ? { ...inputs, loadBalancer: { ...Object(inputs.loadBalancer), id: named.id } } : inputs };
  };
  const endpointOf = (endpoint: Endpoint): Endpoint => {
    const named = resourceIds.get(endpoint.at ?? "");
    return named && endpoint.server
      ? { ...endpoint, server: { name: endpoint.server.name, in: endpoint.server.in, holder: named.name } }
      : endpoint;
  };
  const made = { ...plan, resources: plan.resources.map(resourceOf), endpoints: plan.endpoints.map(endpointOf) };
  return plan.facts ? { ...made, facts: { ...plan.facts, uses: usesOf(octaviaObjects(made).objects) } } : made;
}

/** Ids that the other side of a comparison leaves out: a resource may have any of them. */
export const undecidedIdsIn = (other: PlanOf<OctaviaShown>): IsOwnId => {
  const open = new Set(loadBalancersIn(other).flatMap((one) => (one.inputs.loadBalancer.id === undefined ? [resourceKey(one)] : [])));
  return (resource) => open.has(resource);
};

/** Ids of the load balancers of a state, and of lost ones that they replace; without load balancers of others. */
export function ownIdsIn(resources: readonly ResourceInState[]): IsOwnId {
  const ids = new Map(
    resources.flatMap(({ type, name, id, outputs }): [string, string[]][] => {
      const { id: shared } = Object(outputs.loadBalancer);
      const lost = String(outputs.__lostId ?? "");
      return type === LOAD_BALANCER.type && !shared ? [[resourceKey({ kind: type, name }), [id, lost]]] : [];
    }),
  );
  return (resource, id) => id !== "" && (ids.get(resource) ?? []).includes(id);
}
