import { keyOf, type Service, type ServicePort, type SpecSet } from "../specs";

/** Nodes that can serve a Service with `externalTrafficPolicy: Local`: kube-proxy drops its traffic on all others. */

export const isLocal = ({ externalTrafficPolicy }: Pick<Service, "externalTrafficPolicy">): boolean => externalTrafficPolicy === "Local";

/**
 * Names of the nodes that ready endpoints of the port are on: ports of one Service may lead to different Pods, and endpoints without ports
 * stand for each of them. Undefined where the specs do not say it: there are no endpoints, or they name no node.
 *
 * @param byName insist on the name of the port, as kube-proxy does; else the only port of the only subset counts whatever its name
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

/** The same of every endpoint, ready or not, whatever its port. */
export function nodesOfAll({ endpoints }: Pick<SpecSet, "endpoints">, { ref }: Service): ReadonlySet<string> | undefined {
  const subsets = endpoints.get(keyOf(ref))?.subsets;
  return subsets && namesOf(subsets.flatMap(({ addresses, notReady }) => [...addresses, ...notReady].map(({ nodeName }) => nodeName)));
}

function namesOf(names: readonly (string | undefined)[]): ReadonlySet<string> | undefined {
  const known = names.filter((name) => name !== undefined);
  return known.length === 0 && names.length > 0 ? undefined : new Set(known);
}
