// Finds the nodes with ready endpoints of a Service.

import { keyOf, type Service, type ServicePort, type SpecSet } from "../specs";

/** True for a Service with `externalTrafficPolicy: Local`: kube-proxy drops its traffic on nodes without endpoints. */
export const isLocal = ({ externalTrafficPolicy }: Pick<Service, "externalTrafficPolicy">): boolean => externalTrafficPolicy === "Local";

/**
 * Nodes with ready endpoints of the port; ports of one Service may lead to different Pods, and endpoints without ports count for all of
 * them. Undefined where the specs do not show it: there are no endpoints, or they name no node.
 *
 * @param byName require the port name to match, as kube-proxy does; else the only port of the only subset counts
 */
export function localNodes(
  { endpoints }: Pick<SpecSet, "endpoints">,
  { ref }: Service,
  { name, protocol }: ServicePort,
  { byName = false } = {},
): ReadonlySet<string> | undefined {
  const subsets = endpoints.get(keyOf(ref))?.subsets;
  const isSingle = !byName && subsets?.length === 1 && subsets[0]?.ports.length === 1;
  const ready = subsets
    ?.filter(({ ports }) => isSingle || ports.length === 0 || ports.some((port) => port.name === name && port.protocol === protocol))
    .flatMap(({ addresses }) => addresses.map(({ nodeName }) => nodeName));
  return ready && namesOf(ready);
}

/** Nodes with any endpoint, ready or not, of any port. */
export function nodesOfAll({ endpoints }: Pick<SpecSet, "endpoints">, { ref }: Service): ReadonlySet<string> | undefined {
  const subsets = endpoints.get(keyOf(ref))?.subsets;
  return subsets && namesOf(subsets.flatMap(({ addresses, notReady }) => [...addresses, ...notReady].map(({ nodeName }) => nodeName)));
}

function namesOf(names: readonly (string | undefined)[]): ReadonlySet<string> | undefined {
  const knownNames = names.filter((name) => name !== undefined);
  return knownNames.length === 0 && names.length > 0 ? undefined : new Set(knownNames);
}
