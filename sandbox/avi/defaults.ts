import { asArray, asObject, isObject, type Json, type JsonObject, text } from "../shared/json";
import { defaultCloud, follow, referenceByName } from "./references";
import { type FieldSchema, type MessageSchema, type Model, messageOf } from "./schema";
import type { ControllerState } from "./state";
import type { Versions } from "./validate";
import { compareVersions } from "./version";

/** The value a field takes when a body leaves it out. */
export function defaultOf(field: FieldSchema, requestVersion: string): Json | undefined {
  const old = field["x-default-20.1.1"];
  if (old !== undefined && compareVersions(requestVersion, "20.1.99") <= 0) return old;
  return field.default;
}

/**
 * Adds the default of every field the body leaves out, in each message the body holds; absent messages stay absent.
 * The controller keeps its own version's fields, so the store is filled for that; answers are cut down per request.
 */
export function fillDefaults(model: Model, body: JsonObject, versions: Versions): void {
  fillMessage(model, model.message, body, versions);
}

function fillMessage(model: Model, message: MessageSchema, body: JsonObject, versions: Versions): void {
  for (const [key, field] of Object.entries(message.properties)) {
    const value = body[key];
    if (value === undefined) {
      const filled = field.readOnly ? undefined : defaultOf(field, versions.request);
      const exists = !field["x-since"] || compareVersions(field["x-since"], versions.controller) <= 0;
      if (filled !== undefined && exists) body[key] = structuredClone(filled);
      continue;
    }
    const nested = messageOf(model, field.items ?? field);
    if (!nested) continue;
    for (const item of Array.isArray(value) ? value : [value]) if (isObject(item)) fillMessage(model, nested, item, versions);
  }
}

/** Fills in what the server decides beyond plain defaults: references to its system objects and values derived from others. */
export function fillServerFields(state: ControllerState, type: string, body: JsonObject): void {
  RULES[type]?.(state, body);
}

type Rule = (state: ControllerState, body: JsonObject) => void;

const RULES: { [type: string]: Rule } = {
  pool(state, body) {
    for (const server of asArray(body.servers).map(asObject)) server.hostname ??= text(asObject(server.ip).addr);
    setReference(state, body, "vrf_ref", "vrfcontext", "global");
    setReference(state, body, "analytics_profile_ref", "analyticsprofile", "System-Analytics-Profile");
  },
  vsvip(state, body) {
    asArray(body.vip).forEach((vip, i) => {
      asObject(vip).vip_id ??= String(i);
    });
    setReference(state, body, "vrf_context_ref", "vrfcontext", "global");
  },
  virtualservice(state, body) {
    for (const service of asArray(body.services).map(asObject)) {
      if (!service.port_range_end && service.port !== undefined) service.port_range_end = service.port;
    }
    const vsvip = follow(state, body.vsvip_ref);
    if (body.vrf_context_ref === undefined && vsvip?.vrf_context_ref) body.vrf_context_ref = vsvip.vrf_context_ref;
    setReference(state, body, "vrf_context_ref", "vrfcontext", "global");
    setReference(state, body, "se_group_ref", "serviceenginegroup", "Default-Group");
    setReference(state, body, "application_profile_ref", "applicationprofile", "System-HTTP");
    setReference(state, body, "network_profile_ref", "networkprofile", "System-TCP-Proxy");
    setReference(state, body, "analytics_profile_ref", "analyticsprofile", "System-Analytics-Profile");
    if (asArray(body.ssl_key_and_certificate_refs).length > 0)
      setReference(state, body, "ssl_profile_ref", "sslprofile", "System-Standard-PFS");
    const vtype = follow(state, body.cloud_ref)?.vtype;
    if (vtype) body.cloud_type = vtype;
  },
  network(state, body) {
    setReference(state, body, "vrf_context_ref", "vrfcontext", "global");
  },
  tenant(_state, body) {
    body.config_settings ??= { tenant_vrf: false, se_in_provider_context: true, tenant_access_to_provider_se: true };
  },
};

/** The cloud of an object that names none. */
export function fillCloud(state: ControllerState, body: JsonObject): void {
  if (body.cloud_ref === undefined) {
    const cloud = defaultCloud(state);
    if (cloud) body.cloud_ref = cloud;
  }
}

function setReference(state: ControllerState, body: JsonObject, field: string, type: string, name: string): void {
  if (body[field] !== undefined) return;
  const cloud = type === "vrfcontext" || type === "serviceenginegroup" ? text(body.cloud_ref) : undefined;
  const reference = referenceByName(state, type, name, cloud);
  if (reference) body[field] = reference;
}
