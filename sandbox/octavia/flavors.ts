import { type HttpResponse, json } from "../shared/http";
import { asObject, type Json, type JsonObject } from "../shared/json";
import { type Attribute, type DataType, objectOf, present } from "./body";
import { type Context, mayRead, mustBeAdmin, nothing } from "./context";
import { ApiError, disabledOption, invalid } from "./errors";
import { description, withoutDefaults } from "./pool-bodies";
import type { Octavia } from "./service";
import type { Kind, Row } from "./store";
import { bool, string, uuid } from "./types";

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

const name: Attribute = { name: "name", type: string({ max: 255 }), mandatory: true };
const enabled: Attribute = { name: "enabled", type: bool, default: true };
const profileId = (field: string): Attribute => ({ name: field, type: uuid, mandatory: true });

export const FLAVOR: Offer = {
  kind: "flavor",
  root: "flavor",
  plural: "flavors",
  profile: "flavor_profile_id",
  profileKind: "flavorprofile",
  argument: "flavor_",
  usedAs: "flavor_id",
  noun: "Flavor",
  create: objectOf([name, description, enabled, profileId("flavor_profile_id")]),
  update: objectOf(withoutDefaults([name, description, enabled])),
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
  create: objectOf([name, description, enabled, profileId("availability_zone_profile_id")]),
  update: objectOf(withoutDefaults([description, enabled])),
};

const view = (offer: Offer, row: Row): JsonObject => ({
  ...(offer.kind === "flavor" ? { id: row.id } : {}),
  name: row.name ?? "",
  description: row.description ?? "",
  enabled: row.enabled ?? null,
  [offer.profile]: row[offer.profile] ?? null,
});

export function createOffer(ctx: Context, offer: Offer): HttpResponse {
  const body = ctx.body(offer.argument, offer.root, offer.create);
  mustBeAdmin(ctx.caller);
  const given = present(body, "to_dict");
  const { store } = ctx.octavia;
  const wanted = String(given.name);
  const taken = store.list(offer.kind).some((row) => String(row.name).toLowerCase() === wanted.toLowerCase());
  if (taken) throw new ApiError(409, `A ${offer.noun.toLowerCase()} of ${wanted} already exists.`);
  if (!store.get(offer.profileKind, String(given[offer.profile]))) throw new ApiError(500, "FOREIGN KEY constraint failed");
  const row = store.put(offer.kind, { ...given, id: offer.kind === "flavor" ? ctx.octavia.newId() : wanted });
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
  const body = ctx.body(offer.argument, offer.root, offer.update);
  mustBeAdmin(ctx.caller);
  const given = present(body, "to_dict");
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

/** What a flavor says; nothing without one. */
export function flavorData(octavia: Octavia, flavor: Json | undefined): JsonObject {
  const profile = typeof flavor === "string" ? octavia.store.get("flavor", flavor)?.flavor_profile_id : undefined;
  const data = typeof profile === "string" ? octavia.store.get("flavorprofile", profile)?.flavor_data : undefined;
  return typeof data === "string" ? asObject(JSON.parse(data)) : {};
}

/** The provider of a new load balancer: named, implied by the flavor, or the default. */
export function providerOf(octavia: Octavia, given: JsonObject): string {
  const named = typeof given.provider === "string" ? given.provider : undefined;
  if (given.flavor_id === undefined) return named || "amphora";
  const flavor = octavia.store.get("flavor", String(given.flavor_id));
  if (!flavor) throw invalid("Invalid flavor_id.");
  if (flavor.enabled !== true) throw disabledOption("flavor", flavor.id);
  const implied = String(octavia.store.get("flavorprofile", String(flavor.flavor_profile_id))?.provider_name);
  if (named !== undefined && named !== implied) {
    throw new ApiError(400, `Flavor '${flavor.id}' is not compatible with provider '${named}'`);
  }
  return implied;
}

/** The availability zone of a new load balancer, by its name. */
export function zoneOf(octavia: Octavia, given: JsonObject): string | undefined {
  if (given.availability_zone === undefined) return undefined;
  const zone = octavia.store.get("availabilityzone", String(given.availability_zone));
  if (!zone) throw invalid("Invalid availability zone.");
  if (zone.enabled !== true) throw disabledOption("availability_zone", zone.id);
  return zone.id;
}
