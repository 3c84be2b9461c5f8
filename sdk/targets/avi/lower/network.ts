// Lowers VIPs and the static routes to Pod networks.

import type { AviBody } from "../../../../resources/avi/body";
import type { StaticRoutesInputs } from "../../../../resources/avi/static-routes";
import type { Diagnostic } from "../../../../resources/diagnostic";
import type { Json } from "../../../../resources/kind";
import { familyOf } from "../../../routing";
import { asKnown, diagnose, isUnknown, type Node, type SpecSet, type Unknown } from "../../../specs";
import { addressesOf } from "../members";
import { refTo } from "../names";
import type { AviSettings } from "../settings";
import type { AviLowering } from "./context";
import { lowerAddress, lowerSubnet } from "./ip-bodies";
import type { LoweredCluster, LoweredStaticRoutes } from "./lowered";
import { networksElsewhere, podNetworksOf } from "./pod-networks";

/**
 * A VIP whose address the controller allocates, with the FQDNs it is registered under (ako.md 3.3).
 *
 * @param address the one that is asked for
 * @param ofHosts it is for requests, not for connections
 */
export function lowerVsVip(cx: AviLowering, name: string, fqdns: readonly string[], address?: string | Unknown, ofHosts = false): AviBody {
  const { vipId } = cx.akoVersion;
  const { enableRHI, bgpPeerLabels } = cx.settings;
  // with EVH the labels of the settings are for layer 4 and passthrough, unless an AviInfraSetting is there (buildWithInfraSettingForEvh)
  const labelled = enableRHI && bgpPeerLabels.length > 0 && !(ofHosts && cx.akoVersion.enhanced && !cx.placement);
  const placed = vipId === undefined ? subnetOf(cx.settings) : networkOf(cx.settings);
  const names = onceEach(fqdns);
  return cx.body("vsvip", name, {
    vip: [
      {
        ...(vipId === undefined ? {} : { vip_id: vipId }),
        auto_allocate_ip: true,
        ...(address === undefined ? {} : addressed(cx, address)),
        ...(placed ? { ipam_network_subnet: placed } : {}),
        ...(vipId === undefined ? {} : allocation(cx.settings)),
      },
    ],
    dns_info: names.length > 0 ? names.map((fqdn) => ({ fqdn })) : undefined,
    bgp_peer_labels: labelled ? bgpPeerLabels : undefined,
  });
}

/** DNS knows no case: two spellings, possibly of different Ingresses of namespace shards, count as the first. */
function onceEach(fqdns: readonly string[]): string[] {
  const lowerCaseNames = new Set<string>();
  return fqdns.filter((fqdn) => !lowerCaseNames.has(fqdn.toLowerCase()) && lowerCaseNames.add(fqdn.toLowerCase()));
}

/** AKO 1.2 has one family (AviVsVipBuild). */
function addressed({ akoVersion }: AviLowering, address: string | Unknown): NetworkFields {
  const lowered = lowerAddress(address);
  return akoVersion.rules && lowered.type === "V6" ? { ip6_address: lowered } : { ip_address: lowered };
}

/** A network with a range of IPv6 gives addresses of it (UpdateV6). */
function allocation({ vipNetworkList: [network] }: AviSettings): NetworkFields {
  return network?.v6cidr ? { auto_allocate_ip_type: network.cidr ? "V4_V6" : "V6_ONLY" } : {};
}

/** Fields of a virtual service for the VIP that it owns. */
export function useVsVip({ settings, placement }: AviLowering, name: string): { [field: string]: Json | undefined } {
  return {
    vsvip_ref: refTo.vsVip(name),
    enable_rhi: settings.enableRHI ? true : undefined,
    ...(placement?.segName ? { se_group_ref: refTo.serviceEngineGroup(placement.segName) } : {}),
  };
}

type NetworkFields = { [field: string]: Json };

/** AKO 1.2 names the network only together with a subnet. */
function subnetOf({ networkName, subnetIP, subnetPrefix }: AviSettings): NetworkFields | undefined {
  if (!subnetIP || !subnetPrefix) return undefined;
  const network: NetworkFields = networkName ? { network_ref: refTo.network(networkName) } : {};
  return { ...network, subnet: lowerSubnet(`${subnetIP}/${subnetPrefix}`) };
}

