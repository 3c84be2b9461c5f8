// Names of hosts that several addresses serve (`vipPerNamespace`, an AviInfraSetting of the namespace): AKO has no word for the address in
// them, so an older host may have the name already.
import type { ObjectRef } from "../../../../resources/diagnostic";
import type { Termination, VirtualHost } from "../../../routing";
import { bySeniority, isUnknown } from "../../../specs";
import type { AviLowering } from "./context";

/** A host that has a virtual service to itself or below a parent. */
export interface NamedHost {
  host: VirtualHost;
  cx: AviLowering;
  /** The part of the cluster that it belongs to. */
  home: number;
}

/** Differences of the names of a host from those that AKO would give. */
export interface OwnNames {
  /** In the name of the virtual service. */
  namespace?: string;
  /** In the name of the certificate. */
  certificateNamespace?: string;
  /** The object whose certificate this one is too: it is made once. */
  certificateOf?: ObjectRef;
}

/**
 * The hosts with other names than AKO's: an older host has the name at another address. A certificate stays one where both hosts have the
 * same, as AKO has it.
 */
export function ownNames(hosts: readonly NamedHost[]): ReadonlyMap<VirtualHost, OwnNames> {
  const services = new Set<string>();
  const certificates = new Map<string, Certified>();
  const namesByHost = new Map<VirtualHost, OwnNames>();
  for (const { host, cx, home } of hosts.toSorted((a, b) => bySeniority(a.host.root, b.host.root))) {
    const { namespace } = host.root.ref;
    const service = cx.names.dedicatedHost(host.fqdn);
    if (services.has(service)) {
      namesByHost.set(host, { namespace, certificateNamespace: namespace });
      continue;
    }
    services.add(service);
    const { tls } = host;
    // those of the cluster and of the controller have names of their own
    if (!tls || tls.clusterWide || tls.held) continue;
    const certificate = cx.names.host(host.fqdn);
    const first = certificates.get(certificate);
    if (!first) certificates.set(certificate, { tls, home });
    else if (!cx.akoVersion.ownCertificates || first.home !== home || !isSame(first.tls, tls))
      namesByHost.set(host, { certificateNamespace: namespace });
    else namesByHost.set(host, { certificateOf: first.tls.source });
  }
  return namesByHost;
}

/** The oldest user of a certificate; each part of a cluster makes its own. */
type Certified = Pick<NamedHost, "home"> & { tls: Termination };

const contentOf = ({ certificate, key, caCertificate, alternate }: Termination) => [
  certificate,
  key,
  caCertificate,
  alternate?.certificate,
  alternate?.key,
];

function isSame(first: Termination, other: Termination): boolean {
  const content = contentOf(other);
  return contentOf(first).every((value, index) => value === content[index] && !isUnknown(value));
}
