// Rules of the Avi API that the schemas do not contain.
import { asArray, asObject, type JsonObject, text } from "../shared/json";
import { checkSslKeyAndCertificate } from "./certificate";
import { AviError } from "./http";
import { tenantOf } from "./references";
import { follow } from "./resolve";
import type { AviScope, ControllerState } from "./state";
import { checkVsVip } from "./vs-vip";

/** A rule of one type that no schema can say. It may also complete the body, as VIP allocation does. */
type SemanticRule = (state: ControllerState, body: JsonObject, before: JsonObject | undefined, scope: AviScope) => void;

const RULES: { [type: string]: SemanticRule } = {
  healthmonitor: checkHealthMonitor,
  pool: checkPool,
  sslkeyandcertificate: checkSslKeyAndCertificate,
  virtualservice: checkVirtualService,
  vrfcontext: checkVrfContext,
  vsvip: checkVsVip,
};

export function checkSemantics(
  state: ControllerState,
  type: string,
  body: JsonObject,
  before: JsonObject | undefined,
  scope: AviScope,
): void {
  RULES[type]?.(state, body, before, scope);
}

const CUSTOM_HEADER = "LB_ALGORITHM_CONSISTENT_HASH_CUSTOM_HEADER";

function checkPool(state: ControllerState, body: JsonObject): void {
  const hashed = body.lb_algorithm === "LB_ALGORITHM_CONSISTENT_HASH" && body.lb_algorithm_hash === CUSTOM_HEADER;
  if (hashed && !body.lb_algorithm_consistent_hash_hdr) {
    throw new AviError(400, `Pool ${text(body.name)}: lb_algorithm_consistent_hash_hdr is needed for ${CUSTOM_HEADER}.`);
  }
  const vrf = follow(state, body.vrf_ref);
  if (vrf && vrf.cloud_ref !== body.cloud_ref) {
    throw new AviError(400, `Pool ${text(body.name)} and VRF Context ${text(vrf.name)} are in different clouds`);
  }
}

function checkHealthMonitor(_state: ControllerState, body: JsonObject): void {
  if (Number(body.receive_timeout) > Number(body.send_interval)) {
    throw new AviError(400, `Receive timeout of Monitor ${text(body.name)} cannot be more than Send interval`);
  }
}

/** A VRF of the admin tenant is changed in the admin tenant only. */
function checkVrfContext(_state: ControllerState, _body: JsonObject, before: JsonObject | undefined, scope: AviScope): void {
  if (before && tenantOf(before) !== scope.tenant) throw new AviError(400, "Cannot modify VrfContext of another tenant");
}

const CHILD = "VS_TYPE_VH_CHILD";
const PARENT = "VS_TYPE_VH_PARENT";

function checkVirtualService(state: ControllerState, body: JsonObject): void {
  if (body.type === CHILD) checkChild(state, body);
  else checkListener(state, body);
  checkPools(state, body);
}

function refuse(body: JsonObject, why: string): AviError {
  return new AviError(400, `VirtualService ${text(body.name)}: ${why}`, "error", text(body.name));
}

function checkChild(state: ControllerState, body: JsonObject): void {
  const parent = follow(state, body.vh_parent_vs_ref);
  if (!parent) throw refuse(body, "a child virtual service needs vh_parent_vs_ref");
  if (parent.type !== PARENT) throw refuse(body, `vh_parent_vs_ref ${text(parent.name)} is not of type ${PARENT}`);
  if (parent.tenant_ref !== body.tenant_ref || parent.cloud_ref !== body.cloud_ref) {
    throw refuse(body, `parent ${text(parent.name)} is in another tenant or cloud`);
  }
  if (body.vsvip_ref !== undefined || asArray(body.vip).length > 0) throw refuse(body, "a child virtual service cannot have a VIP");
  if (asArray(body.services).length > 0) throw refuse(body, "a child virtual service cannot have services");
  if (body.vh_type === "VS_TYPE_VH_ENHANCED") return;
  const domains = asArray(body.vh_domain_name).map((name) => text(name).toLowerCase());
  if (domains.length === 0) throw refuse(body, "a child virtual service needs vh_domain_name");
  if (state.settings.differs.has("sni-names-twice")) return;
  for (const { object } of state.store.referrersOf("virtualservice", text(parent.uuid))) {
    if (object.uuid === body.uuid || object.vh_parent_vs_ref !== body.vh_parent_vs_ref) continue;
    const clash = asArray(object.vh_domain_name).find((name) => domains.includes(text(name).toLowerCase()));
    if (clash) throw refuse(body, `vh_domain_name ${text(clash)} is already used by ${text(object.name)}`);
  }
}

