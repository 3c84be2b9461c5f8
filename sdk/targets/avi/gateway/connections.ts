// Lowers TCP and UDP ports of a Gateway to layer 4 virtual services.

import type { PoolInputs } from "../../../../resources/avi";
import type { AviBody } from "../../../../resources/avi/body";
import { withoutScheme } from "../../../../resources/route-key";
import { type ConnectionPort, type GatewayModel, gatewayConnectionKey } from "../../../routing";
import type { AviLowering } from "../lower/context";
import type { Lowered } from "../lower/lowered";
import { useVsVip } from "../lower/network";
import { refTo } from "../names";
import type { GatewayNames } from "./names";
import { lowerRuleBackends } from "./pools";

/** A virtual service of layer 4 with all that it uses. */
export interface LoweredConnections {
  virtualService: AviBody;
  poolGroups: AviBody[];
  pools: Lowered<PoolInputs>[];
}

const NETWORK_PROFILES = { TCP: "System-TCP-Proxy", UDP: "System-UDP-Fast-Path" } as const;

/** One virtual service for the TCP and UDP ports of a Gateway, with a pool group per port. A port without servers' shares is not opened. */
export function lowerConnections(
  cx: AviLowering,
  names: GatewayNames,
  vsVip: string,
  gateway: Pick<GatewayModel, "owner">,
  ports: readonly (ConnectionPort & { protocol: "TCP" | "UDP" })[],
): LoweredConnections | undefined {
  const open = ports.flatMap((port) => {
    const [route] = port.routes;
    const { group, pools } = route
      ? lowerRuleBackends(cx, portNames(names, port), route, [withoutScheme(gatewayConnectionKey(gateway, port, route))], false)
      : { pools: [] };
    return group ? [{ port, group, pools }] : [];
  });
  const [first] = open;
  if (!first) return undefined;
  const protocols = new Set(open.map(({ port }) => port.protocol));
  const usual = protocols.has("TCP") ? "TCP" : "UDP";
  const name = cx.name(names.connections, gateway.owner.ref);
  const virtualService = cx.body("virtualservice", name, {
    tenant_ref: refTo.tenant(cx.settings.tenant),
    application_profile_ref: refTo.applicationProfile("System-L4-Application"),
    network_profile_ref: refTo.networkProfile(NETWORK_PROFILES[usual]),
    services: open.map(({ port: { port, protocol } }) => ({
      port,
      enable_ssl: false,
      ...(protocol === usual ? {} : { override_network_profile_ref: refTo.networkProfile(NETWORK_PROFILES[protocol]) }),
    })),
    service_pool_select: open.map(({ port: { port, protocol }, group }) => ({
      service_port: port,
      service_pool_group_ref: refTo.poolGroup(group.name),
      service_protocol: protocol === "UDP" ? "PROTOCOL_TYPE_UDP_FAST_PATH" : "PROTOCOL_TYPE_TCP_PROXY",
    })),
    ...useVsVip(cx, vsVip),
  });
  return { virtualService, poolGroups: open.map(({ group }) => group), pools: open.flatMap(({ pools }) => pools) };
}

/** A Route may be on several ports, and each has a pool group of its own. */
export const portNames = (names: GatewayNames, { port }: ConnectionPort): GatewayNames => ({
  ...names,
  rule: (of) => `${names.rule(of)}_port_${port}`,
});
