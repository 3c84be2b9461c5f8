// Reads a HostRule as settings of the virtual service of its host.

import type { Diagnostic } from "../../../../resources/diagnostic";
import type { HostRule, L7Rule } from "../../../frontends";
import { familyOf, type Termination } from "../../../routing";
import { diagnose, isAddress, keyInField, keyOf, type SpecSet } from "../../../specs";
import type { ExtensionFields, HostExtension } from "../extensions";
import { limitsOf } from "./l4-rule";
import { type References, Refused } from "./references";

type RuleVirtualHost = HostRule["virtualhost"];

/**
 * Settings of a HostRule for the virtual service of its host (ako-2x.md 10). Throws if AKO would reject the rule, in the order of its
 * checks.
 *
 * @param secured hosts with TLS of Ingresses and Routes: none of them may be an alias
 * @param secrets looks its certificates up, which comes before the references
 */
export function hostExtension(
  { ref, virtualhost: host }: HostRule,
  references: References,
  others: readonly HostRule[],
  secured: ReadonlySet<string>,
  secrets: () => void,
): HostExtension {
  const { tcpSettings, tls, httpPolicy, gslb, aliases = [], applicationRootPath } = host;
  const address = tcpSettings?.loadBalancerIP;
  // its pattern takes four numbers only
  if (address && !(isAddress(address) && familyOf(address) === "IPv4")) throw new Refused(`loadBalancerIP ${address} is not a valid IP`);
  if (gslb?.fqdn && gslb.fqdn === host.fqdn) throw new Refused("GSLB FQDN and local FQDN are same");
  const listeners = (tcpSettings?.listeners ?? []).map(({ port, enableSSL = false }, index) => ({
    port,
    tls: enableSSL,
    by: { rule: ref, at: `/spec/virtualhost/tcpSettings/listeners/${index}` },
  }));
  if (listeners.length > 0 && !listeners.some((listener) => listener.tls))
    throw new Refused("Hosting parent virtualservice must have SSL enabled");
  if (host.aliases) checkAliases(host, host.aliases, others, secured);
  secrets();
  if ((host.icapProfile ?? []).length > 1) throw new Refused("Can only have 1 ICAP profile associated with VS");
  const certificates = [tls?.sslKeyCertificate, tls?.sslKeyCertificate?.alternateCertificate].flatMap((named) =>
    named?.type === "ref" ? [named.name] : [],
  );
  return {
    ref,
    forShared: namesShared(host),
    fields: fieldsOf(host, references),
    ...(tls?.sslProfile ? { sslProfile: references.to("sslprofile", tls.sslProfile) } : {}),
    certificates: references.list("sslkeyandcertificate", certificates),
    policySets: references.list("httppolicyset", httpPolicy?.policySets),
    dataScripts: references.list("vsdatascriptset", host.datascripts),
    withoutPolicies: httpPolicy?.overwrite ?? false,
    aliases,
    ...(gslb?.fqdn ? { globalName: gslb.fqdn } : {}),
    regularExpressions: host.useRegex ?? false,
    ...(applicationRootPath ? { rootPath: applicationRootPath } : {}),
    ...(listeners.length > 0 ? { listeners } : {}),
    ...(address ? { address } : {}),
    addressed: references.fields({ network_security_policy_ref: ["networksecuritypolicy", host.networkSecurityPolicy] }),
  };
}

function checkAliases(
  { fqdn, fqdnType = "Exact", gslb }: RuleVirtualHost,
  aliases: readonly string[],
  others: readonly HostRule[],
  secured: ReadonlySet<string>,
): void {
  if (fqdnType !== "Exact") throw new Refused("Aliases is supported only when FQDN type is set as Exact");
  if (aliases.includes(fqdn)) throw new Refused("Duplicate entry found. Aliases field has same entry as the FQDN field");
  if (new Set(aliases).size < aliases.length) throw new Refused("Aliases must be unique");
  if (gslb?.fqdn && aliases.includes(gslb.fqdn)) throw new Refused("Aliases must not contain GSLB FQDN");
  for (const { virtualhost } of others) {
    const taken = aliases.find((alias) => virtualhost.aliases?.includes(alias));
    if (taken) throw new Refused(`${taken} is already in use by hostrule ${virtualhost.fqdn}`);
  }
  // AKO names the host in the place of a rule, whether it has one or not
  const host = aliases.find((alias) => secured.has(alias.toLowerCase()));
  if (host) throw new Refused(`${host} is already in use by hostrule ${host}`);
}

/** True if the rule names a shared virtual service by its AKO name. */
const namesShared = ({ fqdn }: RuleVirtualHost) => fqdn.includes("--Shared-L7-");

/** A rule that names a shared virtual service is about no path. */
export function checkShared(host: RuleVirtualHost): void {
  if (!namesShared(host)) return;
  const { fqdn, useRegex, applicationRootPath } = host;
  const field = useRegex ? "useRegex" : applicationRootPath ? "applicationRootPath" : undefined;
  if (field) throw new Refused(`hostrule ${field} with fqdn ${fqdn} cannot be applied to shared virtualservices`);
}

function fieldsOf(host: RuleVirtualHost, references: References): ExtensionFields {
  const { applicationProfile, enableVirtualHost, icapProfile, analyticsPolicy } = host;
  return {
    ...references.fields({ waf_policy_ref: ["wafpolicy", host.wafPolicy] }),
    ...(applicationProfile
      ? { application_profile_ref: references.to("applicationprofile", applicationProfile, { be: "APPLICATION_PROFILE_TYPE_HTTP" }) }
      : {}),
    ...references.fields({
      analytics_profile_ref: ["analyticsprofile", host.analyticsProfile],
      error_page_profile_ref: ["errorpageprofile", host.errorPageProfile],
    }),
    ...(icapProfile && icapProfile.length > 0 ? { icap_request_profile_refs: references.list("icapprofile", icapProfile) } : {}),
    ...(enableVirtualHost === undefined ? {} : { enabled: enableVirtualHost }),
    ...(analyticsPolicy ? { analytics_policy: analytics(analyticsPolicy) } : {}),
  };
}

