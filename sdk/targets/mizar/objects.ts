// The Mizar objects of a plan as API bodies.

import { formatAddress } from "../../../resources/mizar/addresses";
import type { Network, Subnet, Vpc } from "../../frontends";
import { ownerNames, type Spec } from "../../specs";
import type { Attachment } from "./lower/assign";
import { placedAnnotations } from "./lower/pod-annotations";
import type { AssignedAddress } from "./lower/topology";
import { gatewayOf } from "./lower/vpc-addresses";
import type { KubernetesBody, MizarPlan, Placed, PodPlacement, ServicePlacement, Stores } from "./plan";

export interface MizarObjects {
  objects: {
    networks: KubernetesBody[];
    vpcs: KubernetesBody[];
    subnets: KubernetesBody[];
    pods: PodPlacement[];
    services: ServicePlacement[];
    stores: Stores;
  };
  /** `<api type>/<name>` -> the specs it represents; Pods and Services under their names in Mizar. */
  owners: Record<string, string[]>;
}

/** The objects of a plan with their owners, for output. */
export function mizarObjects({ shown: { networks, vpcs, subnets, pods, services, stores } }: Pick<MizarPlan, "shown">): MizarObjects {
  const lists = { networks, vpcs, subnets, pods, services };
  const owners = Object.entries(lists).flatMap(([type, list]) =>
    list.map(({ body, owner }: Placed<ShownObject>) => [`${type}/${idOf(body)}`, ownerNames([owner])] as const),
  );
  return {
    objects: {
      networks: bodies(networks),
      vpcs: bodies(vpcs),
      subnets: bodies(subnets),
      pods: bodies(pods),
      services: bodies(services),
      stores,
    },
    owners: Object.fromEntries(owners),
  };
}

type ShownObject = KubernetesBody | PodPlacement | ServicePlacement;

const bodies = <T>(list: Placed<T>[]) => list.map(({ body }) => body);

/** Two tenants may have a Network of one name. */
function idOf(shown: ShownObject): string {
  if ("podName" in shown) return shown.podName;
  if ("endpoint" in shown) return shown.endpoint.name;
  const { name, tenant } = shown.metadata;
  return shown.kind === "Network" && tenant ? `${tenant}/${name}` : String(name);
}

/** Body of a Network; its tenant is its own, or that of the settings. */
export function networkBody(network: Network, tenant: string): KubernetesBody {
  return bodyOf(network, { ...(tenant ? { tenant } : {}) }, network.spec);
}

/** Body of a Vpc or Subnet. A new one needs `spec.status: Init`, the only status that the operator reacts to (mizar.md 2.2). */
export function rangeBody(object: Vpc | Subnet): KubernetesBody {
  const { tenant, namespace } = object.ref;
  const countField = object.ref.kind === "Vpc" ? "dividers" : "bouncers";
  return bodyOf(
    object,
    { ...(tenant ? { tenant } : {}), namespace },
    { [countField]: 1, ...object.spec, status: object.spec.status || "Init" },
  );
}

/** Removes fields that the server or the operator writes. */
function bodyOf({ ref, meta }: Spec, identity: Record<string, string>, spec: Record<string, unknown>): KubernetesBody {
  const annotations = Object.entries(meta.annotations).filter(([name]) => !/^(kopf\.zalando\.org|kubectl\.kubernetes\.io)\//.test(name));
  return {
    apiVersion: ref.apiVersion,
    kind: ref.kind,
    metadata: {
      name: ref.name,
      ...identity,
      ...(Object.keys(meta.labels).length > 0 ? { labels: meta.labels } : {}),
      ...(annotations.length > 0 ? { annotations: Object.fromEntries(annotations) } : {}),
    },
    spec,
  };
}

/** A Pod in its subnet (seed 127-213). */
export function podPlacement({ workload, name, membership }: Attachment, assigned: readonly AssignedAddress[]): PodPlacement {
  const { ref } = workload.spec;
  const interfaces = assigned.map(({ nic = "", subnet, ip }) => ({
    name: nic,
    subnet: subnet.name,
    ip: formatAddress(ip),
    prefix: String(subnet.block.prefix),
    gateway: formatAddress(gatewayOf(subnet.block)),
  }));
  const { name: _, ...first } = interfaces[0]!; // every Pod has one interface at least (nicsOf)
  return {
    name: ref.name,
    namespace: ref.namespace,
    tenant: workload.tenant,
    podName: name,
    vpc: membership.vpc.name,
    ...first,
    annotations: placedAnnotations(workload.spec.meta.annotations, membership, assigned),
    ...(interfaces.length > 1 ? { interfaces } : {}),
  };
}

/**
 * A Service's scaled endpoint (seed 217-241). Its address becomes the clusterIP where the API server leaves that open: with ipam
 * External (mizar.md 3.3). Elsewhere the cluster gives one.
 */
export function servicePlacement({ workload, name, membership }: Attachment, { subnet, ip }: AssignedAddress): ServicePlacement {
  const { spec } = workload;
  const { ref } = spec;
  const address = formatAddress(ip);
  const settled = ("clusterIP" in spec && typeof spec.clusterIP === "string") || membership.network?.spec.ipam === "External";
  return {
    name: ref.name,
    namespace: ref.namespace,
    tenant: workload.tenant,
    clusterIP: settled ? address : null,
    endpoint: { name, type: "scaled", vpc: membership.vpc.name, net: subnet.name, ip: address },
    bouncersUpdatedInVpc: membership.vpc.name,
  };
}
