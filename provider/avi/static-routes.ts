// The resource of static routes, which are fields of a VRF context of another owner.

import { z } from "zod";
import { describe } from "../../resources/avi/body";
import { STATIC_ROUTES, type StaticRoute, type StaticRoutesInputs } from "../../resources/avi/static-routes";
import type { Adapter, Operation } from "../lifecycle/adapter";
import { hasUnknown, isUnknown, type Properties } from "../lifecycle/bodies/json";
import { changesOfUndeclared, type UndeclaredFields } from "../lifecycle/bodies/undeclared-fields";
import { checkFailures, inputsInState, schemaFaults } from "../lifecycle/check";
import type { Drift } from "../lifecycle/drift";
import type { Difference, ResourceHandler } from "../lifecycle/handler";
import { byHand, undeclaredChange } from "../lifecycle/messages/drift-messages";
import { failure } from "../lifecycle/messages/errors";
import { pointerText } from "../lifecycle/messages/pointer-text";
import { handlerOf } from "../lifecycle/resource-lifecycle";
import type { AviObject } from "./client/answers";
import { type AviApi, apiFor } from "./client/api";
import { clusterRoutes, inheritedRoutes, mergedRoutes, othersOfRoutes, routeKey, routesOfOthers } from "./routes";
import { changeRoutes } from "./vrf-context";

/** Names the routes of one cluster in one VRF context. */
interface RoutesTarget {
  tenant: string;
  cloud: string;
  vrfContext: string;
  clusterName: string;
}

/** A VRF context, which belongs to others, and the routes in it that count as ours. */
interface LiveRoutes {
  vrf: AviObject;
  routes: readonly StaticRoute[];
}

/** Content of the state besides the inputs: fields of our routes that no program declares. */
interface KnownRoutes {
  others?: UndeclaredFields;
  /** Routes that were taken over and have the ids of others, by what they mean. */
  adoptedRoutes?: string[];
}

interface RoutesJob extends Operation<StaticRoutesInputs, LiveRoutes, KnownRoutes>, RoutesTarget {
  api: AviApi;
}

const adapter: Adapter<StaticRoutesInputs, LiveRoutes, RoutesJob, KnownRoutes> = {
  known: z
    .object({
      __others: z.record(z.string(), z.string()).optional().catch(undefined),
      adoptedRoutes: z.array(z.string()).optional().catch(undefined),
    })
    .transform(({ __others: others, ...rest }) => ({ others, ...rest })),
  job(operation) {
    const api = apiFor(operation.ctx.config);
    const { tenant = api.session.settings.tenant, cloud = "", vrfContext = "", clusterName = "" } = operation.inputs;
    const declared = { tenant, cloud, vrfContext, clusterName };
    const named = operation.id === undefined ? declared : parseId(operation.id);
    // the id keeps the name that the cluster had when the routes were made
    return { ...operation, ...named, clusterName: clusterName || named.clusterName, api };
  },
  async find(job) {
    const { api, clusterName, vrfContext, inputs, verb } = job;
    const vrf = await api.find("vrfcontext", vrfContext, job);
    if (!vrf) return undefined;
    const { routes: declared = [], owner } = inputs;
    const routes = clusterRoutes(vrf, clusterName, declared);
    // Without any route there is nothing of ours, unless none is what was declared.
    const isGone = routes.length === 0 && (declared.length > 0 || owner === undefined);
    return verb === "read" && isGone ? undefined : { vrf, routes };
  },
  make: (job, { routes }) => write(job, routes),
  update: (job, { routes }, before, { vrf }) => write(job, routes, vrf, before),
  async remove(job, { vrf }) {
    // a component of another name has them now
    if (job.ctx.isDeclaredElsewhere?.(partOf(job))) return;
    const { api, ctx, tenant, cloud, vrfContext, clusterName, last } = job;
    const routes = (now: AviObject, version: string) =>
      inheritedRoutes(now, clusterName, version, last?.known.adoptedRoutes, (route) => ctx.successorOf?.(routePart(job, route)));
    await changeRoutes(api, { tenant, cloud, vrfContext, routes }, { first: vrf });
  },
  idOf: idIn,
  markedObjects: () => [],
  declared: ({ clusterName, vrfContext, cloud }, { routes }, before) => ({
    ...(before ?? { owner: "", clusterName, vrfContext, cloud }),
    routes: routes.map((route) => ({ ...route })),
  }),
  drift: ({ inputs: { routes: declared = [] }, last, vrfContext, clusterName }, live) => {
    const object = describe("vrfcontext", vrfContext);
    const at = ({ prefix }: StaticRoute) => `static_routes[${prefix}]`;
    const [desired, held] = [declared, live?.routes ?? []].map((routes) => new Map(routes.map((route) => [routeKey(route), route])));
    const only = (routes: typeof desired, otherRoutes: typeof held, how: string) =>
      [...(routes ?? [])].flatMap(([key, route]): Drift[] => {
        if (otherRoutes?.has(key)) return [];
        return [{ class: "declared", object, field: at(route), what: byHand(`route to ${route.prefix} via ${route.nextHop}`, how) }];
      });
    const before = live && last?.known.others;
    const others = before ? changesOfUndeclared(before, othersOfRoutes(live.vrf, clusterName)) : [];
    const undeclared = others.map(
      (change): Drift => ({ class: "other", object, field: change.at, what: undeclaredChange(object, change) }),
    );
    return [...only(desired, held, "removed"), ...only(held, desired, "added"), ...undeclared];
  },
  // The engine shows no property that begins with two underscores.
  outputs: (job, _inputs, { vrf, routes }) => ({
    adoptedRoutes: adoptedOf(job, vrf, routes),
    __others: othersOfRoutes(vrf, job.clusterName),
  }),
};

