import type { Diagnostic } from "../../contract/diagnostic";
import { compare, diagnose, ignoredAnnotations, type Service, type Spec, type SpecSet } from "../specs";
import { CLASS_ANNOTATION } from "../specs/kinds/ingress";
import { arbitrate, arbitrateDefaults } from "./arbitrate";
import { backendResolver } from "./backends";
import type { Claim, FrontEnd, HostRules, TcpClaim } from "./claim";
import { type ContourRules, contourClaims, isContourKind } from "./contour";
import { defaultBackendOf, ingressClaims } from "./ingress";
import { type ClassRules, isOurs } from "./ingressClass";
import type { MemberSource } from "./members";
import type { DefaultBackend, L4Service, RoutingModel, Status } from "./model";
import { openShiftRouteClaims } from "./openshiftRoute";
import { statusKey, statusOf } from "./status";

/** What a target says about itself. */
export interface ResolveOptions {
  hosts: HostRules;
  members: MemberSource;
  classes: ClassRules;
  services: ServiceRules;
  /** Annotations of an Ingress that the target reads, besides its class. Default none. */
  ingressAnnotations?: readonly string[];
  /** Whether the target has a place for requests that no rule takes. Default: it has none, and says so of each default backend. */
  defaultBackends?: boolean;
  /** Read IngressRoute and the Contour Route CRD too. Default: the target does not, and says so of each. */
  contour?: ContourRules;
}

/** Which Services get a load balancer of their own. */
export interface ServiceRules {
  /** Whether the Service concerns the target at all: those that do not have no status. */
  concerns(service: Service): boolean;
  /** Why a Service that concerns the target is left out, in the target's own words. */
  skips?(service: Service): string | undefined;
  /** What the target does not use of it. */
  unused(service: Service): Diagnostic[];
}

/**
 * From specs to the neutral model: front ends make claims, arbitration decides between them, every object gets a status.
 * Pure and deterministic: the same specs in any order give the same model. Never throws on faulty specs.
 */
