// Lowers a host with TLS (SNI), or with EVH any host, to a child virtual service; a host without a parent to a dedicated one.

import type { CertificateInputs, DedicatedVSInputs, PoolInputs } from "../../../../resources/avi";
import type { AviBody } from "../../../../resources/avi/body";
import type { Json } from "../../../../resources/kind";
import type { Termination } from "../../../routing";
import { bySeniority, compare, diagnose } from "../../../specs";
import type { HostExtension, PortListener } from "../extensions";
import { refTo } from "../names";
import { atLeast } from "../settings";
import { type LoweredCertificate, lowerCertificate, lowerHostCertificates, lowerTlsVersions } from "./certificates";
import type { AviLowering } from "./context";
import { addressedFields, extendedFields, listenersOf, namesOf, reportAddressed, reportWithoutCertificate } from "./extended";
import type { Lowered, LoweredSniVs } from "./lowered";
import { lowerVsVip, useVsVip } from "./network";
import { type HostRedirects, lowerRedirects, lowerRefusal } from "./policies";
import { type HostedRoute, inOrderOfPaths, lowerRoutes, type PathReading } from "./routes";

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
  const all = child.cx;
  const { akoVersion } = all;
  const [{ route: first }] = child.routes;
  const parts = child.routes.map(({ route }) => route);
  const eldest = parts.reduce((known, { owner }) => (bySeniority(owner, known) < 0 ? owner : known), first.owner);
  const cx = all.from(eldest, ...parts);
  const about = first.owner.ref;
  const owners = [...new Set(parts.map(({ owner }) => owner.ref))];
  const { termination } = child;

  const isDedicated = child.parent === undefined;
  const name = cx.name(child.name, about) + (isDedicated && akoVersion.hashed ? "-EVH" : "");
  const { extension } = child;
  const ports = listenersOf(cx, extension, termination !== undefined);
  if (isDedicated) {
    reportWithoutCertificate(cx, child.routes[0].host, ports, about);
    if (ports.listeners.length === 0) return { certificates: [], pools: [] };
  }
  const reading = readingOf(child, child.listeners ?? ports.listeners);
  const { pools, poolGroups, stringGroups, firstPaths, ...lowered } = lowerRoutes(cx, child.routes, isDedicated, reading);
  const policies = extension?.withoutPolicies ? [] : lowered.policies;
  const redirects = extension?.withoutPolicies ? undefined : child.redirects;
  const redirect = redirects
    ? lowerRedirects(cx, name, [redirects], "")
    : child.refusesClear && !extension?.withoutPolicies
      ? lowerRefusal(cx, name)
      : undefined;
  const sslProfile = termination && lowerTlsVersions(cx, child.name, termination, about);
  const isOwn = akoVersion.ownCertificates && !termination?.held;
  const certificates = termination && isOwn ? lowerHostCertificates(cx, child.certificate, termination, owners, about) : [];
  const inside: Partial<LoweredCertificate> =
    termination && !akoVersion.ownCertificates ? lowerCertificate(cx, child.certificate, termination, about) : {};
  const named = [
    ...(termination?.held ?? []),
    ...certificates.map((planned) => planned.name),
    ...(inside.certificate ? [inside.certificate.name] : []),
  ];
  const hosts = [...new Set(child.routes.map(({ host }) => host))].sort(compare);
  const common: VirtualServiceParts = {
    hosts: hosts.flatMap((host) => namesOf(host, extension).all),
    certificates: named.map(refTo.certificate),
    sslProfile: extension?.sslProfile ?? (sslProfile && refTo.sslProfile(sslProfile.name)),
  };
  const grouped = stringGroups.length > 0 ? { stringGroups } : {};
  const parent = child.parent;
  if (parent === undefined) {
    // @unverified avi/sets-go-on
    const ordered = [...policies, ...(redirect ? [redirect] : [])];
    const dns = hosts.flatMap((host) => namesOf(host, extension).dns);
    const vsVip = lowerVsVip(cx, name, dns, extension?.address, true);
    const virtualService = cx.body("virtualservice", name, {
      ...dedicatedBody(cx, name, common),
      ...addressedFields(ports.listeners, extension),
      ...extendedFields(ordered, extension),
    });
    const versions = sslProfile ? { sslProfile } : {};
    const inputs: DedicatedVSInputs = { owner: cx.owner, vsVip, ...versions, poolGroups, ...grouped, policies: ordered, virtualService };
    return { dedicated: { name, inputs, owners }, certificates, pools, redirectsLate: isLate(redirects && redirect, ordered) };
  }
  const clear = redirect ? [redirect] : [];
  const ordered = akoVersion.ownMatching ? inOrderOfPaths(policies, firstPaths, clear) : [...clear, ...policies];
  if (akoVersion.enhanced && sslProfile) {
    const message = `the least version of TLS is not used: with naming ako-2-evh the parent ends TLS for all of its hosts`;
    cx.report(diagnose("LB1302", about, "/spec", message));
  }
  const bodyOf = akoVersion.enhanced ? enhancedBody : sniBody;
  for (const host of hosts) reportAddressed(cx, host, extension);
  const virtualService = cx.body("virtualservice", name, { ...bodyOf(cx, parent, common), ...extendedFields(ordered, extension) });
  const versions = sslProfile && !akoVersion.enhanced ? { sslProfile } : {};
  const inputs = { owner: cx.owner, ...inside, ...versions, poolGroups, ...grouped, policies: ordered, virtualService };
  return { child: { name, inputs, owners, parent }, certificates, pools, redirectsLate: isLate(redirects && redirect, ordered) };
}

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
