import type { AviBody } from "../../../kinds/avi/body";
import type { CertificateInputs, DedicatedVSInputs, PoolInputs } from "../../../kinds/avi/resources";
import type { Json } from "../../../kinds/kind";
import type { Termination } from "../../routing";
import { bySeniority, compare, diagnose } from "../../specs";
import { refTo } from "../names";
import type { Planned, PlannedChild } from "../plan";
import { atLeast } from "../settings";
import { type LoweredCertificate, lowerCertificate, lowerHostCertificates, lowerTlsVersions } from "./certificates";
import type { Lowering } from "./context";
import { lowerVsVip, useVsVip } from "./network";
import { attachPolicies, type HostRedirects, lowerRedirects } from "./policies";
import { type HostedRoute, lowerRoutes } from "./routes";

/** What has a virtual service below a parent, or to itself: a host, or under namespace shards an Ingress and its Secret. */
export interface Child {
  /** Long names of the virtual service and of its certificate. */
  name: string;
  certificate: string;
  /** Absent for a plain host. */
  termination?: Termination;
  /** Absent where the host has an address to itself. */
  parent?: string;
  /** What clear text gets, where that does not stand on the parent. */
  redirects?: HostRedirects;
  /** A child is there because of its first route. */
  routes: [HostedRoute, ...HostedRoute[]];
}

export interface LoweredChild {
  child?: PlannedChild;
  apart?: Planned<DedicatedVSInputs>;
  certificates: Planned<CertificateInputs>[];
  pools: Planned<PoolInputs>[];
}

/** The virtual service of one child with all that it uses (ako.md 1.3; ako-2x.md 5, 6 and 7). */
export function lowerChild(all: Lowering, child: Child): LoweredChild {
  const { generation } = all;
  const [{ route: first }] = child.routes;
  const parts = child.routes.map(({ route }) => route);
  const eldest = parts.reduce((known, { owner }) => (bySeniority(owner, known) < 0 ? owner : known), first.owner);
  const cx = all.from(eldest, ...parts);
  const about = first.owner.ref;
  const owners = [...new Set(parts.map(({ owner }) => owner.ref))];
  const { termination } = child;

  const isApart = child.parent === undefined;
  const name = cx.name(child.name, about) + (isApart && generation.hashed ? "-EVH" : "");
  const { pools, poolGroups, policies } = lowerRoutes(cx, child.routes);
  const redirect = child.redirects && lowerRedirects(cx, name, [child.redirects], "");
  const sslProfile = termination && lowerTlsVersions(cx, child.name, termination, about);
  const certificates =
    termination && generation.ownCertificates ? lowerHostCertificates(cx, child.certificate, termination, owners, about) : [];
  const inside: Partial<LoweredCertificate> =
    termination && !generation.ownCertificates ? lowerCertificate(cx, child.certificate, termination, about) : {};
  const named = [...certificates.map((planned) => planned.name), ...(inside.certificate ? [inside.certificate.name] : [])];
  const common: VirtualServiceParts = {
    hosts: [...new Set(child.routes.map(({ host }) => host))].sort(compare),
    certificates: named.map(refTo.certificate),
    ...(sslProfile ? { sslProfile: refTo.sslProfile(sslProfile.name) } : {}),
    policies: [],
  };
  const parent = child.parent;
  if (parent === undefined) {
    const ordered = [...policies, ...(redirect ? [redirect] : [])];
    const vsVip = lowerVsVip(cx, name, common.hosts);
    const virtualService = cx.body("virtualservice", name, apartBody(cx, name, { ...common, policies: ordered }));
    const versions = sslProfile ? { sslProfile } : {};
    const inputs: DedicatedVSInputs = { owner: cx.owner, vsVip, ...versions, poolGroups, policies: ordered, virtualService };
    return { apart: { name, inputs, owners }, certificates, pools };
  }
  const ordered = [...(redirect ? [redirect] : []), ...policies];
  if (generation.enhanced && sslProfile) {
    const message = `the least version of TLS is not used: with naming ako-2-evh the parent ends TLS for all of its hosts`;
    cx.report(diagnose("LB1302", about, "/spec", message));
  }
  const bodyOf = generation.enhanced ? enhancedBody : sniBody;
  const virtualService = cx.body("virtualservice", name, bodyOf(cx, parent, { ...common, policies: ordered }));
  const versions = sslProfile && !generation.enhanced ? { sslProfile } : {};
  const inputs = { owner: cx.owner, ...inside, ...versions, poolGroups, policies: ordered, virtualService };
  return { child: { name, inputs, owners, parent }, certificates, pools };
}

