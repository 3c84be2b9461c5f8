import type { Diagnostic } from "../../kinds/diagnostic";
import { diagnose, ignoredAnnotations, type Service, type Spec, type SpecSet } from "../specs";
import { CLASS_ANNOTATION } from "../specs/kinds/ingress";
import { arbitrate, arbitrateDefaults } from "./arbitrate";
import { backendResolver } from "./backends";
import type { Claim, FrontEnd, HostRules, TcpClaim } from "./claim";
import { type ContourRules, contourClaims, isContourKind } from "./contour";
import { defaultBackendOf, ingressClaims } from "./ingress";
import { type ClassRules, isOurs } from "./ingress-class";
import type { MemberSource } from "./members";
import type { DefaultBackend, L4Service, RoutingModel } from "./model";
import { openShiftRouteClaims } from "./openshift-route";
import { Ledger } from "./status";

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
  const ledger = new Ledger();
  const say = (ref: Spec["ref"], diagnostic: Diagnostic) => ledger.report(diagnostic, ref);
  const reads = (ref: Spec["ref"]) => options.contour !== undefined || !isContourKind(ref);
  for (const diagnostic of specs.diagnostics) if (reads(diagnostic.object)) ledger.report(diagnostic);
  for (const ref of specs.faulty) if (carriesRouting(ref) && reads(ref)) ledger.open(ref);

  const backends = backendResolver(specs, options.members);
  const claimants: RoutingModel["claimants"] = [];
  const frontEnd = (owner: Spec): FrontEnd => {
    const claimant = { owner, hosts: [] as string[] };
    claimants.push(claimant);
    ledger.open(owner.ref);
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
  if (options.contour) {
    const contour = contourClaims(specs, options.contour, options, (d) => say(d.object, d));
    claims.push(...contour.claims);
    tcpClaims.push(...contour.tcpClaims);
    for (const { owner, verdict } of contour.judged) {
      claimants.push({ owner, hosts: [] });
      ledger.open(owner.ref);
      ledger.judge(owner.ref, verdict);
    }
  } else for (const ref of contourObjects(specs)) say(ref, notRead(ref));

  const hosts = arbitrate(claims, tcpClaims, options.hosts, (d) => say(d.object, d));
  const defaults = arbitrateDefaults(wished, (d) => say(d.object, d));
  const services = [...specs.services.values()].filter((service) => options.services.concerns(service));
  const l4: L4Service[] = [];
  for (const service of services) {
    ledger.open(service.ref);
    const reason = options.services.skips?.(service);
    if (reason) {
      ledger.judge(service.ref, { state: "skipped", description: reason });
      continue;
    }
    for (const diagnostic of options.services.unused(service)) ledger.report(diagnostic);
    const ports = service.ports.map((port) => ({ port, ...options.members(service, port, (d) => say(service.ref, d)) }));
    if (ports.length > 0) l4.push({ owner: service, ports });
  }
  return { hosts, l4, defaults, ledger, claimants };
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
