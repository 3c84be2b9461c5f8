// Validates certificates and keys, and describes them for reviews.

import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { certificateNames } from "../../resources/certificate-names";
import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import { describeObject } from "../../resources/diagnostic";
import type { CertificateFacts } from "../../resources/inventory";
import { remembered } from "../../resources/memoized";
import { diagnose, isUnknown, keyInField, keyOf, type SpecSet, type Unknown } from "../specs";
import { gatewayCertificates } from "./gateway/certificates";
import type { Termination } from "./model";
import type { RoutingModel } from "./routing-model";
import { isOnTls } from "./rule";

/** Certificate and key of a TLS Secret, or a diagnostic about what is missing. */
export function terminationFromSecret(
  specs: SpecSet,
  owner: ObjectRef,
  at: string,
  name: string | undefined,
  report: (diagnostic: Diagnostic) => void,
  namespace = owner.namespace,
): Termination | undefined {
  if (!name) {
    report(diagnose("LB1107", owner, at, "the tls entry names no Secret; its hosts are not served", { remedy: "Set secretName." }));
    return undefined;
  }
  const key = keyOf({ namespace, name });
  const secret = specs.secrets.get(key);
  if (!secret) {
    report(diagnose("LB1107", owner, at, `Secret ${key} is not among the specs; its hosts are not served`));
    return undefined;
  }
  const { "tls.crt": certificate, "tls.key": privateKey, "alt.crt": other, "alt.key": otherKey } = secret.values;
  const misplaced = (["tls.crt", "alt.crt"] as const).flatMap((field) => keyInField(secret, field, `Secret ${key}`) ?? []);
  for (const what of misplaced) report(diagnose("LB1120", owner, at, certificate ? what : `${what}; its hosts are not served`));
  if (!certificate && secret.keysIn.includes("tls.crt")) return undefined;
  if (!certificate || !privateKey) {
    report(diagnose("LB1107", owner, at, `Secret ${key} lacks ${certificate ? "tls.key" : "tls.crt"}; its hosts are not served`));
    return undefined;
  }
  warnOfPair({ certificate, key: privateKey, source: `Secret ${key}`, owner, at }, report);
  const alternate = other && otherKey ? { alternate: { certificate: other, key: otherKey } } : {};
  return { source: secret.ref, certificate, key: privateKey, ...alternate };
}

/** True if a proxy could load it, or if it is unknown yet. */
export function isCertificate(text: string | Unknown): boolean {
  return isUnknown(text) || attempt(() => new X509Certificate(text)) !== undefined;
}

export function isPrivateKey(text: string | Unknown): boolean {
  return isUnknown(text) || privateKeyIn(text) !== undefined;
}

/** A certificate with its key, source and user. */
export interface KeyPair {
  certificate: string | Unknown;
  key: string | Unknown;
  /** Their source, for messages. */
  source: string;
  /** The object that uses them, and the field that names them. */
  owner: ObjectRef;
  at: string;
}

/**
 * Warnings for contents that a load balancer refuses or clients reject: unreadable data, a key of another certificate. They change nothing,
 * because the load balancer decides. Expiry is not checked, and values are never printed.
 */
export function warnOfPair({ certificate, key, source, owner, at }: KeyPair, report: (diagnostic: Diagnostic) => void): void {
  const problems = [certificateProblem(certificate), keyProblem(key)].filter((problem) => problem !== undefined);
  for (const problem of problems) {
    const remedy = "Export it again, as PEM and without a passphrase.";
    report(diagnose("LB1109", owner, at, `the ${problem.what} of ${source} ${problem.is}; the load balancer may refuse it`, { remedy }));
  }
  if (problems.length > 0 || isUnknown(certificate) || isUnknown(key) || matches(certificate, key)) return;
  const index = (certificatesIn(certificate) ?? []).findIndex((one) => matches(one.toString(), key));
  const order = index > 0 ? `, but to certificate ${index + 1} of the chain, which must be the first` : "";
  const message = `the key of ${source} does not belong to its certificate${order}; the load balancer may refuse both`;
  report(diagnose("LB1215", owner, at, message));
}

/** Warning for an unreadable authority; each of several certificates must be readable. */
export function warnOfAuthority({ certificate, source, owner, at }: Omit<KeyPair, "key">, report: (diagnostic: Diagnostic) => void): void {
  const problem = certificateProblem(certificate);
  if (!problem) return;
  const message = `the ${at.split("/").at(-1)} of ${source} ${problem.is}; the load balancer may refuse it`;
  report(diagnose("LB1109", owner, at, message));
}

/** Warning for a certificate that clients of this host will reject. */
export function warnOfOtherHost(
  fqdn: string,
  { certificate, source, owner, at }: Omit<KeyPair, "key">,
  report: (diagnostic: Diagnostic) => void,
): void {
  const [leaf] = isUnknown(certificate) ? [] : (certificatesIn(certificate) ?? []);
  // for a wildcard any name below it; invalid names throw
  if (!leaf || fqdn === "*" || attempt(() => leaf.checkHost(fqdn.replace(/^\*\./, "any.")))) return;
  const names =
    leaf.subjectAltName?.replaceAll("DNS:", "") ??
    leaf.subject
      .split("\n")
      .find((part) => part.startsWith("CN="))
      ?.slice(3);
  const message = `the certificate of ${source} is not for ${fqdn}, but for ${(names ?? "no name").slice(0, 200)}; clients will reject it`;
  report(diagnose("LB1216", owner, at, message, { about: { host: fqdn } }));
}

interface Problem {
  what: "certificate" | "key";
  is: string;
}

