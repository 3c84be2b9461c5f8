import type { AviBody } from "../../../kinds/avi/body";
import type { PoolInputs, SniVSInputs } from "../../../kinds/avi/resources";
import type { ObjectRef } from "../../../kinds/diagnostic";
import type { Json } from "../../../kinds/kind";
import { bySpecificity, covers, type Forward, type HttpRoute, type Termination } from "../../routing";
import { asKnown, bySeniority, compare, diagnose } from "../../specs";
import { refTo } from "../names";
import type { Planned, PlannedChild } from "../plan";
import { atLeast } from "../settings";
import type { Lowering } from "./context";
import { attachPolicies, lowerSwitching } from "./policies";
import { lowerBackends } from "./pools";

/** A route on TLS and the host it is for. */
export interface SecureRoute {
  host: string;
  route: HttpRoute & { to: Forward };
}

/** What one SNI child serves. */
export interface Child {
  name: string;
  /** Long name of the certificate. */
  certificate: string;
  termination: Termination;
  parent: string;
  /** A child is there because of its first route. */
  routes: [SecureRoute, ...SecureRoute[]];
}

/** The child of one secure host, or of one Ingress and Secret under namespace shards (ako.md 1.3). */
export function lowerChild(all: Lowering, child: Child): { vs: PlannedChild; pools: Planned<PoolInputs>[] } {
  const { settings, names } = all;
  const [{ route: first }] = child.routes;
  const parts = child.routes.map(({ route }) => route);
  const eldest = parts.reduce((known, { owner }) => (bySeniority(owner, known) < 0 ? owner : known), first.owner);
  const cx = all.from(eldest, ...parts);
  const about = first.owner.ref;
  const name = cx.name(child.name, about);
  const pools: Planned<PoolInputs>[] = [];
  const poolGroups: AviBody[] = [];
  const policies: AviBody[] = [];
  const ordered = inOrder(child.routes);
  reportShadowed(cx, ordered);
  for (const { host, route } of ordered) {
    const { ref } = route.owner;
    const { path } = route.match;
    const one = cx.from(route.owner, route);
    const told = besidePrefix(host, route, ordered) ? names.exact : (plain: string) => plain;
    const nameOf = (service?: string) => told(names.sniPath(ref.namespace, host, path, ref.name, service));
    const long = nameOf();
    const group = cx.name(long, ref);
    const own = lowerBackends(one, ref, route.to, nameOf);
    pools.push(...own.map(({ pool }) => pool));
    const members = own.map(({ ratio, pool }) => ({ pool_ref: refTo.pool(pool.name), ratio }));
    poolGroups.push(one.body("poolgroup", group, { implicit_priority_labels: false, members }));
    policies.push(lowerSwitching(one, { policy: group, rule: (i) => cx.name(`${long}-${i}`, ref) }, host, route, group));
  }
  const sslProfile = lowerTlsVersions(cx, child, about);
  const certificates = lowerCertificates(cx, child, about);
  const virtualService = cx.body("virtualservice", name, {
    type: "VS_TYPE_VH_CHILD",
    [parentField(settings.controllerVersion)]: refTo.virtualService(child.parent),
    vh_domain_name: [...new Set(child.routes.map(({ host }) => host))].sort(compare),
    application_profile_ref: refTo.applicationProfile("System-Secure-HTTP"),
    network_profile_ref: refTo.networkProfile("System-TCP-Proxy"),
    ssl_key_and_certificate_refs: [refTo.certificate(certificates.certificate.name)],
    ssl_profile_ref: sslProfile && refTo.sslProfile(sslProfile.name),
    http_policies: attachPolicies(policies),
    ign_pool_net_reach: false,
    east_west_placement: false,
  });
  const versions = sslProfile ? { sslProfile } : {};
  const inputs: SniVSInputs = { owner: cx.owner, ...certificates, ...versions, poolGroups, policies, virtualService };
  const owners = [...new Set(child.routes.map(({ route }) => route.owner.ref))];
  return { vs: { name, inputs, owners, parent: child.parent }, pools };
}

