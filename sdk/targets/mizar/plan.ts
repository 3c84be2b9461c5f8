// The types of a Mizar plan.

import type { ObjectRef } from "../../../resources/diagnostic";
import type { InterfaceAddressRequest, TakenAddresses } from "../../../resources/mizar/addresses";
import type { Plan } from "../../plan";
import { compare } from "../../specs";
import type { Networks } from "./lower/networks";
import type { Topology } from "./lower/topology";
import type { VpcAddresses } from "./lower/vpc-addresses";

/** A Kubernetes object as it would be. */
export interface KubernetesBody {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; tenant?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: Record<string, unknown>;
}

/** Place of one interface of a Pod. */
export interface InterfacePlacement {
  name: string;
  subnet: string;
  ip: string | null;
  prefix: string;
  gateway: string;
}

/** Place of a Pod, and the annotations that give it. */
export interface PodPlacement extends InterfacePlacement {
  namespace: string;
  tenant: string;
  /** `name-namespace-tenant`, its name in Mizar. */
  podName: string;
  vpc: string;
  annotations: Record<string, string>;
  /** All interfaces, for Pods with several; the first is the one above. */
  interfaces?: InterfacePlacement[];
}

/** The scaled endpoint of a Service. */
export interface ServicePlacement {
  name: string;
  namespace: string;
  tenant: string;
  /** Planned `spec.clusterIP`; null if the cluster gives it. */
  clusterIP: string | null;
  endpoint: { name: string; type: "scaled"; vpc: string; net: string; ip: string | null };
  bouncersUpdatedInVpc: string;
}

/** The associations under the names of Mizar's object store: by the name of the one side, the names of the other. */
export interface Stores {
  arktosnets_tenant_store: Record<string, string[]>;
  vpcs_arktosnet_store: Record<string, string[]>;
  services_arktosnet_store: Record<string, string[]>;
  nets_vpc_store: Record<string, string[]>;
  pods_net_store: Record<string, string[]>;
}

/** A body, and the spec that it comes from. */
export interface Placed<T> {
  body: T;
  owner: ObjectRef;
}

/** Pods and ports that the selector of a Service finds. */
export interface Selected {
  /** `port 80/TCP to 9376`. */
  ports: string[];
  /** Names in Mizar of the Pods that are planned. */
  pods: string[];
}

/** Objects of a cluster on Mizar, by kind; each list sorted by name. */
export interface PlacedObjects {
  networks: Placed<KubernetesBody>[];
  vpcs: Placed<KubernetesBody>[];
  subnets: Placed<KubernetesBody>[];
  pods: Placed<PodPlacement>[];
  services: Placed<ServicePlacement>[];
}

/** Parts of a Mizar plan that no other target has. */
export interface MizarShown extends PlacedObjects {
  stores: Stores;
  /** By the name of the scaled endpoint. */
  selected: Record<string, Selected>;
  addresses: VpcAddresses[];
  /** Address request of each interface of a Pod and each scaled endpoint, by its name in Mizar; without those that are refused for other reasons. */
  wishes: Record<string, InterfaceAddressRequest>;
  /** The addresses of endpoints on the server. */
  taken: TakenAddresses;
}

/** Everything the specs mean on Mizar. */
export type MizarPlan = Plan<MizarShown>;

/** The Pulumi name of the resource of an object, `tenant/namespace/name`. */
export function resourceNameOf({ kind, tenant, namespace, name }: ObjectRef): string {
  return [tenant || undefined, kind === "Pod" || kind === "Service" ? namespace : undefined, name]
    .filter((part) => part !== undefined)
    .join("/");
}

/**
 * The association sets under the seed's names (86-105). They are keyed as there, by name without tenant: where two tenants use one
 * Network name, an entry is the union of both. Nothing here is read back; the translation itself separates tenants.
 */
export function storesOf(
  networks: Networks,
  topology: Topology,
  pods: readonly Placed<PodPlacement>[],
  services: readonly (Placed<ServicePlacement> & { network?: string })[],
): Stores {
  const tied = [...networks.values()].flatMap(({ tenant, name, vpc }) => (vpc ? [{ tenant, name, vpc: vpc.name }] : []));
  return {
    arktosnets_tenant_store: group(tied.filter(({ tenant }) => tenant).map(({ tenant, name }) => [tenant, name])),
    vpcs_arktosnet_store: group(tied.map(({ name, vpc }) => [name, vpc])),
    services_arktosnet_store: group(services.flatMap(({ network, body }) => (network === undefined ? [] : [[network, body.name]]))),
    nets_vpc_store: group([...topology.subnets.values()].filter(({ fault }) => !fault).map(({ vpc, name }) => [vpc.name, name])),
    pods_net_store: group(
      pods.flatMap(({ body: { podName, subnet, interfaces } }) => (interfaces ?? [{ subnet }]).map(({ subnet: net }) => [net, podName])),
    ),
  };
}

function group(pairs: readonly (readonly string[])[]): Record<string, string[]> {
  const sets = new Map<string, Set<string>>();
  for (const [key = "", value = ""] of pairs) {
    const existingSet = sets.get(key);
    if (existingSet) existingSet.add(value);
    else sets.set(key, new Set([value]));
  }
  return Object.fromEntries([...sets].map(([key, values]) => [key, [...values].sort(compare)]));
}
