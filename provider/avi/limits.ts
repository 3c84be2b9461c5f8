// Reads the limits of an Avi controller, and how much of each is used.

import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import type { Limit } from "../lifecycle/preview/limits";
import { ask, refusal } from "./client/answers";
import type { AviApi } from "./client/api";

/** The sizes of single objects that our plans come near to (ControllerLimits of the API, since 20.1.1). */
const SIZES = [
  "servers_per_pool",
  "pools_per_poolgroup",
  "routes_per_vrfcontext",
  "sni_children_per_parent",
  "rules_per_httppolicy",
  "poolgroups_per_virtualservice",
  "certificates_per_virtualservice",
] as const;

/** Limits of a controller, and how much of each is used; older controllers report nothing. */
export async function systemLimits(api: AviApi): Promise<Limit[]> {
  const answer = await ask(api.session, { method: "GET", path: "/api/systemlimits", tenant: "admin" }, "system limits");
  if (answer.status === 404) return [];
  if (answer.status !== 200 || !isObject(answer.body)) throw refusal(api.session.settings, answer, "system limits");
  const limits = limitsIn(answer.body);
  const sizes = SIZES.flatMap((limit): Limit[] =>
    amountIn(limits[limit]) === undefined ? [] : [{ limit, most: amountIn(limits[limit]) }],
  );
  // which size the controller has, the API does not say: beyond the largest something certainly cannot be
  const sizings = objectsIn(limits.controller_sizing_limits);
  const most = amountIn(Math.max(...sizings.map(({ num_virtualservices }) => amountIn(num_virtualservices) ?? 0), 0));
  if (most === undefined) return sizes;
  const used = await virtualServices(api);
  return [...sizes, ...(used === undefined ? [] : [{ limit: "virtualservice", most, used }])];
}

/** The one object is in a list. */
function limitsIn({ results }: JsonObject): JsonObject {
  const [{ controller_limits } = {}] = objectsIn(results);
  return isObject(controller_limits) ? controller_limits : {};
}

/** Numbers of all tenants; none where the user may not read all tenants, since a part of them is no measure. */
async function virtualServices(api: AviApi): Promise<number | undefined> {
  const request = { method: "GET" as const, path: "/api/virtualservice?page_size=1&fields=name", tenant: "*" };
  const { status, body } = await ask(api.session, request, "count of virtual services");
  return status === 200 && isObject(body) ? amountIn(body.count, 0) : undefined;
}

const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** 0 means no limit. */
function amountIn(value: unknown, least = 1): number | undefined {
  return typeof value === "number" && value >= least ? value : undefined;
}
