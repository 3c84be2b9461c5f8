// Assigns each host to a shared virtual service, a child below one, or a dedicated virtual service.

import type { PoolInputs } from "../../../../resources/avi";
import { describeObject, type ObjectRef } from "../../../../resources/diagnostic";
import type { Parts } from "../../../plan/parts";
import type { RoutingModel, Rule, VirtualHost } from "../../../routing";
import { type ForwardRule, isForward, isOnTls } from "../../../routing";
import { diagnose, type Spec } from "../../../specs";
import type { HostExtension } from "../extensions";
import { identityOf, shorten } from "../names";
import { type Sharding, shardingOf } from "../sharding";
import type { AliasedHost } from "./addressed-hosts";
import type { ChildVirtualService } from "./children";
import type { AviLowering } from "./context";
import { namesOf, reportUnusedInClearText } from "./extended";
import type { Lowered } from "./lowered";
import { reportRedirects } from "./match-differences";
import { type NamedHost, type OwnNames, ownNames } from "./own-names";
import { type HostRedirects, redirectsOf } from "./policies";
import { lowerLabels, Shards, type SharedHosts } from "./shards";

/** Assigns each host: labels and redirects of a shared virtual service, a child below one, or a dedicated virtual service. */
export function assign(all: AviLowering, model: RoutingModel, hosts: readonly VirtualHost[], singleSpec: boolean, parts: Parts) {
  const shardingFor = shardingByOwner(all, singleSpec);
  const assignment = new HostAssignment(parts, shardingFor);
  assignment.addSubjects(model.subjects);
  const namesByHost = ownNames(namedHosts(hosts, (host) => shardingFor(host.root), parts));
  const secured = hosts.filter(({ fqdn, tls }) => tls && fqdn.startsWith("*."));
  for (const host of hosts) assignment.add(host, namesByHost.get(host), secured);
  const { shards, pools, homes, aliased } = assignment;
  return { shards, pools, children: [...assignment.children.values()], homes, aliased };
}

interface LoweredSharding extends Sharding {
  cx: AviLowering;
}

/** The context and the sharding for an object, by its placement (class, AviInfraSetting). */
function shardingByOwner(cx: AviLowering, singleSpec: boolean): (owner: Spec) => LoweredSharding {
  const byContext = new Map<AviLowering, LoweredSharding>();
  return (owner) => {
    const placed = cx.placed(cx.extensions.placement(owner));
    const sharding = byContext.get(placed) ?? { cx: placed, ...shardingOf(placed.settings, singleSpec) };
    byContext.set(placed, sharding);
    return sharding;
  };
}

/** A host with everything that decides where it goes. */
interface HostSource {
  cx: AviLowering;
  host: VirtualHost;
  dedicated: boolean;
  extension: HostExtension | undefined;
  names: ReturnType<typeof namesOf>;
  redirects: HostRedirects | undefined;
  /** Object names of a host that several addresses serve. */
  childNames: OwnNames | undefined;
  /** The shared virtual service of the host, with one more owner. */
  sharedFor(owner: ObjectRef): SharedHosts;
}

/** Collects what the hosts are assigned to. */
class HostAssignment {
  readonly shards = new Shards();
  readonly pools: Lowered<PoolInputs>[] = [];
  readonly children = new Map<string, ChildVirtualService>();
  /** The virtual service of each host. */
  readonly homes = new Map<VirtualHost, SharedHosts | ChildVirtualService>();
  readonly aliased: AliasedHost[] = [];

  constructor(
    private readonly parts: Parts,
    private readonly shardingFor: (owner: Spec) => LoweredSharding,
  ) {}

  /** Makes the shared virtual services of hosts that objects claim, also without a route. */
  addSubjects(subjects: RoutingModel["subjects"]): void {
    for (const { owner, hosts } of subjects) {
      const { cx, dedicated, shardFor } = this.shardingFor(owner);
      if (!dedicated) for (const host of hosts) this.shards.at(cx, shardFor(host, owner.ref), owner.ref);
    }
  }

