// Creates, reads, changes and deletes objects of the Avi API.
import { asObject, isObject, type JsonObject, text } from "../shared/json";
import { AviError, needReload, notFound, referredBy } from "./http";
import { ADMIN_TENANT, canonical, target, tenantOf } from "./references";
import { keepSensitive } from "./render";
import { resolveReferences } from "./resolve";
import { compareVersions, type Model, modelOf } from "./schema";
import { checkSemantics } from "./semantics";
import type { AviScope, ControllerState } from "./state";
import { fillCloud, fillDefaults, fillServerFields, requireFields, sanitize, type Versions } from "./validate";

/** Admin's objects of these types serve every tenant. */
const SHARED_TYPES = new Set(["cloud", "vrfcontext", "network", "serviceenginegroup", "ipamdnsproviderprofile"]);

export function versionsOf(state: ControllerState, scope: AviScope): Versions {
  return { request: scope.version, controller: state.settings.version };
}

/** Tells whether a tenant sees an object when it reads. */
export function readable(state: ControllerState, model: Model, object: JsonObject, scope: AviScope): boolean {
  if (scope.allTenants) return true;
  const owner = tenantOf(object);
  if (owner === undefined || owner === scope.tenant) return true;
  if (owner !== ADMIN_TENANT) return false;
  return SHARED_TYPES.has(model.type) || state.systemObjects.has(canonical(model.type, text(object.uuid)));
}

export function find(state: ControllerState, model: Model, uuid: string, scope: AviScope): JsonObject {
  const object = state.store.get(model.type, uuid);
  if (!object || !readable(state, model, object, scope)) throw notFound(model.title);
  return object;
}

/** POST. `slug` is the uuid a client insists on. */
export function create(state: ControllerState, model: Model, input: JsonObject, scope: AviScope, slug?: string): JsonObject {
  const body = prepare(state, model, sanitizeBody(state, model, input, scope), undefined, scope);
  const uuid = slug ?? state.newUuid(model.type);
  if (state.store.get(model.type, uuid)) throw new AviError(409, model.duplicate, "error", text(body.name));
  const object = save(state, model, { ...body, uuid }, undefined);
  if (model.type === "cloud") {
    createCompanions(state, object, (type, companion, admin) => create(state, modelForPath(type), companion, admin));
  }
  return object;
}

/** PUT: what the body leaves out goes back to its default. */
export function replace(state: ControllerState, model: Model, uuid: string, input: JsonObject, scope: AviScope): JsonObject {
  const before = findForWrite(state, model, uuid, scope);
  const { differs } = state.settings;
  if (!differs.has("stale-writes") && input._last_modified !== undefined && text(input._last_modified) !== before._last_modified) {
    throw needReload(model.title, text(before.name));
  }
  const body = sanitizeBody(state, model, input, scope);
  return overwrite(state, model, before, differs.has("put-merges") ? { ...before, ...body } : body, scope);
}

/** Completes and stores a body that takes the place of an object. */
export function overwrite(state: ControllerState, model: Model, before: JsonObject, body: JsonObject, scope: AviScope): JsonObject {
  if (before.cloud_ref !== undefined && body.cloud_ref === undefined) body.cloud_ref = before.cloud_ref;
  keepSensitive(model, body, before);
  const complete = prepare(state, model, { ...body, uuid: before.uuid ?? "" }, before, scope);
  return save(state, model, complete, before);
}

export function remove(state: ControllerState, model: Model, uuid: string, scope: AviScope): void {
  const object = findForWrite(state, model, uuid, scope);
  const name = text(object.name);
  if (state.systemObjects.has(canonical(model.type, uuid))) {
    throw new AviError(400, `Cannot delete system default object ${name}`, "error", name);
  }
  const companions = model.type === "cloud" ? companionsOf(state, uuid) : [];
  const ignored = new Set([uuid, ...companions.map(({ object: other }) => text(other.uuid))]);
  const referrers = state.store.referrersOf(model.type, uuid).filter(({ object: other }) => !ignored.has(text(other.uuid)));
  if (referrers.length > 0 && !state.settings.differs.has("deletes-referred")) {
    const named = referrers.map(({ type, object: other }) => `${modelOf(type)?.title ?? type} ${text(other.name)}`);
    throw referredBy(model.type === "cloud" ? 400 : 403, name, named.sort());
  }
  for (const { type, object: other } of companions) state.store.remove(type, text(other.uuid));
  state.store.remove(model.type, uuid);
  cascade(state, model, object);
}

export function findForWrite(state: ControllerState, model: Model, uuid: string, scope: AviScope): JsonObject {
  const object = find(state, model, uuid, scope);
  const owner = tenantOf(object);
  if (owner !== undefined && owner !== scope.tenant && !scope.allTenants && model.type !== "vrfcontext") {
    const { username } = state.settings;
    throw new AviError(403, `User '${username}' is not authorized to write on resource ${model.title} in tenant ${owner}`);
  }
  return object;
}

