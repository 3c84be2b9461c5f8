import { type HttpResponse, json } from "../../shared/http";
import { isObject, type Json, type JsonObject } from "../../shared/json";
import { mustBeAdmin } from "../caller";
import { type Context, nothing } from "../context";
import { ApiError, invalidOption, noAttribute, notFound, unsupported } from "../errors";
import { checkEnabled } from "../provider";
import { repr } from "../python";
import { flavorProfileCreate, flavorProfileUpdate, zoneProfileCreate, zoneProfileUpdate } from "../schema/administration";
import type { Kind, Row } from "../store";
import type { DataType } from "../wsme/data-type";
import { FLAVOR_KEYS, ZONE_KEYS } from "./provider";

/** What stands behind flavors and availability zones: settings of one provider, as JSON in a string. */
export interface Profile {
  kind: Kind;
  root: string;
  plural: string;
  links: string;
  argument: string;
  data: string;
  noun: string;
  offers: Kind;
  offerField: string;
  keys: { [provider: string]: { [name: string]: string } };
  create: DataType;
  update: DataType;
}

export const FLAVOR_PROFILE: Profile = {
  kind: "flavorprofile",
  root: "flavorprofile",
  plural: "flavorprofiles",
  links: "flavorprofile_links",
  argument: "flavor_profile_",
  data: "flavor_data",
  noun: "Flavor profile",
  offers: "flavor",
  offerField: "flavor_profile_id",
  keys: FLAVOR_KEYS,
  create: flavorProfileCreate,
  update: flavorProfileUpdate,
};

export const ZONE_PROFILE: Profile = {
  kind: "availabilityzoneprofile",
  root: "availability_zone_profile",
  plural: "availability_zone_profiles",
  links: "availability_zone_profile_links",
  argument: "availability_zone_profile_",
  data: "availability_zone_data",
  noun: "Availability Zone Profile",
  offers: "availabilityzone",
  offerField: "availability_zone_profile_id",
  keys: ZONE_KEYS,
  create: zoneProfileCreate,
  update: zoneProfileUpdate,
};

const view = (profile: Profile, row: Row): JsonObject => ({
  id: row.id,
  name: row.name ?? "",
  provider_name: row.provider_name ?? null,
  [profile.data]: row[profile.data] ?? null,
});

function checkData(profile: Profile, provider: string, written: string): void {
  let data: Json;
  try {
    data = JSON.parse(written) as Json;
  } catch {
    throw invalidOption(written, profile.data);
  }
  checkEnabled(provider);
  if (provider === "noop_driver" || !isObject(data)) return;
  const unknown = Object.keys(data).filter((key) => !(key in (profile.keys.amphora ?? {})));
  if (unknown.length > 0) {
    const listed = unknown.map((key) => repr(key)).join(", ");
    throw unsupported(provider, `Additional properties are not allowed (${listed} ${unknown.length > 1 ? "were" : "was"} unexpected)`);
  }
  const topology = data.loadbalancer_topology;
  if (topology !== undefined && topology !== "SINGLE" && topology !== "ACTIVE_STANDBY") {
    throw unsupported(provider, `loadbalancer_topology ${repr(topology)} is not one of ['ACTIVE_STANDBY', 'SINGLE']`);
  }
}

export function createProfile(ctx: Context, profile: Profile): HttpResponse {
  const given = ctx.body(profile.argument, profile.root, profile.create) as JsonObject | null | undefined;
  mustBeAdmin(ctx.caller);
  if (!given) throw noAttribute(given === null ? "NoneType" : "UnsetType", profile.data);
  checkData(profile, String(given.provider_name), String(given[profile.data]));
  const row = ctx.octavia.store.put(profile.kind, { ...given, id: ctx.octavia.newId() });
  return json(201, { [profile.root]: view(profile, row) });
}

export function readProfile(ctx: Context, profile: Profile, id: string): HttpResponse {
  mustBeAdmin(ctx.caller);
  return ctx.one(profile.root, view(profile, ctx.need(profile.kind, id)));
}

export function listProfiles(ctx: Context, profile: Profile): HttpResponse {
  mustBeAdmin(ctx.caller);
  return ctx.list(profile.kind, profile.plural, ctx.octavia.store.list(profile.kind), (row) => view(profile, row), profile.links);
}

export function updateProfile(ctx: Context, profile: Profile, id: string): HttpResponse {
  const given = ctx.body(profile.argument, profile.root, profile.update) as JsonObject | null | undefined;
  mustBeAdmin(ctx.caller);
  if (!given) throw noAttribute(given === null ? "NoneType" : "UnsetType", "name");
  for (const field of ["name", "provider_name", profile.data]) if (given[field] === null) throw invalidOption("None", field);
  if (given[profile.data] !== undefined || given.provider_name !== undefined) checkUnused(ctx, profile, id);
  const before = ctx.need(profile.kind, id);
  const data = given[profile.data];
  if (data !== undefined) checkData(profile, String(given.provider_name ?? before.provider_name), String(data));
  const row = ctx.octavia.store.put(profile.kind, { ...before, ...given, id: before.id });
  return json(200, { [profile.root]: view(profile, row) });
}

export function deleteProfile(ctx: Context, profile: Profile, id: string): HttpResponse {
  ctx.noParameters();
  mustBeAdmin(ctx.caller);
  checkUnused(ctx, profile, id);
  if (!ctx.octavia.store.get(profile.kind, id)) throw notFound(profile.noun, id);
  ctx.octavia.store.remove(profile.kind, id);
  return nothing(204);
}

function checkUnused(ctx: Context, profile: Profile, id: string): void {
  if (ctx.octavia.store.list(profile.offers).some((offer) => offer[profile.offerField] === id)) {
    throw new ApiError(409, `${profile.noun} ${id} is in use and cannot be modified.`);
  }
}