  /** @param secured wildcards with TLS */
  add(host: VirtualHost, childNames: OwnNames | undefined, secured: readonly VirtualHost[]): void {
    const { cx, dedicated, shardFor } = this.shardingFor(host.root);
    const extension = cx.extensions.host(host.fqdn);
    const names = namesOf(host.fqdn, extension);
    const answersBoth = dedicated || cx.akoVersion.enhanced;
    // a host with passthrough has its redirects in lower/passthrough.ts
    const redirects = host.tcp ? undefined : redirectsOf(cx, host, names.all, !answersBoth);
    const shard = shardFor(host.fqdn, host.root.ref);
    if (redirects && !(answersBoth && extension?.withoutPolicies)) reportRedirects(cx, host, redirects, answersBoth);
    const home = homeOf(this.parts, host, { dedicated, shardFor });
    this.parts.place(home, ...host.routes);
    const sharedFor = (owner: ObjectRef) => this.shards.at(cx, shard, owner);
    const source: HostSource = { cx, host, dedicated, extension, names, redirects, childNames, sharedFor };
    if (answersBoth) this.addToChildren(source);
    else {
      this.addNamesInClear(source);
      if (cx.akoVersion.ownMatching && !host.tls) {
        const wildcards = secured.filter((other) => isBelow(host, other));
        reportBelowWildcards(cx, host, wildcards, this.shardingFor);
      }
      this.addToShared(source, home);
    }
  }

  /** Children below an EVH parent, or the dedicated virtual service: both answer clear text and TLS. */
  private addToChildren({ cx, host, dedicated, extension, names, redirects, childNames, sharedFor }: HostSource): void {
    // AKO closes the port with EVH alone (ProcessSecureHostsForEVH)
    const refusesClear = cx.akoVersion.enhanced && host.refusesClear && host.routes.every(isOnTls);
    if (extension && host.routes.some(isForward)) this.aliased.push({ host, extension });
    for (const route of distinct(host.routes.filter(isForward))) {
      const parent = dedicated ? undefined : sharedFor(route.owner.ref);
      for (const name of names.dns) parent?.fqdns.add(name);
      const child = gather(cx, this.children, host, route, { parent, redirects, extension, refusesClear, childNames });
      this.homes.set(host, parent ?? child);
    }
  }

  /** Settings of a HostRule for a host in clear text, which has no virtual service of its own. */
  private addNamesInClear({ cx, host, extension, sharedFor }: HostSource): void {
    if (!host.routes.some((route) => isForward(route) && !isOnTls(route))) return;
    if (extension?.globalName) {
      sharedFor(host.root.ref).globalNames.set(host.fqdn, { name: extension.globalName, ref: extension.ref });
      if (!host.tls) this.aliased.push({ host, extension: { ...extension, aliases: [] } });
    }
    reportUnusedInClearText(cx, host.fqdn, extension);
  }

  /** Labels of the shared virtual service for clear text, SNI children below it for TLS. */
  private addToShared({ cx, host, extension, names, redirects, childNames, sharedFor }: HostSource, home: number): void {
    if (extension && host.routes.some((route) => isForward(route) && isOnTls(route))) this.aliased.push({ host, extension });
    if (redirects) {
      const shared = sharedFor(host.root.ref);
      shared.redirects.push(redirects);
      this.homes.set(host, shared);
    }
    for (const route of host.routes.filter(isForward)) {
      const shared = sharedFor(route.owner.ref);
      this.homes.set(host, shared);
      shared.fqdns.add(host.fqdn);
      if (isOnTls(route)) {
        for (const name of names.dns) shared.fqdns.add(name);
        shared.secure.set(host.fqdn, { host, owner: route.owner.ref, names: names.all });
        gather(cx, this.children, host, route, { parent: shared, extension, childNames });
      } else {
        const lowered = lowerLabels(cx.from(route.owner, route), shared, host.fqdn, route);
        this.parts.put(home, ...lowered);
        this.pools.push(...lowered);
      }
    }
  }
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
  shardingFor: (owner: Spec) => LoweredSharding,
): void {
  for (const { fqdn: wildcard, root: other, routes } of wildcards) {
    const sharding = shardingFor(other);
    if (sharding.dedicated || !routes.some((route) => isForward(route) && isOnTls(route))) continue;
    const vs = shorten(sharding.cx.names.shared(sharding.shardFor(wildcard, other.ref)));
    const message = `${fqdn} is also answered on TLS, by ${vs} with the certificate and routes of ${wildcard} (${describeObject(other.ref)}), as AKO 2 does`;
    const remedy = "Give the host TLS of its own, or a name outside the wildcard.";
    cx.report(diagnose("LB1302", root.ref, "/spec", message, { remedy, about: { host: fqdn } }));
  }
}

