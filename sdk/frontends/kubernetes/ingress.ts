// Translates Ingresses into candidates.

import type { Diagnostic } from "../../../resources/diagnostic";
import { distinctBackends } from "../../routing/backends";
import type { Candidate, CandidateContext, TcpCandidate } from "../../routing/candidates";
import { terminationFromSecret, warnOfOtherHost } from "../../routing/certificates";
import type { DefaultBackend, Termination } from "../../routing/model";
import { HTTP_LISTENER, HTTPS_LISTENER, pathOnly, type RuleMatch, toHttps } from "../../routing/rule";
import { breaksLine, diagnose, keyOf, LINE_BREAK } from "../../specs";
import type { Ingress, IngressPath, IngressRule } from "./ingress-reader";

/** TLS settings in annotations of an Ingress, as the target reads them. */
export interface IngressTls {
  /** Servers terminate TLS for all hosts. */
  passesThrough(ingress: Ingress): boolean;
  /** Secret of the cluster that replaces those of the Ingress. */
  clusterSecret(ingress: Ingress): { namespace: string; name: string } | undefined;
}

/** Candidates of an Ingress (seed ako-objects.md, "Insecure Ingress" and "Secure Ingress"). */
export function ingressCandidates(
  ingress: Ingress,
  cx: CandidateContext,
  { tls: tlsRules, defaultBackends = false }: { tls?: IngressTls; defaultBackends?: boolean },
): Candidate[] {
  const { specs, hosts, backends, report, reportUnresolvedRef, admit } = cx;
  const { ref } = ingress;
  const candidates: Candidate[] = [];
  const clusterSecret = clusterSecretOf(ingress, tlsRules);
  const secrets = secretsByHost(ingress, cx);
  const named = new Set<string>();
  const terminations = new Map<string, Termination | undefined>();
  // HTTP requests without a matching path have a server
  const isServed = (fqdn: string) => defaultBackends && ingress.defaultBackend?.service !== undefined && !secrets.has(fqdn.toLowerCase());
  for (const rule of ingress.rules) {
    const at = `${rule.pointer}/host`;
    const fqdn = rule.host || hosts.defaultHost(ref);
    if (!fqdn) {
      report(diagnose("LB1202", ref, at, "the rule has no host, and without a DNS domain none can be generated; it is ignored"));
      continue;
    }
    if (!hosts.admits(fqdn)) {
      report(diagnose("LB1201", ref, at, `${fqdn} is not in ${hosts.admitted}; the rule is ignored`, { about: { host: fqdn } }));
      continue;
    }
    if (tlsRules?.passesThrough(ingress)) {
      candidates.push(...passthroughCandidates(ingress, fqdn, rule, cx));
      continue;
    }
    admit(fqdn);
    if (rule.paths.length === 0 && !isServed(fqdn)) report(withoutPaths(ref, rule, `the rule for ${fqdn} has no paths`));
    const hostTermination = hosts.termination?.(fqdn);
    const secret = hostTermination ? undefined : (clusterSecret ?? secrets.get(fqdn.toLowerCase()));
    if (secret && !terminations.has(secret.name ?? "")) {
      const termination = terminationFromSecret(specs, ref, secret.at, secret.name, report, secret.namespace);
      terminations.set(secret.name ?? "", termination && secret === clusterSecret ? { ...termination, clusterWide: true } : termination);
    }
    const tls = hostTermination ?? (secret && terminations.get(secret.name ?? ""));
    if (secret && !tls) {
      if (secret.name) reportUnresolvedRef(fqdn, `Secret ${keyOf({ namespace: ref.namespace, name: secret.name })}`);
      continue;
    }
    if (tls && !tls.held && !named.has(fqdn)) {
      const source = `Secret ${keyOf(tls.source)}`;
      warnOfOtherHost(fqdn, { certificate: tls.certificate, source, owner: ref, at: secret?.at ?? at }, report);
      named.add(fqdn);
    }
    const on = tls ? "tls" : "clear";
    for (const path of rule.paths) {
      if (breaksLine(path.path)) {
        report(diagnose("LB1220", ref, `${path.pointer}/path`, `the path ${LINE_BREAK}; it is ignored`));
        continue;
      }
      if (!path.service) {
        const remedy = "Name a Service as backend, or remove the path.";
        report(diagnose("LB1110", ref, `${path.pointer}/backend`, "the backend is not a Service; the path is ignored", { remedy }));
        continue;
      }
      const to = { backends: [backends.resolve(ref, `${path.pointer}/backend`, path.service, path.port, report)] };
      const common = { fqdn, at: path.pointer, match: matchOf(ingress, path, report), owner: ingress, tls };
      const listener = tls ? HTTPS_LISTENER : HTTP_LISTENER;
      candidates.push({ ...common, listener, scope: hosts.scope(ingress, on, secret?.name ?? "", fqdn), to });
      if (tls) candidates.push({ ...common, listener: HTTP_LISTENER, scope: hosts.scope(ingress, "clear", "", fqdn), to: toHttps(302) });
    }
  }
  return candidates;
}

