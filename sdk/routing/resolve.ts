// Resolves specs to the routing model: runs the front ends, resolves conflicts, records statuses.

import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import { diagnose, isWorkloadKind, type KindReader, readerIn, type Service, type Spec, type SpecSet, serviceReader } from "../specs";
import { type BackendRules, backendResolver, type MemberSource, type MembersIn } from "./backends";
import type { TargetCapabilities } from "./candidates";
import { ClaimChecker } from "./claim-checker";
import type { ClaimRules } from "./claims";
import { resolveConflicts, resolveDefaultConflicts } from "./conflicts";
import { withoutCopies } from "./copies";
import type { FrontEndReading, Resolution } from "./front-end";
import { withDrained } from "./member-filters";
import type { L4Service } from "./model";
import type { Responder, RoutingModel } from "./routing-model";
import { withSource } from "./server-source";
import { StatusRecorder } from "./status";

/** Options of a target. */
export interface ResolveOptions {
  /** Front ends that the target reads; objects of others are reported as not read. */
  reads: readonly FrontEndReading[];
  hosts: TargetCapabilities;
  members: MembersIn;
  services: ServiceRules;
  /** Services that routes may lead to, and their ports. Default: all Services, by their own ports. */
  backends?: BackendRules;
  /** Servers are reached by Pods. Default: false, and each Pod is reported as not read. */
  readsPods?: boolean;
  /** Workloads are read. Default: false, and each is reported as not read. */
  readsWorkloads?: boolean;
  /** Reason why an Ingress or Route is not processed. Default: none. */
  refuses?(owner: Spec): Diagnostic | undefined;
  /** Claims of hosts. Default: every namespace may serve every host. */
  claims?: ClaimRules;
  /** Treatment of objects with an access restriction that the target cannot apply. Default: they are served, with a warning. */
  lostRestrictions?: "warn" | "refuse";
  /** Responder Services of the target. Default: none. */
  responders?: readonly Responder[];
}

/** Rules for Services with their own load balancer. */
export interface ServiceRules {
  /** True if the Service belongs to the target. Others have no status. */
  concerns(service: Service): boolean;
  /** Servers of such load balancers. Default: those that routes lead to. */
  members?: MembersIn;
  /** Reason why the target skips a Service. */
  skips?(service: Service): string | undefined;
  /** Diagnostics about fields of the Service that the target ignores. */
  unused(service: Service): Diagnostic[];
}

/**
 * From specs to the neutral model. Pure and deterministic: the same specs in any order give the same model. Never throws on faulty specs.
 *
 * The order of the phases matters twice: the first error that an object gets is the reason in its status, so what parsing found comes
 * first; and a host belongs to the oldest object of any kind that wants it, so conflicts wait for the candidates of all front ends.
 */
export function resolve(specs: SpecSet, input: ResolveOptions): RoutingModel {
  const ledger = new StatusRecorder(input.lostRestrictions);
  const options = { ...input, members: drained(input.members, specs) };
  const subjects: RoutingModel["subjects"] = [];
  const missing: RoutingModel["missing"] = {};
  const open = statusOpener(specs, ledger);
  const claimChecker = input.claims?.claims.length || input.claims?.claimsOnly ? new ClaimChecker(input.claims, specs, ledger) : undefined;
  const resolution = resolutionFor(specs, options, { ledger, subjects, missing, open, judge: claimChecker });

  reportParseFaults(specs, options, ledger, open);
  reportUnread(specs, options, ledger);
  const mayHave = (one: Parameters<ClaimChecker["allows"]>[0], host: string) => claimChecker?.allows(one, host) ?? true;
  const requested = options.reads.map((reading) => reading.candidates?.(resolution) ?? { candidates: [] });
  const report = (diagnostic: Diagnostic) => ledger.report(diagnostic);
  const candidates = withoutCopies(
    requested.flatMap((one) => one.candidates).filter((one) => isRestricted(one, ledger) && mayHave(one, one.fqdn)),
    ledger,
  );
  const hosts = resolveConflicts(candidates, options.hosts, report);
  const defaults = resolveDefaultConflicts(
    requested.flatMap((one) => one.defaults ?? []).filter((one) => isRestricted(one, ledger) && mayHave(one, "")),
    report,
  );
  claimChecker?.reportRest(subjects.map(({ owner }) => owner));
  const l4 = resolveServices(specs, options, ledger, claimChecker);
  const gateways = requested.flatMap((one) => one.gateways ?? []);
  const { responders = [] } = input;
  return { hosts, l4, defaults, gateways, responders, missing, ledger, subjects };
}

const drained = (membersIn: MembersIn, specs: SpecSet): MemberSource => withSource((now) => withDrained(membersIn(now)), specs);

/** Options with the servers of the given specs. */
type Resolving = Omit<ResolveOptions, "members"> & { members: MemberSource };

/** False if the object, or one that delegated to it, lost a required access restriction. */
const isRestricted = ({ owner, through = [] }: { owner: Spec; through?: readonly Spec[] }, ledger: StatusRecorder): boolean =>
  ![owner, ...through].some(({ ref }) => ledger.isUnrestricted(ref));

/** Results of the phases. */
interface Notes extends Pick<RoutingModel, "subjects" | "missing" | "ledger"> {
  open(ref: ObjectRef): void;
  /** Absent without claims. */
  judge: ClaimChecker | undefined;
}