interface VirtualServiceParts {
  hosts: string[];
  certificates: string[];
  sslProfile?: string;
  policies: AviBody[];
}

type Fields = { [field: string]: Json | undefined };

const NETWORK_PROFILE = { network_profile_ref: refTo.networkProfile("System-TCP-Proxy") };

/** It ends TLS itself, with a certificate of its own. */
function sniBody({ settings }: Lowering, parent: string, { hosts, certificates, sslProfile, policies }: VirtualServiceParts): Fields {
  return {
    type: "VS_TYPE_VH_CHILD",
    [parentField(settings.controllerVersion)]: refTo.virtualService(parent),
    vh_domain_name: hosts,
    application_profile_ref: refTo.applicationProfile("System-Secure-HTTP"),
    ...NETWORK_PROFILE,
    ssl_key_and_certificate_refs: certificates,
    ssl_profile_ref: sslProfile,
    http_policies: attachPolicies(policies),
    ign_pool_net_reach: false,
    east_west_placement: false,
  };
}

/** The parent ends TLS for all of its children, which are told apart by host and path. */
function enhancedBody({ settings }: Lowering, parent: string, { hosts, policies }: VirtualServiceParts): Fields {
  const path = { match_criteria: "BEGINS_WITH", match_case: "SENSITIVE", match_str: ["/"] };
  return {
    type: "VS_TYPE_VH_CHILD",
    vh_type: "VS_TYPE_VH_ENHANCED",
    [parentField(settings.controllerVersion)]: refTo.virtualService(parent),
    vh_matches: hosts.map((host) => ({ host, rules: [{ name: "VHMATCHRULENAME", matches: { path } }] })),
    application_profile_ref: refTo.applicationProfile("System-HTTP"),
    ...NETWORK_PROFILE,
    http_policies: attachPolicies(policies),
    min_pools_up: 1,
    ign_pool_net_reach: false,
    east_west_placement: false,
  };
}

function apartBody(cx: Lowering, name: string, parts: VirtualServiceParts): Fields {
  const { settings, generation } = cx;
  const { certificates, sslProfile, policies } = parts;
  const isSecure = certificates.length > 0;
  return {
    tenant_ref: refTo.tenant(settings.tenant),
    type: "VS_TYPE_NORMAL",
    application_profile_ref: refTo.applicationProfile(isSecure ? "System-Secure-HTTP" : "System-HTTP"),
    ...NETWORK_PROFILE,
    services: [{ port: 80, enable_ssl: false }, ...(isSecure ? [{ port: 443, enable_ssl: true }] : [])],
    ssl_key_and_certificate_refs: isSecure ? certificates : undefined,
    ssl_profile_ref: sslProfile,
    http_policies: attachPolicies(policies),
    ...useVsVip(cx, name),
    east_west_placement: false,
    ...(generation.enhanced ? { min_pools_up: 1 } : {}),
  };
}

/** Controllers from 22.1 on call the parent reference `vh_parent_vs_ref`, older ones `vh_parent_vs_uuid`. */
function parentField(controllerVersion: string): string {
  return atLeast(controllerVersion, 22, 1) ? "vh_parent_vs_ref" : "vh_parent_vs_uuid";
}