/** A run that adopts finds existing routes by prefix and next hop; later runs know their ids. */
function adoptedOf({ ownership, clusterName, last }: RoutesJob, vrf: AviObject, routes: readonly StaticRoute[]): string[] | undefined {
  const adoptedBefore = last?.known.adoptedRoutes ?? [];
  const adopted = routesOfOthers(vrf, clusterName, routes).filter((key) => ownership.adopt || adoptedBefore.includes(key));
  return adopted.length > 0 ? adopted : undefined;
}

/** The routes to the pods of one cluster, inside a VRF context that belongs to others. */
export const STATIC_ROUTES_HANDLER: ResourceHandler = handlerOf(
  STATIC_ROUTES,
  {
    check: (_olds, news) => checkFailures(schemaFaults(STATIC_ROUTES, news), "LB2016", { place: pointerText }),
    parts(news) {
      const { tenant = "", cloud = "", vrfContext = "", clusterName = "", routes = [] } = inputsInState(STATIC_ROUTES, news);
      const target = { tenant, cloud, vrfContext, clusterName };
      return [partOf(target), ...routes.map((route) => routePart(target, route) + clusterName)];
    },
    diff,
  },
  adapter,
);

function idIn(target: RoutesTarget): string {
  return [target.tenant, ...STATIC_ROUTES.id.map((input) => target[input])].join("/");
}

/** The routes of a cluster in a VRF context, whichever resource declares them. */
function partOf({ cloud, vrfContext, clusterName }: RoutesTarget): string {
  return `static_routes/${cloud}/${vrfContext}/${clusterName}`;
}

/** A route that two clusters need is there once; the name of a cluster follows. */
function routePart({ cloud, vrfContext }: RoutesTarget, route: StaticRoute): string {
  return `static_route/${cloud}/${vrfContext}/${routeKey(route)}/`;
}

/** The reverse of `idIn`. */
function parseId(id: string): RoutesTarget {
  const [tenant, cloud, vrfContext, ...rest] = id.split("/");
  const clusterName = rest.join("/");
  if (tenant && cloud && vrfContext && clusterName) return { tenant, cloud, vrfContext, clusterName };
  throw failure("LB2021", { message: `the id "${id}" does not have the form <tenant>/<cloud>/<vrfContext>/<clusterName>` });
}

function diff(id: string, olds: Properties, news: Properties): Difference {
  const moved = ["vrfContext", "cloud"].filter((key) => news[key] !== olds[key]);
  const renamed = news.clusterName !== olds.clusterName ? ["clusterName"] : [];
  // a program may leave it to the connection; the id always has it
  if (news.tenant !== undefined && news.tenant !== parseId(id).tenant) moved.push("tenant");
  // Values that preview does not know may be the current ones.
  const replaces = moved.filter((key) => !isUnknown(news[key]));
  const [before, after] = [olds, news]
    .map((one) => inputsInState(STATIC_ROUTES, one).routes ?? [])
    .map((all) => new Set(all.map(routeKey)));
  const isSame = !hasUnknown(news.routes) && before?.size === after?.size && [...(after ?? [])].every((key) => before?.has(key));
  return { changes: [...moved, ...renamed, ...(isSame ? [] : ["routes"])], replaces };
}

/**
 * Puts our routes in the place of our routes. Routes that stay are taken over as they are.
 *
 * @param before under another name of the cluster its routes are taken out with the same write, so that no Pod is without one for a moment
 */
async function write(
  job: RoutesJob,
  routes: readonly StaticRoute[],
  first?: AviObject,
  before: Partial<StaticRoutesInputs> = {},
): Promise<LiveRoutes> {
  const { api, ctx, tenant, cloud, vrfContext, clusterName, last } = job;
  const { clusterName: earlier = clusterName } = before;
  // Another cluster of the program may have the name by now.
  const isNamedElsewhere = earlier !== clusterName && ctx.isDeclaredElsewhere?.(partOf({ ...job, clusterName: earlier }));
  const ours = new Set(before.routes?.map(routeKey));
  const isTheirs = (route: StaticRoute) => !ours.has(routeKey(route)) || ctx.isDeclaredElsewhere?.(routePart(job, route) + earlier);
  const merged = (vrf: AviObject, version: string) => {
    const theirs = isNamedElsewhere ? clusterRoutes(vrf, earlier, []).filter(isTheirs) : [];
    const rest = earlier === clusterName ? vrf : { ...vrf, static_routes: mergedRoutes(vrf, earlier, theirs, version) };
    return mergedRoutes(rest, clusterName, routes, version, last?.known.adoptedRoutes);
  };
  const progress = `writing ${routes.length} routes into ${describe("vrfcontext", vrfContext)}`;
  const vrf = await changeRoutes(api, { tenant, cloud, vrfContext, routes: merged, progress }, { first, report: ctx.progress });
  return { vrf, routes };
}
