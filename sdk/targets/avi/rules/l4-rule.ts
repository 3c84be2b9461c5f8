// Reads an L4Rule as settings of a layer 4 virtual service.

import type { ObjectRef } from "../../../../resources/diagnostic";
import type { Json } from "../../../../resources/kind";
import type { L4Rule } from "../../../frontends";
import { isAddress, type Service } from "../../../specs";
import type { ExtensionFields, PoolExtension, ServiceExtension } from "../extensions";
import { requestMonitors } from "./monitors";
import { type References, Refused } from "./references";

type L4Spec = L4Rule["spec"];
type BackendProperties = NonNullable<L4Spec["backendProperties"]>[number];

/** Annotation by which a Service names a rule in its namespace. */
export const L4_ANNOTATION = "ako.vmware.com/l4rule";

const L4 = "System-L4-Application";
const L4_SSL = "System-SSL-Application";
const CUSTOM_HEADER = "LB_ALGORITHM_CONSISTENT_HASH_CUSTOM_HEADER";

/** Settings of an L4Rule for the Services that name it (ako-2x.md 10). Throws if AKO would reject the rule. */
export function l4Extension({ ref, spec }: L4Rule, references: References): ServiceExtension {
  const { loadBalancerIP: address, networkProfileRef: network, backendProperties = [] } = spec;
  if (address !== undefined && !isAddress(address)) throw new Refused(`loadBalancerIP ${address} is not valid`);
  if (spec.revokeVipRoute && !references.onNsxt()) throw new Refused("revokeVipRoute is only supported for NSX-T clouds");
  const tls = (spec.listenerProperties ?? []).filter(({ enableSsl }) => enableSsl).map(({ protocol, port }) => `${protocol} ${port}`);
  const profile = applicationProfile(spec, tls.length > 0, references);
  for (const backend of backendProperties) checkAlgorithm(backend);
  return {
    ...(address ? { address } : {}),
    applicationProfile: tls.length > 0 && profile.name === L4 ? L4_SSL : profile.name,
    ...(network ? { networkProfile: tcpProxy(network, profile.ssl, references) } : {}),
    ...(tls.length > 0 ? { tlsListeners: new Set(tls) } : {}),
    fields: fieldsOf(spec, references),
    pools: new Map(
      backendProperties
        .map((backend, index) => [`${backend.protocol} ${backend.port}`, backendOf(ref, index, backend, references)] as const)
        .reverse(),
    ),
  };
}

/** Listeners with TLS and a profile that ends TLS go together. */
function applicationProfile(spec: L4Spec, tls: boolean, references: References): { name: string; ssl: boolean } {
  const name = spec.applicationProfileRef || L4;
  const type = references.find("applicationprofile", name)?.type;
  const [plain, secure] = ["APPLICATION_PROFILE_TYPE_L4", "APPLICATION_PROFILE_TYPE_SSL"];
  if (type !== undefined && type !== plain && type !== secure)
    throw new Refused(`applicationprofile "${name}" found on controller is invalid, must be of type: ${plain} or ${secure}`);
  const ssl = type === undefined ? tls : type === secure;
  if (ssl && !tls) throw new Refused(`SSL is not enabled in l4rule listener Spec but App Profile ${name} is of type SSL`);
  if (!ssl && tls && name !== L4) throw new Refused(`SSL is enabled in l4rule listener Spec but App Profile ${name} is not of type SSL`);
  if (!ssl && spec.sslProfileRef) throw new Refused(`App Profile ${name} is not of type SSL but SslProfileRef is set`);
  if (!ssl && spec.sslKeyAndCertificateRefs?.length)
    throw new Refused(`App Profile ${name} is not of type SSL but SslKeyAndCertificateRefs are set`);
  return { name, ssl };
}

/** TLS needs a proxy. */
function tcpProxy(name: string, ssl: boolean, references: References): string {
  references.to("networkprofile", name);
  const profile = references.find("networkprofile", name)?.profile;
  const type = typeof profile === "object" && profile ? Reflect.get(profile, "type") : undefined;
  if (ssl && type !== undefined && type !== "PROTOCOL_TYPE_TCP_PROXY")
    throw new Refused(
      `networkprofile "${name}" found on controller is invalid, must be of type: PROTOCOL_TYPE_TCP_PROXY for L4 SSL support`,
    );
  return name;
}

function checkAlgorithm({
  lbAlgorithm = "LB_ALGORITHM_LEAST_CONNECTIONS",
  lbAlgorithmHash: hash,
  lbAlgorithmConsistentHashHdr: header,
}: BackendProperties) {
  if (lbAlgorithm === "LB_ALGORITHM_CONSISTENT_HASH") {
    if (!hash) throw new Refused(`lbAlgorithmHash must be specified when lbAlgorithm is "${lbAlgorithm}"`);
    if (hash === CUSTOM_HEADER && !header)
      throw new Refused(`lbAlgorithmConsistentHashHdr must be specified when lbAlgorithmHash is "${hash}"`);
    return;
  }
  if (hash) throw new Refused(`lbAlgorithmHash must not be specified when lbAlgorithm is "${lbAlgorithm}"`);
  if (header) throw new Refused(`lbAlgorithmConsistentHashHdr must not be specified when lbAlgorithm is "${lbAlgorithm}"`);
}

