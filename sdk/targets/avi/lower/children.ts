// Lowers a host with TLS (SNI), or with EVH any host, to a child virtual service; a host without a parent to a dedicated one.

import type { CertificateInputs, DedicatedVSInputs, PoolInputs } from "../../../../resources/avi";
import type { AviBody } from "../../../../resources/avi/body";
import type { ObjectRef } from "../../../../resources/diagnostic";
import type { Json } from "../../../../resources/kind";
import type { Termination } from "../../../routing";
import { bySeniority, compare, diagnose } from "../../../specs";
import type { HostExtension, PortListener } from "../extensions";
import { refTo } from "../names";
import { atLeast } from "../settings";
import { type LoweredCertificate, lowerCertificate, lowerHostCertificates, lowerTlsVersions } from "./certificates";
import type { AviLowering } from "./context";
import { addressedFields, extendedFields, listenersOf, namesOf, reportUnusedOfChild, reportWithoutCertificate } from "./extended";
import type { Lowered, LoweredSniVs } from "./lowered";
import { lowerVsVip, useVsVip } from "./network";
import { type HostRedirects, lowerRedirects, lowerRefusal } from "./policies";
import { type HostedRoute, inOrderOfPaths, type LoweredRoutes, lowerRoutes, type PathReading } from "./routes";

/** Host, or under namespace shards an Ingress and its Secret, with a virtual service below a parent or of its own. */
export interface ChildVirtualService {
  cx: AviLowering;
  /** Long names of the virtual service and of its certificate. */
  name: string;
  certificate: string;
  /** Absent for a plain host. */
  termination?: Termination;
  /** Absent where the host has an address to itself; otherwise its ports are those of the parent. */
  parent?: string;
  listeners?: readonly PortListener[];
  /** Settings of its virtual service beyond the specs. */
  extension?: HostExtension;
  /** Redirects of clear text, if the parent does not have them. */
  redirects?: HostRedirects;
  /** Clear text is refused, where that does not follow from the ports. */
  refusesClear?: boolean;
  /** A child is there because of its first route. */
  routes: [HostedRoute, ...HostedRoute[]];
}

export interface LoweredChild {
  /** Its redirect of clear text comes after rules that serve both ports. */
  redirectsLate?: boolean;
  child?: LoweredSniVs;
  dedicated?: Lowered<DedicatedVSInputs>;
  certificates: Lowered<CertificateInputs>[];
  pools: Lowered<PoolInputs>[];
}

/** The virtual service of one child with all that it uses (ako.md 1.3; ako-2x.md 5, 6 and 7). */
export function lowerChild(child: ChildVirtualService): LoweredChild {
  const [{ host, route: first }] = child.routes;
  const rules = child.routes.map(({ route }) => route);
  const eldest = rules.reduce((senior, { owner }) => (bySeniority(owner, senior) < 0 ? owner : senior), first.owner);
  const cx = child.cx.from(eldest, ...rules);
  const about = first.owner.ref;
  const isDedicated = child.parent === undefined;
  const name = cx.name(child.name, about) + (isDedicated && cx.akoVersion.hashed ? "-EVH" : "");
  const ports = listenersOf(cx, child.extension, child.termination !== undefined);
  if (isDedicated) {
    reportWithoutCertificate(cx, host, ports, about);
    if (ports.listeners.length === 0) return { certificates: [], pools: [] };
  }
  const owners = [...new Set(rules.map(({ owner }) => owner.ref))];
  const routing = lowerRouting(cx, child, name, child.listeners ?? ports.listeners);
  const tls = lowerTls(cx, child, owners, about);
  const hosts = [...new Set(child.routes.map(({ host: fqdn }) => fqdn))].sort(compare);
  const content: ChildContent = { cx, name, about, owners, hosts, extension: child.extension, routing, tls };
  return child.parent === undefined ? dedicatedVs(content, ports.listeners) : childVs(content, child.parent);
}

/** Everything that a child and a dedicated virtual service have in common. */
interface ChildContent {
  cx: AviLowering;
  name: string;
  about: ObjectRef;
  owners: ObjectRef[];
  /** Host names, sorted. */
  hosts: string[];
  extension?: HostExtension;
  routing: ChildRouting;
  tls: ChildTls;
}

/** Pools and policies of the routes. */
interface ChildRouting extends LoweredRoutes {
  /** Redirect of clear text to TLS. */
  redirect?: AviBody;
  /** Policy that closes connections in clear text. */
  refusal?: AviBody;
}

