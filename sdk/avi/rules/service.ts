import type { Diagnostic } from "../../../kinds/diagnostic";
import { diagnose, isAddress, pointer, type Service } from "../../specs";
import type { ServiceExtension } from "../extensions";

/** The annotations of a Service that are read with `naming: ako-2*` (ako-2x.md 4). */
export const SERVICE_ANNOTATIONS = {
  address: "ako.vmware.com/load-balancer-ip",
  sharedVip: "ako.vmware.com/enable-shared-vip",
  applicationProfile: "ako.vmware.com/application-profile",
  disableTraffic: "ako.vmware.com/disable-traffic",
  fqdn: "external-dns.alpha.kubernetes.io/hostname",
} as const;

/** What stands in fields and annotations of a Service itself. */
export function serviceExtension(service: Service, report: (diagnostic: Diagnostic) => void): ServiceExtension {
  const { annotations } = service.meta;
  const sharedVip = annotations[SERVICE_ANNOTATIONS.sharedVip] || undefined;
  const profile = annotations[SERVICE_ANNOTATIONS.applicationProfile] || undefined;
  const names = annotations[SERVICE_ANNOTATIONS.fqdn] || undefined;
  const address = service.loadBalancerIP ?? annotated(service, report);
  return {
    ...(address === undefined ? {} : { address }),
    ...(sharedVip === undefined ? {} : { sharedVip }),
    // those that share a VIP have the usual profile (ConstructSharedVipSvcLBNode)
    ...(profile === undefined || sharedVip !== undefined ? {} : { applicationProfile: profile }),
    ...(names === undefined ? {} : { fqdns: [names] }),
    ...(annotations[SERVICE_ANNOTATIONS.disableTraffic] === "true" ? { trafficEnabled: false } : {}),
  };
}

function annotated({ ref, meta }: Service, report: (diagnostic: Diagnostic) => void): string | undefined {
  const key = SERVICE_ANNOTATIONS.address;
  const value = meta.annotations[key];
  if (!value || isAddress(value)) return value || undefined;
  report(diagnose("LB1403", ref, pointer("metadata", "annotations", key), `${key} must be an address, got ${value}; one is allocated`));
  return undefined;
}
