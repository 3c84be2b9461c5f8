import { asArray, asObject, type JsonObject, text } from "../shared/json";
import { defaultCloud, follow, referenceByName } from "./resolve";
import type { ControllerState } from "./state";

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
