// Reads an Avi plan from the resources of a Pulumi state.

import { OBJECT_KINDS, POOL } from "../../../resources/avi";
import { STATIC_ROUTES } from "../../../resources/avi/static-routes";
import { listIn, nameIn } from "../../../resources/json";
import type { StateReader } from "../target";
import { unbundled } from "./bundles";
import type { AviShown } from "./plan";

const PRIMARY = new Map(OBJECT_KINDS.map(({ type, primary }) => [type as string, primary.name]));

/** Declarations of Avi in a state. It does not show whose the routes are. */
export const aviInState: StateReader<AviShown> = {
  added: ["created_by", "markers", "vsvip_cloud_config_cksum", "cloud_ref", "tenant_ref", "vrf_ref", "vrf_context_ref", "labels"],
  plan(resources) {
    const routes = resources.filter(({ kind, inputs }) => kind === STATIC_ROUTES.type && Array.isArray(inputs.routes));
    const named = resources.flatMap((resource) => {
      const { kind, inputs } = resource;
      const primary = PRIMARY.get(kind);
      const name = primary === undefined ? "" : nameIn(inputs[primary]);
      // lists that somebody cut out of a state are empty
      const lists = { poolGroups: listIn(inputs.poolGroups), policies: listIn(inputs.policies) };
      return name === "" ? [] : [{ ...resource, name, inputs: { ...inputs, ...lists } }];
    });
    const services = unbundled(named).flatMap(({ kind, name, owners }) => {
      const service = kind === POOL.type ? owners.find((owner) => owner.kind === "Service") : undefined;
      return service ? [[name, `${service.namespace}/${service.name}`] as const] : [];
    });
    return {
      target: "avi",
      resources: [...routes, ...named],
      endpoints: [],
      statuses: [],
      diagnostics: [],
      shown: { labelledRoutes: false, services: Object.fromEntries(services), preservedPools: [], split: [] },
    };
  },
};
