import type { Diagnostic } from "../../contract/diagnostic";
import { compare, diagnose, type Spec, type SpecSet } from "../specs";
import { arbitrate } from "./arbitrate";
import { backendResolver } from "./backends";
import type { Claim, FrontEnd, HostRules } from "./claim";
import { ingressClaims } from "./ingress";
import { type ClassRules, isOurs } from "./ingressClass";
import type { MemberSource } from "./members";
import type { L4Service, RoutingModel, Status } from "./model";
import { openShiftRouteClaims } from "./openshiftRoute";
import { statusKey, statusOf } from "./status";

/** What a target says about itself. */
export interface ResolveOptions {
  hosts: HostRules;
  members: MemberSource;
  classes: ClassRules;
}

/**
 * From specs to the neutral model: front ends make claims, arbitration decides between them, every object gets a status.
 * Pure and deterministic: the same specs in any order give the same model. Never throws on faulty specs.
 */
export function resolve(specs: SpecSet, options: ResolveOptions): RoutingModel {
  const said = new Map<string, Diagnostic[]>();
  const say = (ref: Spec["ref"], diagnostic: Diagnostic) => {
    const list = said.get(statusKey(ref));
    if (list) list.push(diagnostic);
    else said.set(statusKey(ref), [diagnostic]);
  };
  for (const diagnostic of specs.diagnostics) say(diagnostic.object, diagnostic);

  const backends = backendResolver(specs, options.members);
  const claimants: RoutingModel["claimants"] = [];
  const frontEnd = (owner: Spec): FrontEnd => {
    const claimant = { owner, hosts: [] as string[] };
    claimants.push(claimant);
    return { specs, hosts: options.hosts, backends, report: (d) => say(owner.ref, d), admit: (fqdn) => claimant.hosts.push(fqdn) };
  };
  const claims: Claim[] = [];
  for (const ingress of specs.ingresses) {
    if (isOurs(ingress, specs, options.classes, (d) => say(ingress.ref, d))) claims.push(...ingressClaims(ingress, frontEnd(ingress)));
  }
  for (const route of specs.openShiftRoutes) claims.push(...openShiftRouteClaims(route, frontEnd(route)));

  const hosts = arbitrate(claims, (d) => say(d.object, d));
  const l4 = loadBalancers(specs, options.members, (owner, d) => say(owner.ref, d));
  const contributing = new Set([
    ...hosts.flatMap((host) => host.routes.map((route) => statusKey(route.owner.ref))),
    ...l4.filter((service) => service.ports.length > 0).map((service) => statusKey(service.owner.ref)),
  ]);
  const subjects = [...claimants.map((c) => c.owner.ref), ...l4.map((s) => s.owner.ref), ...specs.faulty.filter(carriesRouting)];
  const statuses = subjects.map((ref) =>
    statusOf(ref, said.get(statusKey(ref)) ?? silence(ref, contributing), contributing.has(statusKey(ref))),
  );
  const covered = new Set(subjects.map(statusKey));
  return {
    hosts,
    l4: l4.filter((service) => service.ports.length > 0),
    statuses: statuses.sort(byIdentity),
    diagnostics: [...said].filter(([key]) => !covered.has(key)).flatMap(([, list]) => list),
    claimants,
  };
}

/** An object that contributes nothing must say why, even when no front end had a complaint. */
function silence(ref: Spec["ref"], contributing: Set<string>): Diagnostic[] {
  return contributing.has(statusKey(ref)) ? [] : [diagnose("LB1110", ref, "/spec", "the object has no rule that could be served")];
}

function loadBalancers(specs: SpecSet, members: MemberSource, say: (owner: Spec, diagnostic: Diagnostic) => void): L4Service[] {
  return [...specs.services.values()]
    .filter((service) => service.type === "LoadBalancer")
    .map((service) => ({
      owner: service,
      ports: service.ports
        .map((port) => ({ port, servers: members(service, port, (d) => say(service, d)) }))
        // AKO lists listeners by port name (ako.md, "Addition")
        .sort((a, b) => compare(a.port.name, b.port.name) || a.port.port - b.port.port || compare(a.port.protocol, b.port.protocol)),
    }));
}

const carriesRouting = (ref: Spec["ref"]) => ref.kind === "Ingress" || ref.kind === "Route" || ref.kind === "Service";

const byIdentity = ({ object: a }: Status, { object: b }: Status) =>
  compare(a.kind, b.kind) || compare(a.namespace, b.namespace) || compare(a.name, b.name);