/** Opens the status of an object, with the terms of its kind. */
function statusOpener({ objects }: SpecSet, ledger: StatusRecorder): Notes["open"] {
  const readerOf = readerIn([serviceReader, ...objects.keys()]);
  return (ref) => ledger.open(ref, readerOf(ref.apiVersion, ref.kind)?.rejected);
}

function resolutionFor(specs: SpecSet, options: Resolving, { ledger, subjects, missing, open, judge }: Notes): Resolution {
  const { hosts, members } = options;
  const backends = backendResolver(specs, members, options.backends);
  // one missing input per host is enough
  const reportUnresolvedRef = (fqdn: string, what: string) => {
    missing[fqdn.toLowerCase()] ??= what;
  };
  return {
    specs,
    hosts,
    members,
    report: (diagnostic) => ledger.report(diagnostic),
    reportTo: (about, diagnostic) => ledger.report(diagnostic, about),
    reportUnresolvedRef,
    open(owner) {
      const subject: RoutingModel["subjects"][number] = { owner, hosts: [] };
      subjects.push(subject);
      open(owner.ref);
      const report = (diagnostic: Diagnostic) => ledger.report(diagnostic, owner.ref);
      return { specs, hosts, backends, report, reportUnresolvedRef, admit: (fqdn) => subject.hosts.push(fqdn) };
    },
    isRefused(owner) {
      const reason = options.refuses?.(owner);
      if (!reason) return false;
      open(owner.ref);
      ledger.refuse(reason);
      return true;
    },
    claimRefusal: (owner, host) => judge?.refusal(owner, host),
    claimedName: (owner) => judge?.refusesWhole(owner),
    lostRestriction: ({ ref }) => ledger.lostRestriction(ref),
    setStatus(owner, verdict) {
      subjects.push({ owner, hosts: [] });
      open(owner.ref);
      ledger.setStatus(owner.ref, verdict);
    },
    describe: (owner, fields) => ledger.describe(owner.ref, fields),
  };
}

/** Kinds of front ends that the target does not read. */
function unreadKinds({ objects }: SpecSet, { reads }: Resolving): KindReader[] {
  const read = new Set(reads.flatMap(({ kinds }) => kinds));
  return [...objects.keys()].filter((reader) => !read.has(reader));
}

/** Faulty objects are in no list of the specs: they get their status here. */
function reportParseFaults(specs: SpecSet, options: Resolving, ledger: StatusRecorder, open: Notes["open"]): void {
  const [unreadOf, withStatusOf] = [
    readerIn(unreadKinds(specs, options)),
    readerIn([serviceReader, ...specs.objects.keys()].filter(({ rejected }) => rejected)),
  ];
  const isRead = ({ apiVersion, kind }: ObjectRef) => unreadOf(apiVersion, kind) === undefined;
  const isReported = ({ code, object }: Diagnostic) =>
    isRead(object) && !(code === "LB1005" && options.readsWorkloads && isWorkloadKind(object.apiVersion, object.kind));
  for (const diagnostic of specs.diagnostics) if (isReported(diagnostic)) ledger.report(diagnostic);
  for (const ref of specs.faulty) if (withStatusOf(ref.apiVersion, ref.kind) && isRead(ref)) open(ref);
}

/** Reports every object that the target does not read, valid or not. */
function reportUnread(specs: SpecSet, options: Resolving, ledger: StatusRecorder): void {
  const unread = unreadKinds(specs, options);
  const readerOf = readerIn(unread);
  const sound = unread.flatMap((reader) => (specs.objects.get(reader) ?? []).map(({ spec }) => spec.ref));
  for (const ref of [...sound, ...specs.faulty]) {
    const reader = readerOf(ref.apiVersion, ref.kind);
    if (reader) ledger.report(reader.unread?.(ref) ?? notRead(ref, "by this target yet"));
  }
  if (!options.readsPods && !options.readsWorkloads) for (const ref of specs.podRefs) ledger.report(notRead(ref, "for load balancing"));
}

const notRead = (ref: ObjectRef, where: string): Diagnostic =>
  diagnose("LB1005", ref, "", `${ref.apiVersion} ${ref.kind} is not read ${where}`);

/** Services with their own load balancer. */
function resolveServices(
  specs: SpecSet,
  { services, members: ofRoutes }: Resolving,
  ledger: StatusRecorder,
  judge: ClaimChecker | undefined,
): L4Service[] {
  const members = services.members ? drained(services.members, specs) : ofRoutes;
  return [...specs.services.values()].filter(services.concerns).flatMap((owner): L4Service[] => {
    ledger.open(owner.ref);
    const reason = services.skips?.(owner);
    if (reason) {
      ledger.setStatus(owner.ref, { state: "skipped", description: reason });
      return [];
    }
    for (const diagnostic of services.unused(owner)) ledger.report(diagnostic);
    if (ledger.isUnrestricted(owner.ref) || judge?.refusesWhole(owner)) return [];
    const ports = owner.ports.map((port) => ({ port, ...members(owner, port, (diagnostic) => ledger.report(diagnostic, owner.ref)) }));
    return ports.length > 0 ? [{ owner, ports }] : [];
  });
}
