// Types of a lowered cluster: the inputs of each Avi resource with the specs that it represents.

import type {
  CertificateInputs,
  DedicatedVSInputs,
  GatewayVSInputs,
  L4VSInputs,
  PassthroughVSInputs,
  PoolInputs,
  SharedVSInputs,
  SniVSInputs,
} from "../../../../resources/avi";
import type { StaticRoutesInputs } from "../../../../resources/avi/static-routes";
import type { Diagnostic, ObjectRef } from "../../../../resources/diagnostic";
import { groupBy } from "../../../../resources/lists";
import type { PoolOfPorts } from "../../../plan";

/** Inputs of one resource, and the specs that it represents. */
export interface Lowered<I> {
  /** Name of the main object on Avi, and of the Pulumi resource: derived from the identity of the spec alone. */
  name: string;
  inputs: I;
  owners: ObjectRef[];
  /** `namespace/name` of the Service of the servers; for pools only. */
  service?: string;
  /** The port of that Service. */
  port?: number;
  /** The fault after which a pool keeps its servers. */
  because?: Diagnostic;
  /** Current servers of a pool; absent if they never change. */
  moving?: PoolOfPorts;
  /** Keys of the routes to the pool, without their scheme, `shop.example.com/cart`; only for pools of hosts and Gateways. */
  at?: readonly string[];
}

/** A shared virtual service and its number, where shards have numbers. */
export interface LoweredShard<I = SharedVSInputs> extends Lowered<I> {
  shard?: number;
}

/** A child, SNI or EVH, and the parent it hangs below. */
export interface LoweredSniVs extends Lowered<SniVSInputs> {
  parent: string;
}

/** The routes to the nodes; labelled if the AKO version labels them. */
export interface LoweredStaticRoutes extends Lowered<StaticRoutesInputs> {
  labelled: boolean;
}

/** A host at one address. */
export interface LoweredHost {
  fqdn: string;
  /** Tells it from the same host at another address. */
  scope: string;
  /** The virtual service with the address of the host: that of TLS, if clear text has another; absent if none serves it. */
  vs?: string;
  owners: ObjectRef[];
}

/** Key of a host at one address. */
export const hostKey = ({ fqdn, scope }: Pick<LoweredHost, "fqdn" | "scope">) => `${scope} ${fqdn}`;

/** A Gateway as its resource, with the hosts of its address. */
export interface LoweredGateway extends Lowered<GatewayVSInputs> {
  hosts: { fqdn: string; owners: ObjectRef[] }[];
}

/** Everything one cluster means on Avi, by kind; each list in the order of its names. */
export interface LoweredCluster {
  staticRoutes?: LoweredStaticRoutes;
  /** Missing inputs, by the name of the object that would be planned with it, or by the host. Existing objects of these names are preserved. */
  missing: Record<string, string>;
  pools: Lowered<PoolInputs>[];
  hostCertificates: Lowered<CertificateInputs>[];
  sharedVs: LoweredShard[];
  sniVs: LoweredSniVs[];
  dedicatedVs: Lowered<DedicatedVSInputs>[];
  passthroughVs: LoweredShard<PassthroughVSInputs>[];
  l4Vs: Lowered<L4VSInputs>[];
  gatewayVs: LoweredGateway[];
  /** Served hosts with their objects, once for each of their addresses, the senior object first. */
  hosts: LoweredHost[];
}

/**
 * Shared virtual services in the order in which a run writes them. The shard of a host is its hash masked with `count - 1`: with twice as
 * many shards a host stays where it is or goes to a number that was not there, with half as many to one that stays. So what only the
 * larger size has is written before what the smaller size has as well: a host is served by its new shard before its old one lets go of it.
 * Shards that go are deleted by the engine when all else is done.
 *
 * @returns 4 to 7, then 2 and 3, then 1, then 0 and whatever has no number; without empty groups
 */
export function inOrderOfMoves<S extends { shard?: number }>(shards: readonly S[]): S[][] {
  const groups = groupBy(shards, ({ shard = 0 }) => Math.ceil(Math.log2(shard + 1)));
  return [...groups].sort(([a], [b]) => b - a).map(([, group]) => group);
}
