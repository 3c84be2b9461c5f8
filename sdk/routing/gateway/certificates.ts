import { X509Certificate } from "node:crypto";
import type { Termination } from "../model";
import { type GatewayModel, readsRequests } from "./model";

/** Certificates of Gateways, each with the hosts of its port that it is for. */
export function gatewayCertificates(gateways: readonly GatewayModel[]): { tls: Termination; hosts: string[] }[] {
  return gateways.flatMap(({ ports }) =>
    ports.filter(readsRequests).flatMap(({ certificates, rules }) => {
      const hosts = [...new Set(rules.flatMap(({ host }) => host || []))];
      return certificates.map((tls) => ({ tls, hosts: hosts.filter((host) => isFor(tls, host)) }));
    }),
  );
}

/** A certificate for a wildcard is one for a name of one label below it. */
function isFor({ certificate }: Termination, host: string): boolean {
  if (typeof certificate !== "string") return false;
  try {
    return new X509Certificate(certificate).checkHost(host.replace("*", "any")) !== undefined;
  } catch {
    return false;
  }
}
