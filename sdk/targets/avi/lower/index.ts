import type { PoolInputs } from "../../../../kinds/avi";
import type { Diagnostic } from "../../../../kinds/diagnostic";
import { Parts } from "../../../plan/parts";
import type { RoutingModel, VirtualHost } from "../../../routing";
import { compare, type SpecSet } from "../../../specs";
import { lowerGateway, namesInDns, withCertificates } from "../gateway";
import { addressed, reportAliasesElsewhere, reportSeveralAddresses } from "./addressed-hosts";
import { assign } from "./assign";
import { reportSharedNames } from "./child-names";
import { type Child, lowerChild } from "./children";
import { type LowerOptions, lowering, NameConflicts, partsOf, without } from "./context";
import { listenersOf } from "./extended";
import { claimOfGateway, claimOfRule, claimOfServices, reportTakenAddresses } from "./fixed-addresses";
import { lowerL4 } from "./l4";
import { inOrderOfMoves, type Lowered, type LoweredCluster, type LoweredSniVs } from "./lowered";
import { lowerStaticRoutes, missingRoutes } from "./network";
import { reportOrderOfSets } from "./order-of-sets";
import { lowerPassthrough, type PassthroughHost } from "./passthrough";
import { servable } from "./servable";
import { lowerShard } from "./shards";
import { byVip } from "./vip-groups";

/** All of a cluster, and where what of it belongs. Diagnostics and outcomes are in the ledger of the model. */
export interface Divided {
  lowered: LoweredCluster;
  parts: Parts;
}

/**
 * From the neutral model to Avi objects, grouped into the resources that own them. Pure and linear in the number of routes. Where specs
 * would make two objects of one name it starts again without those that lose.
 */
export function lower(model: RoutingModel, specs: SpecSet, options: LowerOptions): Divided {
  const { ledger } = model;
  const lost: Diagnostic[] = [];
  for (let rest = model; ; ) {
    const conflicts = new NameConflicts();
    const said: Diagnostic[] = [];
    const divided = lowerOnce(rest, specs, options, conflicts, (diagnostic) => said.push(diagnostic));
    const losses = conflicts.losses();
    if (losses.parts.size > 0) {
      lost.push(...losses.said);
      rest = without(rest, losses.parts);
      continue;
    }
    const left = new Set([...rest.l4, ...rest.hosts.flatMap(partsOf)].map(({ owner }) => owner.ref));
    for (const diagnostic of said) ledger.report(diagnostic);
    for (const diagnostic of lost) left.has(diagnostic.object) ? ledger.report(diagnostic) : ledger.refuse(diagnostic);
    // what is served has a pool; shared virtual services and redirects alone serve no one
    for (const { owners } of [...divided.lowered.pools, ...divided.lowered.gatewayVs]) ledger.served(owners);
    return divided;
  }
}