/** True if a wildcard covers the host too. */
const isBelow = (host: VirtualHost, { fqdn }: VirtualHost) =>
  host.fqdn.slice(host.fqdn.indexOf(".")).toLowerCase() === fqdn.slice(1).toLowerCase() && host.fqdn !== fqdn;

/** The hosts that have a child, or a virtual service to themselves. */
function namedHosts(hosts: readonly VirtualHost[], shardingFor: (host: VirtualHost) => LoweredSharding, parts: Parts): NamedHost[] {
  return hosts.flatMap((host) => {
    const { cx, dedicated, shardFor } = shardingFor(host);
    const { settings, akoVersion } = cx;
    if (settings.l7ShardingScheme !== "hostname" && !akoVersion.ownCertificates) return [];
    if (!host.routes.some((route) => isForward(route) && (dedicated || akoVersion.enhanced || isOnTls(route)))) return [];
    return [{ host, cx, home: homeOf(parts, host, { dedicated, shardFor }) }];
  });
}

/** The part of the cluster that has the virtual service of a host. */
const homeOf = (parts: Parts, { fqdn, root }: VirtualHost, { dedicated, shardFor }: Sharding) =>
  parts.homeOf(dedicated ? fqdn : identityOf(shardFor(fqdn, root.ref)));

/** Routes without duplicates: a child answers clear text and TLS alike, so the same path on both is one route. */
function distinct<R extends Rule>(routes: readonly R[]): R[] {
  const pathsByOwner = new Map<unknown, Set<string>>();
  return routes.filter(({ owner, match }) => {
    const paths = pathsByOwner.get(owner) ?? new Set();
    pathsByOwner.set(owner, paths);
    const path = `${match.path.is} ${match.path.value}`;
    return !paths.has(path) && paths.add(path);
  });
}

/** The child of a host with hostname shards, or of an Ingress and its Secret with namespace shards. */
function gather(
  cx: AviLowering,
  children: Map<string, ChildVirtualService>,
  host: VirtualHost,
  route: ForwardRule,
  {
    parent,
    childNames,
    ...settings
  }: { parent: SharedHosts | undefined; childNames: OwnNames | undefined } & Pick<
    ChildVirtualService,
    "redirects" | "extension" | "refusesClear"
  >,
): ChildVirtualService {
  const { ref } = host.root;
  const byHost = cx.settings.l7ShardingScheme === "hostname" || cx.akoVersion.ownCertificates;
  // every route on TLS names a certificate, and the first one is the host's; a host in clear text below an EVH parent has none
  const ending = byHost ? host.tls : route.tls;
  const termination = ending && childNames?.certificateOf ? { ...ending, source: childNames.certificateOf } : ending;
  const secret = termination?.source.name ?? "";
  const name = byHost ? cx.names.dedicatedHost(host.fqdn, childNames?.namespace) : cx.names.sniSecret(ref.name, ref.namespace, secret);
  const certificate = byHost
    ? cx.names.host(host.fqdn, childNames?.certificateNamespace)
    : cx.names.secretCertificate(termination?.source.namespace ?? "", secret);
  const identity = [cx.placement?.label ?? "", parent?.name ?? "", ...(byHost ? [host.fqdn] : [ref.namespace, ref.name, secret])].join("/");
  // delegated routes are in the policy of the root: one policy cannot put its longer paths before the shorter ones of another
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
