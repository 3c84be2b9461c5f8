// Reads an AviInfraSetting as settings of VIPs and shards.

import { type AviInfraSetting, type IngressClass, ingressClassReader, ingressReader } from "../../../frontends";
import { familyOf } from "../../../routing";
import { isRange, keyOf, objectsOf, type Spec, type SpecSet } from "../../../specs";
import type { InfraPlacement } from "../extensions";
import type { AviSettings } from "../settings";
import { type References, Refused } from "./references";

/** The annotation by which a Service, Route or namespace names its AviInfraSetting. */
export const INFRA_ANNOTATION = "aviinfrasetting.ako.vmware.com/name";

/**
 * Placement of the objects that name an AviInfraSetting (ako-2x.md 10). Throws if AKO would reject the setting.
 *
 * @param settings those of the cluster, for the fields that it leaves out
 */
export function placementOf({ ref, spec }: AviInfraSetting, settings: AviSettings, references: References): InfraPlacement {
  const { seGroup, network = {}, l7Settings } = spec;
  const { vipNetworks = [], nodeNetworks = [], enableRhi, bgpPeerLabels = [], listeners = [] } = network;
  if (bgpPeerLabels.length > 0 && !enableRhi) throw new Refused("BGPPeerLabels cannot be set if EnableRhi is false.");
  for (const { networkName = "", cidr, v6cidr } of vipNetworks) {
    const at = `detected for networkName ${networkName} in vipNetworkList`;
    if (cidr && !(isRange(cidr) && familyOf(cidr) === "IPv4")) throw new Refused(`invalid CIDR configuration ${cidr} ${at}`);
    if (v6cidr && !(isRange(v6cidr) && familyOf(v6cidr) === "IPv6")) throw new Refused(`invalid IPv6 CIDR configuration ${v6cidr} ${at}`);
  }
  if (listeners.length > 0 && !listeners.some(({ enableSSL }) => enableSSL))
    throw new Refused("One of the port in aviInfraSetting must have SSL enabled");
  for (const { networkName, networkUUID } of [...vipNetworks, ...nodeNetworks]) {
    if (networkUUID) references.toUuid("network", networkUUID);
    else if (networkName) references.to("network", networkName);
  }
  if (seGroup) references.to("serviceenginegroup", seGroup.name);
  return {
    label: ref.name,
    settings: {
      ...(l7Settings ? { shardVSSize: l7Settings.shardSize, passthroughShardSize: sharedSize(l7Settings.shardSize) } : {}),
      ...(vipNetworks.length > 0 ? { vipNetworkList: vipNetworks } : {}),
      enableRHI: enableRhi ?? settings.enableRHI,
      ...(bgpPeerLabels.length > 0 ? { bgpPeerLabels } : {}),
    },
    ...(l7Settings?.shardSize === "DEDICATED" ? { passthroughDedicated: true } : {}),
    ...(seGroup ? { segName: seGroup.name } : {}),
    listeners: listeners.map(({ port, enableSSL = false, enableHTTP2 = false }, index) => ({
      port,
      tls: enableSSL,
      http2: enableHTTP2,
      by: { rule: ref, at: `/spec/network/listeners/${index}` },
    })),
  };
}

/** Passthrough hosts share, unless their AviInfraSetting says DEDICATED. */
const sharedSize = (size: NonNullable<AviSettings["shardVSSize"]>) => (size === "DEDICATED" ? "SMALL" : size);

/** AviInfraSetting that an object names. If its namespace names it, too or alone, it is weak and appears in no name. */
export interface InfraName {
  name: string;
  weak: boolean;
}

/** An Ingress by the parameters of its class, the other kinds by annotation; weaker than both is the annotation of the namespace. */
export function infraNames(specs: SpecSet, isOurs: (ingressClass: IngressClass) => boolean) {
  const [ingresses, ingressClasses] = [objectsOf(specs, ingressReader), objectsOf(specs, ingressClassReader)];
  const classes = new Map(ingressClasses.map(({ ref, infraSetting }) => [ref.name, infraSetting]));
  const standard = ingressClasses.find((one) => one.isDefault && isOurs(one))?.ref.name ?? "";
  const classOf = new Map(ingresses.map(({ ref, className }) => [keyOf(ref), className ?? standard]));
  return ({ ref, meta }: Spec): InfraName | undefined => {
    const named = ref.kind === "Ingress" ? classes.get(classOf.get(keyOf(ref)) ?? "") : meta.annotations[INFRA_ANNOTATION];
    const space = specs.namespaces.get(ref.namespace)?.meta.annotations[INFRA_ANNOTATION];
    if (named) return { name: named, weak: named === space };
    return space ? { name: space, weak: true } : undefined;
  };
}
