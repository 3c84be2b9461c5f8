import type { PoolInputs } from "../../../kinds/avi/resources";
import type { Diagnostic, ObjectRef } from "../../../kinds/diagnostic";
import type { Forward, HttpRoute, RoutingModel, VirtualHost } from "../../routing";
import { compare, type SpecSet } from "../../specs";
import { shardCount, shardOf } from "../names";
import type { AviPlan, Planned, PlannedChild } from "../plan";
import type { AviSettings } from "../settings";
import { type Lowering, lowering, NameConflicts, partsOf, without } from "./context";
import { lowerL4 } from "./l4";
import { lowerStaticRoutes, missingRoutes } from "./network";
import { lowerPassthrough, type PassthroughHost } from "./passthrough";
import { redirectsOf } from "./policies";
import { servable } from "./servable";
import { lowerLabels, lowerShard, Shards } from "./shards";
import { type Child, lowerChild } from "./sni";

/** How the objects are marked and named. */
export interface LowerOptions {
  settings: AviSettings;
  owner: string;
  /** Put everything on one virtual service of this name instead of shards. */
  dedicated?: string;
}

/** What the specs mean on Avi; what is said about them, and what came of each, is in the ledger of the model. */
type Lowered = Omit<AviPlan, "statuses" | "diagnostics" | "served" | "certificates">;

/**
 * From the neutral model to Avi objects, grouped into the resources that own them. Pure and linear in the number of routes. Where specs
 * would make two objects of one name it starts again without those that lose.
 */
export function lower(model: RoutingModel, specs: SpecSet, options: LowerOptions): Lowered {
  const { ledger } = model;
  const lost: Diagnostic[] = [];
  for (let rest = model; ; ) {
    const conflicts = new NameConflicts();
    const said: Diagnostic[] = [];
    const plan = lowerOnce(rest, specs, options, conflicts, (diagnostic) => said.push(diagnostic));
    const losses = conflicts.losses();
    if (losses.parts.size > 0) {
      lost.push(...losses.said);
      rest = without(rest, losses.parts);
      continue;
    }
    const left = new Set([...rest.l4, ...rest.hosts.flatMap(partsOf)].map(({ owner }) => owner.ref));
    for (const diagnostic of said) ledger.report(diagnostic);
    for (const diagnostic of lost) left.has(diagnostic.object) ? ledger.report(diagnostic) : ledger.refuse(diagnostic);
    // what is served has a pool; shared virtual services and redirects alone serve nobody
    for (const { owners } of plan.pools) ledger.served(owners);
    return plan;
  }
}

function lowerOnce(
  model: RoutingModel,
  specs: SpecSet,
  options: LowerOptions,
  conflicts: NameConflicts,
  report: (diagnostic: Diagnostic) => void,
): Lowered {
  const { settings } = options;
  const cx = lowering(settings, options.owner, options.dedicated, conflicts, report);
  const count = options.dedicated ? 1 : shardCount(settings.shardVSSize);
  const byHost = settings.l7ShardingScheme === "hostname";
  const shardFor = (host: string, ref: ObjectRef) => shardOf(byHost ? host : ref.namespace, count);

  const shards = new Shards();
  for (const { owner: claimant, hosts } of model.subjects) {
    for (const host of hosts) shards.at(shardFor(host, claimant.ref), claimant.ref);
  }

  const pools: Planned<PoolInputs>[] = [];
  const children = new Map<string, Child>();
  const hosts = servable(cx, model.hosts);
  for (const host of hosts) {
    // what passes through has its redirects beside it
    const redirects = host.tcp ? undefined : redirectsOf(host);
    const number = shardFor(host.fqdn, host.root.ref);
    if (redirects) shards.at(number, host.root.ref).redirects.push(redirects);
    for (const route of host.routes.filter(isForward)) {
      const shard = shards.at(number, route.owner.ref);
      shard.fqdns.add(host.fqdn);
      if (route.on === "tls") gather(cx, children, host, route, cx.names.shared(shard.number));
      else pools.push(...lowerLabels(cx.from(route.owner, route), shard, host.fqdn, route));
    }
  }

  const sniVs: PlannedChild[] = [];
  for (const child of children.values()) {
    const lowered = lowerChild(cx, child);
    pools.push(...lowered.pools);
    sniVs.push(lowered.vs);
  }
  const through = hosts.filter((host): host is PassthroughHost => host.tcp !== undefined && host.tls === undefined);
  const passthrough = lowerPassthrough(cx, through, options.dedicated ? 1 : shardCount(settings.passthroughShardSize));
  pools.push(...passthrough.pools);
  const l4Vs: AviPlan["l4Vs"] = [];
  for (const service of model.l4) {
    const lowered = lowerL4(cx.from(service.owner, service), service, report);
    if (!lowered) continue;
    pools.push(...lowered.pools);
    l4Vs.push(lowered.vs);
  }
  const staticRoutes = lowerStaticRoutes(cx, specs, report);
  const byName = (a: { name: string }, b: { name: string }) => compare(a.name, b.name);
  return {
    ...(staticRoutes ? { staticRoutes } : {}),
    missing: { ...model.missing, ...missingRoutes(cx, staticRoutes) },
    pools: pools.sort(byName),
    sharedVs: shards.all().map((shard) => lowerShard(cx, shard)),
    sniVs: shareCertificates(sniVs.sort(byName)),
    passthroughVs: passthrough.vs,
    l4Vs: l4Vs.sort(byName),
    hosts: hosts.map(({ fqdn, owners }) => ({ fqdn, owners: owners.map(({ ref }) => ref) })),
  };
}

// the route itself and no copy: it is known by what it is
const isForward = (route: HttpRoute): route is HttpRoute & { to: Forward } => "backends" in route.to;

/** Under hostname shards the host makes the child, under namespace shards the Ingress and its Secret. */
function gather(cx: Lowering, children: Map<string, Child>, host: VirtualHost, route: HttpRoute & { to: Forward }, parent: string): void {
  const { ref } = host.root;
  const byHost = cx.settings.l7ShardingScheme === "hostname";
  // every route on TLS names a certificate, and that of the first is the host's
  const termination = (byHost ? host.tls : route.tls)!;
  const name = byHost ? cx.names.sniHost(host.fqdn) : cx.names.sniSecret(ref.name, ref.namespace, termination.source.name);
  const certificate = byHost ? name : cx.names.secretCertificate(termination.source.namespace, termination.source.name);
  const identity = byHost ? host.fqdn : [ref.namespace, ref.name, termination.source.name].join("/");
  const part = { host: host.fqdn, route };
  const child = children.get(identity);
  if (child) child.routes.push(part);
  else children.set(identity, { name, certificate, termination, parent, routes: [part] });
}

/** Under namespace shards several children may use the certificate of one Secret: the first in order owns the object. */
function shareCertificates(children: PlannedChild[]): PlannedChild[] {
  const owned = new Set<string>();
  return children.map((child) => {
    const { certificate } = child.inputs;
    if (!certificate || !owned.has(certificate.name)) {
      if (certificate) owned.add(certificate.name);
      return child;
    }
    const { certificate: _shared, caCertificate: _ca, ...rest } = child.inputs;
    return { ...child, inputs: rest };
  });
}
