import type { AviBody } from "../../../kinds/avi/body";
import type { L4VSInputs, PoolInputs } from "../../../kinds/avi/resources";
import type { Diagnostic } from "../../../kinds/diagnostic";
import type { Json } from "../../../kinds/kind";
import type { L4Service } from "../../routing";
import { compare, diagnose } from "../../specs";
import { refTo } from "../names";
import type { Planned } from "../plan";
import type { Lowering } from "./context";
import { lowerVsVip, withDomain } from "./network";
import { lowerPool } from "./pools";

/** A Service of type LoadBalancer: own VIP and virtual service, pool and pool group per port (ako.md 1.1). */
export function lowerL4(
  cx: Lowering,
  service: L4Service,
  report: (diagnostic: Diagnostic) => void,
): { vs: Planned<L4VSInputs>; pools: Planned<PoolInputs>[] } | undefined {
  const { ref } = service.owner;
  // AKO lists listeners by port name (ako.md, "Addition")
  const named = [...service.ports].sort(
    ({ port: a }, { port: b }) => compare(a.name, b.name) || a.port - b.port || compare(a.protocol, b.protocol),
  );
  const ports = named.filter(({ port }) => {
    if (port.protocol !== "SCTP") return true;
    report(
      diagnose(
        "LB1301",
        ref,
        "/spec/ports",
        `port ${port.port}: Avi does not balance ${port.protocol} in the form we follow; the port is left out`,
      ),
    );
    return false;
  });
  if (ports.length === 0) return undefined;
  const name = cx.name(cx.names.l4(ref.namespace, ref.name), ref);
  const pools: Planned<PoolInputs>[] = [];
  const poolGroups: AviBody[] = [];
  const select: Json[] = [];
  const taken = new Set<number>();
  // of two protocols on one port number TCP keeps the plain name
  for (const { port, ...members } of [...ports].sort((a, b) => Number(a.port.protocol !== "TCP") - Number(b.port.protocol !== "TCP"))) {
    const long = cx.names.l4Port(ref.namespace, ref.name, port.port, taken.has(port.port) ? port.protocol : undefined);
    taken.add(port.port);
    const pool = lowerPool(cx, long, ref, { service: ref, port, ...members });
    pools.push(pool);
    poolGroups.push(cx.body("poolgroup", pool.name, { implicit_priority_labels: false, members: [{ pool_ref: refTo.pool(pool.name) }] }));
    select[ports.findIndex((entry) => entry.port === port)] = {
      service_port: port.port,
      service_pool_group_ref: refTo.poolGroup(pool.name),
      service_protocol: port.protocol === "UDP" ? "PROTOCOL_TYPE_UDP_FAST_PATH" : "PROTOCOL_TYPE_TCP_PROXY",
    };
  }
  const tcp = ports.some(({ port }) => port.protocol === "TCP");
  const vsVip = lowerVsVip(cx, name, fqdnOf(cx, ref));
  const virtualService = cx.body("virtualservice", name, {
    tenant_ref: refTo.tenant(cx.settings.tenant),
    application_profile_ref: refTo.applicationProfile("System-L4-Application"),
    network_profile_ref: refTo.networkProfile(tcp ? "System-TCP-Proxy" : "System-UDP-Fast-Path"),
    services: ports.map(({ port }) => ({
      port: port.port,
      enable_ssl: false,
      // in a mix the profile of the virtual service is TCP's
      ...(tcp && port.protocol === "UDP" ? { override_network_profile_ref: refTo.networkProfile("System-UDP-Fast-Path") } : {}),
    })),
    service_pool_select: select,
    vsvip_ref: refTo.vsVip(name),
  });
  return { vs: { name, inputs: { owner: cx.owner, vsVip, poolGroups, virtualService }, owners: [ref] }, pools };
}

function fqdnOf({ settings }: Lowering, ref: { namespace: string; name: string }): string[] {
  const { subDomains, defaultDomain } = settings;
  const domain = subDomains.includes(defaultDomain) ? defaultDomain : [...subDomains].sort()[0];
  return domain ? [withDomain(`${ref.name}.${ref.namespace}`, domain)] : [];
}
