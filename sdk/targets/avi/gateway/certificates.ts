// The certificates of a Gateway, and the ports without one.

import type { CertificateInputs } from "../../../../resources/avi";
import type { ObjectRef } from "../../../../resources/diagnostic";
import type { GatewayModel, RequestPort, Termination } from "../../../routing";
import { diagnose } from "../../../specs";
import { lowerCertificate } from "../lower/certificates";
import type { AviLowering } from "../lower/context";
import type { Lowered } from "../lower/lowered";
import type { GatewayNames } from "./names";

/**
 * A Gateway without the ports that have no certificate, as the Secrets of their listeners are missing, which the front end reports; undefined if
 * no other port is left. A virtual service has one list of certificates for all ports, so that a port cannot keep its own.
 */
export function withCertificates(model: GatewayModel): GatewayModel | undefined {
  const lacks = (port: GatewayModel["ports"][number]) => "keepsCertificates" in port && port.certificates.length === 0;
  const ports = model.ports.filter((port) => !lacks(port));
  return ports.length > 0 ? { ...model, ports } : undefined;
}

/** The certificates of all ports, each once. A virtual service has one list: the first answers clients without a server name. */
export function lowerCertificates(
  cx: AviLowering,
  names: GatewayNames,
  ports: readonly RequestPort[],
  about: ObjectRef,
): Lowered<CertificateInputs>[] {
  const byName = new Map<string, Lowered<CertificateInputs>>();
  const firsts = new Set<string>();
  for (const { certificates } of ports) {
    for (const [i, termination] of certificates.entries()) {
      const certificate = certificateOf(cx, names, termination, about);
      if (i === 0) firsts.add(certificate.name);
      if (!byName.has(certificate.name)) byName.set(certificate.name, certificate);
    }
  }
  if (firsts.size > 1) {
    const [first] = firsts;
    const message = `clients that name no host get the certificate ${first} at every port: a virtual service of Avi has one list of certificates`;
    cx.report(diagnose("LB1302", about, "/spec/listeners", message, { remedy: "Name the same certificate first at every port." }));
  }
  return [...byName.values()];
}

function certificateOf(cx: AviLowering, names: GatewayNames, termination: Termination, about: ObjectRef): Lowered<CertificateInputs> {
  const inputs = lowerCertificate(cx, names.certificate(termination.source), termination, about);
  return { name: inputs.certificate.name, inputs: { owner: cx.owner, ...inputs }, owners: [about] };
}