/** Diagnostic of a rule without a usable path. */
export const withoutPaths = (ref: Ingress["ref"], { pointer }: IngressRule, message: string): Diagnostic =>
  diagnose("LB1110", ref, pointer, message, { remedy: "Give the rule a path with a Service as backend, or remove the rule." });

/** Default backend of an Ingress, if it is a Service. */
export function defaultBackendOf(ingress: Ingress, { hosts, backends, report }: CandidateContext): DefaultBackend[] {
  const { ref, defaultBackend } = ingress;
  if (!defaultBackend) return [];
  const { service, port, pointer } = defaultBackend;
  if (!service) {
    const remedy = "Name a Service as default backend, or remove it.";
    report(diagnose("LB1110", ref, pointer, "the default backend is not a Service and is not used", { remedy }));
    return [];
  }
  const backend = backends.resolve(ref, pointer, service, port, report);
  return [{ scope: hosts.scope(ingress, "clear", "", ""), backend, owner: ingress, at: pointer }];
}

/** Servers terminate TLS, so paths cannot be matched: their Services get equal shares, and HTTP of the host is redirected. */
function passthroughCandidates(ingress: Ingress, fqdn: string, { paths, pointer }: IngressRule, cx: CandidateContext): TcpCandidate[] {
  const { ref } = ingress;
  const resolved = paths.flatMap((path) =>
    path.service ? [cx.backends.resolve(ref, `${path.pointer}/backend`, path.service, path.port, cx.report)] : [],
  );
  if (resolved.length === 0) {
    cx.report(diagnose("LB1110", ref, pointer, `the rule for ${fqdn} leads to no Service`));
    return [];
  }
  for (const { path, pointer: at } of paths) {
    if (path === "" || path === "/") continue;
    cx.report(diagnose("LB1302", ref, `${at}/path`, `the path ${path} is not used: the requests of a passthrough host are encrypted`));
  }
  const redirect = toHttps(302);
  const scope = cx.hosts.scope(ingress, "tcp", "", fqdn);
  return [{ owner: ingress, fqdn, scope, at: pointer, backends: distinctBackends(resolved), redirect, through: [] }];
}

/** A Secret in any namespace, and where it is named. */
interface NamedSecret {
  name?: string;
  namespace?: string;
  at: string;
}

function clusterSecretOf(ingress: Ingress, rules?: IngressTls): NamedSecret | undefined {
  const secret = rules?.clusterSecret(ingress);
  return secret && { ...secret, at: "/metadata/annotations" };
}

/**
 * Secrets by TLS host, in lower case; the first entry with a host wins. An entry may name the host that is generated for a rule without one
 * (ParseHostPathForIngress keeps rules by the generated name).
 */
function secretsByHost(ingress: Ingress, { hosts, report }: CandidateContext): Map<string, NamedSecret> {
  const ruled = new Set(ingress.rules.map((rule) => (rule.host || hosts.defaultHost(ingress.ref) || "").toLowerCase()));
  const secrets = new Map<string, NamedSecret>();
  for (const entry of ingress.tls) {
    if (entry.hosts.length === 0) {
      report(
        diagnose("LB1207", ingress.ref, entry.pointer, "the tls entry names no hosts and has no effect", {
          remedy: "List the hosts it is for.",
        }),
      );
    }
    for (const host of entry.hosts) {
      if (!ruled.has(host.toLowerCase())) reportUnruled(ingress, host, `${entry.pointer}/hosts`, ruled, report);
      else {
        const secret = { name: entry.secretName, at: `${entry.pointer}/secretName` };
        const first = secrets.get(host.toLowerCase());
        if (!first) secrets.set(host.toLowerCase(), secret);
        else if (first.name !== secret.name) reportSecondSecret(ingress, host, first, secret, report);
      }
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

/**
 * Path match: in networking.k8s.io/v1 `pathType` is required, and the longest path wins. Older versions follow the seed: every path is a
 * prefix of characters, in the order as written.
 */
function matchOf(ingress: Ingress, path: IngressPath, report: (diagnostic: Diagnostic) => void): RuleMatch {
  const binding = ingress.ref.apiVersion === "networking.k8s.io/v1";
  if (path.pathType === "Exact" && !binding) {
    const message = `pathType Exact is not used with ${ingress.ref.apiVersion}: ${path.path} matches as a prefix`;
    report(diagnose("LB1006", ingress.ref, `${path.pointer}/pathType`, message, { remedy: "Use networking.k8s.io/v1." }));
  }
  if (!binding) return pathOnly({ is: "characters", value: path.path });
  const is = path.pathType === "Exact" ? "exact" : path.pathType === "Prefix" ? "segments" : "characters";
  return pathOnly({ is, value: path.path, longestWins: true });
}
