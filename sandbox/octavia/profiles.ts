import { type HttpResponse, json } from "../shared/http";
import { isObject, type Json, type JsonObject } from "../shared/json";
import { type Attribute, type DataType, objectOf, present } from "./body";
import { type Context, mustBeAdmin, nothing } from "./context";
import { ApiError, invalidOption, notFound, repr, unsupported } from "./errors";
import { withoutDefaults } from "./pool-bodies";
import { checkEnabled } from "./provider";
import type { Kind, Row } from "./store";
import { string } from "./types";

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
  /** What the amphora driver knows; the no-op driver takes anything. */
  keys: string[];
  create: DataType;
  update: DataType;
}

const fields = (data: string): Attribute[] => [
  { name: "name", type: string({ max: 255 }), mandatory: true },
  { name: "provider_name", type: string({ max: 255 }), mandatory: true },
  { name: data, type: string({ max: 4096 }), mandatory: true },
];

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
  keys: ["loadbalancer_topology", "compute_flavor", "amp_image_tag", "sriov_vip", "allow_member_sriov"],
  create: objectOf(fields("flavor_data")),
  update: objectOf(withoutDefaults(fields("flavor_data"))),
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
  keys: ["compute_zone", "volume_zone", "management_network", "valid_vip_networks"],
  create: objectOf(fields("availability_zone_data")),
  update: objectOf(withoutDefaults(fields("availability_zone_data"))),
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
  const unknown = Object.keys(data).filter((key) => !profile.keys.includes(key));
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
  const body = ctx.body(profile.argument, profile.root, profile.create);
  mustBeAdmin(ctx.caller);
  const given = present(body, profile.data);
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
  const body = ctx.body(profile.argument, profile.root, profile.update);
  mustBeAdmin(ctx.caller);
  const given = present(body, "name");
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
