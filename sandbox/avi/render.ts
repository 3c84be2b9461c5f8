// Renders stored objects as responses, by version and requested fields.
import { createHash } from "node:crypto";
import { baseOf } from "../shared/http";
import { asArray, asObject, isObject, type Json, type JsonObject, sameJson, text } from "../shared/json";
import { certificateText } from "./certificate";
import type { AviRequest } from "./http";
import { canonical, target, visitReferences } from "./references";
import { compareVersions, MASK, type MessageSchema, type Model, messageOf, OLD_FIELDS_GONE } from "./schema";
import type { AviScope, ControllerState } from "./state";
import { defaultOf } from "./validate";

export function render(state: ControllerState, model: Model, object: JsonObject, view: View): JsonObject {
  const shown = model.open ? structuredClone(object) : project(model, model.message, object, view);
  shown.url = canonical(model.type, text(object.uuid));
  if (!view.write) Object.assign(shown, withRuntime(state, model, object, view));
  if (model.type === "pool" && compareVersions(view.version, "18.2.1") < 0) {
    shown.server_count = asArray(object.servers).length;
  }
  hideSecrets(model, shown, object, view);
  visitReferences(model, shown, (reference) => expand(state, reference, view));
  shown.url = expand(state, shown.url, view);
  if (view.skipDefault && !model.open) dropDefaults(model, model.message, shown, view.version);
  const picked = view.fields ? pick(shown, [...view.fields, "name", "url", "uuid"]) : shown;
  return model.type === "virtualservice" && view.list ? sorted(picked) : picked;
}

/** A deep copy with the fields that exist at the version of the request. */
function project(model: Model, message: MessageSchema, object: JsonObject, view: View): JsonObject {
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    const field = message.properties[key];
    if (!field) continue;
    if (field["x-since"] && compareVersions(field["x-since"], view.version) > 0) continue;
    if (field["x-only-until"] && compareVersions(view.version, OLD_FIELDS_GONE) >= 0) continue;
    const nested = messageOf(model, field.items ?? field);
    out[key] = copy(value, nested && ((item) => project(model, nested, item, view)));
  }
  return out;
}

function copy(value: Json, message: ((item: JsonObject) => JsonObject) | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => (message && isObject(item) ? message(item) : structuredClone(item)));
  if (isObject(value)) return message ? message(value) : structuredClone(value);
  return value;
}

function hideSecrets(model: Model, shown: JsonObject, object: JsonObject, view: View): void {
  if (view.exportKey) return;
  maskSensitive(model, shown);
  if (model.type !== "sslkeyandcertificate") return;
  const certificate = asObject(shown.certificate);
  if (view.write) {
    delete shown.key;
    delete certificate.certificate;
  } else {
    Object.assign(certificate, certificateText(text(asObject(object.certificate).certificate)));
  }
}

function dropDefaults(model: Model, message: MessageSchema, object: JsonObject, version: string): void {
  for (const [key, value] of Object.entries(object)) {
    const field = message.properties[key];
    if (!field) continue;
    const required = message.required?.includes(key) ?? false;
    const standard = defaultOf(field, version);
    if (standard !== undefined && !required && sameJson(value, standard)) delete object[key];
    const nested = messageOf(model, field.items ?? field);
    if (!nested) continue;
    for (const item of Array.isArray(value) ? value : [value]) if (isObject(item)) dropDefaults(model, nested, item, version);
  }
}

function pick(object: JsonObject, fields: string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => fields.includes(key)));
}

