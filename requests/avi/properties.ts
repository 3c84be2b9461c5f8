// Reads from bodies of Avi what clients and servers notice besides answers: TLS versions, session persistence, balancing.

import { createHash } from "node:crypto";
import { textIn } from "../../resources/json";
import type { DefaultValues } from "../differences/property-words";
import type { RuleProperties, ServedForward, ServedPort, ServedRule, ServerTls } from "../table/routing-table";
import { type Body, byIndex, type Lookup, recordsIn, referencedName, textsIn } from "./bodies";

/** Usual values of Avi, where a body has none. The versions of TLS are those of a profile of the controller. */
export const AVI_DEFAULTS = { balancing: "least connections" } as const satisfies DefaultValues;

/** The profile of virtual services that name none. */
const USUAL_PROFILE = "System-Standard-PFS";

/** Versions of TLS by the profile of a virtual service; absent where only the controller knows the profile. */
export function tlsVersionsOf(cx: Lookup, vs: Body): Pick<ServedPort, "tlsVersions"> {
  const profile = vs.ssl_profile_ref === undefined ? undefined : cx.at("sslprofile", vs.ssl_profile_ref);
  const tlsVersions = recordsIn(profile?.accepted_versions)
    .map(({ type }) =>
      textIn(type)
        .replace(/^SSL_VERSION_(TLS)?/, "")
        .replace("_", "."),
    )
    .map((version) => (version === "1" ? "1.0" : version))
    .sort();
  return tlsVersions.length > 0 ? { tlsVersions } : {};
}

const POLICIES = [
  ["waf_policy_ref", "WAF policy"],
  ["security_policy_ref", "security policy"],
  ["network_security_policy_ref", "network security policy"],
  ["bot_policy_ref", "bot policy"],
  ["sso_policy_ref", "SSO policy"],
  ["error_page_profile_ref", "error page profile"],
  ["traffic_clone_profile_ref", "traffic clone profile"],
] as const;

/**
 * Names of what judges the traffic of a virtual service besides its own rules: policies, scripts, and profiles that are not the controller's
 * own. Who wrote the bodies does not know what is in them.
 */
export function policiesOf(cx: Lookup, vs: Body): string[] {
  const named = POLICIES.flatMap(([field, word]) => (vs[field] === undefined ? [] : [`${word} ${referencedName(vs[field])}`]));
  const inOrder = (list: unknown, field: string) => byIndex(recordsIn(list)).map((one) => one[field]);
  const sets = inOrder(vs.http_policies, "http_policy_set_ref").filter((ref) => !cx.at("httppolicyset", ref));
  const scripts = inOrder(vs.vs_datascripts, "vs_datascript_set_ref").filter((ref) => !picksGroups(cx.at("vsdatascriptset", ref)));
  const icap = textsIn(vs.icap_request_profile_refs);
  const profile = vs.ssl_profile_ref === undefined ? "" : referencedName(vs.ssl_profile_ref);
  const isUnread = profile !== "" && profile !== USUAL_PROFILE && !cx.at("sslprofile", profile);
  return [
    ...named,
    ...icap.map((ref) => `ICAP profile ${referencedName(ref)}`),
    ...sets.map((ref) => `policy set ${referencedName(ref)}`),
    ...scripts.map((ref) => `script ${referencedName(ref)}`),
    ...(isUnread ? [`SSL profile ${profile}`] : []),
    ...ownProfile("application profile", vs.application_profile_ref),
    ...ownProfile("network profile", vs.network_profile_ref),
  ];
}

/** A script that picks pool groups is part of the rules. */
const picksGroups = (set: Body | undefined): boolean => textsIn(set?.pool_group_refs).length > 0;

function ownProfile(word: string, reference: unknown): string[] {
  const name = reference === undefined ? "" : referencedName(reference);
  return name === "" || name.startsWith("System-") ? [] : [`${word} ${name}`];
}

/** Rules whose requests the policies see. */
export function withPolicies(rules: readonly ServedRule[], policies: string[]): ServedRule[] {
  if (policies.length === 0) return [...rules];
  return rules.map((rule) => ("forward" in rule.to ? { ...rule, to: { ...rule.to, policies } } : rule));
}

/** Properties of the pools of one answer; those of several kinds are named together. */
export function propertiesOfPools(pools: readonly (Body | undefined)[]): Pick<ServedForward, "affinity" | "balancing"> {
  const joined = (textOfPool: (pool: Body) => string | undefined) =>
    [...new Set(pools.flatMap((pool) => (pool ? (textOfPool(pool) ?? []) : [])))].sort().join(" or ");
  const [affinity, balancing] = [joined(affinityOf), joined(balancingOf)];
  return { ...(affinity ? { affinity } : {}), ...(balancing ? { balancing } : {}) } satisfies RuleProperties;
}

function affinityOf({ application_persistence_profile_ref: profile }: Body): string | undefined {
  if (profile === undefined) return undefined;
  const name = referencedName(profile);
  if (name === "System-Persistence-Client-IP") return "source";
  return name === "System-Persistence-Http-Cookie" ? `cookie (${name})` : `persistence profile ${name}`;
}

function balancingOf({ lb_algorithm, lb_algorithm_hash, lb_algorithm_consistent_hash_hdr: header }: Body): string | undefined {
  const algorithm = wordsOf(lb_algorithm, "LB_ALGORITHM_");
  if (algorithm === "" || algorithm === AVI_DEFAULTS.balancing) return undefined;
  if (algorithm !== "consistent hash") return algorithm;
  const hash = wordsOf(lb_algorithm_hash, "LB_ALGORITHM_CONSISTENT_HASH_") || "source IP address";
  return `consistent hash of ${hash}${header === undefined ? "" : ` ${textIn(header)}`}`;
}

const wordsOf = (value: unknown, prefix: string): string =>
  textIn(value)
    .replace(prefix, "")
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/\bip\b/, "IP")
    .replace(/\buri\b/, "URI");

/** TLS towards the servers of a pool: with a profile for it, as the health monitors and Avi have it. */
export function tlsOfPool(cx: Lookup, pool: Body | undefined): ServerTls | undefined {
  if (!pool || pool.ssl_profile_ref === undefined) return undefined;
  const { pki_profile_ref: authority, host_check_enabled, domain_name, ssl_key_and_certificate_ref: clientCertificate } = pool;
  const names = host_check_enabled === true ? textsIn(domain_name) : [];
  return {
    verify: authority !== undefined,
    ...(names.length > 0 ? { name: names.join(" or ") } : {}),
    ...(authority === undefined ? {} : { authority: authorityText(cx, authority) }),
    ...(clientCertificate === undefined ? {} : { certificate: referencedName(clientCertificate) }),
  };
}

/** The name stays when the contents change. */
function authorityText(cx: Lookup, reference: unknown): string {
  const certificates = recordsIn(cx.at("pkiprofile", reference)?.ca_certs).map(({ certificate }) => textIn(certificate));
  if (certificates.length === 0) return referencedName(reference);
  return `${referencedName(reference)} ${createHash("sha256").update(certificates.join("\n")).digest("hex").slice(0, 12)}`;
}
