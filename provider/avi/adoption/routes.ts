// Static routes in an adoption: those that a plan takes over, and those of AKO that it does not need.

import ipaddr from "ipaddr.js";
import { describe, parseReference } from "../../../resources/avi/body";
import { STATIC_ROUTES, type StaticRoute } from "../../../resources/avi/static-routes";
import type { AdoptionQuery, FieldChange, Leftover, PlannedObject } from "../../lifecycle/adoption";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import type { AviObject } from "../client/answers";
import type { AviApi } from "../client/api";
import { allRoutes, clusterRoutes, routeKey, routesOfAko, toRoute } from "../routes";

/**
 * Result of adopting in the VRF contexts, which belong to others, and routes of AKO that no plan needs. If the plan has no routes, those of
 * AKO may be in any VRF context of the cloud.
 *
 * @param cloud of the connection, if the plan names none
 * @param bodies of the plan: their servers are reached through routes
 */
export async function existingRoutes(
  api: AviApi,
  { planned, cluster, tenant = api.session.settings.tenant }: AdoptionQuery,
  cloud: string,
  bodies: readonly JsonObject[],
): Promise<{ objects: PlannedObject[]; left: Leftover[] }> {
  const declared = planned.flatMap(({ kind, name, inputs }) => {
    const { data } = STATIC_ROUTES.schema.safeParse(inputs);
    return kind === STATIC_ROUTES.type && data ? [{ resource: name, ...data }] : [];
  });
  const isIn = (vrf: AviObject, cloudName: string) => !cloudName || !vrf.cloud_ref || parseReference(vrf.cloud_ref)?.name === cloudName;
  const all = await api.list("vrfcontext", "page_size=100&include_name=true", tenant, "list of vrfcontext");
  const objects = declared.map(({ resource, vrfContext, clusterName, routes, ...rest }): PlannedObject => {
    const vrf = all.find((object) => object.name === vrfContext && isIn(object, rest.cloud));
    const existing = vrf ? clusterRoutes(vrf, clusterName, routes) : [];
    const changes = [...only(routes, existing, "to"), ...only(existing, routes, "from")];
    const fate = changes.length === 0 ? "unchanged" : existing.length === 0 ? "new" : "changed";
    return { key: `vrfcontext/${vrfContext}`, object: describe("vrfcontext", vrfContext), resource, fate, mark: "", changes };
  });
  const leftovers = all
    .filter((vrf) => isIn(vrf, declared[0]?.cloud ?? cloud))
    .flatMap((vrf) => {
      const declaration = declared.find(({ vrfContext }) => vrfContext === vrf.name);
      return leftRoutes(vrf, cluster, declaration?.routes, serversIn(bodies));
    });
  return { objects, left: leftovers };
}

function only(these: readonly StaticRoute[], those: readonly StaticRoute[], side: "from" | "to"): FieldChange[] {
  const otherKeys = new Set(those.map(routeKey));
  const missing = these.filter((route) => !otherKeys.has(routeKey(route)));
  return missing.map(({ prefix, nextHop }) => ({ field: `static_routes[${prefix}]`, [side]: nextHop }));
}

/**
 * Routes of AKO that are not in the plan. One that servers of the plan are reached by, and no other route leads to, is held: nodes may be
 * missing in what the plan was made of.
 *
 * @param routesOfPlan the routes of the plan in this VRF context; those with ids of ours the run that adopts takes out itself
 */
function leftRoutes(
  vrf: AviObject,
  cluster: string,
  routesOfPlan: readonly StaticRoute[] | undefined,
  servers: readonly string[],
): Leftover[] {
  const plan = new Set(routesOfPlan?.map(routeKey));
  const stale = routesOfAko(vrf, cluster).filter(({ route, isNumbered }) => !plan.has(routeKey(route)) && !(routesOfPlan && isNumbered));
  const keys = new Set(stale.map(({ route }) => routeKey(route)));
  const others = allRoutes(vrf)
    .map(toRoute)
    .filter((route) => !keys.has(routeKey(route)));
  return stale.map(({ route, mark }): Leftover => {
    const { prefix, nextHop } = route;
    const alone = servers.find((server) => covers(prefix, server) && !others.some((other) => covers(other.prefix, server)));
    return {
      key: `vrfcontext/${vrf.name}/static_routes[${prefix} via ${nextHop}]`,
      object: `route to ${prefix} via ${nextHop} in ${describe("vrfcontext", vrf.name)}`,
      uuid: vrf.uuid,
      mark,
      hosts: [],
      route: { vrfContext: vrf.name, cloud: parseReference(vrf.cloud_ref)?.name ?? "", prefix, nextHop },
      ...(alone === undefined ? {} : { held: `the server ${alone} of the plan is reached by it, and by no other route` }),
    };
  });
}

const serversIn = (bodies: readonly JsonObject[]): string[] =>
  bodies.flatMap(({ servers }) =>
    Array.isArray(servers) ? servers.flatMap((server) => (isObject(server) && isObject(server.ip) ? [String(server.ip.addr)] : [])) : [],
  );

function covers(prefix: string, address: string): boolean {
  if (!ipaddr.isValidCIDR(prefix) || !ipaddr.isValid(address)) return false;
  const [network, parsedAddress] = [ipaddr.parseCIDR(prefix), ipaddr.parse(address)];
  return parsedAddress.kind() === network[0].kind() && parsedAddress.match(network);
}
