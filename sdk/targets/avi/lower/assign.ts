// Assigns each host to a shared virtual service, a child below one, or a dedicated virtual service.

import type { PoolInputs } from "../../../../resources/avi";
import { describeObject, type ObjectRef } from "../../../../resources/diagnostic";
import type { Parts } from "../../../plan/parts";
import type { RoutingModel, Rule, VirtualHost } from "../../../routing";
import { type ForwardRule, isForward, isOnTls } from "../../../routing";
import { diagnose, type Spec } from "../../../specs";
import { identityOf, shorten } from "../names";
import { type Sharding, shardingOf } from "../sharding";
import type { AliasedHost } from "./addressed-hosts";
import type { ChildVirtualService } from "./children";
import type { AviLowering } from "./context";
import { namesOf, reportPlain } from "./extended";
import type { Lowered } from "./lowered";
import { reportRedirects } from "./match-differences";
import { type NamedHost, type OwnNames, ownNames } from "./own-names";
import { redirectsOf } from "./policies";
import { lowerLabels, Shards, type SharedHosts } from "./shards";

interface LoweredSharding extends Sharding {
  cx: AviLowering;
}

/** The place of an object, by its settings beyond the specs. */
function placesOf(cx: AviLowering, singleSpec: boolean): (owner: Spec) => LoweredSharding {
  const places = new Map<AviLowering, LoweredSharding>();
  return (owner) => {
    const placed = cx.placed(cx.extensions.placement(owner));
    const place = places.get(placed) ?? { cx: placed, ...shardingOf(placed.settings, singleSpec) };
    places.set(placed, place);
    return place;
  };
}

/** Assigns each host to its place: labels and redirects of a shard, a child below it, or a virtual service of its own. */
export function assign(all: AviLowering, model: RoutingModel, hosts: readonly VirtualHost[], singleSpec: boolean, parts: Parts) {
  const pools: Lowered<PoolInputs>[] = [];
  const shards = new Shards();
  const children = new Map<string, ChildVirtualService>();
  const homes = new Map<VirtualHost, SharedHosts | ChildVirtualService>();
  const aliased: AliasedHost[] = [];
  const placeOf = placesOf(all, singleSpec);
  const differing = ownNames(named(hosts, (host) => placeOf(host.root), parts));
  for (const { owner: claimant, hosts: claimed } of model.subjects) {
    const { cx, dedicated, shardFor } = placeOf(claimant);
    if (!dedicated) for (const host of claimed) shards.at(cx, shardFor(host, claimant.ref), claimant.ref);
  }
  const secured = hosts.filter(({ fqdn, tls }) => tls && fqdn.startsWith("*."));
  for (const host of hosts) {
    const { cx, dedicated, shardFor } = placeOf(host.root);
    const extension = cx.extensions.host(host.fqdn);
    const own = differing.get(host);
    const names = namesOf(host.fqdn, extension);
    // what passes through has its redirects beside it
    const redirects = host.tcp ? undefined : redirectsOf(cx, host, names.all, !dedicated && !cx.akoVersion.enhanced);
    const answersBoth = dedicated || cx.akoVersion.enhanced;
    const shard = shardFor(host.fqdn, host.root.ref);
    const wildcards = secured.filter((other) => isBelow(host, other));
    if (redirects && !(answersBoth && extension?.withoutPolicies)) reportRedirects(cx, host, redirects, answersBoth);
    const shardAt = (owner: ObjectRef) => shards.at(cx, shard, owner);
    const home = homeOf(parts, host, { dedicated: dedicated, shardFor });
    parts.place(home, ...host.routes);
    if (answersBoth) {
      // AKO closes the port with EVH alone (ProcessSecureHostsForEVH)
      const refusesClear = cx.akoVersion.enhanced && host.refusesClear && host.routes.every(isOnTls);
      if (extension && host.routes.some(isForward)) aliased.push({ host, extension });
      for (const route of distinct(host.routes.filter(isForward))) {
        const parent = dedicated ? undefined : shardAt(route.owner.ref);
        for (const name of names.dns) parent?.fqdns.add(name);
        const child = gather(cx, children, host, route, { parent, redirects, extension, refusesClear, own });
        homes.set(host, parent ?? child);
      }
      continue;
    }
    if (host.routes.some((route) => isForward(route) && !isOnTls(route))) {
      if (extension?.globalName) {
        shardAt(host.root.ref).globalNames.set(host.fqdn, { name: extension.globalName, ref: extension.ref });
        if (!host.tls) aliased.push({ host, extension: { ...extension, aliases: [] } });
      }
      reportPlain(cx, host.fqdn, extension);
    }
    if (cx.akoVersion.ownMatching && !host.tls) reportBelowWildcards(cx, host, wildcards, placeOf);
    if (extension && host.routes.some((route) => isForward(route) && isOnTls(route))) aliased.push({ host, extension });
    if (redirects) {
      const shared = shardAt(host.root.ref);
      shared.redirects.push(redirects);
      homes.set(host, shared);
    }
    for (const route of host.routes.filter(isForward)) {
      const shared = shardAt(route.owner.ref);
      homes.set(host, shared);
      shared.fqdns.add(host.fqdn);
      if (isOnTls(route)) {
        for (const name of names.dns) shared.fqdns.add(name);
        shared.secure.set(host.fqdn, { host, owner: route.owner.ref, names: names.all });
        gather(cx, children, host, route, { parent: shared, extension, own });
      } else {
        const lowered = lowerLabels(cx.from(route.owner, route), shared, host.fqdn, route);
        parts.put(home, ...lowered);
        pools.push(...lowered);
      }
    }
  }
  return { shards, pools, children: [...children.values()], homes, aliased };
}

