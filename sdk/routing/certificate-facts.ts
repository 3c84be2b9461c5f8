import { X509Certificate } from "node:crypto";
import { describeObject } from "../../kinds/diagnostic";
import type { CertificateFacts } from "../../kinds/inventory";
import { isUnknown } from "../specs";
import type { RoutingModel, Termination } from "./model";

/** What can be said of the certificates of all hosts without a server: never a key, and nothing of what preview cannot know. */
export function certificateFacts({ hosts }: Pick<RoutingModel, "hosts">): Record<string, CertificateFacts> {
  const found = new Map<string, { certificate: string; hosts: Set<string> }>();
  for (const { fqdn, tls, routes } of hosts) {
    for (const termination of new Set([tls, ...routes.map((route) => route.tls)])) {
      if (!termination || termination.held || isUnknown(termination.certificate)) continue;
      const source = describeObject(termination.source);
      const known = found.get(source) ?? { certificate: chainOf(termination, termination.certificate), hosts: new Set() };
      found.set(source, known);
      known.hosts.add(fqdn);
    }
  }
  return Object.fromEntries(
    [...found].flatMap(([source, one]) => {
      const facts = factsOf(one.certificate);
      return facts ? [[source, { ...facts, hosts: [...one.hosts].sort() }] as const] : [];
    }),
  );
}

/** With the authorities that a Route names beside it. */
function chainOf({ caCertificate }: Termination, certificate: string): string {
  return typeof caCertificate === "string" ? `${certificate}\n${caCertificate}` : certificate;
}

/** Undefined for what cannot be read, which LB1109 says of the spec. */
function factsOf(pem: string): Omit<CertificateFacts, "hosts"> | undefined {
  try {
    const parts = pem.split(/(?=-----BEGIN CERTIFICATE-----)/).filter((part) => part.startsWith("-----BEGIN"));
    const chain = parts.map((part) => new X509Certificate(part));
    const ends = Math.min(...chain.map(({ validTo }) => Date.parse(validTo)));
    if (chain.length === 0 || Number.isNaN(ends)) return undefined;
    const fault = chainFault(chain);
    return { ends: new Date(ends).toISOString(), ...(fault ? { fault } : {}) };
  } catch {
    return undefined;
  }
}

/** Each certificate is followed by that of its issuer (RFC 8446, 4.4.2: clients of older versions insist on the order). */
function chainFault(chain: readonly X509Certificate[]): string | undefined {
  for (const [index, one] of chain.entries()) {
    const next = chain[index + 1];
    if (!next || one.checkIssued(next)) continue;
    const issuer = chain.find((other) => other !== one && one.checkIssued(other));
    const subject = nameOf(next.subject);
    return issuer
      ? `certificate ${index + 1} of its chain is followed by ${subject} and not by its issuer, which stands elsewhere`
      : `certificate ${index + 1} of its chain was not issued by ${subject}, which follows it`;
  }
  return undefined;
}

/** The common name, or all of it in one line. */
const nameOf = (subject: string) => /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.split("\n").join(", ");
