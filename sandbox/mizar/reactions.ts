import { reconcileNetwork } from "./arktos/phases";
import { placePod, placeService } from "./arktos/placement";
import { furnish } from "./arktos/tenants";
import { makeVpc, NetworkMemory } from "./arktos/vpcs";
import type { Reaction, Reactions } from "./engine/reactions";
import type { ArktosController } from "./settings";
import { endpointsUpdate } from "./workflows/backends";
import { runPod } from "./workflows/kubelet";
import { nodeCreate } from "./workflows/node";
import { podCreate, podDelete } from "./workflows/pod";
import { serviceCreate, serviceDelete } from "./workflows/service";

/** Everything that is done about Kubernetes' and Arktos' own kinds. Without placement Mizar reads Pods and Services by itself. */
export function reactionsOf(controllers: readonly ArktosController[]): Reactions {
  const tenants = new Set<string>();
  const networks = new NetworkMemory();
  const has = (name: ArktosController) => controllers.includes(name);
  const only = (name: ArktosController, reaction: Reaction): Reaction[] => (has(name) ? [reaction] : []);
  const placed = has("placement");
  return {
    changed: {
      Node: [nodeCreate],
      Pod: [runPod, placed ? placePod : podCreate],
      Service: [placed ? placeService : serviceCreate],
      Endpoints: [endpointsUpdate],
      Network: [...only("vpc", (network, context) => makeVpc(network, context, networks)), ...only("network", reconcileNetwork)],
      ...(has("tenant") ? { Tenant: only("tenant", (tenant, context) => furnish(tenant, context, tenants)) } : {}),
    },
    gone: { Pod: podDelete, Service: serviceDelete },
  };
}
