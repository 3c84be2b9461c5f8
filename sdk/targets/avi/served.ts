// The routing table of an Avi plan, or of a live controller.

import { type AviBodies, type AviNames, servedByAvi } from "../../../requests/avi";
import type { RoutingTable } from "../../../requests/table/routing-table";
import { GATEWAY_VS, L4_VS } from "../../../resources/avi";
import { parseReference } from "../../../resources/avi/body";
import { describeObject } from "../../../resources/diagnostic";
import { nameIn } from "../../../resources/json";
import type { Json } from "../../../resources/kind";
import { ofKind, type PlannedResource } from "../../plan";
import { ownerOf } from "../../requests/backend-table";
import type { PlanOf } from "../target";
import { unbundled } from "./bundles";
import { aviObjects, bodiesOf } from "./objects";
import type { AviShown } from "./plan";

/** Routing table of a plan. Its hosts share an address; a Service and a Gateway have one of their own. */
export const aviServed = (plan: PlanOf<AviShown>): RoutingTable => servedByAvi(aviObjects(plan).objects, namesIn(plan));

/**
 * Routing table of a plan, with each shared virtual service as an address of its own: a host answers only on its own.
 *
 * @param resources those of the plan, with each pool as one
 */
export function aviServedByAddress(resources: readonly PlannedResource[], shown: AviShown): RoutingTable {
  const { group, ...names } = namesIn({ resources, shown });
  return servedByAvi(bodiesOf(resources), { ...names, group: (vsVip) => group?.(vsVip) ?? vsVip });
}

/** Routing table of a plan with everything that a picture shows. */
export const aviServedByPool = ({ resources, shown }: Pick<PlanOf<AviShown>, "resources" | "shown">): RoutingTable =>
  servedByAvi(bodiesOf(unbundled(resources)), { ...namesIn({ resources, shown }), inFull: true });

/** Routing table of a controller at the addresses of a plan, whoever made its objects. */
export function aviServedLive(bodies: object, plan: PlanOf<AviShown>): RoutingTable {
  const live = bodies as AviBodies;
  const planned = new Set(aviObjects(plan).objects.vsvip?.map(({ name }) => name));
  const vsvip = live.vsvip?.filter(({ name }) => planned.has(String(name)));
  const virtualservice = live.virtualservice?.filter(
    ({ type, vsvip_ref }) => type === "VS_TYPE_VH_CHILD" || planned.has(parseReference(vsvip_ref as Json)?.name ?? ""),
  );
  return servedByAvi({ ...live, ...(vsvip ? { vsvip } : {}), ...(virtualservice ? { virtualservice } : {}) }, namesIn(plan));
}

function namesIn(plan: Pick<PlanOf<AviShown>, "resources" | "shown">): AviNames {
  const separate = [...ofKind(plan, L4_VS), ...ofKind(plan, GATEWAY_VS)];
  const groups = new Map(
    separate.flatMap(({ inputs: { vsVip }, owners: [first] }) => (first ? [[nameIn(vsVip), describeObject(first)] as const] : [])),
  );
  const { services, ports = {}, preservedPools, namesElsewhere, sources } = plan.shown;
  const service = (pool: string) => services[pool] && `${services[pool]}${ports[pool] === undefined ? "" : `:${ports[pool]}`}`;
  const preserved = new Set(preservedPools);
  const owners = (object: string, host: string) => {
    const hostSources = sources?.of(`${object} ${host}`) ?? [];
    return (hostSources.length > 0 ? hostSources : (sources?.of(object) ?? [])).map((source) => ownerOf(source.owner, source.at));
  };
  return { service, owners, preserved: (pool) => preserved.has(pool), namesElsewhere, group: (vsVip) => groups.get(vsVip) };
}
