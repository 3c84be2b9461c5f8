// The VIP of a Gateway: address, and names in DNS.

import { type AviBody, fqdnsOf } from "../../../../resources/avi/body";
import type { Json } from "../../../../resources/kind";
import { familyOf, type GatewayModel } from "../../../routing";
import { diagnose, isUnknown } from "../../../specs";
import type { AviLowering } from "../lower/context";
import { lowerAddress } from "../lower/ip-bodies";
import type { AviSettings } from "../settings";

/** The controller takes only names within the domains of its DNS. */
export const isInDomains = (fqdn: string, { subDomains }: AviSettings) =>
  subDomains.length === 0 || subDomains.some((domain) => fqdn.endsWith(domain));

/** A VIP with the addresses that the Gateway asks for, one of each family. */
export function addressed(cx: AviLowering, vsVip: AviBody, { owner, addresses }: GatewayModel): AviBody {
  if (addresses.length === 0) return vsVip;
  const isV6 = (address: GatewayModel["addresses"][number]) => !isUnknown(address) && familyOf(address) === "IPv6";
  const v4 = addresses.filter((address) => !isV6(address));
  const v6 = addresses.filter(isV6);
  if (v4.length > 1 || v6.length > 1) {
    const message = "a VIP of Avi has one address of each family: the first of each is used";
    cx.report(diagnose("LB1302", owner.ref, "/spec/addresses", message, { remedy: "Ask for one address of each family." }));
  }
  const [first4, first6] = [v4[0], v6[0]];
  const addressFields = {
    ...(first4 === undefined ? {} : { ip_address: lowerAddress(first4) }),
    ...(first6 === undefined ? {} : { ip6_address: lowerAddress(first6) }),
    ...(first4 !== undefined && first6 !== undefined ? { auto_allocate_ip_type: "V4_V6" } : {}),
    ...(first4 === undefined ? { auto_allocate_ip_type: "V6_ONLY" } : {}),
  };
  const vips = Array.isArray(vsVip.vip) ? vsVip.vip : [];
  return { ...vsVip, vip: vips.map((vip) => ({ ...(vip as { [field: string]: Json }), ...addressFields })) };
}

/** Names that the addresses of other resources have in DNS, each with the VsVip that has it. */
export const namesInDns = (vsVips: readonly AviBody[]): Map<string, string> =>
  new Map(vsVips.flatMap((vsVip) => fqdnsOf(vsVip).map((fqdn) => [fqdn.toLowerCase(), String(vsVip.name)] as const)));
