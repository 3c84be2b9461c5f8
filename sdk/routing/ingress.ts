import type { Diagnostic } from "../../kinds/diagnostic";
import { diagnose, INGRESS_CLASS_ANNOTATION, type Ingress, type IngressPath, type IngressRule, keyOf, type SpecSet } from "../specs";
import { mergeBackends } from "./backends";
import type { Candidate, FrontEnd, TcpCandidate } from "./candidates";
import { terminationFromSecret, warnOfOtherHost } from "./certificates";
import type { DefaultBackend, PathMatch, Redirect, Termination } from "./model";

/** What annotations of an Ingress say of TLS, in the words of a target. */
export interface IngressTls {
  /** TLS of all of its hosts ends at the servers. */
  passesThrough(ingress: Ingress): boolean;
  /** The Secret of the cluster, where it is to take the place of those that the Ingress names. */
  clusterSecret(ingress: Ingress): { namespace: string; name: string } | undefined;
}

/** The front end for Ingress (seed ako-objects.md, "Insecure Ingress" and "Secure Ingress"). */
export function ingressCandidates(ingress: Ingress, front: FrontEnd, tlsRules?: IngressTls): Candidate[] {
  const { specs, hosts, backends, report, lacks, admit } = front;
  const { ref } = ingress;
  const candidates: Candidate[] = [];
  const clusterSecret = clusterSecretOf(ingress, tlsRules);
  const secrets = secretsByHost(ingress, front);
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
    if (tlsRules?.passesThrough(ingress)) {
      candidates.push(...passthroughCandidates(ingress, fqdn, rule, front));
      continue;
    }
    admit(fqdn);
    if (rule.paths.length === 0) report(diagnose("LB1110", ref, rule.pointer, `the rule for ${fqdn} has no paths`));
    const given = hosts.termination?.(fqdn);
    const secret = given ? undefined : (clusterSecret ?? secrets.get(fqdn.toLowerCase()));
    if (secret && !terminations.has(secret.name ?? "")) {
      const found = terminationFromSecret(specs, ref, secret.at, secret.name, report, secret.namespace);
      terminations.set(secret.name ?? "", found && secret === clusterSecret ? { ...found, clusterWide: true } : found);
    }
    const tls = given ?? (secret && terminations.get(secret.name ?? ""));
    if (secret && !tls) {
      if (secret.name) lacks(fqdn, `Secret ${keyOf({ namespace: ref.namespace, name: secret.name })}`);
      continue;
    }
    if (tls && !tls.held && !named.has(fqdn)) {
      const source = `Secret ${keyOf(tls.source)}`;
      warnOfOtherHost(fqdn, { certificate: tls.certificate, source, owner: ref, at: secret?.at ?? at }, report);
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
      candidates.push({ ...common, on, scope: hosts.scope(ingress, on, secret?.name ?? "", fqdn), to });
      if (tls)
        candidates.push({ ...common, on: "clear", scope: hosts.scope(ingress, "clear", "", fqdn), to: { redirect: "https", status: 302 } });
    }
  }
  return candidates;
}

/** The default backend of an Ingress, if it has one that is a Service; one at most. */
export function defaultBackendOf(ingress: Ingress, { hosts, backends, report }: FrontEnd): DefaultBackend[] {
  const { ref, defaultBackend } = ingress;
  if (!defaultBackend) return [];
  const { service, port, pointer } = defaultBackend;
  if (!service) {
    report(diagnose("LB1110", ref, pointer, "the default backend is not a Service and is not used"));
    return [];
  }
  const backend = backends.resolve(ref, pointer, service, port, report);
  return [{ scope: hosts.scope(ingress, "clear", "", ""), backend, owner: ingress, at: pointer }];
}

