import { type HttpResponse, json } from "../../shared/http";
import type { JsonObject } from "../../shared/json";
import { mayRead, mustBeAdmin } from "../caller";
import { type Context, nothing } from "../context";
import { ApiError, noAttribute } from "../errors";
import { flavorCreate, flavorUpdate, zoneCreate, zoneUpdate } from "../schema/administration";
import type { Kind, Row } from "../store";
import type { DataType } from "../wsme/data-type";

/** Flavors and availability zones: a profile under a name, offered to users. A zone has its name for an id. */
export interface Offer {
  kind: Kind;
  /** Key of one in bodies, of a list, of the profile's id, and the name of the handlers' argument. */
  root: string;
  plural: string;
  profile: string;
  profileKind: Kind;
  argument: string;
  /** The field of a load balancer that names the offer. */
  usedAs: string;
  noun: string;
  create: DataType;
  update: DataType;
}

export const FLAVOR: Offer = {
  kind: "flavor",
  root: "flavor",
  plural: "flavors",
  profile: "flavor_profile_id",
  profileKind: "flavorprofile",
  argument: "flavor_",
  usedAs: "flavor_id",
  noun: "Flavor",
  create: flavorCreate,
  update: flavorUpdate,
};

export const ZONE: Offer = {
  kind: "availabilityzone",
  root: "availability_zone",
  plural: "availability_zones",
  profile: "availability_zone_profile_id",
  profileKind: "availabilityzoneprofile",
  argument: "availability_zone_",
  usedAs: "availability_zone",
  noun: "Availability Zone",
  create: zoneCreate,
  update: zoneUpdate,
};

const view = (offer: Offer, row: Row): JsonObject => ({
  ...(offer.kind === "flavor" ? { id: row.id } : {}),
  name: row.name ?? "",
  description: row.description ?? "",
  enabled: row.enabled ?? null,
  [offer.profile]: row[offer.profile] ?? null,
});

export function createOffer(ctx: Context, offer: Offer): HttpResponse {
  const given = ctx.body(offer.argument, offer.root, offer.create) as JsonObject | null | undefined;
  mustBeAdmin(ctx.caller);
  if (!given) throw noAttribute(given === null ? "NoneType" : "UnsetType", "to_dict");
  const { store } = ctx.octavia;
  const name = String(given.name);
  const taken = store.list(offer.kind).some((row) => String(row.name).toLowerCase() === name.toLowerCase());
  if (taken) throw new ApiError(409, `A ${offer.noun.toLowerCase()} of ${name} already exists.`);
  if (!store.get(offer.profileKind, String(given[offer.profile]))) throw new ApiError(500, "FOREIGN KEY constraint failed");
  const row = store.put(offer.kind, { ...given, id: offer.kind === "flavor" ? ctx.octavia.newId() : name });
  return json(201, { [offer.root]: view(offer, row) });
}

export function readOffer(ctx: Context, offer: Offer, id: string): HttpResponse {
  mayRead(ctx.caller, ctx.caller.projectId);
  return ctx.one(offer.root, view(offer, ctx.need(offer.kind, id)));
}

export function listOffers(ctx: Context, offer: Offer): HttpResponse {
  mayRead(ctx.caller, ctx.caller.projectId);
  return ctx.list(offer.kind, offer.plural, ctx.octavia.store.list(offer.kind), (row) => view(offer, row));
}

export function updateOffer(ctx: Context, offer: Offer, id: string): HttpResponse {
  const given = ctx.body(offer.argument, offer.root, offer.update) as JsonObject | null | undefined;
  mustBeAdmin(ctx.caller);
  if (!given) throw noAttribute(given === null ? "NoneType" : "UnsetType", "to_dict");
  const before = ctx.need(offer.kind, id);
  const row = ctx.octavia.store.put(offer.kind, { ...before, ...given, id: before.id });
  return json(200, { [offer.root]: view(offer, row) });
}

export function deleteOffer(ctx: Context, offer: Offer, id: string): HttpResponse {
  ctx.noParameters();
  mustBeAdmin(ctx.caller);
  const row = ctx.need(offer.kind, id);
  const { store } = ctx.octavia;
  if (store.list("loadbalancer").some((user) => user.provisioning_status !== "DELETED" && user[offer.usedAs] === row.id)) {
    throw new ApiError(409, `${offer.noun} ${id} is in use and cannot be modified.`);
  }
  store.remove(offer.kind, row.id);
  return nothing(204);
}
