// Deletes objects of AKO that no plan has, after an adoption (`k8s-lb adopt --sweep`), if they are as the report listed them.

import { isAviType } from "../../../resources/avi/body";
import { LbError } from "../../../resources/diagnostic";
import { addTo } from "../../../resources/lists";
import type { AdoptionQuery, Leftover, Swept } from "../../lifecycle/adoption";
import type { ConfigSource } from "../../lifecycle/handler";
import { MARK_PREFIX } from "../../lifecycle/ownership";
import type { AviObject } from "../client/answers";
import { type AviApi, apiFor } from "../client/api";
import { markOf } from "../objects";
import { routeKey, routesOfAko, withoutRoutesOfAko } from "../routes";
import { changeRoutes } from "../vrf-context";

/**
 * Deletes what is left, one after the other, as long as it is what the report saw; the routes of one VRF context go with one write. A
 * refusal of the controller is reported, and the next one tried.
 */
export async function sweep(
  config: ConfigSource,
  leftovers: readonly Leftover[],
  { cluster, tenant: queryTenant }: Pick<AdoptionQuery, "cluster" | "tenant">,
  onSwept: (swept: Swept) => void = () => undefined,
): Promise<Swept[]> {
  const api = apiFor(config);
  const tenant = queryTenant ?? api.session.settings.tenant;
  const swept: Swept[] = [];
  const became = ({ key, object }: Leftover, outcome: Outcome) => {
    const result = { key, object, ...outcome };
    onSwept(result);
    swept.push(result);
  };
  for (const object of leftovers) if (!isRoute(object)) became(object, await outcomeOf(() => removeLeft(api, object, tenant)));
  for (const routes of inOneVrf(leftovers))
    for (const [object, outcome] of await removeRoutes(api, routes, cluster, tenant)) became(object, outcome);
  return swept;
}

type Outcome = Pick<Swept, "outcome" | "reason">;

async function removeLeft(api: AviApi, { key, uuid, mark, held }: Leftover, tenant: string): Promise<Outcome> {
  if (held !== undefined) return { outcome: "held", reason: held };
  const slash = key.indexOf("/");
  const [type, name] = [key.slice(0, slash), key.slice(slash + 1)];
  if (!isAviType(type)) return { outcome: "failed", reason: `nothing of type ${type} is ever removed` };
  // names are unique per tenant and cloud: the uuid selects one of several
  const objects = await api.list(type, `name=${encodeURIComponent(name)}&include_name=true`, tenant, key);
  const live = objects.find((object) => object.uuid === uuid);
  if (!live) return { outcome: "gone", reason: "it was deleted meanwhile" };
  const now = markOf(type, live);
  const isSame = type === "vsvip" ? !now.startsWith(MARK_PREFIX) : now === mark;
  if (!isSame) return { outcome: "changed", reason: now ? `it is marked ${now} now` : "it has no mark now" };
  await api.remove(type, live, { tenant, cloud: "" });
  return { outcome: "removed" };
}

type LeftRoute = Leftover & Required<Pick<Leftover, "route">>;

const isRoute = (leftover: Leftover): leftover is LeftRoute => leftover.route !== undefined;

function inOneVrf(leftovers: readonly Leftover[]): LeftRoute[][] {
  const groups = new Map<string, LeftRoute[]>();
  for (const leftover of leftovers.filter(isRoute)) addTo(groups, leftover.uuid, leftover);
  return [...groups.values()];
}

/** Takes routes of AKO out of the VRF context that they stand in, with one write. */
async function removeRoutes(
  api: AviApi,
  leftovers: readonly LeftRoute[],
  cluster: string,
  tenant: string,
): Promise<[LeftRoute, Outcome][]> {
  const free = leftovers.filter(({ held }) => held === undefined).map(({ route }) => route);
  let removed = new Set<string>();
  const routes = (vrf: AviObject) => {
    removed = new Set(routesOfAko(vrf, cluster).map(({ route }) => routeKey(route)));
    return withoutRoutesOfAko(vrf, cluster, free);
  };
  const [first] = free;
  const all = await outcomeOf(async () => {
    if (first) await changeRoutes(api, { vrfContext: first.vrfContext, tenant, cloud: first.cloud, routes });
    return { outcome: "removed" };
  });
  return leftovers.map((leftover): [LeftRoute, Outcome] => {
    if (leftover.held !== undefined) return [leftover, { outcome: "held", reason: leftover.held }];
    const isGone = all.outcome === "removed" && !removed.has(routeKey(leftover.route));
    return [leftover, isGone ? { outcome: "gone", reason: "it was deleted meanwhile" } : all];
  });
}

/** Reports a refusal as an outcome, so that the other objects are still deleted. */
async function outcomeOf(remove: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await remove();
  } catch (error) {
    if (error instanceof LbError) return { outcome: "failed", reason: error.message.split("\n")[0] ?? error.message };
    throw error;
  }
}
