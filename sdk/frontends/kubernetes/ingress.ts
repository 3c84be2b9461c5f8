// Translates Ingresses into candidates.

import type { Diagnostic } from "../../../resources/diagnostic";
import { distinctBackends } from "../../routing/backends";
import type { Candidate, CandidateContext, RouteCandidate, TcpCandidate } from "../../routing/candidates";
import type { DefaultBackend } from "../../routing/model";
import { HTTP_LISTENER, HTTPS_LISTENER, pathOnly, type RuleMatch, toHttps } from "../../routing/rule";
import { breaksLine, diagnose, LINE_BREAK } from "../../specs";
import type { Ingress, IngressPath, IngressRule } from "./ingress-reader";
import { HostCertificates, type HostSecurity, type IngressTls } from "./ingress-tls";

/** Candidates of an Ingress (seed ako-objects.md, "Insecure Ingress" and "Secure Ingress"). */
export function ingressCandidates(
  ingress: Ingress,
  cx: CandidateContext,
  { tls: tlsRules, defaultBackends = false }: { tls?: IngressTls; defaultBackends?: boolean },
): Candidate[] {
  const certificates = new HostCertificates(ingress, cx, tlsRules);
  // HTTP requests without a matching path have a server
  const isServed = (fqdn: string) => defaultBackends && ingress.defaultBackend?.service !== undefined && !certificates.isNamed(fqdn);
  return ingress.rules.flatMap((rule): Candidate[] => {
    const fqdn = hostOf(ingress, rule, cx);
    if (fqdn === undefined) return [];
    if (tlsRules?.passesThrough(ingress)) return passthroughCandidates(ingress, fqdn, rule, cx);
    cx.admit(fqdn);
    if (rule.paths.length === 0 && !isServed(fqdn)) cx.report(withoutPaths(ingress.ref, rule, `the rule for ${fqdn} has no paths`));
    const security = certificates.of(fqdn, `${rule.pointer}/host`);
    return security ? rule.paths.flatMap((path) => pathCandidates(ingress, fqdn, path, security, cx)) : [];
  });
}

/** Host of a rule, if the target serves it. */
function hostOf({ ref }: Ingress, rule: IngressRule, { hosts, report }: CandidateContext): string | undefined {
  const at = `${rule.pointer}/host`;
  const fqdn = rule.host || hosts.defaultHost(ref);
  if (!fqdn) report(diagnose("LB1202", ref, at, "the rule has no host, and without a DNS domain none can be generated; it is ignored"));
  else if (hosts.admits(fqdn)) return fqdn;
  else report(diagnose("LB1201", ref, at, `${fqdn} is not in ${hosts.admitted}; the rule is ignored`, { about: { host: fqdn } }));
  return undefined;
}

/** A path, and with TLS the redirect of its clear text. */
function pathCandidates(
  ingress: Ingress,
  fqdn: string,
  path: IngressPath,
  { tls, secret }: HostSecurity,
  { hosts, backends, report }: CandidateContext,
): RouteCandidate[] {
  const { ref } = ingress;
  if (breaksLine(path.path)) {
    report(diagnose("LB1220", ref, `${path.pointer}/path`, `the path ${LINE_BREAK}; it is ignored`));
    return [];
  }
  if (!path.service) {
    const remedy = "Name a Service as backend, or remove the path.";
    report(diagnose("LB1110", ref, `${path.pointer}/backend`, "the backend is not a Service; the path is ignored", { remedy }));
    return [];
  }
  const to = { backends: [backends.resolve(ref, `${path.pointer}/backend`, path.service, path.port, report)] };
  const common = { fqdn, at: path.pointer, match: matchOf(ingress, path, report), owner: ingress, tls };
  const clear = { ...common, listener: HTTP_LISTENER, scope: hosts.scope(ingress, "clear", "", fqdn) };
  if (!tls) return [{ ...clear, to }];
  return [
    { ...common, listener: HTTPS_LISTENER, scope: hosts.scope(ingress, "tls", secret, fqdn), to },
    { ...clear, to: toHttps(302) },
  ];
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