function checkListener(state: ControllerState, body: JsonObject): void {
  if (body.vsvip_ref === undefined && asArray(body.vip).length === 0) throw refuse(body, "vsvip_ref is required");
  const services = asArray(body.services).map(asObject);
  const secure = services.some((service) => service.enable_ssl === true);
  const profile = text(follow(state, body.application_profile_ref)?.type);
  // The parent of virtual hosts may leave certificates to its children: AKO posts it so.
  const parent = body.type === "VS_TYPE_VH_PARENT";
  if (secure && !parent && profile !== "APPLICATION_PROFILE_TYPE_L4" && asArray(body.ssl_key_and_certificate_refs).length === 0) {
    throw refuse(body, "a service with enable_ssl needs ssl_key_and_certificate_refs");
  }
  checkVrf(body, follow(state, body.vsvip_ref), "vrf_context_ref", "vsvip");
  checkPorts(state, body, services);
}

/** One VIP address and port can belong to one virtual service only. */
function checkPorts(state: ControllerState, body: JsonObject, services: JsonObject[]): void {
  const addresses = vipAddresses(state, body);
  if (addresses.size === 0) return;
  for (const other of state.store.list("virtualservice")) {
    if (other.uuid === body.uuid || other.cloud_ref !== body.cloud_ref || other.vrf_context_ref !== body.vrf_context_ref) continue;
    const shared = [...vipAddresses(state, other)].find((address) => addresses.has(address));
    if (shared === undefined) continue;
    const clash = services.find((service) =>
      asArray(other.services).some((taken) => overlaps(state, body, service, other, asObject(taken))),
    );
    if (clash) throw refuse(body, `VIP ${shared} port ${text(clash.port)} is already used by ${text(other.name)}`);
  }
}

function vipAddresses(state: ControllerState, body: JsonObject): Set<string> {
  const vips = [...asArray(follow(state, body.vsvip_ref)?.vip), ...asArray(body.vip)];
  return new Set(vips.map((vip) => text(asObject(asObject(vip).ip_address).addr)).filter((address) => address !== ""));
}

function overlaps(state: ControllerState, a: JsonObject, mine: JsonObject, b: JsonObject, theirs: JsonObject): boolean {
  if (protocol(state, a, mine) !== protocol(state, b, theirs)) return false;
  const end = (service: JsonObject) => Number(service.port_range_end || service.port);
  return Number(mine.port) <= end(theirs) && Number(theirs.port) <= end(mine);
}

/** UDP and TCP listeners may share a port; the network profile of the service or of the virtual service decides. */
function protocol(state: ControllerState, vs: JsonObject, service: JsonObject): string {
  const profile = follow(state, service.override_network_profile_ref ?? vs.network_profile_ref);
  const type = text(asObject(profile?.profile).type);
  return type.includes("UDP") ? "UDP" : type.includes("SCTP") ? "SCTP" : "TCP";
}

function checkPools(state: ControllerState, body: JsonObject): void {
  if (body.pool_ref !== undefined && body.pool_group_ref !== undefined)
    throw refuse(body, "pool_ref and pool_group_ref exclude each other");
  const pools = [follow(state, body.pool_ref)];
  for (const member of asArray(follow(state, body.pool_group_ref)?.members)) pools.push(follow(state, asObject(member).pool_ref));
  for (const pool of pools) checkVrf(body, pool, "vrf_ref", "pool");
}

function checkVrf(body: JsonObject, other: JsonObject | undefined, field: string, what: string): void {
  if (!other?.[field] || other[field] === body.vrf_context_ref) return;
  throw new AviError(400, `VRF Context for ${text(body.name)} and ${what} ${text(other.name)} different`, "error", text(body.name));
}