/** The first network of the list, by the keys of 1.2 where there is none; more than one is for public clouds. */
function networkOf(settings: AviSettings): NetworkFields | undefined {
  const [network] = settings.vipNetworkList;
  if (!network) return subnetOf(settings) ?? (settings.networkName ? { network_ref: refTo.network(settings.networkName) } : undefined);
  const { networkName, networkUUID, cidr, v6cidr } = network;
  const reference = networkUUID ? `/api/network/${networkUUID}` : networkName ? refTo.network(networkName) : undefined;
  return {
    ...(reference ? { network_ref: reference } : {}),
    ...(cidr ? { subnet: lowerSubnet(cidr) } : {}),
    ...(v6cidr ? { subnet6: lowerSubnet(v6cidr) } : {}),
  };
}

/** Missing input if static routes are wanted and no node gives one. */
export function missingRoutes({ settings }: AviLowering, planned: unknown): LoweredCluster["missing"] {
  if (planned || !wantsRoutes(settings)) return {};
  return { [`vrfcontext/${settings.vrfName}`]: "a Node with an InternalIP and a podCIDR" };
}

const wantsRoutes = ({ serviceType, disableStaticRouteSync }: AviLowering["settings"]) =>
  serviceType === "ClusterIP" && !disableStaticRouteSync;

/** A route to the Pod network of every node, by node name (ako.md 1.7); none where servers are nodes (GetDisableStaticRoute). */
export function lowerStaticRoutes(
  cx: AviLowering,
  specs: SpecSet,
  report: (diagnostic: Diagnostic) => void,
): LoweredStaticRoutes | undefined {
  const { settings } = cx;
  if (!wantsRoutes(settings)) return undefined;
  const taken = new Set<string>();
  const routed = specs.nodes.flatMap((node: Node) => {
    const hops = nextHops(cx, node);
    const { networks, source } = podNetworksOf(cx, node);
    const routes = networks.flatMap((network) => {
      const nextHop = !isUnknown(network) && familyOf(network) === "IPv6" ? hops.v6 : hops.v4;
      return nextHop === undefined ? [] : [{ node, route: { prefix: asKnown<string>(network), nextHop: asKnown<string>(nextHop) } }];
    });
    const starts = routes.flatMap(({ route }) => startOf(route.prefix));
    const again = cx.akoVersion.rules && starts.find((start) => taken.has(start));
    if (again) {
      const message = `node ${node.ref.name} gets no static route: a node before it has a Pod network from ${again} on, too`;
      report(diagnose("LB1118", node.ref, "/spec/podCIDR", message));
      return [];
    }
    for (const start of starts) taken.add(start);
    if (routes.length > 0) return routes;
    const nextHop = hops.v4 ?? hops.v6;
    const missing = nextHop === undefined ? { name: "InternalIP", at: "/status/addresses" } : source;
    report(diagnose("LB1106", node.ref, missing.at, `node ${node.ref.name} has no ${missing.name} and gets no static route`));
    return [];
  });
  if (routed.length === 0) return undefined;
  for (const diagnostic of networksElsewhere(cx, specs.nodes)) report(diagnostic);
  const inputs: StaticRoutesInputs = {
    owner: cx.owner,
    clusterName: settings.clusterName,
    vrfContext: settings.vrfName,
    cloud: settings.cloudName,
    tenant: settings.tenant,
    routes: routed.map(({ route }) => route),
  };
  return { name: settings.vrfName, labelled: cx.akoVersion.l4Policies, inputs, owners: [...new Set(routed.map(({ node }) => node.ref))] };
}

/** AKO 2.x tells Pod networks apart by their first address, and ignores those of a node that repeat one of another node (findRoutePrefix). */
const startOf = (network: string | Unknown): string[] => (isUnknown(network) ? [] : network.split("/").slice(0, 1));

/**
 * Addresses through which the Pods of a node are reached, by family. AKO 1.2 knows one family, and takes the first address
 * (addRouteForNode).
 */
function nextHops({ settings, akoVersion }: AviLowering, node: Node): { v4?: string | Unknown; v6?: string | Unknown } {
  if (akoVersion.rules) return addressesOf(node, settings);
  const [first] = node.internalIPs;
  return { v4: first, v6: first };
}
