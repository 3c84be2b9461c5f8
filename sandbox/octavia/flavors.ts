// Flavors and availability zones with their profiles.
import { type HttpResponse, json } from "../shared/http";
import { asObject, isObject, type Json, type JsonObject } from "../shared/json";
import { type Attribute, type DataType, objectOf, present } from "./body";
import { type LbaasRequest, mayRead, mustBeAdmin, nothing, type OctaviaCaller } from "./context";
import { ApiError, disabledOption, invalid, invalidOption, notFound, repr, unsupported } from "./errors";
import { description, withoutDefaults } from "./pool-bodies";
import { checkEnabled } from "./provider";
import type { OctaviaService } from "./service";
import type { Administered, OctaviaRow } from "./store";
import { bool, string, uuid } from "./types";

/** Kinds that an administrator offers to users: flavors and availability zones, and the profiles behind them. */
export interface Catalogue {
  kind: Administered;
  /** Key of one in bodies, of a list, of a list's links, and the name of the handlers' argument. */
  root: string;
  plural: string;
  links?: string;
  argument: string;
  noun: string;
  /** The fields that answers show. */
  fields: string[];
  create: DataType;
  update: DataType;
  /** Attribute that the real handlers read first, of a create and of an update. */
  first: [create: string, update: string];
  mayRead(caller: OctaviaCaller): void;
  checkNew(ctx: LbaasRequest, body: JsonObject): void;
  checkUpdate(ctx: LbaasRequest, body: JsonObject, id: string): void;
  /** Refuses to delete what is in use, or not there. */
  checkDelete(ctx: LbaasRequest, id: string): void;
}

const required = (field: string, max = 255): Attribute => ({ name: field, type: string({ max }), mandatory: true });
const name = required("name");
const enabled: Attribute = { name: "enabled", type: bool, default: true };

const inUse = (noun: string, id: string) => new ApiError(409, `${noun} ${id} is in use and cannot be modified.`);

/** A profile under a name, offered to users; `usedAs` is the field of a load balancer that names it. A zone has its name for an id. */
function offer(kind: "flavor" | "availabilityzone", root: string, noun: string, usedAs: string): Catalogue {
  const profile = `${root}_profile_id`;
  const attributes = kind === "flavor" ? [name, description, enabled] : [description, enabled];
  return {
    ...{ kind, root, noun, plural: `${root}s`, argument: `${root}_`, first: ["to_dict", "to_dict"] },
    fields: [...(kind === "flavor" ? ["id"] : []), "name", "description", "enabled", profile],
    create: objectOf([name, description, enabled, { name: profile, type: uuid, mandatory: true }]),
    update: objectOf(withoutDefaults(attributes)),
    mayRead: (caller) => mayRead(caller, caller.projectId),
    checkNew({ octavia: { store } }, body) {
      const flavorName = String(body.name);
      const taken = store.list(kind).some((row) => String(row.name).toLowerCase() === flavorName.toLowerCase());
      if (taken) throw new ApiError(409, `A ${noun.toLowerCase()} of ${flavorName} already exists.`);
      if (!store.get(`${kind}profile`, String(body[profile]))) throw new ApiError(500, "FOREIGN KEY constraint failed");
    },
    checkUpdate: () => {},
    checkDelete(ctx, id) {
      const row = ctx.need(kind, id);
      const users = ctx.octavia.store.list("loadbalancer").filter((user) => user.provisioning_status !== "DELETED");
      if (users.some((user) => user[usedAs] === row.id)) throw inUse(noun, id);
    },
  };
}

/** Settings of one provider, as JSON in a string; `keys` are those that the amphora driver knows, the no-op driver takes anything. */
function profileOf(
  of: "flavor" | "availabilityzone",
  root: string,
  noun: string,
  data: string,
  offerField: string,
  keys: string[],
): Catalogue {
  const kind = `${of}profile` as const;
  const attributes = [name, required("provider_name"), required(data, 4096)];
  const checkUnused = (ctx: LbaasRequest, id: string) => {
    if (ctx.octavia.store.list(of).some((user) => user[offerField] === id)) throw inUse(noun, id);
  };
  return {
    ...{ kind, root, noun, plural: `${root}s`, links: `${root}_links`, fields: ["id", "name", "provider_name", data] },
    argument: offerField.replace(/id$/, ""),
    create: objectOf(attributes),
    update: objectOf(withoutDefaults(attributes)),
    first: [data, "name"],
    mayRead: mustBeAdmin,
    checkNew: (_ctx, body) => checkData(String(body.provider_name), data, String(body[data]), keys),
    checkUpdate(ctx, body, id) {
      for (const field of ["name", "provider_name", data]) if (body[field] === null) throw invalidOption("None", field);
      if (body[data] !== undefined || body.provider_name !== undefined) checkUnused(ctx, id);
      const before = ctx.need(kind, id);
      if (body[data] !== undefined) checkData(String(body.provider_name ?? before.provider_name), data, String(body[data]), keys);
    },
    checkDelete(ctx, id) {
      checkUnused(ctx, id);
      if (!ctx.octavia.store.get(kind, id)) throw notFound(noun, id);
    },
  };
}

