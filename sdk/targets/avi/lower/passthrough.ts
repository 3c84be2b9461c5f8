// Lowers hosts with TLS passthrough to shared layer 4 virtual services.

import type { PassthroughVSInputs, PoolInputs } from "../../../../resources/avi";
import type { AviBody } from "../../../../resources/avi/body";
import { handshakeKey } from "../../../../resources/route-key";
import type { Backend, TcpProxy, VirtualHost } from "../../../routing";
import { compare } from "../../../specs";
import { fnv1a32, refTo, shardCount, shardOf } from "../names";
import type { AviLowering } from "./context";
import { serverNameScript } from "./data-scripts";
import { attachPolicies } from "./extended";
import type { Lowered, LoweredShard } from "./lowered";
import { lowerVsVip, useVsVip } from "./network";
import { type HostRedirects, lowerRedirects, redirectsOf } from "./policies";
import { lowerBackends } from "./pools";

/** A host whose TLS ends at the servers. */
export type PassthroughHost = VirtualHost & { tcp: TcpProxy };

/** Hosts that share a virtual service. The first host creates the shard. */
type PassthroughHosts = [PassthroughHost, ...PassthroughHost[]];

export interface LoweredPassthrough {
  number: number;
  hosts: Readonly<PassthroughHosts>;
  vs: LoweredShard<PassthroughVSInputs>;
  pools: Lowered<PoolInputs>[];
}

/**
 * Passthrough hosts, gathered on shards of their own number. The host decides the shard, under namespace shards too: the
 * client hello names nothing else (ako.md 1.4, 1.6).
 */
export function lowerPassthrough(all: AviLowering, hosts: readonly PassthroughHost[], singleSpec: boolean): LoweredPassthrough[] {
  const shards = new Map<string, { cx: AviLowering; number: number; hosts: PassthroughHosts }>();
  for (const host of hosts) {
    const cx = all.placed(all.extensions.placement(host.tcp.owner)).plainly();
    const isDedicated = cx.placement?.passthroughDedicated === true && !singleSpec;
    const number = isDedicated ? fnv1a32(host.fqdn) : shardOf(host.fqdn, singleSpec ? 1 : shardCount(cx.settings.passthroughShardSize));
    const name = cx.names.passthrough(number);
    const shard = shards.get(name);
    if (shard) shard.hosts.push(host);
    else shards.set(name, { cx, number, hosts: [host] });
  }
  const ordered = [...shards].sort(([a, shard], [b, other]) => shard.number - other.number || compare(a, b));
  return ordered.map(([, { cx, number, hosts: gathered }]) => {
    const pools: Lowered<PoolInputs>[] = [];
    return { number, hosts: gathered, vs: lowerShard(cx, number, gathered, pools), pools };
  });
}

function lowerShard(
  cx: AviLowering,
  number: number,
  hosts: Readonly<PassthroughHosts>,
  pools: Lowered<PoolInputs>[],
): LoweredShard<PassthroughVSInputs> {
  const about = hosts[0].tcp.owner.ref;
  const long = cx.names.passthrough(number);
  const name = cx.name(long, about);
  const groups = new Map(hosts.map((host) => [host.fqdn, lowerGroup(cx, host, pools)]));
  const [fqdns, poolGroups] = [[...groups.keys()], [...groups.values()]];
  const script = serverNameScript(new Map([...groups].map(([fqdn, { name: group }]) => [fqdn, group])));
  const inputs: PassthroughVSInputs = {
    owner: cx.owner,
    vsVip: lowerVsVip(cx, name, fqdns),
    poolGroups,
    dataScriptSet: cx.body("vsdatascriptset", name, {
      datascript: [{ evt: "VS_DATASCRIPT_EVT_L4_REQUEST", script }],
      pool_group_refs: poolGroups.map((group) => refTo.poolGroup(group.name)),
      protocol_parser_refs: [refTo.protocolParser("Default-TLS")],
    }),
    virtualService: cx.body("virtualservice", name, {
      tenant_ref: refTo.tenant(cx.settings.tenant),
      application_profile_ref: refTo.applicationProfile("System-L4-Application"),
      network_profile_ref: refTo.networkProfile("System-TCP-Proxy"),
      services: [{ port: 443, enable_ssl: false }],
      ...useVsVip(cx, name),
      vs_datascripts: [{ index: 0, vs_datascript_set_ref: refTo.dataScriptSet(name) }],
      remove_listening_port_on_vs_down: true,
    }),
    ...lowerInsecure(
      cx,
      cx.name(cx.names.insecure(long), about),
      name,
      hosts.filter(redirects).flatMap((host) => redirectsOf(cx, host) ?? []),
    ),
  };
  return { name, inputs, shard: number, owners: [...new Set(hosts.map(({ tcp }) => tcp.owner.ref))] };
}

/** One pool per Service; the weights of the Route are the ratios of the members. */
function lowerGroup(all: AviLowering, { fqdn, tcp }: PassthroughHost, pools: Lowered<PoolInputs>[]): AviBody {
  const cx = all.from(tcp.owner, tcp);
  const { ref } = tcp.owner;
  const to = { backends: tcp.backends.map(forConnections), spreads: true };
  const members = lowerBackends(cx, tcp, to, handshakeKey(fqdn.toLowerCase()), (service) => cx.names.passthroughHost(fqdn, service)).map(
    ({ pool, ratio }) => {
      pools.push(pool);
      return { pool_ref: refTo.pool(pool.name), ratio };
    },
  );
  return cx.body("poolgroup", cx.name(cx.names.passthroughHost(fqdn), ref), { implicit_priority_labels: false, members });
}

/** A backend for passthrough, without protocol and cookies: TLS ends at the servers. */
function forConnections({ protocol: _protocol, strategy, ...backend }: Backend): Backend {
  return { ...backend, strategy: strategy === "Cookie" ? "RoundRobin" : strategy };
}

/** Clear text counts only where the owner of the TLS port asks for a redirect. */
function redirects({ routes, tcp }: PassthroughHost): boolean {
  return routes.some(({ to, owner }) => "redirect" in to && owner === tcp.owner);
}

/** The virtual service on port 80 of the same VIP, as long as one host redirects. */
function lowerInsecure(
  cx: AviLowering,
  name: string,
  vsVip: string,
  hosts: readonly HostRedirects[],
): Pick<PassthroughVSInputs, "redirectPolicy" | "insecureVirtualService"> {
  const redirectPolicy = lowerRedirects(cx, name, hosts, "");
  if (!redirectPolicy) return {};
  const insecureVirtualService = cx.body("virtualservice", name, {
    tenant_ref: refTo.tenant(cx.settings.tenant),
    application_profile_ref: refTo.applicationProfile("System-HTTP"),
    network_profile_ref: refTo.networkProfile("System-TCP-Proxy"),
    services: [{ port: 80, enable_ssl: false }],
    ...useVsVip(cx, vsVip),
    http_policies: attachPolicies([redirectPolicy]),
  });
  return { redirectPolicy, insecureVirtualService };
}