/** Logs per second, by AKO's words for them. */
const THROTTLE = { DISABLED: 0, LOW: 50, MEDIUM: 30, HIGH: 10 } as const;

/** Logs are kept for ever unless a duration is given. AKO leaves `enabled` out of a rule without `fullClientLogs`; a controller requires it. */
function analytics({ fullClientLogs: logs, logAllHeaders = false }: NonNullable<RuleVirtualHost["analyticsPolicy"]>): ExtensionFields {
  const { enabled = false, throttle = "HIGH", duration = 0 } = logs ?? {};
  return {
    all_headers: logAllHeaders,
    // @unverified avi/full-logs-off
    full_client_logs: { duration, enabled, ...(logs ? { throttle: THROTTLE[throttle] } : {}) },
  };
}

type NamedCertificate = { name: string; type: "ref" | "secret" };

/** The certificates that a HostRule gives its host: objects of the controller, which count alone where there are any, or Secrets of its namespace. */
export function hostTermination({ ref, virtualhost }: HostRule, specs: Pick<SpecSet, "secrets">): Termination | undefined {
  const certificate = virtualhost.tls?.sslKeyCertificate;
  if (!certificate) return undefined;
  const named = [certificate, ...(certificate.alternateCertificate ? [certificate.alternateCertificate] : [])];
  const existingCertificates = named.filter(({ type }) => type === "ref").map(({ name }) => name);
  const [first, second] = named.filter(({ type }) => type === "secret").map((one) => pairOf(ref.namespace, one, specs));
  if (existingCertificates.length > 0 || !first) return { source: ref, certificate: "", key: "", held: existingCertificates };
  return { ...first, ...(second ? { alternate: { certificate: second.certificate, key: second.key } } : {}) };
}

function pairOf(namespace: string, { name }: NamedCertificate, { secrets }: Pick<SpecSet, "secrets">): Termination {
  const secret = secrets.get(keyOf({ namespace, name }));
  if (!secret) throw new MissingSecret(namespace, name);
  const { "tls.crt": certificate, "tls.key": key, "alt.crt": other, "alt.key": otherKey } = secret.values;
  const misplaced = keyInField(secret, "tls.crt", `secret "${name}"`);
  if (misplaced && !certificate) throw new MissingSecret(namespace, name, misplaced);
  if (certificate === undefined || key === undefined) throw new Refused(`secret "${name}" lacks tls.crt or tls.key`);
  return { source: secret.ref, certificate, key, ...(other && otherKey ? { alternate: { certificate: other, key: otherKey } } : {}) };
}

/** Private keys in fields for certificates of the Secrets that a HostRule names. */
export function keysInCertificateFields({ ref, virtualhost }: HostRule, { secrets }: Pick<SpecSet, "secrets">): Diagnostic[] {
  const at = "/spec/virtualhost/tls/sslKeyCertificate";
  const { sslKeyCertificate: first } = virtualhost.tls ?? {};
  const named = first
    ? [{ ...first, at }, ...(first.alternateCertificate ? [{ ...first.alternateCertificate, at: `${at}/alternateCertificate` }] : [])]
    : [];
  return named.flatMap(({ type, name, at }) => {
    const secret = type === "secret" ? secrets.get(keyOf({ namespace: ref.namespace, name })) : undefined;
    const faults = secret
      ? (["tls.crt", "alt.crt"] as const).flatMap((field) => keyInField(secret, field, `Secret ${keyOf(secret.ref)}`) ?? [])
      : [];
    return faults.map((what) => diagnose("LB1120", ref, `${at}/name`, what));
  });
}

/** The rule is refused because the specs lack its Secret, or a certificate in it. */
export class MissingSecret extends Refused {
  constructor(
    readonly namespace: string,
    readonly secret: string,
    why = `secret "${secret}" not found`,
  ) {
    super(why);
  }
}

/** Settings of an L7Rule for a virtual service, and those only for one with an address. */
export interface L7Extension {
  fields: ExtensionFields;
  addressed: ExtensionFields;
}

/** The fields of an L7Rule, with the defaults of AKO's definition (ako-2x.md 10; docs/crds/l7rule.md of AKO for what children do not take). */
export function l7Extension({ spec }: L7Rule, references: References): L7Extension {
  return {
    fields: {
      allow_invalid_client_cert: spec.allowInvalidClientCert ?? false,
      close_client_conn_on_config_update: spec.closeClientConnOnConfigUpdate ?? false,
      ign_pool_net_reach: spec.ignPoolNetReach ?? false,
      remove_listening_port_on_vs_down: spec.removeListeningPortOnVsDown ?? false,
      ssl_sess_cache_avg_size: spec.sslSessCacheAvgSize ?? 1024,
      ...(spec.minPoolsUp === undefined ? {} : { min_pools_up: spec.minPoolsUp }),
      ...references.fields({
        bot_policy_ref: ["botdetectionpolicy", spec.botPolicyRef],
        traffic_clone_profile_ref: ["trafficcloneprofile", spec.trafficCloneProfileRef],
      }),
    },
    addressed: {
      ...(spec.hostNameXlate ? { host_name_xlate: spec.hostNameXlate } : {}),
      ...(spec.performanceLimits ? { performance_limits: limitsOf(spec.performanceLimits) } : {}),
      ...references.fields({ security_policy_ref: ["securitypolicy", spec.securityPolicyRef] }),
    },
  };
}
