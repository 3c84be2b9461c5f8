import type { PoolInputs } from "../../../kinds/avi/resources";
import type { Diagnostic, ObjectRef } from "../../../kinds/diagnostic";
import type { Forward, HttpRoute, RoutingModel, VirtualHost } from "../../routing";
import { compare, diagnose, type SpecSet } from "../../specs";
import type { HostExtension } from "../extensions";
import { type Shard, shardCount, shardOf } from "../names";
import type { AviPlan, Planned, PlannedChild } from "../plan";
import type { AviSettings } from "../settings";
import { inOrderOfMoves } from "../shard-order";
import { type Child, lowerChild } from "./children";
import { type Lowering, type LowerOptions, lowering, NameConflicts, partsOf, without } from "./context";
import { namesOf, reportPlain } from "./extended";
import { byVip, lowerL4 } from "./l4";
import { lowerStaticRoutes, missingRoutes } from "./network";
import { lowerPassthrough, type PassthroughHost } from "./passthrough";
import { type HostRedirects, redirectsOf } from "./policies";
import { servable } from "./servable";
import { lowerLabels, lowerShard, Shards, type SharedHosts } from "./shards";

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
  const cx = lowering(options, conflicts, report);
  const pools: Planned<PoolInputs>[] = [];
  const hosts = servable(cx, model.hosts);
  const { shards, children } = assign(cx, model, hosts, options.dedicated !== undefined, pools);

  const certificates = new Map<string, AviPlan["hostCertificates"][number]>();
  const sniVs: PlannedChild[] = [];
  const dedicatedVs: AviPlan["dedicatedVs"] = [];
  for (const child of children) {
    const lowered = lowerChild(cx, child);
    pools.push(...lowered.pools);
    if (lowered.child) sniVs.push(lowered.child);
    if (lowered.apart) dedicatedVs.push(lowered.apart);
    const shard = shards.named(child.parent);
    for (const held of child.termination?.held ?? []) shard?.certificates.add(held);
    if (shard && child.extension?.sslProfile) shard.sslProfile = child.extension.sslProfile;
    for (const certificate of lowered.certificates) {
      const known = certificates.get(certificate.name);
      const owners = [...new Set([...(known?.owners ?? []), ...certificate.owners])];
      certificates.set(certificate.name, { ...certificate, owners });
      shard?.certificates.add(certificate.name);
    }
  }
  const through = hosts.filter((host): host is PassthroughHost => host.tcp !== undefined && host.tls === undefined);
  const passthrough = lowerPassthrough(cx.plainly(), through, options.dedicated ? 1 : shardCount(settings.passthroughShardSize));
  pools.push(...passthrough.pools);
  const l4Vs: AviPlan["l4Vs"] = [];
  for (const group of byVip(model.l4, ({ owner }) => cx.extensions.service(owner))) {
    const lowered = lowerL4(cx, group);
    if (!lowered) continue;
    pools.push(...lowered.pools);
    l4Vs.push(lowered.vs);
  }
  const sharedVs = shards.all().map((shard) => lowerShard(cx, shard));
  const staticRoutes = lowerStaticRoutes(cx, specs, report);
  const byName = (a: { name: string }, b: { name: string }) => compare(a.name, b.name);
  return {
    ...(staticRoutes ? { staticRoutes } : {}),
    missing: { ...model.missing, ...missingRoutes(cx, staticRoutes) },
    pools: pools.sort(byName),
    hostCertificates: [...certificates.values()].sort(byName),
    sharedVs,
    sniVs: shareCertificates(inOrderOfParents(sniVs.sort(byName), sharedVs)).sort(byName),
    dedicatedVs: dedicatedVs.sort(byName),
    passthroughVs: passthrough.vs,
    l4Vs: l4Vs.sort(byName),
    hosts: hosts.map(({ fqdn, owners }) => ({ fqdn, owners: owners.map(({ ref }) => ref) })),
  };
}

