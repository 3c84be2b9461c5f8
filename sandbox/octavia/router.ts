import type { HttpResponse } from "../shared/http";
import type { Context } from "./context";
import { ApiError } from "./errors";
import { createMonitor, deleteMonitor, listMonitors, readMonitor, updateMonitor } from "./resources/health-monitor";
import { createPolicy, deletePolicy, listPolicies, readPolicy, updatePolicy } from "./resources/l7-policy";
import { createRule, deleteRule, listRules, readRule, updateRule } from "./resources/l7-rule";
import { createListener, deleteListener, listListeners, readListener, updateListener } from "./resources/listener";
import {
  createLoadBalancer,
  deleteLoadBalancer,
  failOver,
  listLoadBalancers,
  readLoadBalancer,
  updateLoadBalancer,
} from "./resources/load-balancer";
import { createMember, deleteMember, listMembers, poolInPath, readMember, updateMember } from "./resources/member";
import { updateMembers } from "./resources/member-batch";
import { createOffer, deleteOffer, FLAVOR, listOffers, type Offer, readOffer, updateOffer, ZONE } from "./resources/offers";
import { createPool, deletePool, listPools, readPool, updatePool } from "./resources/pool";
import {
  createProfile,
  deleteProfile,
  FLAVOR_PROFILE,
  listProfiles,
  type Profile,
  readProfile,
  updateProfile,
  ZONE_PROFILE,
} from "./resources/profiles";
import { listCapabilities, listProviders } from "./resources/provider";
import { listQuotas, readDefaultQuota, readQuota, resetQuota, updateQuota } from "./resources/quota";
import { readStatistics, readStatus } from "./resources/status";

type Handler = (ctx: Context, ...ids: string[]) => HttpResponse;
type Methods = { [method: string]: Handler };

const offers = (offer: Offer): Routes => ({
  "": { GET: (ctx) => listOffers(ctx, offer), POST: (ctx) => createOffer(ctx, offer) },
  "*": {
    GET: (ctx, id = "") => readOffer(ctx, offer, id),
    PUT: (ctx, id = "") => updateOffer(ctx, offer, id),
    DELETE: (ctx, id = "") => deleteOffer(ctx, offer, id),
  },
});

const profiles = (profile: Profile): Routes => ({
  "": { GET: (ctx) => listProfiles(ctx, profile), POST: (ctx) => createProfile(ctx, profile) },
  "*": {
    GET: (ctx, id = "") => readProfile(ctx, profile, id),
    PUT: (ctx, id = "") => updateProfile(ctx, profile, id),
    DELETE: (ctx, id = "") => deleteProfile(ctx, profile, id),
  },
});

/** Paths below a collection; `*` is an id. */
type Routes = { [path: string]: Methods };

const COLLECTIONS: { [name: string]: Routes } = {
  loadbalancers: {
    "": { GET: listLoadBalancers, POST: createLoadBalancer },
    "*": { GET: readLoadBalancer, PUT: updateLoadBalancer, DELETE: deleteLoadBalancer },
    "*/status": { GET: readStatus },
    "*/statuses": { GET: readStatus },
    "*/stats": { GET: (ctx, id = "") => readStatistics(ctx, "loadbalancer", id) },
    "*/failover": { PUT: failOver },
  },
  listeners: {
    "": { GET: listListeners, POST: createListener },
    "*": { GET: readListener, PUT: updateListener, DELETE: deleteListener },
    "*/stats": { GET: (ctx, id = "") => readStatistics(ctx, "listener", id) },
  },
  pools: {
    "": { GET: listPools, POST: createPool },
    "*": { GET: readPool, PUT: updatePool, DELETE: deletePool },
    "*/members": { GET: listMembers, POST: createMember, PUT: updateMembers },
    "*/members/*": { GET: readMember, PUT: updateMember, DELETE: deleteMember },
  },
  healthmonitors: {
    "": { GET: listMonitors, POST: createMonitor },
    "*": { GET: readMonitor, PUT: updateMonitor, DELETE: deleteMonitor },
  },
  l7policies: {
    "": { GET: listPolicies, POST: createPolicy },
    "*": { GET: readPolicy, PUT: updatePolicy, DELETE: deletePolicy },
    "*/rules": { GET: listRules, POST: createRule },
    "*/rules/*": { GET: readRule, PUT: updateRule, DELETE: deleteRule },
  },
  quotas: {
    "": { GET: listQuotas },
    "*": { GET: readQuota, PUT: updateQuota, DELETE: resetQuota },
    "*/default": { GET: readDefaultQuota },
  },
  providers: {
    "": { GET: listProviders },
    "*/flavor_capabilities": { GET: (ctx, id = "") => listCapabilities(ctx, id, "flavor_capabilities") },
    "*/availability_zone_capabilities": { GET: (ctx, id = "") => listCapabilities(ctx, id, "availability_zone_capabilities") },
  },
  flavors: offers(FLAVOR),
  flavorprofiles: profiles(FLAVOR_PROFILE),
  availabilityzones: offers(ZONE),
  availabilityzoneprofiles: profiles(ZONE_PROFILE),
};

/** The ids of handlers that a path without one lacks. */
const ID_ARGUMENT: { [collection: string]: string } = { quotas: "project_id" };

/** Collections whose objects are only shown whole. */
const NO_FIELDS = ["quotas"];

/** Finds the handler of a path below `/v2/lbaas`. */
export function route(ctx: Context, method: string, segments: string[]): HttpResponse {
  const [collection = "", ...rest] = segments;
  const routes = COLLECTIONS[collection];
  if (!routes) throw new ApiError(404, "", "routing");
  const shape = rest.map((segment, i) => (i % 2 === 0 ? "*" : segment)).join("/");
  const ids = rest.filter((_, i) => i % 2 === 0);
  if (shape.startsWith("*/members")) poolInPath(ctx, ids[0] ?? "");
  const handler = routes[shape]?.[method];
  if (handler) return handler(ctx, ...ids);
  // what follows an id is taken for a list of fields, letter by letter
  const one = rest.length === 2 && method === "GET" ? routes["*"]?.GET : undefined;
  if (one && !NO_FIELDS.includes(collection)) {
    ctx.query.delete("fields");
    for (const letter of rest[1] ?? "") ctx.query.append("fields", letter);
    return one(ctx, ...ids);
  }
  if (rest.length === 0 && (method === "PUT" || method === "DELETE") && routes["*"]?.[method]) {
    throw new ApiError(400, `Missing argument: "${ID_ARGUMENT[collection] ?? "id"}"`);
  }
  throw new ApiError(routes[shape] ? 405 : rest.length > 1 ? 404 : 405, "", "routing");
}