function checkData(provider: string, field: string, written: string, keys: string[]): void {
  let data: Json;
  try {
    data = JSON.parse(written);
  } catch {
    throw invalidOption(written, field);
  }
  checkEnabled(provider);
  if (provider === "noop_driver" || !isObject(data)) return;
  const unknown = Object.keys(data).filter((key) => !keys.includes(key));
  if (unknown.length > 0) {
    const unknownKeys = unknown.map((key) => repr(key)).join(", ");
    throw unsupported(provider, `Additional properties are not allowed (${unknownKeys} ${unknown.length > 1 ? "were" : "was"} unexpected)`);
  }
  const topology = data.loadbalancer_topology;
  if (topology !== undefined && topology !== "SINGLE" && topology !== "ACTIVE_STANDBY") {
    throw unsupported(provider, `loadbalancer_topology ${repr(topology)} is not one of ['ACTIVE_STANDBY', 'SINGLE']`);
  }
}

const FLAVOR_KEYS = ["loadbalancer_topology", "compute_flavor", "amp_image_tag", "sriov_vip", "allow_member_sriov"];
const ZONE_KEYS = ["compute_zone", "volume_zone", "management_network", "valid_vip_networks"];

/** By their name in paths. */
export const CATALOGUES = {
  flavors: offer("flavor", "flavor", "Flavor", "flavor_id"),
  flavorprofiles: profileOf("flavor", "flavorprofile", "Flavor profile", "flavor_data", "flavor_profile_id", FLAVOR_KEYS),
  availabilityzones: offer("availabilityzone", "availability_zone", "Availability Zone", "availability_zone"),
  availabilityzoneprofiles: profileOf(
    ...(["availabilityzone", "availability_zone_profile", "Availability Zone Profile", "availability_zone_data"] as const),
    "availability_zone_profile_id",
    ZONE_KEYS,
  ),
};

const view = ({ fields }: Catalogue, row: OctaviaRow): JsonObject =>
  Object.fromEntries(fields.map((field) => [field, row[field] ?? (field === "name" || field === "description" ? "" : null)]));

export function createEntry(ctx: LbaasRequest, of: Catalogue): HttpResponse {
  const body = ctx.body(of.argument, of.root, of.create);
  mustBeAdmin(ctx.caller);
  const fields = present(body, of.first[0]);
  of.checkNew(ctx, fields);
  const id = of.kind === "availabilityzone" ? String(fields.name) : ctx.octavia.newId();
  return json(201, { [of.root]: view(of, ctx.octavia.store.put(of.kind, { ...fields, id })) });
}

export function readEntry(ctx: LbaasRequest, of: Catalogue, id: string): HttpResponse {
  of.mayRead(ctx.caller);
  return ctx.one(of.root, view(of, ctx.need(of.kind, id)));
}

export function listEntries(ctx: LbaasRequest, of: Catalogue): HttpResponse {
  of.mayRead(ctx.caller);
  return ctx.list(of.kind, of.plural, ctx.octavia.store.list(of.kind), (row) => view(of, row), of.links);
}

export function updateEntry(ctx: LbaasRequest, of: Catalogue, id: string): HttpResponse {
  const body = ctx.body(of.argument, of.root, of.update);
  mustBeAdmin(ctx.caller);
  const fields = present(body, of.first[1]);
  of.checkUpdate(ctx, fields, id);
  const before = ctx.need(of.kind, id);
  return json(200, { [of.root]: view(of, ctx.octavia.store.put(of.kind, { ...before, ...fields, id: before.id })) });
}

export function deleteEntry(ctx: LbaasRequest, of: Catalogue, id: string): HttpResponse {
  ctx.noParameters();
  mustBeAdmin(ctx.caller);
  of.checkDelete(ctx, id);
  ctx.octavia.store.remove(of.kind, id);
  return nothing(204);
}

/** Data of a flavor; empty without one. */
export function flavorData(octavia: OctaviaService, flavor: Json | undefined): JsonObject {
  const profile = typeof flavor === "string" ? octavia.store.get("flavor", flavor)?.flavor_profile_id : undefined;
  const data = typeof profile === "string" ? octavia.store.get("flavorprofile", profile)?.flavor_data : undefined;
  return typeof data === "string" ? asObject(JSON.parse(data)) : {};
}

/** The provider of a new load balancer: named, implied by the flavor, or the default. */
export function providerOf(octavia: OctaviaService, body: JsonObject): string {
  const named = typeof body.provider === "string" ? body.provider : undefined;
  if (body.flavor_id === undefined) return named || "amphora";
  const flavor = octavia.store.get("flavor", String(body.flavor_id));
  if (!flavor) throw invalid("Invalid flavor_id.");
  if (flavor.enabled !== true) throw disabledOption("flavor", flavor.id);
  const implied = String(octavia.store.get("flavorprofile", String(flavor.flavor_profile_id))?.provider_name);
  if (named !== undefined && named !== implied) {
    throw new ApiError(400, `Flavor '${flavor.id}' is not compatible with provider '${named}'`);
  }
  return implied;
}

/** The availability zone of a new load balancer, by its name. */
export function zoneOf(octavia: OctaviaService, body: JsonObject): string | undefined {
  if (body.availability_zone === undefined) return undefined;
  const zone = octavia.store.get("availabilityzone", String(body.availability_zone));
  if (!zone) throw invalid("Invalid availability zone.");
  if (zone.enabled !== true) throw disabledOption("availability_zone", zone.id);
  return zone.id;
}
