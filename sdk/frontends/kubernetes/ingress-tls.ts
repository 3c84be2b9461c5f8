// The certificates of the hosts of an Ingress, by its `tls` entries and annotations.

import type { CandidateContext } from "../../routing/candidates";
import { terminationFromSecret, warnOfOtherHost } from "../../routing/certificates";
import type { Termination } from "../../routing/model";
import { diagnose, keyOf } from "../../specs";
import type { Ingress } from "./ingress-reader";

/** TLS settings in annotations of an Ingress, as the target reads them. */
export interface IngressTls {
  /** Servers terminate TLS for all hosts. */
  passesThrough(ingress: Ingress): boolean;
  /** Secret of the cluster that replaces those of the Ingress. */
  clusterSecret(ingress: Ingress): { namespace: string; name: string } | undefined;
}

/** A Secret in any namespace, and where it is named. */
interface NamedSecret {
  name?: string;
  namespace?: string;
  at: string;
}

/** Certificate of a host, and its Secret; absent `tls` means clear text. */
export interface HostSecurity {
  tls?: Termination;
  /** Name of the Secret of the certificate; empty where no Secret of the Ingress has it. */
  secret: string;
}

/** The certificates of the hosts of one Ingress. */
export class HostCertificates {
  private readonly clusterSecret: NamedSecret | undefined;
  private readonly secrets: ReadonlyMap<string, NamedSecret>;
  /** By Secret, each of which is read once. */
  private readonly terminations = new Map<string, Termination | undefined>();
  /** Hosts whose certificate has been compared with them. */
  private readonly compared = new Set<string>();

  constructor(
    private readonly ingress: Ingress,
    private readonly cx: CandidateContext,
    rules: IngressTls | undefined,
  ) {
    const secret = rules?.clusterSecret(ingress);
    this.clusterSecret = secret && { ...secret, at: "/metadata/annotations" };
    this.secrets = secretsByHost(ingress, cx);
  }

  /** True if an entry of `tls` names the host. */
  isNamed(fqdn: string): boolean {
    return this.secrets.has(fqdn.toLowerCase());
  }

  /** Undefined where the Secret of the host is missing: then no route of the host is served. */
  of(fqdn: string, at: string): HostSecurity | undefined {
    const termination = this.cx.hosts.termination?.(fqdn);
    if (termination) return this.secured(fqdn, termination, { at });
    const secret = this.clusterSecret ?? this.secrets.get(fqdn.toLowerCase());
    if (!secret) return { secret: "" };
    const tls = this.terminationFrom(secret);
    if (tls) return this.secured(fqdn, tls, secret);
    if (secret.name) this.cx.reportUnresolvedRef(fqdn, `Secret ${keyOf({ namespace: this.ingress.ref.namespace, name: secret.name })}`);
    return undefined;
  }

  private terminationFrom(secret: NamedSecret): Termination | undefined {
    const { name = "" } = secret;
    if (!this.terminations.has(name)) {
      const { specs, report } = this.cx;
      const termination = terminationFromSecret(specs, this.ingress.ref, secret.at, secret.name, report, secret.namespace);
      this.terminations.set(name, termination && secret === this.clusterSecret ? { ...termination, clusterWide: true } : termination);
    }
    return this.terminations.get(name);
  }

  private secured(fqdn: string, tls: Termination, { at, name: secret = "" }: NamedSecret): HostSecurity {
    if (!tls.held && !this.compared.has(fqdn)) {
      const source = `Secret ${keyOf(tls.source)}`;
      warnOfOtherHost(fqdn, { certificate: tls.certificate, source, owner: this.ingress.ref, at }, this.cx.report);
      this.compared.add(fqdn);
    }
    return { tls, secret };
  }
}

/**
 * Secrets by TLS host, in lower case; the first entry with a host wins. An entry may name the host that is generated for a rule without one
 * (ParseHostPathForIngress keeps rules by the generated name).
 */
function secretsByHost(ingress: Ingress, { hosts, report }: CandidateContext): Map<string, NamedSecret> {
  const ruled = new Set(ingress.rules.map((rule) => (rule.host || hosts.defaultHost(ingress.ref) || "").toLowerCase()));
  const secrets = new Map<string, NamedSecret>();
  for (const { hosts: named, pointer, secretName: name } of ingress.tls) {
    const remedy = "List the hosts it is for.";
    if (named.length === 0) report(diagnose("LB1207", ingress.ref, pointer, "the tls entry names no hosts and has no effect", { remedy }));
    for (const host of named) {
      const secret = { name, at: `${pointer}/secretName` };
      const first = secrets.get(host.toLowerCase());
      if (!ruled.has(host.toLowerCase())) reportUnruled(ingress, host, `${pointer}/hosts`, ruled, report);
      else if (!first) secrets.set(host.toLowerCase(), secret);
      else if (first.name !== name) reportSecondSecret(ingress, host, first, secret, report);
    }
  }
  return secrets;
}

/** Reports a second certificate for a host: the first is used. */
function reportSecondSecret(
  { ref }: Ingress,
  host: string,
  first: NamedSecret,
  { name, at }: NamedSecret,
  report: CandidateContext["report"],
) {
  const of = (secret: string | undefined) => (secret ? `Secret ${secret}` : "no Secret");
  const message = `${host} already has the certificate from ${of(first.name)} of an earlier entry; the one from ${of(name)} is not used`;
  report(diagnose("LB1204", ref, at, message, { remedy: "Name one Secret for a host.", about: { host } }));
}

/**
 * Reports hosts of `tls` without a rule. A wildcard belongs to the rule with the same wildcard (AKO and Octavia's controller compare
 * names); hosts below it need their own entry.
 */
function reportUnruled(
  { ref, tls }: Ingress,
  host: string,
  at: string,
  ruled: ReadonlySet<string>,
  report: CandidateContext["report"],
): void {
  const named = new Set(tls.flatMap((entry) => entry.hosts.map((one) => one.toLowerCase())));
  const clear = [...ruled].filter((name) => !named.has(name)).sort();
  const below = host.startsWith("*.") ? clear.filter((name) => isBelow(name, host.toLowerCase())).join(", ") : "";
  const above = clear.find((name) => name.startsWith("*.") && isBelow(host.toLowerCase(), name));
  if (below) {
    const message = `the TLS host ${host} is not applied to ${below}: a wildcard of tls is only for a rule with the same host`;
    report(diagnose("LB1207", ref, at, message, { remedy: `Add ${below} to this list.`, about: { host } }));
  } else if (above) {
    const message = `the TLS host ${host} has no rule of its own, and the rule for ${above} gets no TLS by it`;
    report(diagnose("LB1207", ref, at, message, { remedy: `Add ${above} to this list, or a rule for ${host}.`, about: { host } }));
  } else report(diagnose("LB1207", ref, at, `the TLS host ${host} has no rule and is not served`, { about: { host } }));
}

/** True for a name with one label in place of the asterisk. */
const isBelow = (name: string, wildcard: string) => name.slice(name.indexOf(".")) === wildcard.slice(1) && !name.startsWith("*");
