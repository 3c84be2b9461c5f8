import { LbError } from "../../../kinds/errors";
import { failure } from "../../lifecycle/errors";
import { hasUnknown, isObject } from "../../lifecycle/json";
import type { Bag, Context, Difference, Kind } from "../../lifecycle/kind";
import { sleep } from "../../lifecycle/wait";
import { type AviApi, apiFor, ReadAgain } from "../client/api";
import { checkRoutes, parseRoutesId, routesId, type Target } from "../routes/inputs";
import { heldRoutes, mergedRoutes, type Route, routeKey, routesOf } from "../routes/routes";

/** Controllers of several clusters write into one VRF context: each collision costs a round. */
const MAX_ROUNDS = 10;

/** The routes to the pods of one cluster, inside a VRF context that belongs to others. */
export const STATIC_ROUTES: Kind = {
  name: "avi:StaticRoutes",
  namespace: "avi",
  check: (_olds, news) => checkRoutes(news),
  diff,
  async create(ctx, news) {
    const api = apiFor(ctx.config);
    const target: Target = {
      tenant: typeof news.tenant === "string" ? news.tenant : api.session.settings.tenant,
      cloud: String(news.cloud),
      vrfContext: String(news.vrfContext),
      clusterName: String(news.clusterName),
    };
    await write(api, ctx, target, routesOf(news.routes));
    return { id: routesId(target), outs: news };
  },
  async read(ctx, id, last) {
    const target = parseRoutesId(id);
    const vrf = await apiFor(ctx.config).find("vrfcontext", target.vrfContext, target);
    const declared = routesOf(last.routes);
    const live = vrf ? heldRoutes(vrf, target.clusterName, declared) : [];
    // Without any route there is nothing of ours, unless none is what was declared.
    if (live.length === 0 && (declared.length > 0 || last.owner === undefined)) return undefined;
    const { clusterName, vrfContext, cloud } = target;
    const bag: Bag = {
      owner: last.owner ?? "",
      clusterName,
      vrfContext,
      cloud,
      ...(last.tenant === undefined ? {} : { tenant: last.tenant }),
      routes: inOrder(live, declared).map((route) => ({ ...route })),
    };
    return { outs: bag, inputs: bag };
  },
  async update(ctx, id, _olds, news) {
    await write(apiFor(ctx.config), ctx, parseRoutesId(id), routesOf(news.routes));
    return news;
  },
  async delete(ctx, id) {
    await write(apiFor(ctx.config), ctx, parseRoutesId(id), []);
  },
};

function diff(id: string, olds: Bag, news: Bag): Difference {
  const replaces = ["clusterName", "vrfContext", "cloud"].filter((key) => news[key] !== olds[key]);
  // Earlier releases did not write it down; the id always has it.
  if (news.tenant !== undefined && news.tenant !== parseRoutesId(id).tenant) replaces.push("tenant");
  const before = new Set(routesOf(olds.routes).map(routeKey));
  const after = new Set(routesOf(news.routes).map(routeKey));
  const same = before.size === after.size && [...after].every((key) => before.has(key));
  return { changes: [...replaces, ...(same && !hasUnknown(news.routes) ? [] : ["routes"])], replaces };
}

/** Reads, puts our routes in the place of our routes, writes; again when somebody else wrote in between. */
async function write(api: AviApi, ctx: Context, target: Target, routes: readonly Route[]): Promise<void> {
  const { vrfContext, clusterName } = target;
  const object = `VrfContext ${vrfContext}`;
  let failed: ReadAgain | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const vrf = await api.find("vrfcontext", vrfContext, target);
    if (!vrf) {
      if (routes.length === 0) return;
      throw failure("LB2020", { object, message: `there is no VRF context of this name in cloud ${target.cloud}` });
    }
    const merged = mergedRoutes(vrf, clusterName, routes, await api.session.version());
    const before = Array.isArray(vrf.static_routes) ? vrf.static_routes.filter(isObject) : [];
    // Routes that stay are taken over as they are: the same number with none added is the same list.
    if (merged.length === before.length && merged.every((route, index) => route === before[index])) return;
    ctx.progress(`writing ${routes.length} routes into ${object}`);
    try {
      await replace(api, { ...vrf, name: vrfContext, static_routes: merged }, String(vrf.uuid), target);
      return;
    } catch (error) {
      if (!(error instanceof ReadAgain)) throw error;
      failed = error;
      await sleep(api.session.settings.retryDelayMs * (0.5 + Math.random()));
    }
  }
  if (!failed?.raced) throw failed?.reason;
  throw failure("LB2011", { object, message: `it was changed between our read and our write, ${MAX_ROUNDS} times in a row` });
}

/** A tenant other than admin sees the VRF contexts of admin but may not change them. */
async function replace(api: AviApi, body: Parameters<AviApi["replace"]>[2], uuid: string, target: Target): Promise<void> {
  try {
    await api.replace("vrfcontext", uuid, body, target);
  } catch (error) {
    const foreign = error instanceof LbError && error.message.includes("Cannot modify VrfContext");
    if (!foreign || target.tenant === "admin") throw error;
    await api.replace("vrfcontext", uuid, body, { ...target, tenant: "admin" });
  }
}

/** Live routes in the declared order; unknown ones behind. */
function inOrder(live: readonly Route[], declared: readonly Route[]): Route[] {
  const position = new Map(declared.map((route, index) => [routeKey(route), index]));
  const at = (route: Route) => position.get(routeKey(route)) ?? declared.length;
  return [...live].sort((one, other) => at(one) - at(other));
}