/** TLS ends at the servers: paths cannot be seen, and clear text of the host is redirected. */
function passthroughCandidates(ingress: Ingress, fqdn: string, { paths, pointer }: IngressRule, front: FrontEnd): TcpCandidate[] {
  const { ref } = ingress;
  const resolved = paths.flatMap((path) =>
    path.service ? [front.backends.resolve(ref, `${path.pointer}/backend`, path.service, path.port, front.report)] : [],
  );
  if (resolved.length === 0) {
    front.report(diagnose("LB1110", ref, pointer, `the rule for ${fqdn} leads to no Service`));
    return [];
  }
  for (const { path, pointer: at } of paths) {
    if (path === "" || path === "/") continue;
    front.report(diagnose("LB1302", ref, `${at}/path`, `the path ${path} is not used: the requests of a passthrough host are encrypted`));
  }
  const redirect: Redirect = { redirect: "https", status: 302 };
  const scope = front.hosts.scope(ingress, "tcp", "", fqdn);
  return [{ owner: ingress, fqdn, scope, at: pointer, backends: mergeBackends(resolved), redirect, through: [] }];
}

/** A Secret, by name in the namespace of the Ingress or in another, and where it is named. */
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
 * The Secret of each TLS host, by host in lower case; the first entry that names a host wins. An entry may name the host that a rule
 * without one gets (ParseHostPathForIngress keeps rules by the name that was made).
 */
function secretsByHost(ingress: Ingress, { hosts, report }: FrontEnd): Map<string, NamedSecret> {
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
      if (!ruled.has(host.toLowerCase()))
        report(diagnose("LB1207", ingress.ref, `${entry.pointer}/hosts`, `the TLS host ${host} has no rule and is not served`));
      else if (!secrets.has(host.toLowerCase()))
        secrets.set(host.toLowerCase(), { name: entry.secretName, at: `${entry.pointer}/secretName` });
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

/** Which Ingresses a target takes. */
export interface ClassRules {
  /** Class names that are ours even when no IngressClass object is among the specs. */
  names: readonly string[];
  /** `spec.controller` of the IngressClasses that are ours. */
  controller: string;
  /** Further controllers whose IngressClasses are taken. */
  controllers?: readonly string[];
  /** Take Ingresses that name no class. */
  takeUnclassified: boolean;
  /** Nothing but `spec.ingressClassName` names a class; the annotation says nothing. */
  strict?: boolean;
}

/** Whether the Ingress is ours: by annotation, `spec.ingressClassName`, or neither. */
export function isOfOurClass(ingress: Ingress, specs: SpecSet, rules: ClassRules, report: (diagnostic: Diagnostic) => void): boolean {
  const annotated = rules.strict ? undefined : ingress.meta.annotations[INGRESS_CLASS_ANNOTATION];
  const isOurs = (controller: string | undefined) =>
    controller === rules.controller || (controller !== undefined && rules.controllers?.includes(controller) === true);
  if (annotated) return rules.names.includes(annotated) || isOurs(controllerOf(annotated, specs));
  const { className } = ingress;
  if (className) {
    const controller = controllerOf(className, specs);
    if (controller !== undefined) return isOurs(controller);
    const ours = rules.names.includes(className);
    const decision = ours ? "it is taken as ours because of its name" : "it is taken as another controller's";
    report(diagnose("LB1206", ingress.ref, "/spec/ingressClassName", `IngressClass ${className} is not among the specs; ${decision}`));
    return ours;
  }
  if (rules.takeUnclassified) return true;
  const defaults = specs.ingressClasses.filter(({ isDefault }) => isDefault);
  const ours = defaults.some(({ controller }) => isOurs(controller));
  if (defaults.length === 0) {
    const message = `it names no class, and no default IngressClass with the controller ${rules.controller} is among the specs; it is taken as another controller's`;
    report(diagnose("LB1206", ingress.ref, "/spec", message));
  }
  return ours;
}

function controllerOf(className: string, specs: SpecSet): string | undefined {
  return specs.ingressClasses.find((candidate) => candidate.ref.name === className)?.controller;
}
