import { asArray, asObject, type JsonObject, sameJson, text } from "../../shared/json";
import { AviError } from "../errors";
import type { ControllerState } from "../state";
import type { SemanticRule } from "./index";

export const checkVsVip: SemanticRule = (state, body, before) => {
  const vips = asArray(body.vip).map(asObject);
  const ids = vips.map((vip) => text(vip.vip_id));
  if (new Set(ids).size !== ids.length) throw new AviError(400, `VsVip ${text(body.name)} has two VIPs with the same vip_id`);
  const known = asArray(before?.vip).map(asObject);
  for (const vip of vips) keepAddress(vip, known);
  const allocatedNow = new Set<string>();
  for (const vip of vips) {
    if (address(vip) === "" && vip.auto_allocate_ip === true) state.allocator.allocate(text(body.cloud_ref), vip, allocatedNow);
  }
  checkDnsInfo(state, body);
};

/** An address once given stays: a client that writes a VsVip without it means the one it has. */
function keepAddress(vip: JsonObject, known: JsonObject[]): void {
  const old = known.find((candidate) => candidate.vip_id === vip.vip_id);
  if (!old) {
    const moved = known.find((candidate) => address(candidate) !== "" && address(candidate) === address(vip));
    if (moved) throw new AviError(400, `Changing an existing VIP's vip_id is not supported (${text(moved.vip_id)}).`);
    return;
  }
  if (address(vip) === "" && old.avi_allocated_vip === true && vip.auto_allocate_ip === true) {
    for (const field of ["ip_address", "subnet", "subnet_uuid", "ipam_network_subnet", "avi_allocated_vip"]) {
      if (old[field] !== undefined) vip[field] = structuredClone(old[field]);
    }
  }
  if (address(old) !== "" && !sameJson(vip.ip_address, old.ip_address)) {
    throw new AviError(
      400,
      `VIP ${text(vip.vip_id)} has address ${address(old)}. If a new preferred IP is needed, please recreate the VIP.`,
    );
  }
}

function address(vip: JsonObject): string {
  return text(asObject(vip.ip_address).addr);
}

function checkDnsInfo(state: ControllerState, body: JsonObject): void {
  const names = asArray(body.dns_info).map((info) => text(asObject(info).fqdn).toLowerCase());
  const twice = names.find((name, i) => name !== "" && names.indexOf(name) !== i);
  if (twice) throw new AviError(400, `FQDN ${twice} appears twice in dns_info of ${text(body.name)}`);
  if (!state.settings.enforceDnsDomains) return;
  const domains = state.settings.dnsDomains;
  const outside = names.find((name) => name !== "" && !domains.some((domain) => name === domain || name.endsWith(`.${domain}`)));
  if (outside) throw new AviError(400, `FQDN ${outside} does not belong to any of the configured DNS domains`);
}