/** Which host is served where: as labels and redirects of a shard, by a child below it, or by a virtual service of its own. */
function assign(cx: Lowering, model: RoutingModel, hosts: readonly VirtualHost[], alone: boolean, pools: Planned<PoolInputs>[]) {
  const { settings, generation } = cx;
  const hostsApart = settings.shardVSSize === "DEDICATED" && !alone;
  const shards = new Shards(cx);
  const children = new Map<string, Child>();
  const shardFor = shardsBy(settings, alone ? 1 : shardCount(settings.shardVSSize ?? generation.shardVSSize));
  if (!hostsApart) {
    for (const { owner: claimant, hosts: wanted } of model.subjects) {
      for (const host of wanted) shards.at(shardFor(host, claimant.ref), claimant.ref);
    }
  }
  for (const host of hosts) {
    // what passes through has its redirects beside it
    const extension = cx.extensions.host(host.fqdn);
    const names = namesOf(host.fqdn, extension);
    const redirects = host.tcp ? undefined : redirectsOf(cx, host, names.all);
    if (hostsApart || generation.enhanced) {
      if (!redirects) reportClearText(cx, host);
      const parent = hostsApart ? undefined : (owner: ObjectRef) => shards.at(shardFor(host.fqdn, host.root.ref), owner);
      for (const route of distinct(host.routes.filter(isForward))) {
        const shard = parent?.(route.owner.ref);
        for (const name of names.dns) shard?.fqdns.add(name);
        gather(cx, children, host, route, { parent: shard, redirects, extension });
      }
      continue;
    }
    const shard = shardFor(host.fqdn, host.root.ref);
    const plain = host.routes.some((route) => isForward(route) && route.on === "clear");
    if (plain && extension?.globalName) shards.at(shard, host.root.ref).globalNames.set(host.fqdn, extension.globalName);
    if (plain) reportPlain(cx, host.fqdn, extension);
    if (redirects) shards.at(shard, host.root.ref).redirects.push(redirects);
    for (const route of host.routes.filter(isForward)) {
      const shared = shards.at(shard, route.owner.ref);
      shared.fqdns.add(host.fqdn);
      if (route.on === "tls") {
        for (const name of names.dns) shared.fqdns.add(name);
        shared.secure.set(host.fqdn, { owner: route.owner.ref, names: names.all });
        gather(cx, children, host, route, { parent: shared, extension });
      } else pools.push(...lowerLabels(cx.from(route.owner, route), shared, host.fqdn, route));
    }
  }
  return { shards, children: children.values() };
}

/** A virtual service for all ports of a host serves clear text, too, where its objects ask for neither that nor a redirect. */
function reportClearText(cx: Lowering, { fqdn, tls, routes, root }: VirtualHost): void {
  if (!tls || routes.some(({ on }) => on === "clear")) return;
  const message = `clear text of ${fqdn} is served like TLS: its virtual service answers on both ports, as AKO 2 has it`;
  const remedy = "Ask for a redirect (insecureEdgeTerminationPolicy: Redirect).";
  cx.report(diagnose("LB1302", root.ref, "/spec", message, { remedy }));
}

/** The shard of a host: by its name, by the namespace of its first owner, or one per namespace. */
function shardsBy({ l7ShardingScheme, vipPerNamespace }: AviSettings, count: number): (host: string, owner: ObjectRef) => Shard {
  if (vipPerNamespace) return (_host, { namespace }) => ({ namespace });
  return (host, { namespace }) => shardOf(l7ShardingScheme === "hostname" ? host : namespace, count);
}

/** A child answers clear text and TLS alike, so what an object says of both is one route. */
function distinct<R extends HttpRoute>(routes: readonly R[]): R[] {
  const known = new Map<unknown, Set<string>>();
  return routes.filter(({ owner, match }) => {
    const paths = known.get(owner) ?? new Set();
    known.set(owner, paths);
    const path = `${match.type} ${match.path}`;
    return !paths.has(path) && paths.add(path);
  });
}

// the route itself and no copy: it is known by what it is
const isForward = (route: HttpRoute): route is HttpRoute & { to: Forward } => "backends" in route.to;

/** Under hostname shards the host makes the child, under namespace shards the Ingress and its Secret. */
function gather(
  cx: Lowering,
  children: Map<string, Child>,
  host: VirtualHost,
  route: HttpRoute & { to: Forward },
  { parent, ...said }: { parent: SharedHosts | undefined; redirects?: HostRedirects; extension?: HostExtension },
): void {
  const { ref } = host.root;
  const byHost = cx.settings.l7ShardingScheme === "hostname" || cx.generation.ownCertificates;
  // every route on TLS names a certificate, and that of the first is the host's; a plain host below an EVH parent has none
  const termination = byHost ? host.tls : route.tls;
  const secret = termination?.source.name ?? "";
  const name = byHost ? cx.names.hostApart(host.fqdn) : cx.names.sniSecret(ref.name, ref.namespace, secret);
  const certificate = byHost ? cx.names.host(host.fqdn) : cx.names.secretCertificate(termination?.source.namespace ?? "", secret);
  const identity = byHost ? host.fqdn : [ref.namespace, ref.name, secret].join("/");
  const part = { host: host.fqdn, route };
  const child = children.get(identity);
  if (child) child.routes.push(part);
  else {
    const below = parent && { parent: parent.name, listeners: parent.listeners };
    children.set(identity, { name, certificate, termination, ...below, ...said, routes: [part] });
  }
}

/** Children in the order in which a run writes them: who uses the certificate of another comes after it. */
function inOrderOfParents(children: readonly PlannedChild[], sharedVs: AviPlan["sharedVs"]): PlannedChild[] {
  const places = new Map(inOrderOfMoves(sharedVs).flatMap((group, place) => group.map(({ name }) => [name, place] as const)));
  const placeOf = ({ parent }: PlannedChild) => places.get(parent) ?? places.size;
  return children.toSorted((a, b) => placeOf(a) - placeOf(b));
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