function lowerRouting(cx: AviLowering, child: ChildVirtualService, name: string, listeners: readonly PortListener[]): ChildRouting {
  const { extension, redirects, refusesClear } = child;
  const lowered = lowerRoutes(cx, child.routes, child.parent === undefined, readingOf(child, listeners));
  if (extension?.withoutPolicies) return { ...lowered, policies: [] };
  if (redirects) return { ...lowered, redirect: lowerRedirects(cx, name, [redirects], "") };
  return refusesClear ? { ...lowered, refusal: lowerRefusal(cx, name) } : lowered;
}

/** Certificates and TLS versions. */
interface ChildTls {
  sslProfile?: AviBody;
  /** Certificates that are resources. */
  certificates: Lowered<CertificateInputs>[];
  /** The certificate that AKO 1.2 makes as a part of the child. */
  inside: Partial<LoweredCertificate>;
  /** Names of all certificates, existing ones of the controller included. */
  names: string[];
}

function lowerTls(cx: AviLowering, child: ChildVirtualService, owners: readonly ObjectRef[], about: ObjectRef): ChildTls {
  const { termination, certificate: long } = child;
  if (!termination) return { certificates: [], inside: {}, names: [] };
  const { ownCertificates } = cx.akoVersion;
  const sslProfile = lowerTlsVersions(cx, child.name, termination, about);
  const certificates = ownCertificates && !termination.held ? lowerHostCertificates(cx, long, termination, owners, about) : [];
  const inside: Partial<LoweredCertificate> = ownCertificates ? {} : lowerCertificate(cx, long, termination, about);
  const names = [
    ...(termination.held ?? []),
    ...certificates.map(({ name }) => name),
    ...(inside.certificate ? [inside.certificate.name] : []),
  ];
  return { sslProfile, certificates, inside, names };
}

/** A virtual service with an address of its own. */
function dedicatedVs(content: ChildContent, listeners: readonly PortListener[]): LoweredChild {
  const { cx, name, owners, hosts, extension, routing, tls } = content;
  const { redirect, refusal, pools, poolGroups } = routing;
  // @unverified avi/sets-go-on
  const policies = [...routing.policies, ...present(redirect ?? refusal)];
  const dns = hosts.flatMap((host) => namesOf(host, extension).dns);
  const vsVip = lowerVsVip(cx, name, dns, extension?.address, true);
  const virtualService = cx.body("virtualservice", name, {
    ...dedicatedBody(cx, name, fieldsOf(content)),
    ...addressedFields(listeners, extension),
    ...extendedFields(policies, extension),
  });
  const versions = tls.sslProfile ? { sslProfile: tls.sslProfile } : {};
  const inputs: DedicatedVSInputs = { owner: cx.owner, vsVip, ...versions, poolGroups, ...groupsOf(routing), policies, virtualService };
  return { dedicated: { name, inputs, owners }, certificates: tls.certificates, pools, redirectsLate: isLate(redirect, policies) };
}

/** A virtual service below a parent, which has the address. */
function childVs(content: ChildContent, parent: string): LoweredChild {
  const { cx, name, about, owners, hosts, extension, routing, tls } = content;
  const { redirect, refusal, pools, poolGroups, firstPaths } = routing;
  const { enhanced, ownMatching } = cx.akoVersion;
  const clear = present(redirect ?? refusal);
  const policies = ownMatching ? inOrderOfPaths(routing.policies, firstPaths, clear) : [...clear, ...routing.policies];
  if (enhanced && tls.sslProfile) {
    const message = `the least version of TLS is not used: with naming ako-2-evh the parent ends TLS for all of its hosts`;
    cx.report(diagnose("LB1302", about, "/spec", message));
  }
  for (const host of hosts) reportUnusedOfChild(cx, host, extension);
  const body = (enhanced ? enhancedBody : sniBody)(cx, parent, fieldsOf(content));
  const virtualService = cx.body("virtualservice", name, { ...body, ...extendedFields(policies, extension) });
  const versions = tls.sslProfile && !enhanced ? { sslProfile: tls.sslProfile } : {};
  const inputs = { owner: cx.owner, ...tls.inside, ...versions, poolGroups, ...groupsOf(routing), policies, virtualService };
  return { child: { name, inputs, owners, parent }, certificates: tls.certificates, pools, redirectsLate: isLate(redirect, policies) };
}