function sorted(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A body that carries the mask where the stored object has a secret means: leave it as it is. */
export function keepSensitive(model: Model, body: JsonObject, before: JsonObject): void {
  visit(model, model.message, body, (at, key) => {
    if (at.path === "" && at.body[key] === MASK && before[key] !== undefined) at.body[key] = before[key];
    else if (at.body[key] === MASK) restoreNested(at, key, before);
  });
}

/** Puts the mask over every secret of a rendered object. */
function maskSensitive(model: Model, body: JsonObject): void {
  visit(model, model.message, body, (at, key) => {
    if (typeof at.body[key] === "string" && at.body[key] !== "") at.body[key] = MASK;
  });
}

interface RenderPlace {
  body: JsonObject;
  /** Dotted path of the message inside the object, list positions included; "" at the top. */
  path: string;
}

function restoreNested(at: RenderPlace, key: string, before: JsonObject): void {
  let stored: unknown = before;
  for (const step of at.path.split(".").filter(Boolean)) {
    stored = Array.isArray(stored) ? stored[Number(step)] : isObject(stored) ? stored[step] : undefined;
  }
  const secret = isObject(stored) ? stored[key] : undefined;
  if (secret !== undefined) at.body[key] = secret;
}

function visit(
  model: Model,
  message: MessageSchema,
  body: JsonObject,
  onSensitive: (at: RenderPlace, key: string) => void,
  path = "",
): void {
  for (const [key, value] of Object.entries(body)) {
    const field = message.properties[key];
    if (!field) continue;
    if (field["x-sensitive"]) onSensitive({ body, path }, key);
    const nested = messageOf(model, field.items ?? field);
    if (!nested) continue;
    if (isObject(value)) visit(model, nested, value, onSensitive, `${path}${key}.`);
    if (Array.isArray(value)) {
      value.forEach((item, i) => {
        if (isObject(item)) visit(model, nested, item, onSensitive, `${path}${key}.${i}.`);
      });
    }
  }
}

/** Form in which one request wants its objects. */
export interface View {
  /** Scheme, host and port as the client used them; every url and reference starts with it. */
  base: string;
  version: string;
  /** Append `#name` to references. */
  names: boolean;
  /** The answer to a write, which shows less of certificates and no runtime fields. */
  write?: boolean;
  list?: boolean;
  exportKey?: boolean;
  skipDefault?: boolean;
  fields?: string[];
}

/** Reads from the query of a read the form of its answer. */
export function readView(request: AviRequest, scope: AviScope): View {
  const { query } = request;
  const fields = query.get("fields");
  return {
    base: baseOf(request),
    version: scope.version,
    names: query.flag("include_name"),
    exportKey: query.flag("export_key"),
    skipDefault: query.flag("skip_default"),
    fields: fields === undefined ? undefined : fields.split(","),
  };
}

/** Answers to writes always name what they refer to. */
export function writeView(request: AviRequest, scope: AviScope): View {
  return { base: baseOf(request), version: scope.version, names: true, write: true };
}

/** `https://host/api/pool/pool-1` of a canonical reference, with `#name` if asked for. */
function expand(state: ControllerState, reference: string, view: View): string {
  const at = target(reference);
  if (!at) return reference;
  const isNamed = view.names && !state.settings.differs.has("references-without-names");
  const name = isNamed ? state.store.get(at.type, at.uuid)?.name : undefined;
  return `${view.base}${reference}${name === undefined ? "" : `#${text(name)}`}`;
}

/** The fields a GET shows that no write answers with. */
function withRuntime(state: ControllerState, model: Model, object: JsonObject, view: View): JsonObject {
  if (model.type === "virtualservice") return virtualServiceRuntime(state, object, view);
  if (model.type === "vsvip" && !view.list) return vsVipRuntime(state, object, view);
  return {};
}

function virtualServiceRuntime(state: ControllerState, object: JsonObject, view: View): JsonObject {
  const uuid = text(object.uuid);
  const vsvip = state.store.get("vsvip", text(object.vsvip_ref).split("/").pop() ?? "");
  const runtime: JsonObject = {
    version: text(asObject(object.configpb_attributes).version || 1),
    redis_db: 9,
    redis_port: 5001,
    marked_for_delete: false,
    self_se_election: true,
    tls_ticket_key: [1, 2, 3].map((n) => ({
      name: ticketName(uuid, n),
      aes_key: derived(uuid, "aes", n),
      hmac_key: derived(uuid, "hmac", n),
    })),
    vip_runtime: asArray(vsvip?.vip).map((vip) => ({
      vip_id: text(asObject(vip).vip_id),
      num_additional_se: 0,
      requested_resource: { num_se: 1, num_standby_se: 0 },
    })),
  };
  if (object.type === "VS_TYPE_VH_PARENT") {
    const children = state.store.referrersOf("virtualservice", uuid).filter(({ type }) => type === "virtualservice");
    runtime.vh_child_vs_uuid = children.map(({ object: child }) => expand(state, canonical("virtualservice", text(child.uuid)), view));
  }
  return runtime;
}

function vsVipRuntime(state: ControllerState, object: JsonObject, view: View): JsonObject {
  const users = state.store.referrersOf("vsvip", text(object.uuid)).filter(({ type }) => type === "virtualservice");
  if (users.length === 0) return {};
  return { vs_refs: users.map(({ object: vs }) => expand(state, canonical("virtualservice", text(vs.uuid)), view)) };
}

/** Ticket keys only have to look like keys and stay the same between reads. */
function derived(uuid: string, purpose: string, n: number): string {
  return createHash("sha256").update(`${uuid}/${purpose}/${n}`).digest("base64");
}

function ticketName(uuid: string, n: number): string {
  const h = createHash("md5").update(`${uuid}/${n}`).digest("hex");
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`;
}
