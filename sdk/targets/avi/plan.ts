// Turns the lowered cluster into the resources and endpoints of an Avi plan.

import {
  CERTIFICATE,
  DEDICATED_VS,
  GATEWAY_VS,
  L4_VS,
  PASSTHROUGH_VS,
  POOL,
  SHARED_VS,
  SNI_VS,
  type SniVSInputs,
} from "../../../resources/avi";
import { type AviType, childHosts, fqdnsOf, parseReference, referenceTo } from "../../../resources/avi/body";
import type { AviInputs } from "../../../resources/avi/kind";
import { STATIC_ROUTES } from "../../../resources/avi/static-routes";
import type { ObjectRef } from "../../../resources/diagnostic";
import type { Kind } from "../../../resources/kind";
import { type Endpoint, type EndpointServer, type Plan, type PlannedPool, type PlannedResource, resourceKey } from "../../plan";
import type { RuleSources } from "../../routing";
import { inOrderOfMoves, type Lowered, type LoweredCluster } from "./lower/lowered";

/** Parts of an Avi plan that no other target has. */
export interface AviShown {
  /** The AKO version labels the routes to the nodes. */
  labelledRoutes: boolean;
  /** `namespace/name` of the Service whose servers a pool holds, by the name of the pool. */
  services: Readonly<Record<string, string>>;
  /** Pools whose existing servers are preserved, because an input for them is missing. */
  preservedPools: readonly string[];
  /** Others publish the names of hosts in DNS. */
  namesElsewhere?: boolean;
  /** The port of that Service, where it is known. */
  ports?: Readonly<Record<string, number>>;
  /** Sources of the rules; absent where a state alone is known. */
  sources?: RuleSources;
  /** Ingresses of a cluster in parts of which other parts have something, too. */
  split: ObjectRef[];
}

type LoweredPools = LoweredCluster["pools"];

/** Services and ports of pools, and the pools whose servers are preserved. */
export const shownPools = (pools: LoweredPools): Pick<AviShown, "services" | "ports" | "preservedPools"> => ({
  services: Object.fromEntries(pools.flatMap(({ name, service }) => (service === undefined ? [] : [[name, service]]))),
  preservedPools: pools.flatMap(({ name, inputs }) => (inputs.keep?.includes("servers") ? [name] : [])),
  ports: Object.fromEntries(pools.flatMap(({ name, port }) => (port === undefined ? [] : [[name, port]]))),
});

/** Pools as functions of the ports of Services. */
export const movingPools = (pools: LoweredPools): PlannedPool[] =>
  pools.flatMap(({ name, moving }) => (moving ? [{ in: resourceKey({ kind: POOL.type, name }), name, ...moving }] : []));

/** Everything one cluster means on Avi. */
export type AviPlan = Plan<AviShown>;

/**
 * The resources in the order of registration: routes and pools, then shared virtual services, each group with its children before the next
 * group, then dedicated ones. An object is made after those that it refers to.
 */
export function aviResources(lowered: LoweredCluster): PlannedResource[] {
  const resources: PlannedResource[] = [];
  const makers = new Map<string, string>();
  /** Plans a resource after those that it refers to. `objects` are its API objects, to which others may refer. */
  const add = (
    { type }: Kind,
    { name, inputs, owners }: Lowered<AviInputs>,
    predecessors: readonly string[],
    objects: readonly [type: AviType, name: string][] = [],
  ) => {
    const kind: string = type;
    const after = new Set<string>();
    if (!ALONE.has(type)) addMakers(inputs, makers, after);
    for (const predecessor of predecessors) after.add(predecessor);
    const key = resourceKey({ kind, name });
    resources.push({ kind, name, inputs, owners, after: [...after] });
    for (const object of objects) makers.set(referenceTo(...object), key);
    return key;
  };
  const { staticRoutes: routes } = lowered;
  if (routes) {
    const { name, inputs, owners } = routes;
    resources.push({ kind: STATIC_ROUTES.type, name, inputs: { ...inputs }, owners, after: [], perComponent: true });
  }
  for (const pool of lowered.pools) add(POOL, pool, [], [["pool", pool.name]]);
  for (const certificate of lowered.hostCertificates) add(CERTIFICATE, certificate, [], [["sslkeyandcertificate", certificate.name]]);
  let gaining: string[] = [];
  for (const group of inOrderOfMoves(lowered.sharedVs)) {
    const shards = group.map((vs) => add(SHARED_VS, vs, gaining, [["virtualservice", vs.name]]));
    const parents = new Set(group.map(({ name }) => name));
    const children = lowered.sniVs.filter(({ parent }) => parents.has(parent));
    const secure = children.map((child) => {
      const { certificate } = child.inputs;
      return add(SNI_VS, child, [], certificate ? [["sslkeyandcertificate", certificate.name]] : []);
    });
    gaining = [...shards, ...secure];
  }
  for (const vs of lowered.dedicatedVs) add(DEDICATED_VS, vs, []);
  const earlier: string[] = [];
  for (const group of inOrderOfMoves(lowered.passthroughVs)) {
    earlier.push(...group.map((vs) => add(PASSTHROUGH_VS, vs, [...earlier])));
  }
  for (const vs of lowered.l4Vs) add(L4_VS, vs, []);
  for (const { hosts: _, ...vs } of lowered.gatewayVs) add(GATEWAY_VS, vs, []);
  return resources;
}

