import type { Diagnostic } from "../../kinds/diagnostic";
import { diagnose, type Ingress, keyOf } from "../specs";
import type { IngressPath } from "../specs/kinds/ingress";
import { terminationFromSecret } from "./certificates";
import type { Claim, FrontEnd } from "./claim";
import type { DefaultBackend, PathMatch, Termination } from "./model";
import { warnOfOtherHost } from "./pem";

/** The front end for Ingress (seed ako-objects.md, "Insecure Ingress" and "Secure Ingress"). */
export function ingressClaims(ingress: Ingress, { specs, hosts, backends, report, admit }: FrontEnd): Claim[] {
  const { ref } = ingress;
  const claims: Claim[] = [];
  const secrets = secretsByHost(ingress, report);
  const named = new Set<string>();
  const terminations = new Map<string, Termination | undefined>();
  for (const rule of ingress.rules) {
    const at = `${rule.pointer}/host`;
    const fqdn = rule.host || hosts.defaultHost(ref);
    if (!fqdn) {
      report(diagnose("LB1202", ref, at, "the rule has no host, and without a DNS domain none can be made; it contributes nothing"));
      continue;
    }
    if (!hosts.admits(fqdn)) {
      report(diagnose("LB1201", ref, at, `${fqdn} is not in ${hosts.admitted}; the rule contributes nothing`));
      continue;
    }
    admit(fqdn);
    if (rule.paths.length === 0) report(diagnose("LB1110", ref, rule.pointer, `the rule for ${fqdn} has no paths`));
    const secret = secrets.get(fqdn.toLowerCase());
    if (secret && !terminations.has(secret.name ?? "")) {
      terminations.set(secret.name ?? "", terminationFromSecret(specs, ref, `${secret.at}/secretName`, secret.name, report));
    }
    const tls = secret && terminations.get(secret.name ?? "");
    if (secret && !tls) continue;
    if (secret && tls && !named.has(fqdn)) {
      const source = `Secret ${keyOf(tls.source)}`;
      warnOfOtherHost(fqdn, { certificate: tls.certificate, source, owner: ref, at: `${secret.at}/secretName` }, report);
      named.add(fqdn);
    }
    const on = tls ? "tls" : "clear";
    for (const path of rule.paths) {
      if (!path.service) {
        report(diagnose("LB1110", ref, `${path.pointer}/backend`, "the backend is not a Service; the path contributes nothing"));
        continue;
      }
      const to = { backends: [backends.resolve(ref, `${path.pointer}/backend`, path.service, path.port, report)] };
      const common = { fqdn, at: path.pointer, match: matchOf(ingress, path, report), owner: ingress, tls };
      claims.push({ ...common, on, scope: hosts.scope(ingress, on, secret?.name ?? ""), to });
      if (tls) claims.push({ ...common, on: "clear", scope: hosts.scope(ingress, "clear", ""), to: { redirect: "https", status: 302 } });
    }
  }
  return claims;
}

/** The default backend of an Ingress, if it has one that is a Service. */
export function defaultBackendOf(ingress: Ingress, { hosts, backends, report }: FrontEnd): DefaultBackend | undefined {
  const { ref, defaultBackend: given } = ingress;
  if (!given) return undefined;
  if (!given.service) {
    report(diagnose("LB1110", ref, given.pointer, "the default backend is not a Service and is not used"));
    return undefined;
  }
  const backend = backends.resolve(ref, given.pointer, given.service, given.port, report);
  return { scope: hosts.scope(ingress, "clear", ""), backend, owner: ingress, at: given.pointer };
}

/** The Secret of each TLS host, by host in lower case; the first entry that names a host wins. */
function secretsByHost(ingress: Ingress, report: (diagnostic: Diagnostic) => void): Map<string, { name?: string; at: string }> {
  const ruled = new Set(ingress.rules.map((rule) => rule.host.toLowerCase()));
  const secrets = new Map<string, { name?: string; at: string }>();
  for (const entry of ingress.tls) {
    if (entry.hosts.length === 0) {
      report(
        diagnose("LB1207", ingress.ref, entry.pointer, "the tls entry names no hosts and has no effect", {
          remedy: "List the hosts it is for.",
        }),
      );
    }
    for (const host of entry.hosts) {
      if (!ruled.has(host.toLowerCase()))
        report(diagnose("LB1207", ingress.ref, `${entry.pointer}/hosts`, `the TLS host ${host} has no rule and is not served`));
      else if (!secrets.has(host.toLowerCase())) secrets.set(host.toLowerCase(), { name: entry.secretName, at: entry.pointer });
    }
  }
  return secrets;
}

/**
 * `pathType` is mandatory and binding in networking.k8s.io/v1, and the longest path wins there. The older versions are read as the
 * seed reads them: every path is a prefix of characters, in the order as written.
 */
function matchOf(ingress: Ingress, path: IngressPath, report: (diagnostic: Diagnostic) => void): PathMatch {
  const binding = ingress.ref.apiVersion === "networking.k8s.io/v1";
  if (path.pathType === "Exact" && !binding) {
    const message = `pathType Exact is not used with ${ingress.ref.apiVersion}: ${path.path} matches as a prefix`;
    report(diagnose("LB1006", ingress.ref, `${path.pointer}/pathType`, message, { remedy: "Use networking.k8s.io/v1." }));
  }
  if (!binding) return { path: path.path, type: "prefix" };
  const type = path.pathType === "Exact" ? "exact" : path.pathType === "Prefix" ? "segments" : "prefix";
  return { path: path.path, type, longestWins: true };
}