function lowerOnce(
  model: RoutingModel,
  specs: SpecSet,
  options: LowerOptions,
  conflicts: NameConflicts,
  report: (diagnostic: Diagnostic) => void,
): Divided {
  const cx = lowering(options, conflicts, report);
  const parts = new Parts(options.settings.part);
  const hosts = servable(cx, model.hosts, options.dedicated !== undefined);
  const { shards, children, pools, homes, aliased } = assign(cx, model, hosts, options.dedicated !== undefined, parts);
  /** Pools with the virtual service that uses them. */
  const add = (home: number, own: readonly Lowered<PoolInputs>[], vs?: Lowered<unknown>) => {
    parts.put(home, ...own, ...(vs ? [vs] : []));
    pools.push(...own);
  };

  reportSharedNames(children);
  const certificates = new Map<string, LoweredCluster["hostCertificates"][number]>();
  const sniVs: LoweredSniVs[] = [];
  const dedicatedVs: LoweredCluster["dedicatedVs"] = [];
  const addressedByRules: ReturnType<typeof claimOfRule> = [];
  const apart = new Map<Child, string>();
  const redirectedLate: string[] = [];
  for (const child of children) {
    const lowered = lowerChild(child);
    const shard = shards.named(child.parent);
    const home = parts.homeOf(shard ? shard.identity : child.routes[0].host);
    add(home, lowered.pools, lowered.apart);
    if (lowered.redirectsLate && parts.isOwn(home)) redirectedLate.push(...child.routes.map(({ host }) => host));
    if (lowered.child) sniVs.push(lowered.child);
    if (lowered.apart) {
      dedicatedVs.push(lowered.apart);
      apart.set(child, lowered.apart.name);
      const ports = listenersOf(child.cx, child.extension, child.termination !== undefined);
      addressedByRules.push(...claimOfRule(lowered.apart.name, ports, child.extension));
    }
    for (const held of child.termination?.held ?? []) shard?.certificates.add(held);
    if (child.extension?.sslProfile) {
      const { sslProfile: profile, ref } = child.extension;
      shard?.sslProfiles.push({ profile, of: child.routes[0].host, ref });
    }
    for (const certificate of lowered.certificates) {
      const known = certificates.get(certificate.name);
      const owners = [...new Set([...(known?.owners ?? []), ...certificate.owners])];
      const planned = { ...certificate, owners };
      certificates.set(certificate.name, planned);
      // that of the cluster is there once
      if (!child.termination?.clusterWide) parts.put(home, planned);
      shard?.certificates.add(certificate.name);
    }
  }
  const through = hosts.filter((host): host is PassthroughHost => host.tcp !== undefined && host.tls === undefined);
  const passthrough = lowerPassthrough(cx, through, options.dedicated !== undefined);
  for (const one of passthrough) {
    const home = parts.homeOf(one.number);
    parts.place(home, ...one.hosts.map(({ tcp }) => tcp));
    add(home, one.pools, one.vs);
  }
  const l4Vs: LoweredCluster["l4Vs"] = [];
  const addressedByServices: ReturnType<typeof claimOfServices>[] = [];
  for (const group of byVip(model.l4, ({ owner }) => cx.extensions.service(owner))) {
    const lowered = lowerL4(cx.placed(cx.extensions.placement(group.members[0].service.owner)), group);
    if (!lowered) continue;
    const [{ service }] = group.members;
    const home = parts.homeOf(`${service.owner.ref.namespace}/${group.name}`);
    parts.place(home, ...group.members.map((member) => member.service));
    add(home, lowered.pools, lowered.vs);
    l4Vs.push(lowered.vs);
    addressedByServices.push(claimOfServices(lowered.vs.name, group));
  }
  const sharedVs = shards.all().map((shard) => {
    const vs = lowerShard(shard);
    parts.put(parts.homeOf(shard.identity), vs);
    addressedByRules.push(...claimOfRule(vs.name, shard.listeners, shard.extension));
    return vs;
  });
  const taken = namesInDns([...sharedVs, ...dedicatedVs, ...passthrough.map(({ vs }) => vs), ...l4Vs].map(({ inputs }) => inputs.vsVip));
  const gatewayVs = model.gateways.flatMap((gateway) => {
    const served = withCertificates(gateway);
    if (!served) return [];
    const lowered = lowerGateway(cx, served, taken);
    const { namespace, name } = gateway.owner.ref;
    const home = parts.homeOf(`Gateway ${namespace}/${name}`);
    parts.place(home, gateway);
    add(home, lowered.pools, lowered.vs);
    addressedByRules.push(...claimOfGateway(lowered.vs.name, gateway));
    parts.put(home, ...lowered.certificates);
    for (const certificate of lowered.certificates) certificates.set(certificate.name, certificate);
    return [lowered.vs];
  });
  reportTakenAddresses(cx, addressedByServices, addressedByRules);
  reportOrderOfSets(report, redirectedLate);
  const staticRoutes = lowerStaticRoutes(cx, specs, report);
  const byName = (a: { name: string }, b: { name: string }) => compare(a.name, b.name);
  const childVs = shareCertificates(inOrderOfParents(sniVs.sort(byName), sharedVs)).sort(byName);
  for (const child of childVs) {
    const parent = shards.named(child.parent);
    if (parent) parts.put(parts.homeOf(parent.identity), child);
  }
  const through443 = new Map(passthrough.flatMap(({ hosts: own, vs }) => own.map((host) => [host as VirtualHost, vs.name] as const)));
  const served = addressed(hosts, (host) => {
    const home = homes.get(host);
    return through443.get(host) ?? (home && ("certificate" in home ? apart.get(home) : home.name));
  });
  reportSeveralAddresses(cx, served);
  reportAliasesElsewhere(cx, served, aliased);
  const all: LoweredCluster = {
    ...(staticRoutes ? { staticRoutes } : {}),
    missing: { ...model.missing, ...missingRoutes(cx, staticRoutes) },
    pools: pools.sort(byName),
    hostCertificates: [...certificates.values()].sort(byName),
    sharedVs,
    sniVs: childVs,
    dedicatedVs: dedicatedVs.sort(byName),
    passthroughVs: passthrough.map(({ vs }) => vs),
    l4Vs: l4Vs.sort(byName),
    gatewayVs: gatewayVs.sort(byName),
    hosts: served.map(({ host: { fqdn, scope, owners }, vs }) => ({
      fqdn,
      scope,
      ...(vs === undefined ? {} : { vs }),
      owners: owners.map(({ ref }) => ref),
    })),
  };
  return { lowered: all, parts };
}

/** Children in the order in which a run writes them: who uses the certificate of another comes after it. */
function inOrderOfParents(children: readonly LoweredSniVs[], sharedVs: LoweredCluster["sharedVs"]): LoweredSniVs[] {
  const places = new Map(inOrderOfMoves(sharedVs).flatMap((group, place) => group.map(({ name }) => [name, place] as const)));
  const placeOf = ({ parent }: LoweredSniVs) => places.get(parent) ?? places.size;
  return children.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Under namespace shards several children may use the certificate of one Secret: the first in order owns the object. */
function shareCertificates(children: LoweredSniVs[]): LoweredSniVs[] {
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
