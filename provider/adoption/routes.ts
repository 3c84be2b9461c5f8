import { STATIC_ROUTES, type StaticRoute } from "../../kinds/avi/resources";
import type { AviApi } from "../avi/client/api";
import { heldRoutes, othersOfCluster, routeKey } from "../avi/routes";
import type { AdoptionAsked, FieldChange, PlannedObject } from "./report";

/** What adopting comes to in the VRF contexts, which belong to others, and which routes of AKO would stay there. */
export async function plannedRoutes(
  api: AviApi,
  { planned, tenant = api.session.settings.tenant }: AdoptionAsked,
): Promise<{ objects: PlannedObject[]; notes: string[] }> {
  const notes: string[] = [];
  const objects: PlannedObject[] = [];
  for (const { kind, name, inputs } of planned) {
    const { data } = STATIC_ROUTES.schema.safeParse(inputs);
    if (kind !== STATIC_ROUTES.type || !data) continue;
    const { routes, vrfContext, clusterName, cloud } = data;
    const object = `VrfContext ${vrfContext}`;
    const vrf = await api.find("vrfcontext", vrfContext, { tenant, cloud });
    const held = vrf ? heldRoutes(vrf, clusterName, routes) : [];
    const changes = [...only(routes, held, "to"), ...only(held, routes, "from")];
    const fate = changes.length === 0 ? "unchanged" : held.length === 0 ? "new" : "changed";
    objects.push({ key: `vrfcontext/${vrfContext}`, object, resource: name, fate, mark: "", changes });
    const stay = vrf ? othersOfCluster(vrf, clusterName).filter((route) => !held.some((one) => routeKey(one) === routeKey(route))) : [];
    for (const { prefix, nextHop } of stay)
      notes.push(`the route to ${prefix} via ${nextHop} in ${object} is AKO's, is not in the plan, and stays`);
  }
  return { objects, notes };
}

function only(these: readonly StaticRoute[], those: readonly StaticRoute[], side: "from" | "to"): FieldChange[] {
  const known = new Set(those.map(routeKey));
  const missing = these.filter((route) => !known.has(routeKey(route)));
  return missing.map(({ prefix, nextHop }) => ({ field: `static_routes[${prefix}]`, [side]: nextHop }));
}
