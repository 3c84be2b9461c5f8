// Reads the AKO annotations of a Service.

import type { Diagnostic } from "../../../../resources/diagnostic";
import { diagnose, isAddress, isHost, isUnknown, pointer, type Service, shown } from "../../../specs";
import type { ServiceExtension } from "../extensions";
import { INFRA_ANNOTATION } from "./infra-setting";
import { L4_ANNOTATION } from "./l4-rule";

/** The annotations of a Service that are read with `naming: ako-2*` (ako-2x.md 4). */
export const SERVICE_ANNOTATIONS = {
  address: "ako.vmware.com/load-balancer-ip",
  sharedVip: "ako.vmware.com/enable-shared-vip",
  applicationProfile: "ako.vmware.com/application-profile",
  disableTraffic: "ako.vmware.com/disable-traffic",
  fqdn: "external-dns.alpha.kubernetes.io/hostname",
} as const;

/** Settings in fields and annotations of a Service itself. */
export function serviceExtension(service: Service, report: (diagnostic: Diagnostic) => void): ServiceExtension {
  const { annotations } = service.meta;
  const sharedVip = annotations[SERVICE_ANNOTATIONS.sharedVip] || undefined;
  const profile = annotations[SERVICE_ANNOTATIONS.applicationProfile] || undefined;
  const fqdns = namesOf(service, report);
  const address = service.loadBalancerIP === undefined ? annotated(service, report) : requestedAddress(service, report);
  return {
    ...(address === undefined ? {} : { address }),
    ...(sharedVip === undefined ? {} : { sharedVip, alike: alike(service, address) }),
    // those that share a VIP have the usual profile (ConstructSharedVipSvcLBNode)
    ...(profile === undefined || sharedVip !== undefined ? {} : { applicationProfile: profile }),
    ...(fqdns.length === 0 ? {} : { fqdns }),
    ...(annotations[SERVICE_ANNOTATIONS.disableTraffic] === "true" ? { trafficEnabled: false } : {}),
  };
}

/** An address that only some of them name is that of all (handleL4SharedVipService takes it from the first). */
function alike({ meta: { annotations } }: Service, address: ServiceExtension["address"]): Record<string, string> {
  return {
    ...(address === undefined || isUnknown(address) ? {} : { loadBalancerIP: address }),
    [INFRA_ANNOTATION]: annotations[INFRA_ANNOTATION] ?? "",
    [L4_ANNOTATION]: annotations[L4_ANNOTATION] ?? "",
  };
}

function annotated({ ref, meta }: Service, report: (diagnostic: Diagnostic) => void): string | undefined {
  const key = SERVICE_ANNOTATIONS.address;
  const value = meta.annotations[key];
  if (!value || isAddress(value)) return value || undefined;
  report(diagnose("LB1403", ref, pointer("metadata", "annotations", key), `${key} must be an address, got ${value}; one is allocated`));
  return undefined;
}

/** Kubernetes takes any text for it. */
function requestedAddress({ ref, loadBalancerIP }: Service, report: (diagnostic: Diagnostic) => void): Service["loadBalancerIP"] {
  if (typeof loadBalancerIP !== "string" || isAddress(loadBalancerIP)) return loadBalancerIP;
  const message = `spec.loadBalancerIP must be an address, got ${shown(loadBalancerIP)}; one is allocated`;
  report(diagnose("LB1218", ref, "/spec/loadBalancerIP", message, { remedy: "Write an IPv4 or IPv6 address, or leave it out." }));
  return undefined;
}

/** Names with commas between, as external-dns reads them, without the dot at the end of an absolute one. */
function namesOf({ ref, meta }: Service, report: (diagnostic: Diagnostic) => void): string[] {
  const key = SERVICE_ANNOTATIONS.fqdn;
  const names = (meta.annotations[key] ?? "").split(",").flatMap((name) => name.trim().replace(/\.$/, "") || []);
  for (const name of names.filter((one) => !isHost(one)))
    report(diagnose("LB1403", ref, pointer("metadata", "annotations", key), `${shown(name)} is not a DNS name; it is left out`));
  return names.filter(isHost);
}