function fieldsOf({ hosts, extension, tls }: ChildContent): VirtualServiceParts {
  return {
    hosts: hosts.flatMap((host) => namesOf(host, extension).all),
    certificates: tls.names.map(refTo.certificate),
    sslProfile: extension?.sslProfile ?? (tls.sslProfile && refTo.sslProfile(tls.sslProfile.name)),
  };
}

const groupsOf = ({ stringGroups }: LoweredRoutes) => (stringGroups.length > 0 ? { stringGroups } : {});

const present = (policy: AviBody | undefined): AviBody[] => (policy ? [policy] : []);

const isLate = (redirect: AviBody | undefined, ordered: readonly AviBody[]) => redirect !== undefined && ordered[0] !== redirect;

/** AKO reads paths of a host in clear text otherwise only with EVH; without policies there is nothing to read. */
function readingOf(
  { cx: { akoVersion }, extension, parent, termination }: ChildVirtualService,
  listeners: readonly PortListener[],
): PathReading | undefined {
  if (!extension || extension.withoutPolicies || (parent === undefined && !termination && !akoVersion.enhanced)) return undefined;
  const { regularExpressions, rootPath } = extension;
  return { regularExpressions, ...(rootPath ? { root: { path: rootPath, listeners, rule: extension.ref } } : {}) };
}

interface VirtualServiceParts {
  hosts: string[];
  certificates: string[];
  sslProfile?: string;
}

type ChildFields = { [field: string]: Json | undefined };

const NETWORK_PROFILE = { network_profile_ref: refTo.networkProfile("System-TCP-Proxy") };

/** It ends TLS itself, with a certificate of its own. */
function sniBody({ settings }: AviLowering, parent: string, { hosts, certificates, sslProfile }: VirtualServiceParts): ChildFields {
  return {
    type: "VS_TYPE_VH_CHILD",
    [parentField(settings.controllerVersion)]: refTo.virtualService(parent),
    vh_domain_name: hosts,
    application_profile_ref: refTo.applicationProfile("System-Secure-HTTP"),
    ...NETWORK_PROFILE,
    ssl_key_and_certificate_refs: certificates,
    ssl_profile_ref: sslProfile,
    ign_pool_net_reach: false,
    east_west_placement: false,
  };
}

/** The parent ends TLS for all of its children, which differ by host and path. */
function enhancedBody({ settings }: AviLowering, parent: string, { hosts }: VirtualServiceParts): ChildFields {
  const path = { match_criteria: "BEGINS_WITH", match_case: "SENSITIVE", match_str: ["/"] };
  return {
    type: "VS_TYPE_VH_CHILD",
    vh_type: "VS_TYPE_VH_ENHANCED",
    [parentField(settings.controllerVersion)]: refTo.virtualService(parent),
    vh_matches: hosts.map((host) => ({ host, rules: [{ name: "VHMATCHRULENAME", matches: { path } }] })),
    application_profile_ref: refTo.applicationProfile("System-HTTP"),
    ...NETWORK_PROFILE,
    min_pools_up: 1,
    ign_pool_net_reach: false,
    east_west_placement: false,
  };
}

function dedicatedBody(cx: AviLowering, name: string, parts: VirtualServiceParts): ChildFields {
  const { settings, akoVersion } = cx;
  const { certificates, sslProfile } = parts;
  const isSecure = certificates.length > 0;
  return {
    tenant_ref: refTo.tenant(settings.tenant),
    type: "VS_TYPE_NORMAL",
    application_profile_ref: refTo.applicationProfile(isSecure ? "System-Secure-HTTP" : "System-HTTP"),
    ...NETWORK_PROFILE,
    ssl_key_and_certificate_refs: isSecure ? certificates : undefined,
    ssl_profile_ref: sslProfile,
    ...useVsVip(cx, name),
    east_west_placement: false,
    ...(akoVersion.enhanced ? { min_pools_up: 1 } : {}),
  };
}

/**
 * Controllers from 22.1 on call the parent reference `vh_parent_vs_ref`, older ones `vh_parent_vs_uuid`.
 *
 * @unverified avi/parent-field
 */
function parentField(controllerVersion: string): string {
  return atLeast(controllerVersion, 22, 1) ? "vh_parent_vs_ref" : "vh_parent_vs_uuid";
}
