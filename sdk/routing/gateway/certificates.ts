// Lists the certificates of Gateways with the hosts they serve.

import { X509Certificate } from "node:crypto";
import type { Termination } from "../model";
import { type GatewayModel, readsRequests } from "./model";

/** Certificates of Gateways, each with its hosts on the port. */
export function gatewayCertificates(gateways: readonly GatewayModel[]): { tls: Termination; hosts: string[] }[] {
  return gateways.flatMap(({ ports }) =>
    ports.filter(readsRequests).flatMap(({ certificates, rules }) => {
      const hosts = [...new Set(rules.flatMap(({ host }) => host || []))];
      return certificates.map((tls) => ({ tls, hosts: hosts.filter((host) => isFor(tls, host)) }));
    }),
  );
}

/** True if the certificate is valid for the host; for a wildcard, for a name one label below it. */
function isFor({ certificate }: Termination, host: string): boolean {
  if (typeof certificate !== "string") return false;
  try {
    return new X509Certificate(certificate).checkHost(host.replace("*", "any")) !== undefined;
  } catch {
    return false;
  }
}
