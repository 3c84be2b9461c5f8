import type { HttpResponse } from "../shared/http";
import type { Context, ViewedKind } from "./context";
import { ApiError } from "./errors";
import { createOffer, deleteOffer, FLAVOR, listOffers, type Offer, readOffer, updateOffer, ZONE } from "./flavors";
import { createMonitor, deleteMonitor, updateMonitor } from "./health-monitor";
import { createPolicy, deletePolicy, updatePolicy } from "./l7-policy";
import { createRule, deleteRule, listRules, readRule, updateRule } from "./l7-rule";
import { createListener, deleteListener, updateListener } from "./listener";
import { createLoadBalancer, deleteLoadBalancer, failOver, readStatistics, readStatus, updateLoadBalancer } from "./load-balancer";
import { createMember, deleteMember, listMembers, poolInPath, readMember, updateMember } from "./member";
import { updateMembers } from "./member-batch";
import { createPool, deletePool, updatePool } from "./pool";
import {
  createProfile,
  deleteProfile,
  FLAVOR_PROFILE,
  listProfiles,
  type Profile,
  readProfile,
  updateProfile,
  ZONE_PROFILE,
} from "./profiles";
import { listProviders } from "./provider";
import { listQuotas, readDefaultQuota, readQuota, resetQuota, updateQuota } from "./quota";

type Handler = (ctx: Context, ...ids: string[]) => HttpResponse;
type Methods = { [method: string]: Handler };

const read =
  (kind: ViewedKind): Handler =>
  (ctx, id = "") =>
    ctx.show(kind, id);

const list =
  (kind: ViewedKind, plural: string): Handler =>
  (ctx) =>
    ctx.showAll(kind, plural);

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
    "": { GET: list("loadbalancer", "loadbalancers"), POST: createLoadBalancer },
    "*": { GET: read("loadbalancer"), PUT: updateLoadBalancer, DELETE: deleteLoadBalancer },
    "*/status": { GET: readStatus },
    "*/statuses": { GET: readStatus },
    "*/stats": { GET: (ctx, id = "") => readStatistics(ctx, "loadbalancer", id) },
    "*/failover": { PUT: failOver },
  },
  listeners: {
    "": { GET: list("listener", "listeners"), POST: createListener },
    "*": { GET: read("listener"), PUT: updateListener, DELETE: deleteListener },
    "*/stats": { GET: (ctx, id = "") => readStatistics(ctx, "listener", id) },
  },
  pools: {
    "": { GET: list("pool", "pools"), POST: createPool },
    "*": { GET: read("pool"), PUT: updatePool, DELETE: deletePool },
    "*/members": { GET: listMembers, POST: createMember, PUT: updateMembers },
    "*/members/*": { GET: readMember, PUT: updateMember, DELETE: deleteMember },
  },
  healthmonitors: {
    "": { GET: list("healthmonitor", "healthmonitors"), POST: createMonitor },
    "*": { GET: read("healthmonitor"), PUT: updateMonitor, DELETE: deleteMonitor },
  },
  l7policies: {
    "": { GET: list("l7policy", "l7policies"), POST: createPolicy },
    "*": { GET: read("l7policy"), PUT: updatePolicy, DELETE: deletePolicy },
    "*/rules": { GET: listRules, POST: createRule },
    "*/rules/*": { GET: readRule, PUT: updateRule, DELETE: deleteRule },
  },
  quotas: {
    "": { GET: listQuotas },
    "*": { GET: readQuota, PUT: updateQuota, DELETE: resetQuota },
    "*/default": { GET: readDefaultQuota },
  },
  providers: { "": { GET: listProviders } },
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
