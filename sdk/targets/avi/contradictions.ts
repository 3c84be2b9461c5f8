// Reports settings of AKO 2 that contradict each other.

import type { Diagnostic, ObjectRef } from "../../../resources/diagnostic";
import { diagnose, pointer } from "../../specs";

/** The settings that are compared. */
interface Compared {
  naming: string;
  enableEVH?: string;
  enableRHI: boolean;
  bgpPeerLabels: readonly string[];
  vipPerNamespace: boolean;
  l7ShardingScheme: string;
  vipNetworkList: readonly { networkName?: string; networkUUID?: string }[];
  serviceType: string;
  cniPlugin?: string;
}

/** Settings of AKO 2 that contradict each other, or that AKO does not use. */
export function contradictions(settings: Compared): Diagnostic[] {
  const { naming, enableEVH, enableRHI, bgpPeerLabels, vipPerNamespace, l7ShardingScheme, vipNetworkList, serviceType, cniPlugin } =
    settings;
  const about: ObjectRef = { apiVersion: "", kind: "Settings", namespace: "", name: "avi" };
  const say = (key: string, message: string, remedy: string) => diagnose("LB1305", about, pointer(key), message, { remedy });
  const isEvh = naming === "ako-2-evh";
  const unusedNetworks = vipNetworkList.slice(1).map(({ networkUUID, networkName = networkUUID }) => networkName);
  return [
    ...(unusedNetworks.length > 0
      ? [
          diagnose(
            "LB1412",
            about,
            "/vipNetworkList",
            `VIPs are in the first network of vipNetworkList; ${unusedNetworks.join(", ")} not used, because several are for public clouds`,
          ),
        ]
      : []),
    ...(isEvh && enableRHI && bgpPeerLabels.length > 0
      ? [
          diagnose(
            "LB1309",
            about,
            "/bgpPeerLabels",
            "bgpPeerLabels are not used for the VIPs of hosts, as AKO 2 has it with EVH: all BGP peers learn them; those of Services and passthrough hosts have the labels",
            { remedy: "Write the labels into an AviInfraSetting that the Ingresses name." },
          ),
        ]
      : []),
    ...(enableEVH !== undefined && enableEVH !== String(isEvh)
      ? [
          say(
            "enableEVH",
            `the setting enableEVH is ${enableEVH}, but naming is ${naming}`,
            `Set naming to ${isEvh ? "ako-2" : "ako-2-evh"}, or leave enableEVH out.`,
          ),
        ]
      : []),
    ...(l7ShardingScheme === "namespace"
      ? [
          say(
            "l7ShardingScheme",
            "AKO 2 has no l7ShardingScheme: namespace; hosts decide the shard",
            "Leave it out, or use vipPerNamespace with naming ako-2-evh.",
          ),
        ]
      : []),
    // AKO does not start with it (IsValidCni)
    ...(serviceType === "NodePortLocal" && cniPlugin && cniPlugin !== "antrea"
      ? [
          say(
            "serviceType",
            `the setting serviceType is NodePortLocal, but cniPlugin is ${cniPlugin}: only Antrea opens such ports`,
            "Set cniPlugin to antrea, or serviceType to ClusterIP or NodePort.",
          ),
        ]
      : []),
    ...(vipPerNamespace && !isEvh
      ? [
          say(
            "vipPerNamespace",
            "the setting vipPerNamespace needs naming ako-2-evh",
            "Set naming to ako-2-evh, or leave vipPerNamespace out.",
          ),
        ]
      : []),
  ];
}