/** Adds the makers of everything that a body refers to, which a plan does in one form only. */
function addMakers(value: unknown, makers: ReadonlyMap<string, string>, after: Set<string>): void {
  if (typeof value === "string") {
    const maker = value.startsWith("/api/") ? makers.get(value) : undefined;
    if (maker !== undefined) after.add(maker);
  } else if (typeof value === "object" && value !== null)
    for (const field of Object.keys(value)) addMakers(Reflect.get(value, field), makers, after);
}

/** Kinds that refer to no resource of a plan. */
const ALONE: ReadonlySet<string> = new Set([POOL.type, CERTIFICATE.type]);

/** The name of the parent of a child, in the field of its controller version. */
export const parentOf = ({ virtualService }: Pick<SniVSInputs, "virtualService">): string =>
  parseReference(virtualService.vh_parent_vs_ref ?? virtualService.vh_parent_vs_uuid)?.name ?? "";

/** Addresses of hosts and of Services. */
export function aviEndpoints(lowered: LoweredCluster): Endpoint[] {
  const children = new Map(
    lowered.sniVs.flatMap(({ name, inputs, parent }) =>
      childHosts(inputs.virtualService).map((host): [string, string] => [`${parent} ${host}`, name]),
    ),
  );
  const holders = new Map<string, { at: string; servers: ReadonlyMap<string, EndpointServer> }>();
  const holding = [
    [SHARED_VS, lowered.sharedVs],
    [DEDICATED_VS, lowered.dedicatedVs],
    [PASSTHROUGH_VS, lowered.passthroughVs],
  ] as const;
  for (const [{ type: kind }, list] of holding) {
    for (const { name, inputs } of list) {
      const at = resourceKey({ kind, name });
      const servers = fqdnsOf(inputs.vsVip).map((host): [string, EndpointServer] => {
        const child = kind === SHARED_VS.type ? children.get(`${name} ${host}`) : undefined;
        const holder = inputs.vsVip.name;
        if (child === undefined) return [host, { name, in: at, holder }];
        return [host, { name: child, in: resourceKey({ kind: SNI_VS.type, name: child }), holder, parent: name }];
      });
      holders.set(name, { at, servers: new Map(servers) });
    }
  }
  const hosts = lowered.hosts.map(({ fqdn: host, vs = "", owners }): Endpoint => {
    const { at, servers } = holders.get(vs) ?? {};
    return { host, owners, at, server: servers?.get(host) };
  });
  const services = lowered.l4Vs.map(({ name, inputs, owners }): Endpoint => {
    const at = resourceKey({ kind: L4_VS.type, name });
    return { owners, at, server: { name, in: at, holder: inputs.vsVip.name } };
  });
  const gateways = lowered.gatewayVs.flatMap(({ name, inputs, owners, hosts: gatewayHosts }): Endpoint[] => {
    const at = resourceKey({ kind: GATEWAY_VS.type, name });
    const server = { name, in: at, holder: inputs.vsVip.name };
    return [{ owners, at, server }, ...gatewayHosts.map((one) => ({ host: one.fqdn, owners: one.owners, at, server }))];
  });
  return [...hosts, ...services, ...gateways];
}
