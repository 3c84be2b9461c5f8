// Finds the Pod networks of each node, for the static routes.

import type { Diagnostic } from "../../../../resources/diagnostic";
import { diagnose, isRange, jsonIn, type Node, type Unknown } from "../../../specs";
import type { AviLowering } from "./context";

/** Pod networks of a node, with their source for messages. */
export interface PodNetworks {
  networks: readonly (string | Unknown)[];
  source: { name: string; at: string };
}

/** The annotation by which a person says it. */
const BY_HAND = "ako.vmware.com/pod-cidrs";
/** The annotation by which OVN-Kubernetes does. */
const BY_OVN = "k8s.ovn.org/node-subnets";
const SPEC = { name: "podCIDR", at: "/spec/podCIDR" };

/** Pod networks of a node: in AKO 2.x all, or those of its annotations (GetPodCIDR); before, the first. */
export function podNetworksOf({ akoVersion, settings }: AviLowering, node: Node): PodNetworks {
  const { podCIDR, podCIDRs, meta } = node;
  if (!akoVersion.wholePaths) return { networks: podCIDR === undefined ? [] : [podCIDR], source: SPEC };
  if (settings.cniPlugin === "ovn-kubernetes")
    return {
      networks: ovnNetworks(meta.annotations[BY_OVN]),
      source: { name: `network in the annotation ${BY_OVN}`, at: "/metadata/annotations" },
    };
  const annotated = byHand(node);
  return { networks: annotated.length > 0 ? annotated : podCIDRs, source: SPEC };
}

function byHand({ meta }: Node): string[] {
  const networks = (meta.annotations[BY_HAND] ?? "").split(",").map((network) => network.trim());
  return networks.filter(Boolean);
}

/** Networks in `{"default": "10.128.0.0/23"}`, or of two families `{"default": ["10.128.0.0/23", "fd01::/64"]}`; empty for any other text. */
function ovnNetworks(annotation: string | undefined): string[] {
  const parsed = annotation === undefined ? undefined : jsonIn(annotation);
  const defaultNetwork: unknown = typeof parsed === "object" && parsed !== null ? Reflect.get(parsed, "default") : undefined;
  const entries: unknown[] = Array.isArray(defaultNetwork) ? defaultNetwork : [defaultNetwork];
  const networks = entries.filter((network) => typeof network === "string");
  return networks.length === entries.length && networks.every(isRange) ? networks : [];
}

/** Objects in which AKO 2.x looks for Pod networks, by plugin. They are not read here. */
const ELSEWHERE: { readonly [plugin: string]: string } = { calico: "BlockAffinity", openshift: "HostSubnet", cilium: "CiliumNode" };

/** Reports the first node whose networks are not set by its annotation. */
export function networksElsewhere({ akoVersion, settings }: AviLowering, nodes: readonly Node[]): Diagnostic[] {
  const { cniPlugin } = settings;
  const kind = akoVersion.wholePaths ? ELSEWHERE[cniPlugin] : undefined;
  const node = nodes.find((one) => byHand(one).length === 0);
  if (!kind || !node) return [];
  const message = `AKO 2 takes the Pod networks of nodes from ${kind} objects with cniPlugin ${cniPlugin}; they are not read, routes lead to the podCIDR of nodes`;
  const remedy = `Annotate nodes whose Pods have other addresses with ${BY_HAND}, or set disableStaticRouteSync.`;
  return [diagnose("LB1302", node.ref, SPEC.at, message, { severity: "notice", remedy })];
}