/** The fault of a text that is not PEM, such as `data` that was base64-encoded twice. */
function notPem(text: string): string {
  const isEncoded = /^[A-Za-z0-9+/=\s]+$/.test(text) && Buffer.from(text, "base64").includes("-----BEGIN");
  return isEncoded ? "is encoded with base64 once too often" : "is not PEM";
}

function certificateProblem(text: string | Unknown): Problem | undefined {
  if (isUnknown(text)) return undefined;
  if (!text.includes("-----BEGIN CERTIFICATE-----")) return { what: "certificate", is: notPem(text) };
  return certificatesIn(text) ? undefined : { what: "certificate", is: "is cut off or damaged" };
}

function keyProblem(text: string | Unknown): Problem | undefined {
  if (isUnknown(text)) return undefined;
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) return { what: "key", is: notPem(text) };
  if (/-----BEGIN ENCRYPTED |^Proc-Type: 4,ENCRYPTED/m.test(text)) return { what: "key", is: "is encrypted" };
  return privateKeyIn(text) ? undefined : { what: "key", is: "is cut off or damaged" };
}

/** Limit of cached texts: thousands of Ingresses may name one Secret, and parsing a key takes a millisecond. */
const MOST = 50;

/** Certificates of a chain, that of the server first; undefined if one is unreadable. */
const certificatesIn = remembered(MOST, (text): X509Certificate[] | undefined => {
  const parts = text.split(/(?=-----BEGIN CERTIFICATE-----)/).filter((part) => part.startsWith("-----BEGIN"));
  const read = parts.flatMap((part) => attempt(() => new X509Certificate(part)) ?? []);
  return read.length === parts.length ? read : undefined;
});

const privateKeyIn = remembered(MOST, (text): KeyObject | undefined => attempt(() => createPrivateKey(text)));

function matches(certificate: string, key: string): boolean {
  const [leaf] = certificatesIn(certificate) ?? [];
  const privateKey = privateKeyIn(key);
  return Boolean(leaf && privateKey && attempt(() => leaf.checkPrivateKey(privateKey)));
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Facts about a certificate; names are used in reviews only. */
export interface CertificateReview extends CertificateFacts {
  /** DNS names that it is valid for. */
  names?: readonly string[];
}

/**
 * Facts about the certificates that clients get, without asking a server: no keys, no values that a preview does not know.
 *
 * @param isByRoute each TLS route uses the certificate of its own object instead of that of its host
 */
export function certificateFacts(
  { hosts, gateways = [] }: Pick<RoutingModel, "hosts"> & Partial<Pick<RoutingModel, "gateways">>,
  isByRoute = false,
): Record<string, CertificateReview> {
  const bySource = new Map<string, { certificate: string; hosts: Set<string> }>();
  const add = (termination: Termination | undefined, names: readonly string[]) => {
    if (!termination || termination.held || isUnknown(termination.certificate)) return;
    const source = describeObject(termination.source);
    const entry = bySource.get(source) ?? { certificate: chainOf(termination, termination.certificate), hosts: new Set() };
    bySource.set(source, entry);
    for (const name of names) entry.hosts.add(name);
  };
  for (const { fqdn, tls, routes } of hosts)
    for (const termination of new Set(isByRoute ? routes.flatMap((route) => (isOnTls(route) ? [route.tls] : [])) : [tls]))
      add(termination, [fqdn]);
  for (const { tls, hosts: names } of gatewayCertificates(gateways)) add(tls, names);
  return Object.fromEntries(
    [...bySource].flatMap(([source, entry]) => {
      const facts = factsOf(entry.certificate);
      return facts ? [[source, { ...facts, hosts: [...entry.hosts].sort() }] as const] : [];
    }),
  );
}

/** The certificate with the authorities that a Route names separately. */
function chainOf({ caCertificate }: Termination, certificate: string): string {
  return typeof caCertificate === "string" ? `${certificate}\n${caCertificate}` : certificate;
}

/** Undefined for an unreadable certificate, which LB1109 reports. */
function factsOf(pem: string): Omit<CertificateReview, "hosts"> | undefined {
  try {
    const parts = pem.split(/(?=-----BEGIN CERTIFICATE-----)/).filter((part) => part.startsWith("-----BEGIN"));
    const chain = parts.map((part) => new X509Certificate(part));
    const ends = Math.min(...chain.map(({ validTo }) => Date.parse(validTo)));
    if (chain.length === 0 || Number.isNaN(ends)) return undefined;
    const fault = chainFault(chain);
    const fingerprint = chain[0]?.fingerprint256.replaceAll(":", "").slice(0, 16).toLowerCase();
    const names = certificateNames(parts[0]);
    return { ends: new Date(ends).toISOString(), fingerprint, ...(names ? { names } : {}), ...(fault ? { fault } : {}) };
  } catch {
    return undefined;
  }
}

/** Each certificate must be followed by that of its issuer (RFC 8446, 4.4.2: older clients require the order). */
function chainFault(chain: readonly X509Certificate[]): string | undefined {
  for (const [index, certificate] of chain.entries()) {
    const next = chain[index + 1];
    if (!next || certificate.checkIssued(next)) continue;
    const issuer = chain.find((other) => other !== certificate && certificate.checkIssued(other));
    const subject = subjectName(next.subject);
    return issuer
      ? `certificate ${index + 1} of its chain is followed by ${subject} instead of its issuer, which is elsewhere in the chain`
      : `certificate ${index + 1} of its chain was not issued by ${subject}, which follows it`;
  }
  return undefined;
}

/** The common name, or the whole subject in one line. */
const subjectName = (subject: string) => /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.split("\n").join(", ");
