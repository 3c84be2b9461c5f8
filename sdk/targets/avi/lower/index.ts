// Lowers the routing model of a cluster to Avi objects.

import type { Diagnostic } from "../../../../resources/diagnostic";
import { Parts } from "../../../plan/parts";
import { type RoutingModel, RuleSources, type VirtualHost } from "../../../routing";
import { compare, type SpecSet } from "../../../specs";
import { namesInDns } from "../gateway";
import { LoweringAccumulator } from "./accumulator";
import { type AddressedHost, addressed, reportAliasesElsewhere, reportSeveralAddresses } from "./addressed-hosts";
import { assign } from "./assign";
import { reportSharedNames } from "./child-names";
import { type LowerOptions, lowering, NameConflicts, type Pass, partsOf, without } from "./context";
import { reportTakenAddresses } from "./fixed-addresses";
import { inOrderOfMoves, type LoweredCluster, type LoweredHost, type LoweredSniVs } from "./lowered";
import { lowerStaticRoutes, missingRoutes } from "./network";
import { reportRedirectOrder } from "./redirect-order";
import { servable } from "./servable";
import { lowerChildren, lowerGateways, lowerPassthroughs, lowerServices, lowerShards } from "./steps";

/** A model, its objects, and the part of each. Diagnostics and statuses are in the ledger of the model. */
export interface LoweredModel {
  model: RoutingModel;
  cluster: LoweredCluster;
  parts: Parts;
  sources: RuleSources;
}

/**
 * From the neutral model to Avi objects, grouped into the resources that own them. Pure and linear in the number of routes. Where specs
 * would make two objects of one name it starts again without those that lose.
 */
export function lower(model: RoutingModel, specs: SpecSet, options: LowerOptions): LoweredModel {
  const { ledger } = model;
  const lost: Diagnostic[] = [];
  for (let rest = model; ; ) {
    const conflicts = new NameConflicts();
    const diagnostics: Diagnostic[] = [];
    const pass = { conflicts, sources: new RuleSources(), report: (diagnostic: Diagnostic) => diagnostics.push(diagnostic) };
    const divided = lowerOnce(rest, specs, options, pass);
    const losses = conflicts.losses();
    if (losses.parts.size > 0) {
      lost.push(...losses.diagnostics);
      rest = without(rest, losses.parts);
      continue;
    }
    const remaining = new Set([...rest.l4, ...rest.hosts.flatMap(partsOf)].map(({ owner }) => owner.ref));
    for (const diagnostic of diagnostics) ledger.report(diagnostic);
    for (const diagnostic of lost) remaining.has(diagnostic.object) ? ledger.report(diagnostic) : ledger.refuse(diagnostic);
    // a served host has a pool; shared virtual services and redirects alone serve no request
    for (const { owners } of [...divided.cluster.pools, ...divided.cluster.gatewayVs]) ledger.served(owners);
    return { model, ...divided };
  }
}

/** One pass over the model; `conflicts` has names that two objects would share. */
function lowerOnce(model: RoutingModel, specs: SpecSet, options: LowerOptions, pass: Pass): Omit<LoweredModel, "model"> {
  const cx = lowering(options, pass);
  const parts = new Parts(options.settings.part);
  const singleSpec = options.dedicated !== undefined;
  const hosts = servable(cx, model.hosts, singleSpec);
  const assigned = assign(cx, model, hosts, singleSpec, parts);
  const { shards, children, homes } = assigned;
  const all = new LoweringAccumulator(parts, assigned.pools);

  reportSharedNames(children);
  const { sniVs, dedicatedVs, dedicated, redirectedLate } = lowerChildren(children, shards, all);
  const passthrough = lowerPassthroughs(cx, hosts, singleSpec, all);
  const passthroughVs = passthrough.map(({ vs }) => vs);
  const l4Vs = lowerServices(cx, model.l4, all);
  const sharedVs = lowerShards(shards, all);
  const taken = namesInDns([...sharedVs, ...dedicatedVs, ...passthroughVs, ...l4Vs].map(({ inputs }) => inputs.vsVip));
  const gatewayVs = lowerGateways(cx, model.gateways, taken, all);
  reportTakenAddresses(cx, all.serviceClaims, all.claims);
  reportRedirectOrder(pass.report, redirectedLate);

  const staticRoutes = lowerStaticRoutes(cx, specs, pass.report);
  const childVs = shareCertificates(inOrderOfParents(sniVs.sort(byName), sharedVs)).sort(byName);
  for (const child of childVs) {
    const parent = shards.named(child.parent);
    if (parent) parts.put(parts.homeOf(parent.identity), child);
  }
  const through = new Map(passthrough.flatMap(({ hosts: vsHosts, vs }) => vsHosts.map((host) => [host as VirtualHost, vs.name] as const)));
  const served = addressed(hosts, (host) => {
    const home = homes.get(host);
    return through.get(host) ?? (home && ("certificate" in home ? dedicated.get(home) : home.name));
  });
  reportSeveralAddresses(cx, served);
  reportAliasesElsewhere(cx, served, assigned.aliased);
  const cluster: LoweredCluster = {
    ...(staticRoutes ? { staticRoutes } : {}),
    missing: { ...model.missing, ...missingRoutes(cx, staticRoutes) },
    pools: all.pools.sort(byName),
    hostCertificates: [...all.certificates.values()].sort(byName),
    sharedVs,
    sniVs: childVs,
    dedicatedVs: dedicatedVs.sort(byName),
    passthroughVs,
    l4Vs: l4Vs.sort(byName),
    gatewayVs: gatewayVs.sort(byName),
    hosts: served.map(hostOf),
  };
  return { cluster, parts, sources: pass.sources };
}

const byName = (a: { name: string }, b: { name: string }) => compare(a.name, b.name);

const hostOf = ({ host: { fqdn, scope, owners }, vs }: AddressedHost): LoweredHost => ({
  fqdn,
  scope,
  ...(vs === undefined ? {} : { vs }),
  owners: owners.map(({ ref }) => ref),
});

/** Children in the order in which a run writes them: the owner of a shared certificate before its users. */
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
