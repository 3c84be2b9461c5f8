import { ownerNames } from "../owner-name";
import type { KubernetesBody, MizarPlan, Planned, PodPlacement, ServicePlacement, Stores } from "./plan";

export interface MizarObjects {
  objects: {
    networks: KubernetesBody[];
    vpcs: KubernetesBody[];
    subnets: KubernetesBody[];
    pods: PodPlacement[];
    services: ServicePlacement[];
    stores: Stores;
  };
  /** `<api type>/<name>` -> the specs it stands for; Pods and Services under their names in Mizar. */
  owners: Record<string, string[]>;
}

/** The plan as objects that can be shown, with who they belong to. */
export function mizarObjects({ networks, vpcs, subnets, pods, services, stores }: MizarPlan): MizarObjects {
  const lists = { networks, vpcs, subnets, pods, services };
  const owners = Object.entries(lists).flatMap(([type, list]) =>
    (list as Planned<unknown>[]).map(({ body, owner }) => [`${type}/${idOf(body as Shown)}`, ownerNames([owner])] as const),
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

type Shown = KubernetesBody | PodPlacement | ServicePlacement;

const bodies = <T>(list: Planned<T>[]) => list.map(({ body }) => body);

/** Two tenants may have a Network of one name. */
function idOf(shown: Shown): string {
  if ("podName" in shown) return shown.podName;
  if ("endpoint" in shown) return shown.endpoint.name;
  const { name, tenant } = shown.metadata;
  return shown.kind === "Network" && tenant ? `${tenant}/${name}` : String(name);
}