function lowerCertificates(cx: Lowering, { certificate: long, termination }: Child, about: ObjectRef) {
  const type = "SSL_CERTIFICATE_TYPE_VIRTUALSERVICE";
  const { source, certificate, key, caCertificate } = termination;
  const name = cx.name(long, about);
  // under namespace shards several children use the certificate of one Secret
  const identity = [source.kind, source.namespace, source.name].join("/");
  const stored = (called: string, body: { [key: string]: Json }, whose: string) => cx.body("sslkeyandcertificate", called, body, whose);
  const own = { type, certificate: { certificate: asKnown<string>(certificate) }, key: asKnown<string>(key) };
  if (!caCertificate) return { certificate: stored(name, own, identity) };
  const ca = cx.name(cx.names.caCertificate(long), about);
  const authority = { type: "SSL_CERTIFICATE_TYPE_CA", certificate: { certificate: asKnown<string>(caCertificate) }, key: "" };
  return {
    caCertificate: stored(ca, authority, `${identity} authority`),
    certificate: stored(name, { ...own, ca_certs: [{ ca_ref: refTo.certificate(ca), name: ca }] }, identity),
  };
}

/** Whether the object of an Exact path has the same path as a prefix too. */
function besidePrefix(host: string, { match, owner }: HttpRoute, routes: readonly SecureRoute[]): boolean {
  if (match.type !== "exact") return false;
  return routes.some(({ host: other, route }) => {
    return other === host && route.owner === owner && route.match.path === match.path && route.match.type !== "exact";
  });
}

/**
 * The first policy that fits decides: on hosts where a kind promises it, longer paths come before those that they begin with,
 * and whole paths before all. Other hosts keep the order as written.
 */
function inOrder(routes: readonly SecureRoute[]): readonly SecureRoute[] {
  const promised = new Set(routes.filter(({ route }) => route.match.longestWins).map(({ host }) => host));
  if (promised.size === 0) return routes;
  const specific = (a: SecureRoute, b: SecureRoute) => (promised.has(a.host) ? bySpecificity(a.route.match, b.route.match) : 0);
  return [...routes].sort((a, b) => compare(a.host, b.host) || specific(a, b));
}

/** Says which paths no request reaches, because a policy before theirs takes it. */
function reportShadowed(cx: Lowering, routes: readonly SecureRoute[]): void {
  for (const [i, { host, route }] of routes.entries()) {
    const first = routes.slice(0, i).find((before) => before.host === host && covers(before.route.match, route.match));
    if (!first) continue;
    const remedy = "Write longer paths before those that they begin with.";
    const message = `${host}${route.match.path} is never reached: ${first.route.match.path || "/"} comes before it and takes its requests`;
    cx.report(diagnose("LB1302", route.owner.ref, "/spec", message, { remedy }));
  }
}

/** The versions of TLS from the least that the spec allows on. */
function lowerTlsVersions(cx: Lowering, { name, termination }: Child, about: ObjectRef): AviBody | undefined {
  const versions = ["1.1", "1.2", "1.3"] as const;
  const { minimumVersion } = termination;
  if (!minimumVersion) return undefined;
  const accepted = versions
    .slice(versions.indexOf(minimumVersion))
    .map((version) => ({ type: `SSL_VERSION_TLS${version.replace(".", "_")}` }));
  return cx.body("sslprofile", cx.name(cx.names.sslProfile(name), about), { accepted_versions: accepted });
}

/** Controllers from 22.1 on call the parent reference `vh_parent_vs_ref`, older ones `vh_parent_vs_uuid`. */
function parentField(controllerVersion: string): string {
  return atLeast(controllerVersion, 22, 1) ? "vh_parent_vs_ref" : "vh_parent_vs_uuid";
}
