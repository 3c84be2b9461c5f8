import type { AviBody } from "../../../kinds/avi/body";
import type { StaticRoutesInputs } from "../../../kinds/avi/resources";
import type { Diagnostic } from "../../../kinds/diagnostic";
import type { Json } from "../../../kinds/kind";
import { asKnown, diagnose, type Node, type SpecSet } from "../../specs";
import { refTo } from "../names";
import type { AviPlan, Planned } from "../plan";
import type { Lowering } from "./context";
import { lowerSubnet } from "./pools";

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

/** What is missing where static routes are wanted and no node gives one. */
export function missingRoutes({ settings }: Lowering, planned: unknown): AviPlan["missing"] {
  if (planned || !wantsRoutes(settings)) return {};
  return { [`vrfcontext/${settings.vrfName}`]: "a Node with an InternalIP and a podCIDR" };
}

const wantsRoutes = ({ serviceType, disableStaticRouteSync }: Lowering["settings"]) =>
  serviceType !== "NodePort" && !disableStaticRouteSync;

/** A route to the Pod network of every node, by node name (ako.md 1.7); none in NodePort mode. */
export function lowerStaticRoutes(
  cx: Lowering,
  specs: SpecSet,
  report: (diagnostic: Diagnostic) => void,
): Planned<StaticRoutesInputs> | undefined {
  const { settings } = cx;
  if (!wantsRoutes(settings)) return undefined;
  const routed = specs.nodes.flatMap((node: Node) => {
    const nextHop = node.internalIPs.at(-1);
    if (nextHop !== undefined && node.podCIDR !== undefined)
      return [{ node, route: { prefix: asKnown<string>(node.podCIDR), nextHop: asKnown<string>(nextHop) } }];
    const missing = nextHop === undefined ? "InternalIP" : "podCIDR";
    report(
      diagnose(
        "LB1106",
        node.ref,
        nextHop === undefined ? "/status/addresses" : "/spec/podCIDR",
        `node ${node.ref.name} has no ${missing} and gets no static route`,
      ),
    );
    return [];
  });
  if (routed.length === 0) return undefined;
  const inputs: StaticRoutesInputs = {
    owner: cx.owner,
    clusterName: settings.clusterName,
    vrfContext: settings.vrfName,
    cloud: settings.cloudName,
    tenant: settings.tenant,
    routes: routed.map(({ route }) => route),
  };
  return { name: settings.vrfName, inputs, owners: routed.map(({ node }) => node.ref) };
}