/**
 * Reports the parents that end TLS of a host in clear text as well, at the children of its wildcards.
 *
 * @unverified avi/wildcard-children
 */
function reportBelowWildcards(
  cx: AviLowering,
  { fqdn, root }: VirtualHost,
  wildcards: readonly VirtualHost[],
  placeOf: (owner: Spec) => LoweredSharding,
): void {
  for (const { fqdn: wildcard, root: other, routes } of wildcards) {
    const place = placeOf(other);
    if (place.dedicated || !routes.some((route) => isForward(route) && isOnTls(route))) continue;
    const vs = shorten(place.cx.names.shared(place.shardFor(wildcard, other.ref)));
    const message = `${fqdn} is also answered on TLS, by ${vs} with the certificate and routes of ${wildcard} (${describeObject(other.ref)}), as AKO 2 does`;
    const remedy = "Give the host TLS of its own, or a name outside the wildcard.";
    cx.report(diagnose("LB1302", root.ref, "/spec", message, { remedy, about: { host: fqdn } }));
  }
}

/** True if a wildcard covers the host too. */
const isBelow = (host: VirtualHost, { fqdn }: VirtualHost) =>
  host.fqdn.slice(host.fqdn.indexOf(".")).toLowerCase() === fqdn.slice(1).toLowerCase() && host.fqdn !== fqdn;

/** The hosts that have a child, or a virtual service to themselves. */
function named(hosts: readonly VirtualHost[], placeOf: (host: VirtualHost) => LoweredSharding, parts: Parts): NamedHost[] {
  return hosts.flatMap((host) => {
    const { cx, dedicated, shardFor } = placeOf(host);
    const { settings, akoVersion } = cx;
    if (settings.l7ShardingScheme !== "hostname" && !akoVersion.ownCertificates) return [];
    if (!host.routes.some((route) => isForward(route) && (dedicated || akoVersion.enhanced || isOnTls(route)))) return [];
    return [{ host, cx, home: homeOf(parts, host, { dedicated, shardFor }) }];
  });
}

/** The part of the cluster that has the virtual service of a host. */
const homeOf = (parts: Parts, { fqdn, root }: VirtualHost, { dedicated, shardFor }: Sharding) =>
  parts.homeOf(dedicated ? fqdn : identityOf(shardFor(fqdn, root.ref)));

/** A child answers clear text and TLS alike, so what an object says of both is one route. */
function distinct<R extends Rule>(routes: readonly R[]): R[] {
  const known = new Map<unknown, Set<string>>();
  return routes.filter(({ owner, match }) => {
    const paths = known.get(owner) ?? new Set();
    known.set(owner, paths);
    const path = `${match.path.is} ${match.path.value}`;
    return !paths.has(path) && paths.add(path);
  });
}

/** Under hostname shards the host makes the child, under namespace shards the Ingress and its Secret. */
function gather(
  cx: AviLowering,
  children: Map<string, ChildVirtualService>,
  host: VirtualHost,
  route: ForwardRule,
  {
    parent,
    own,
    ...settings
  }: { parent: SharedHosts | undefined; own: OwnNames | undefined } & Pick<ChildVirtualService, "redirects" | "extension" | "refusesClear">,
): ChildVirtualService {
  const { ref } = host.root;
  const byHost = cx.settings.l7ShardingScheme === "hostname" || cx.akoVersion.ownCertificates;
  // every route on TLS names a certificate, and that of the first is the host's; a plain host below an EVH parent has none
  const ending = byHost ? host.tls : route.tls;
  const termination = ending && own?.certificateOf ? { ...ending, source: own.certificateOf } : ending;
  const secret = termination?.source.name ?? "";
  const name = byHost ? cx.names.dedicatedHost(host.fqdn, own?.namespace) : cx.names.sniSecret(ref.name, ref.namespace, secret);
  const certificate = byHost
    ? cx.names.host(host.fqdn, own?.certificateNamespace)
    : cx.names.secretCertificate(termination?.source.namespace ?? "", secret);
  const identity = [cx.placement?.label ?? "", parent?.name ?? "", ...(byHost ? [host.fqdn] : [ref.namespace, ref.name, secret])].join("/");
  // delegated routes stand with those of the root: one policy cannot put its longer paths before the shorter ones of another
  const { namespace } = route.owner.ref.kind === "IngressRoute" ? ref : route.owner.ref;
  const part = { host: host.fqdn, namespace, route };
  const child = children.get(identity);
  if (child) {
    child.routes.push(part);
    return child;
  }
  const below = parent && { parent: parent.name, listeners: parent.listeners };
  const made: ChildVirtualService = { cx, name, certificate, termination, ...below, ...settings, routes: [part] };
  children.set(identity, made);
  return made;
}