export function resolve(specs: SpecSet, options: ResolveOptions): RoutingModel {
  const said = new Map<string, Diagnostic[]>();
  const known = new Set<string>();
  // what is wrong with a Service is found again by each path and port that leads to it
  const say = (ref: Spec["ref"], diagnostic: Diagnostic) => {
    const { code, object, pointer, message } = diagnostic;
    const once = [statusKey(ref), code, statusKey(object), pointer, message].join("\n");
    if (known.has(once)) return;
    known.add(once);
    const list = said.get(statusKey(ref));
    if (list) list.push(diagnostic);
    else said.set(statusKey(ref), [diagnostic]);
  };
  const reads = (ref: Spec["ref"]) => options.contour !== undefined || !isContourKind(ref);
  for (const diagnostic of specs.diagnostics) if (reads(diagnostic.object)) say(diagnostic.object, diagnostic);

  const backends = backendResolver(specs, options.members);
  const claimants: RoutingModel["claimants"] = [];
  const frontEnd = (owner: Spec): FrontEnd => {
    const claimant = { owner, hosts: [] as string[] };
    claimants.push(claimant);
    return { specs, hosts: options.hosts, backends, report: (d) => say(owner.ref, d), admit: (fqdn) => claimant.hosts.push(fqdn) };
  };
  const claims: Claim[] = [];
  const wished: DefaultBackend[] = [];
  for (const ingress of specs.ingresses) {
    if (!isOurs(ingress, specs, options.classes, (d) => say(ingress.ref, d))) continue;
    const used = [CLASS_ANNOTATION, ...(options.ingressAnnotations ?? [])];
    for (const diagnostic of ignoredAnnotations(ingress.ref, ingress.meta.annotations, used)) say(ingress.ref, diagnostic);
    const front = frontEnd(ingress);
    claims.push(...ingressClaims(ingress, front));
    const fallback = options.defaultBackends ? defaultBackendOf(ingress, front) : undefined;
    if (fallback) wished.push(fallback);
    if (ingress.defaultBackend && !options.defaultBackends) front.report(notUsed(ingress.ref, ingress.defaultBackend.pointer));
  }
  const tcpClaims: TcpClaim[] = [];
  for (const route of specs.openShiftRoutes) {
    const claimed = openShiftRouteClaims(route, frontEnd(route));
    claims.push(...claimed.claims);
    tcpClaims.push(...claimed.tcpClaims);
  }
  const verdicts = new Map<string, Pick<Status, "state" | "description">>();
  if (options.contour) {
    const contour = contourClaims(specs, options.contour, options, (d) => say(d.object, d));
    claims.push(...contour.claims);
    tcpClaims.push(...contour.tcpClaims);
    for (const { owner, verdict } of contour.judged) {
      claimants.push({ owner, hosts: [] });
      verdicts.set(statusKey(owner.ref), verdict);
    }
  } else for (const ref of contourObjects(specs)) say(ref, notRead(ref));

  const hosts = arbitrate(claims, tcpClaims, options.hosts, (d) => say(d.object, d));
  const defaults = arbitrateDefaults(wished, (d) => say(d.object, d));
  const services = [...specs.services.values()].filter((service) => options.services.concerns(service));
  const l4: L4Service[] = [];
  for (const service of services) {
    const reason = options.services.skips?.(service);
    if (reason) {
      verdicts.set(statusKey(service.ref), { state: "skipped", description: reason });
      continue;
    }
    for (const diagnostic of options.services.unused(service)) say(service.ref, diagnostic);
    const ports = service.ports.map((port) => ({ port, ...options.members(service, port, (d) => say(service.ref, d)) }));
    l4.push({ owner: service, ports });
  }
  const contributing = new Set([
    ...hosts.flatMap((host) => [...host.routes, ...(host.tcp ? [host.tcp] : [])].map(({ owner }) => statusKey(owner.ref))),
    ...defaults.map(({ owner }) => statusKey(owner.ref)),
    ...l4.filter((service) => service.ports.length > 0).map((service) => statusKey(service.owner.ref)),
  ]);
  const faulty = specs.faulty.filter((ref) => carriesRouting(ref) && reads(ref));
  const subjects = [...claimants.map((c) => c.owner.ref), ...services.map((s) => s.ref), ...faulty];
  const statuses = subjects.map((ref): Status => {
    const key = statusKey(ref);
    const verdict = verdicts.get(key);
    if (verdict) return { object: ref, ...verdict, diagnostics: said.get(key) ?? [] };
    return statusOf(ref, said.get(key) ?? silence(ref, contributing), contributing.has(key));
  });
  const covered = new Set(subjects.map(statusKey));
  return {
    hosts,
    l4: l4.filter((service) => service.ports.length > 0),
    defaults,
    statuses: statuses.sort(byIdentity),
    diagnostics: [...said].filter(([key]) => !covered.has(key)).flatMap(([, list]) => list),
    claimants,
  };
}

/** An object that contributes nothing must say why, even when no front end had a complaint. */
function silence(ref: Spec["ref"], contributing: Set<string>): Diagnostic[] {
  return contributing.has(statusKey(ref)) ? [] : [diagnose("LB1110", ref, "/spec", "the object has no rule that could be served")];
}

const notUsed = (ref: Spec["ref"], at: string) =>
  diagnose("LB1006", ref, at, "the default backend is not used", { remedy: "Give the backend a rule with a host." });

const carriesRouting = ({ kind }: Spec["ref"]) => ["Ingress", "Route", "Service", "IngressRoute"].includes(kind);

/** The objects of Contour's kinds, sound or not. */
function contourObjects(specs: SpecSet): Spec["ref"][] {
  const sound = [...specs.ingressRoutes, ...specs.certificateDelegations, ...specs.contourRoutes].map(({ ref }) => ref);
  return [...sound, ...specs.faulty.filter(isContourKind)];
}

const notRead = (ref: Spec["ref"]) => diagnose("LB1005", ref, "", `${ref.apiVersion} ${ref.kind} is not read by this target yet`);

const byIdentity = ({ object: a }: Status, { object: b }: Status) =>
  compare(a.kind, b.kind) || compare(a.namespace, b.namespace) || compare(a.name, b.name) || compare(a.apiVersion, b.apiVersion);
