import { asArray, asObject, type JsonObject, text } from "../../shared/json";
import { AviError } from "../errors";
import { follow } from "../resolve";
import type { ControllerState } from "../state";
import type { SemanticRule } from "./index";

const CHILD = "VS_TYPE_VH_CHILD";
const PARENT = "VS_TYPE_VH_PARENT";

export const checkVirtualService: SemanticRule = (state, body) => {
  if (body.type === CHILD) checkChild(state, body);
  else checkListener(state, body);
  checkPools(state, body);
};

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
  checkVrf(state, body, follow(state, body.vsvip_ref), "vrf_context_ref", "vsvip");
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
  for (const pool of pools) checkVrf(state, body, pool, "vrf_ref", "pool");
}

function checkVrf(_state: ControllerState, body: JsonObject, other: JsonObject | undefined, field: string, what: string): void {
  if (!other?.[field] || other[field] === body.vrf_context_ref) return;
  throw new AviError(400, `VRF Context for ${text(body.name)} and ${what} ${text(other.name)} different`, "error", text(body.name));
}
