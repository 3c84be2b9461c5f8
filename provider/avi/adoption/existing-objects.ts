// Lists the objects of a cluster that exist on the controller, before a run adopts them.

import { AVI_TYPES, type AviType, isAviType, parseReference } from "../../../resources/avi/body";
import { addTo, chunksOf } from "../../../resources/lists";
import type { AdoptionQuery } from "../../lifecycle/adoption";
import { MARK_PREFIX } from "../../lifecycle/ownership";
import type { AviObject } from "../client/answers";
import type { AviApi } from "../client/api";
import { isInCloud } from "../client/shared-reads";
import { hasMarker } from "../marked-objects";
import { type DeclaredObject, markOf } from "../objects";

/** An object that exists on the controller. */
export interface ExistingObject {
  type: AviType;
  live: AviObject;
  key: string;
}

/** Mark that AKO puts on the objects of a cluster. */
export const akoMark = (cluster: string): string => `ako-${cluster}`;

/** Mark that AKO's container for Gateway API puts on its own, whose names begin with it too. */
export const gatewayMark = (cluster: string): string => `ako-gw-${cluster}`;

/** True for an object that AKO made for a Gateway, by its name: in a cluster called `gw-x` AKO's usual mark is the same. */
export const isOfGateway = (cluster: string, { live }: Pick<ExistingObject, "live">): boolean =>
  live.name.startsWith(`${gatewayMark(cluster)}--`);

/** Types that AKO marks; monitors and TLS profiles are the administrator's. */
const MARKED = Object.keys(AVI_TYPES)
  .filter(isAviType)
  .filter((type) => AVI_TYPES[type].ownerField === "created_by");

/**
 * Everything of the cluster in the cloud of the plan, by `<type>/<name>`: what AKO marked, the VsVips that its names tell, and what else has
 * a name of the plan. A cluster of the same name in another cloud is another one, with the same marks. One list of each type; what has a
 * name of the plan and no mark of AKO is asked for by its names, many at once.
 */
export async function existingObjects(
  api: AviApi,
  { cluster, tenant = api.session.settings.tenant }: AdoptionQuery,
  planned: readonly DeclaredObject[],
): Promise<Map<string, ExistingObject>> {
  const clouds = cloudsOf(planned, api.session.settings.cloud);
  const list = async (type: AviType, query: string): Promise<ExistingObject[]> => {
    const all = await api.list(type, `page_size=100&include_name=true&${query}`, tenant, `list of ${type}`);
    const inClouds = all.filter((live) => clouds.some((cloud) => isInCloud(live, type, { tenant, cloud })));
    return inClouds.map((live) => ({ type, live, key: `${type}/${live.name}` }));
  };
  const marked = MARKED.map(async (type) => {
    const ofMark = (mark: string) => list(type, `created_by=${encodeURIComponent(mark)}`);
    const [usual, ofGateways] = await Promise.all([ofMark(akoMark(cluster)), ofMark(gatewayMark(cluster))]);
    const ofIngresses = usual.filter(({ live }) => !live.name.startsWith(`${akoMark(cluster)}--`));
    return [...ofIngresses, ...ofGateways.filter((ofGateway) => isOfGateway(cluster, ofGateway))];
  });
  const vips = list("vsvip", "").then((all) => all.filter((object) => isVipOf(cluster, object)));
  const groups = list("stringgroup", "").then((all) => all.filter(({ live }) => hasMarker(live, akoMark(cluster))));
  const existing = new Map((await Promise.all([...marked, vips, groups])).flat().map((object) => [object.key, object]));
  const missing = new Map<AviType, DeclaredObject[]>();
  for (const object of planned) if (!existing.has(object.key)) addTo(missing, object.type, object);
  const lists = [...missing].flatMap(([type, objects]) =>
    chunksOf(objects, AT_ONCE).map((some) => list(type, `name.in=${some.map(({ name }) => encodeURIComponent(name)).join(",")}`)),
  );
  for (const object of (await Promise.all(lists)).flat())
    if (missing.get(object.type)?.some(({ key }) => key === object.key)) existing.set(object.key, object);
  return existing;
}

/** The clouds that a plan has something in; where it has nothing, that of the connection. */
function cloudsOf(planned: readonly DeclaredObject[], defaultCloud: string): string[] {
  const inClouds = planned.filter(({ type }) => AVI_TYPES[type].perCloud);
  const named = inClouds.map(({ body }) => parseReference(body.cloud_ref)?.name ?? defaultCloud);
  return named.length === 0 ? [defaultCloud] : [...new Set(named)];
}

/** AKO 2.x finds its VsVips by the beginning of their names too; those that carry a mark of this package are another's. */
const isVipOf = (cluster: string, { live }: ExistingObject): boolean =>
  (live.name.startsWith(`${cluster}--`) || isOfGateway(cluster, { live })) && !markOf("vsvip", live).startsWith(MARK_PREFIX);

/** Number of names in one request: each has 255 characters at most. */
const AT_ONCE = 20;
