import ipaddr from "ipaddr.js";
import type { AviBody, PoolInputs } from "../../../contract/avi";
import type { ObjectRef } from "../../../contract/diagnostic";
import type { Json } from "../../../contract/json";
import type { Backend, Server } from "../../routing";
import { isUnknown } from "../../specs";
import type { Planned } from "../plan";
import { refTo } from "../references";
import type { Lowering } from "./context";

/** The pool of one backend (ako.md 3.3). Without servers it has no `servers`. */
export function lowerPool(cx: Lowering, long: string, owner: ObjectRef, backend: Backend): Planned<PoolInputs> {
  const name = cx.name(long, owner);
  const { validation } = backend;
  const ca = validation?.caCertificate;
  const pkiProfile = ca
    ? cx.body("pkiprofile", cx.name(cx.names.pkiProfile(long), owner), { ca_certs: [{ certificate: ca as string }], crl_check: false })
    : undefined;
  const pool = cx.body("pool", name, {
    health_monitor_refs: [refTo.healthMonitor(backend.port?.protocol === "UDP" ? "System-UDP" : "System-TCP")],
    servers: backend.servers.length > 0 ? backend.servers.map(lowerServer) : undefined,
    placement_networks: placementNetworks(cx),
    ...(validation ? { sni_enabled: true, ssl_profile_ref: refTo.sslProfile("System-Standard") } : {}),
    pki_profile_ref: pkiProfile ? refTo.pkiProfile(pkiProfile.name) : undefined,
  });
  return { name, inputs: { owner: cx.owner, ...(pkiProfile ? { pkiProfile } : {}), pool }, owners: [owner] };
}

function lowerServer({ address, port, node }: Server): Json {
  // unknown values become unknown outputs when the resource is registered
  const server = { ip: { addr: address as string, type: isUnknown(address) ? "V4" : familyOf(address) }, port: port as number };
  return node ? { ...server, server_node: node } : server;
}

function familyOf(address: string): "V4" | "V6" {
  return ipaddr.IPv6.isValid(address) ? "V6" : "V4";
}

/** An address and prefix length in the API's form. */
export function lowerSubnet(cidr: string): { ip_addr: { addr: string; type: string }; mask: number } {
  const [addr = "", mask = "32"] = cidr.split("/");
  return { ip_addr: { addr, type: familyOf(addr) }, mask: Number(mask) };
}

function placementNetworks({ settings }: Lowering): AviBody[string] | undefined {
  const networks = settings.nodeNetworkList.flatMap(({ networkName, cidrs }) =>
    cidrs.map((cidr) => ({ network_ref: refTo.network(networkName), subnet: lowerSubnet(cidr) })),
  );
  return networks.length > 0 ? networks : undefined;
}