function fieldsOf(spec: L4Spec, references: References): ExtensionFields {
  const { analyticsPolicy, performanceLimits } = spec;
  const scripts = references.list("vsdatascriptset", spec.vsDatascriptRefs);
  const certificates = references.list("sslkeyandcertificate", spec.sslKeyAndCertificateRefs);
  const logs = analyticsPolicy?.fullClientLogs;
  return {
    ...references.fields({
      // a default of AKO's definition
      analytics_profile_ref: ["analyticsprofile", spec.analyticsProfileRef || "System-Analytics-Profile"],
      network_security_policy_ref: ["networksecuritypolicy", spec.networkSecurityPolicyRef],
      security_policy_ref: ["securitypolicy", spec.securityPolicyRef],
      ssl_profile_ref: ["sslprofile", spec.sslProfileRef],
    }),
    ...(certificates.length > 0 ? { ssl_key_and_certificate_refs: certificates } : {}),
    ...(scripts.length > 0 ? { vs_datascripts: scripts.map((reference, index) => ({ index, vs_datascript_set_ref: reference })) } : {}),
    ...(spec.revokeVipRoute ? { revoke_vip_route: true } : {}),
    ...(performanceLimits ? { performance_limits: limitsOf(performanceLimits) } : {}),
    ...(analyticsPolicy
      ? {
          analytics_policy: logs
            ? { full_client_logs: { enabled: logs.enabled, duration: logs.duration ?? 30, throttle: logs.throttle ?? 10 } }
            : {},
        }
      : {}),
  };
}

/** Only the fields that are set. */
function definedFields(fields: { readonly [field: string]: Json | undefined }): ExtensionFields {
  return Object.fromEntries(Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])));
}

export const limitsOf = ({ maxConcurrentConnections, maxThroughput }: NonNullable<L4Spec["performanceLimits"]>) =>
  definedFields({ max_concurrent_connections: maxConcurrentConnections, max_throughput: maxThroughput });

function backendOf(ref: ObjectRef, index: number, backend: BackendProperties, references: References): PoolExtension {
  const monitors = references.list("healthmonitor", backend.healthMonitorRefs);
  const { analyticsPolicy, lbAlgorithmHash: hash } = backend;
  // AKO accepts a header with another hash, and does not send it (AviPoolBuild)
  const pointer = `/spec/backendProperties/${index}/healthMonitorRefs`;
  const header = hash === CUSTOM_HEADER ? backend.lbAlgorithmConsistentHashHdr : undefined;
  return {
    fields: {
      // defaults of AKO's definition
      enabled: backend.enabled ?? true,
      lb_algorithm: backend.lbAlgorithm ?? "LB_ALGORITHM_LEAST_CONNECTIONS",
      ...definedFields({
        lb_algorithm_hash: hash,
        lb_algorithm_consistent_hash_hdr: header,
        min_servers_up: backend.minServersUp,
        analytics_policy: analyticsPolicy && { enable_realtime_metrics: analyticsPolicy.enableRealtimeMetrics ?? false },
      }),
      ...(monitors.length > 0 ? { health_monitor_refs: monitors } : {}),
      ...references.fields({
        application_persistence_profile_ref: ["applicationpersistenceprofile", backend.applicationPersistenceProfileRef],
        pki_profile_ref: ["pkiprofile", backend.pkiProfileRef],
        ssl_profile_ref: ["sslprofile", backend.sslProfileRef],
        ssl_key_and_certificate_ref: ["sslkeyandcertificate", backend.sslKeyAndCertificateRef],
      }),
    },
    ...requestMonitors(references, backend.healthMonitorRefs, { object: ref, pointer }),
  };
}

/** Reason why AKO would not apply an accepted rule to a Service (its getL4Rule and buildWithL4Rule). */
export function misfit({ spec: { listenerProperties = [] }, ref }: L4Rule, { ports, ref: { name } }: Service): string | undefined {
  if (listenerProperties.length === 0) return undefined;
  if (listenerProperties.length !== ports.length)
    return `Number of port definitions in ${ref.name} l4rule listener spec does not match with the port definitons in ${name} service`;
  const tls = listenerProperties.find(({ enableSsl }) => enableSsl);
  if (tls && ports.length > 1)
    return `Port ${tls.port} requires enabling SSL for L4 but there are multiple ports defined in ${name} service definition`;
  const missing = ports.find(({ port, protocol }) => !listenerProperties.some((one) => one.port === port && one.protocol === protocol));
  if (missing) return `Port ${missing.port} defined in ${name} service definition is not present in ${ref.name} l4rule listener spec`;
  return undefined;
}
