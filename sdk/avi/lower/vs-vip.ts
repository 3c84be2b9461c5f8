import type { AviBody } from "../../../kinds/avi/body";
import type { Json } from "../../../kinds/json";
import { refTo } from "../references";
import type { Lowering } from "./context";
import { lowerSubnet } from "./pool";

/** A VIP whose address the controller allocates, with the FQDNs it is registered under (ako.md 3.3). */
export function lowerVsVip(cx: Lowering, name: string, fqdns: readonly string[]): AviBody {
  const { networkName, subnetIP, subnetPrefix } = cx.settings;
  const placed = subnetIP && subnetPrefix;
  const network: { [key: string]: Json } = networkName ? { network_ref: refTo.network(networkName) } : {};
  return cx.body("vsvip", name, {
    vip: [
      {
        auto_allocate_ip: true,
        ...(placed ? { ipam_network_subnet: { ...network, subnet: lowerSubnet(`${subnetIP}/${subnetPrefix}`) } } : {}),
      },
    ],
    dns_info: fqdns.length > 0 ? fqdns.map((fqdn) => ({ fqdn })) : undefined,
  });
}

/** `host.domain`; a domain that begins with a dot gets no second one. */
export function withDomain(host: string, domain: string): string {
  return domain.startsWith(".") ? host + domain : `${host}.${domain}`;
}
