// Reads Nodes.

import { z } from "zod";
import type { Diagnostic } from "../../../resources/diagnostic";
import { diagnose } from "../diagnose";
import { ignoredFieldsOf } from "../ignored";
import { isUnknown, mayBeUnknown, type Spec, type Unknown } from "../object";
import { pointer } from "../pointer";
import type { KindReader } from "../read-objects";
import { decimal, fieldPath, isAddress, isRange, shown } from "../validation";

/** v1 Node. */
export interface Node extends Spec {
  internalIPs: (string | Unknown)[];
  addresses: { type: string; address: string | Unknown }[];
  /** False only if the node reports it: without conditions a node counts as ready. */
  ready: boolean;
  /** The cluster autoscaler is about to delete it. */
  isLeaving: boolean;
  podCIDR?: string | Unknown;
  /** Of one or both families, possibly several ranges. */
  podCIDRs: (string | Unknown)[];
}

const nodeSchema = z.looseObject({
  spec: z
    .looseObject({
      podCIDR: mayBeUnknown(z.string()).nullish(),
      podCIDRs: z.array(mayBeUnknown(z.string())).nullish(),
      taints: z.array(z.looseObject({ key: z.string().nullish(), ...ignoredFieldsOf("value", "effect", "timeAdded") })).nullish(),
      ...ignoredFieldsOf("configSource", "externalID", "providerID", "unschedulable"),
    })
    .nullish(),
  status: z
    .object({
      addresses: z.array(z.object({ type: z.string(), address: mayBeUnknown(z.string()) })).nullish(),
      conditions: z
        .array(
          z.object({
            type: z.string(),
            status: z.string(),
            ...ignoredFieldsOf("lastHeartbeatTime", "lastTransitionTime", "message", "reason"),
          }),
        )
        .nullish(),
      ...ignoredFieldsOf(
        ...["allocatable", "capacity", "config", "daemonEndpoints", "declaredFeatures", "features", "images", "nodeInfo", "phase"],
        ...["runtimeHandlers", "volumesAttached", "volumesInUse"],
      ),
    })
    .nullish(),
});

/** Taint of nodes that the cluster autoscaler is about to delete; Kubernetes removes them from load balancers. */
const LEAVING = "ToBeDeletedByClusterAutoscaler";

export const nodeReader: KindReader<Node> = {
  kind: "Node",
  apiVersions: ["v1"],
  clusterScoped: true,
  schema: nodeSchema,
  build(base, value: z.infer<typeof nodeSchema>, report) {
    nodeFaults(base.ref, value).forEach(report);
    pluginFaults(base).forEach(report);
    const addresses = (value.status?.addresses ?? []).map(({ type, address }) => ({
      type,
      address: type.endsWith("IP") ? decimal(address) : address,
    }));
    return {
      ...base,
      internalIPs: addresses.filter(({ type }) => type === "InternalIP").map(({ address }) => address),
      addresses,
      ready: !(value.status?.conditions ?? []).some(({ type, status }) => type === "Ready" && status !== "True"),
      isLeaving: (value.spec?.taints ?? []).some(({ key }) => key === LEAVING),
      podCIDR: decimal(value.spec?.podCIDR || value.spec?.podCIDRs?.[0] || undefined),
      podCIDRs: (value.spec?.podCIDRs ?? (value.spec?.podCIDR ? [value.spec.podCIDR] : [])).map(decimal),
    };
  },
};

/** Faults in addresses and ranges, which would become static routes or servers. */
function nodeFaults(ref: Spec["ref"], { spec, status }: z.infer<typeof nodeSchema>): Diagnostic[] {
  const wrong = (at: (string | number)[], value: string | Unknown | null | undefined, fits: (text: string) => boolean, what: string) => {
    if (!value || isUnknown(value) || fits(value)) return [];
    const message = `${fieldPath(at)} must be ${what}, got ${shown(value)}`;
    return [diagnose("LB1003", ref, pointer(...at), message, { remedy: `Write ${what}.` })];
  };
  const range = (at: (string | number)[], value: string | Unknown | null | undefined) =>
    wrong(at, value, isRange, "a range such as 10.244.0.0/24");
  return [
    ...range(["spec", "podCIDR"], spec?.podCIDR),
    ...(spec?.podCIDRs ?? []).flatMap((cidr, i) => range(["spec", "podCIDRs", i], cidr)),
    ...(status?.addresses ?? []).flatMap(({ type, address }, i) =>
      type.endsWith("IP") ? wrong(["status", "addresses", i, "address"], address, isAddress, "an IPv4 or IPv6 address") : [],
    ),
  ];
}

/** Annotations in which network plugins store addresses of a node. */
const ADDRESS_ANNOTATIONS = ["projectcalico.org/IPv4Address", "projectcalico.org/IPv6Address", "node.antrea.io/transport-addresses"];

/** Addresses in a node annotation, without prefix lengths. */
export const annotatedAddresses = (value = ""): string[] => addressesIn(value).filter(isAddress);

const addressesIn = (value: string) => value.split(",").flatMap((one) => one.split("/")[0]?.trim() || []);

function pluginFaults({ ref, meta: { annotations } }: Spec): Diagnostic[] {
  return ADDRESS_ANNOTATIONS.flatMap((name) =>
    addressesIn(annotations[name] ?? "")
      .filter((one) => !isAddress(one))
      .map((one) => diagnose("LB1403", ref, pointer("metadata", "annotations", name), `${shown(one)} is not an address; it is not used`)),
  );
}
