import ipaddr from "ipaddr.js";
import type { AviBody } from "../../../kinds/avi/body";
import type { PoolInputs } from "../../../kinds/avi/pool";
import type { ObjectRef } from "../../../kinds/diagnostic";
import type { Json } from "../../../kinds/json";
import type { Backend, Forward, Server } from "../../routing";
import { isUnknown } from "../../specs";
import type { Planned } from "../plan";
import { refTo } from "../references";
import type { Lowering } from "./context";
import { balancing, encryption, lowerMonitor, timing } from "./pool-traits";

/** The pool of one backend (ako.md 3.3). Without servers it has no `servers`; where the specs lack what tells them, it keeps those it has. */
export function lowerPool(
  cx: Lowering,
  long: string,
  owner: ObjectRef,
  backend: Backend,
  route: Pick<Forward, "timeout" | "retry"> = {},
): Planned<PoolInputs> {
  const name = cx.name(long, owner);
  const { validation, healthCheck, missing } = backend;
  const ca = validation?.caCertificate;
  const healthMonitor = healthCheck ? lowerMonitor(cx, cx.name(cx.names.healthMonitor(long), owner), backend, healthCheck) : undefined;
  const monitor = healthMonitor?.name ?? (backend.port?.protocol === "UDP" ? "System-UDP" : "System-TCP");
  const pkiProfile = ca
    ? cx.body("pkiprofile", cx.name(cx.names.pkiProfile(long), owner), { ca_certs: [{ certificate: ca as string }], crl_check: false })
    : undefined;
  const pool = cx.body("pool", name, {
    health_monitor_refs: [refTo.healthMonitor(monitor)],
    servers: backend.servers.length > 0 ? backend.servers.map(lowerServer) : undefined,
    placement_networks: placementNetworks(cx),
    ...balancing(backend.strategy),
    ...encryption(cx, backend),
    ...timing(route),
    pki_profile_ref: pkiProfile ? refTo.pkiProfile(pkiProfile.name) : undefined,
  });
  const beside = { ...(healthMonitor ? { healthMonitor } : {}), ...(pkiProfile ? { pkiProfile } : {}) };
  return { name, inputs: { owner: cx.owner, ...beside, pool, ...(missing ? { keep: ["servers"] } : {}) }, owners: [owner] };
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
