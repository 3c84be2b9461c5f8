import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import {
  diagnose,
  INGRESS_CLASS_ANNOTATION,
  type Ingress,
  ignoredAnnotations,
  isAkoRule,
  keyOf,
  notReadOfAko,
  parametersNotRead,
  type Service,
  type Spec,
  type SpecSet,
} from "../specs";
import { type BackendResolver, type BackendRules, backendResolver, type MemberSource } from "./backends";
import type { Candidate, FrontEnd, HostRules } from "./candidates";
import { resolveConflicts, resolveDefaultConflicts } from "./conflicts";
import { type ContourContext, type ContourRules, type FrontEndResult, isOfContourClass } from "./contour/context";
import { ingressRouteCandidates } from "./contour/ingress-routes";
import { contourRouteCandidates } from "./contour/route-crd";
import { type ClassRules, defaultBackendOf, type IngressTls, ingressCandidates, isOfOurClass } from "./ingress";
import { withDrained } from "./member-filters";
import type { DefaultBackend, L4Service, RoutingModel } from "./model";
import { openShiftRouteCandidates } from "./openshift-route";
import { Ledger } from "./status";

/** What a target says about itself. */
export interface ResolveOptions {
  hosts: HostRules;
  members: MemberSource;
  classes: ClassRules;
  services: ServiceRules;
  /** Annotations of an Ingress that the target reads, besides its class. Default none. */
  ingressAnnotations?: readonly string[];
  /** Annotations of an OpenShift Route that the target reads. Default none. */
  routeAnnotations?: readonly string[];
  /** The Secret of the cluster, for OpenShift Routes without a certificate of their own. Default: they need one. */
  routeSecret?: { namespace: string; name: string };
  /** What annotations of an Ingress may say of its TLS. Default: nothing. */
  ingressTls?: IngressTls;
  /** Which Services routes may lead to, and by which ports. Default: all, by those that they have. */
  backends?: BackendRules;
  /** Whether the target has a place for requests that no rule takes. Default: it has none, and says so of each default backend. */
  defaultBackends?: boolean;
  /** Read IngressRoute and the Contour Route CRD too. Default: the target does not, and says so of each. */
  contour?: ContourRules;
  /** The target reads HostRule and its kin, and says what came of each. Default: it does not, and says so of each. */
  akoRules?: boolean;
  /** Servers are reached over Pods. Default: they are not, and each Pod is said not to be read. */
  readsPods?: boolean;
  /** Why nothing of an Ingress or Route is processed. Default: everything is. */
  refuses?(owner: Spec): Diagnostic | undefined;
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
 * From specs to the neutral model. Pure and deterministic: the same specs in any order give the same model. Never throws on faulty specs.
 *
 * The order of the phases matters twice: the first error that an object gets is the reason in its status, so what parsing found stands
 * first; and a host belongs to the oldest object of any kind that wants it, so conflicts wait for the candidates of all front ends.
 */
export function resolve(specs: SpecSet, given: ResolveOptions): RoutingModel {
  const ledger = new Ledger();
  const options = { ...given, members: withDrained(given.members) };
  const resolution: Resolution = {
    specs,
    options,
    ledger,
    backends: backendResolver(specs, options.members, options.backends),
    subjects: [],
    missing: {},
  };
  const report = (diagnostic: Diagnostic) => ledger.report(diagnostic);

  reportParseFaults(resolution);
  reportAkoRules(resolution);
  reportPods(resolution);
  const fromIngresses = resolveIngresses(resolution);
  const routes = specs.openShiftRoutes.filter((route) => !isRefused(route, resolution));
  const fromRoutes = routes.flatMap((route) => {
    const front = frontEndFor(route, resolution);
    ignoredAnnotations(route.ref, route.meta.annotations, options.routeAnnotations).forEach(front.report);
    return openShiftRouteCandidates(route, front, options.routeSecret);
  });
  const fromContour = resolveContour(resolution);
  const hosts = resolveConflicts([...fromIngresses.candidates, ...fromRoutes, ...fromContour], options.hosts, report);
  const defaults = resolveDefaultConflicts(fromIngresses.defaults, report);
  const l4 = resolveServices(resolution);
  return { hosts, l4, defaults, missing: resolution.missing, ledger, subjects: resolution.subjects };
}

/** What the phases share; they add to the ledger, to the subjects and to what is missing. */
interface Resolution {
  specs: SpecSet;
  options: ResolveOptions;
  ledger: Ledger;
  backends: BackendResolver;
  subjects: RoutingModel["subjects"];
  missing: RoutingModel["missing"];
}

/** An object that is faulty is in no list of the specs: its status comes from here alone. */
function reportParseFaults({ specs, options, ledger }: Resolution): void {
  const isRead = (ref: ObjectRef) => (isAkoRule(ref) ? options.akoRules === true : options.contour !== undefined || !isContourKind(ref));
  for (const diagnostic of specs.diagnostics) if (isRead(diagnostic.object)) ledger.report(diagnostic);
  for (const ref of specs.faulty) if ((ROUTING_KINDS.includes(ref.kind) || isAkoRule(ref)) && isRead(ref)) ledger.open(ref);
}

/** A target that does not read AKO's rules says so of each object, sound or not. */
function reportAkoRules({ specs, options, ledger }: Resolution): void {
  if (options.akoRules) return;
  const sound = Object.values(specs.akoRules).flatMap((rules: readonly Spec[]) => rules.map(({ ref }) => ref));
  for (const ref of [...sound, ...specs.faulty.filter(isAkoRule)]) ledger.report(notReadOfAko(ref));
  for (const { ref, infraSetting } of specs.ingressClasses) {
    if (infraSetting) ledger.report(parametersNotRead(ref, `AviInfraSetting ${infraSetting}`));
  }
}

/** As of any other kind that nobody reads. */
function reportPods({ specs, options, ledger }: Resolution): void {
  if (options.readsPods) return;
  for (const ref of specs.podRefs) ledger.report(diagnose("LB1005", ref, "", "v1 Pod is not read for load balancing"));
}

const ROUTING_KINDS: readonly string[] = ["Ingress", "Route", "Service", "IngressRoute"];

/** Opens the status of the object and hands its front end what it works with. */
function frontEndFor(owner: Spec, { specs, options, ledger, backends, subjects, missing }: Resolution): FrontEnd {
  const subject: RoutingModel["subjects"][number] = { owner, hosts: [] };
  subjects.push(subject);
  ledger.open(owner.ref);
  return {
    specs,
    hosts: options.hosts,
    backends,
    report: (diagnostic) => ledger.report(diagnostic, owner.ref),
    lacks: noteIn(missing),
    admit: (fqdn) => subject.hosts.push(fqdn),
  };
}

/** Of several things that a host lacks the first is enough to stop for. */
const noteIn = (missing: RoutingModel["missing"]) => (fqdn: string, what: string) => {
  missing[fqdn.toLowerCase()] ??= what;
};

/** Whether nothing of the object is processed; its status says why. */
function isRefused(owner: Spec, { options, ledger }: Resolution): boolean {
  const reason = options.refuses?.(owner);
  if (!reason) return false;
  ledger.open(owner.ref);
  ledger.refuse(reason);
  return true;
}

/** Ingresses of another class get neither routes nor a status. */
function resolveIngresses(resolution: Resolution): { candidates: Candidate[]; defaults: DefaultBackend[] } {
  const { specs, options, ledger } = resolution;
  const candidates: Candidate[] = [];
  const defaults: DefaultBackend[] = [];
  const others: Ingress[] = [];
  for (const ingress of specs.ingresses) {
    const { ref, meta, defaultBackend } = ingress;
    if (!isOfOurClass(ingress, specs, options.classes, (diagnostic) => ledger.report(diagnostic, ref))) {
      others.push(ingress);
      continue;
    }
    if (isRefused(ingress, resolution)) continue;
    const front = frontEndFor(ingress, resolution);
    ignoredAnnotations(ref, meta.annotations, [INGRESS_CLASS_ANNOTATION, ...(options.ingressAnnotations ?? [])]).forEach(front.report);
    candidates.push(...ingressCandidates(ingress, front, options.ingressTls));
    if (options.defaultBackends) defaults.push(...defaultBackendOf(ingress, front));
    else if (defaultBackend) {
      const remedy = "Give the backend a rule with a host.";
      front.report(diagnose("LB1006", ref, defaultBackend.pointer, "the default backend is not used", { remedy }));
    }
  }
  reportOthers(others, ledger);
  return { candidates, defaults };
}

/** So many Ingresses of others are named. */
const NAMED = 3;

/** Without a word, an Ingress with a slip in its class would be missing and everything green. */
function reportOthers(others: readonly Ingress[], ledger: Ledger): void {
  const [first] = others;
  if (!first) return;
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : "";
  const named = others.slice(0, NAMED).map(({ ref }) => keyOf(ref));
  const are = others.length === 1 ? "1 Ingress is of another class" : `${others.length} Ingresses are of other classes`;
  ledger.report(diagnose("LB1212", first.ref, "", `${are}: ${named.join(", ")}${more}`));
}

/** A target that does not read Contour's kinds says so of each object, sound or not. */
function resolveContour({ specs, options, ledger, subjects, missing }: Resolution): Candidate[] {
  if (!options.contour) {
    const sound = [...specs.ingressRoutes, ...specs.certificateDelegations, ...specs.contourRoutes].map(({ ref }) => ref);
    for (const ref of [...sound, ...specs.faulty.filter(isContourKind)]) {
      ledger.report(diagnose("LB1005", ref, "", `${ref.apiVersion} ${ref.kind} is not read by this target yet`));
    }
    return [];
  }
  const { candidates, judged } = contourCandidates(specs, options.contour, options, {
    report: (diagnostic) => ledger.report(diagnostic),
    lacks: noteIn(missing),
  });
  for (const { owner, verdict } of judged) {
    subjects.push({ owner, hosts: [] });
    ledger.open(owner.ref);
    ledger.judge(owner.ref, verdict);
  }
  return candidates;
}

/** Services with a load balancer of their own. */
function resolveServices({ specs, options: { services, members }, ledger }: Resolution): L4Service[] {
  return [...specs.services.values()].filter(services.concerns).flatMap((owner): L4Service[] => {
    ledger.open(owner.ref);
    const reason = services.skips?.(owner);
    if (reason) {
      ledger.judge(owner.ref, { state: "skipped", description: reason });
      return [];
    }
    for (const diagnostic of services.unused(owner)) ledger.report(diagnostic);
    const ports = owner.ports.map((port) => ({ port, ...members(owner, port, (diagnostic) => ledger.report(diagnostic, owner.ref)) }));
    return ports.length > 0 ? [{ owner, ports }] : [];
  });
}

/** What the front ends of IngressRoute and the Contour Route CRD make of the specs. */
function contourCandidates(
  specs: SpecSet,
  rules: ContourRules,
  target: { hosts: HostRules; members: MemberSource },
  told: Pick<ContourContext, "report" | "lacks">,
): FrontEndResult {
  const ingressRoutes = specs.ingressRoutes.filter((object) => isOfContourClass(object, rules));
  const contourRoutes = specs.contourRoutes.filter((object) => isOfContourClass(object, rules));
  const byName = new Map(ingressRoutes.map((object) => [keyOf(object.ref), object]));
  const cx: ContourContext = { specs, rules, ...target, ...told, find: (namespace, name) => byName.get(keyOf({ namespace, name })) };
  const [first, second] = [ingressRouteCandidates(cx, ingressRoutes), contourRouteCandidates(cx, contourRoutes)];
  return { candidates: [...first.candidates, ...second.candidates], judged: [...first.judged, ...second.judged] };
}

/** Whether the object is of a kind that only these front ends read. */
function isContourKind({ apiVersion, kind }: Spec["ref"]): boolean {
  if (kind === "IngressRoute" || kind === "TLSCertificateDelegation") return true;
  return kind === "Route" && apiVersion.startsWith("contour.heptio.com/");
}