function sanitizeBody(state: ControllerState, model: Model, input: JsonObject, scope: AviScope): JsonObject {
  const body = sanitize(model, input, versionsOf(state, scope));
  // Clients of old versions point at the parent through this field; answers have only the newer one.
  if (model.type === "virtualservice" && body.vh_parent_vs_uuid !== undefined) {
    body.vh_parent_vs_ref ??= body.vh_parent_vs_uuid;
    delete body.vh_parent_vs_uuid;
  }
  const logs = asObject(body.analytics_policy).full_client_logs;
  if (isObject(logs) && state.settings.differs.has("full-logs-on")) logs.enabled ??= true;
  return body;
}

/** From a clean body to one that may be stored: references, defaults, the server's own fields, then all the refusals. */
function prepare(state: ControllerState, model: Model, body: JsonObject, before: JsonObject | undefined, scope: AviScope): JsonObject {
  resolveReferences(state, model, body, scope);
  if (model.cloudScoped) fillCloud(state, body);
  if (model.tenantScoped) body.tenant_ref = before?.tenant_ref ?? canonical("tenant", scope.tenant);
  fillDefaults(model, body, versionsOf(state, scope));
  fillServerFields(state, model.type, body);
  requireFields(model, body);
  checkUnique(state, model, body);
  checkSemantics(state, model.type, body, before, scope);
  return body;
}

function checkUnique(state: ControllerState, model: Model, body: JsonObject): void {
  if (state.settings.differs.has("names-twice")) return;
  const name = text(body.name);
  const held = state.heldNames.get(`${model.type}/${name}`);
  const clash = state.store.named(model.type, name).some((other) => {
    const sameTenant = !model.tenantScoped || other.tenant_ref === body.tenant_ref;
    return other.uuid !== body.uuid && sameTenant && (!model.cloudScoped || other.cloud_ref === body.cloud_ref);
  });
  if (clash || (held !== undefined && held > performance.now())) throw new AviError(409, model.duplicate, "error", name);
}

function save(state: ControllerState, model: Model, body: JsonObject, before: JsonObject | undefined): JsonObject {
  const object = { ...body, _last_modified: state.clock.tick() };
  if (!model.open && model.message.properties.configpb_attributes) {
    const version = Number(asObject(before?.configpb_attributes).version ?? 0) + 1;
    Object.assign(object, { configpb_attributes: { version } });
  }
  state.store.put(model.type, object);
  return object;
}

/** Before 20.1.1 the VIP went with its virtual service. */
function cascade(state: ControllerState, model: Model, object: JsonObject): void {
  const vsvip = target(object.vsvip_ref);
  if (model.type !== "virtualservice" || !vsvip || compareVersions(state.settings.version, "20.1.1") >= 0) return;
  if (state.store.referrersOf("vsvip", vsvip.uuid).length === 0) state.store.remove("vsvip", vsvip.uuid);
}

export function modelForPath(type: string | undefined): Model {
  const model = type === undefined ? undefined : modelOf(type);
  if (!model) throw new AviError(404, `Not Found: /api/${type ?? ""}`);
  return model;
}

/** Objects that the controller creates with every cloud and deletes with it. */
const COMPANIONS: [type: string, body: JsonObject][] = [
  ["vrfcontext", { name: "global", system_default: true }],
  ["vrfcontext", { name: "management", system_default: true }],
  ["serviceenginegroup", { name: "Default-Group" }],
];

/** Creates an object of a type. The caller passes it in, as it has the code that creates clouds. */
type Create = (type: string, body: JsonObject, scope: AviScope) => JsonObject;

function createCompanions(state: ControllerState, cloud: JsonObject, create: Create): void {
  const scope = { tenant: ADMIN_TENANT, allTenants: false, version: state.settings.version };
  const cloud_ref = canonical("cloud", text(cloud.uuid));
  for (const [type, body] of COMPANIONS) {
    const made = create(type, { ...body, cloud_ref }, scope);
    state.systemObjects.add(canonical(type, text(made.uuid)));
  }
}

/** The companions of a cloud that nothing but the cloud holds on to. */
function companionsOf(state: ControllerState, uuid: string): { type: string; object: JsonObject }[] {
  const named = ({ type, object }: { type: string; object: JsonObject }) =>
    COMPANIONS.some(([kind, body]) => kind === type && body.name === object.name);
  return state.store
    .referrersOf("cloud", uuid)
    .filter(named)
    .filter(({ type, object }) => state.store.referrersOf(type, text(object.uuid)).length === 0);
}
