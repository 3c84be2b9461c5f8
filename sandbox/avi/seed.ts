// Objects that a new controller contains.
import { type JsonObject, text } from "../shared/json";
import { create, modelForPath } from "./crud";
import { ADMIN_TENANT, canonical } from "./references";
import { referenceByName } from "./resolve";
import type { AviScope, ControllerState } from "./state";

const VERSION_OF_SEEDS = "99.0.0";

/**
 * Creates the objects that a controller comes with: the admin tenant, its clouds with their networks, and the `System-*` objects that
 * others refer to.
 */
export function seedController(state: ControllerState): void {
  const scope: AviScope = { tenant: ADMIN_TENANT, allTenants: false, version: VERSION_OF_SEEDS };
  const make = (type: string, body: JsonObject, uuid?: string): string => {
    const object = create(state, modelForPath(type), body, scope, uuid);
    const reference = canonical(type, text(object.uuid));
    state.systemObjects.add(reference);
    return reference;
  };
  make("tenant", { name: "admin", local: true }, ADMIN_TENANT);
  seedClouds(state, make);
  for (const [type, bodies] of Object.entries(SYSTEM_OBJECTS)) for (const body of bodies) make(type, body);
  seedSingletons(state);
}

type Make = (type: string, body: JsonObject, uuid?: string) => string;

/** Default-Cloud is what most clients use; the vCenter cloud is there so that clouds matter. */
function seedClouds(state: ControllerState, make: Make): void {
  const ipam = make("ipamdnsproviderprofile", { name: "ipam-profile", type: "IPAMDNS_TYPE_INTERNAL", internal_profile: {} });
  const domains = state.settings.dnsDomains.map((domain_name) => ({ domain_name }));
  const dns = make("ipamdnsproviderprofile", {
    name: "dns-profile",
    type: "IPAMDNS_TYPE_INTERNAL_DNS",
    internal_profile: { dns_service_domain: domains },
  });
  const providers = { ipam_provider_ref: ipam, dns_provider_ref: dns };
  for (const [name, vtype, third] of [
    ["Default-Cloud", "CLOUD_NONE", 250],
    ["vcenter-cloud", "CLOUD_VCENTER", 251],
  ] as const) {
    const cloud_ref = make("cloud", { name, vtype, license_tier: "ENTERPRISE", license_type: "LIC_CORES", ...providers });
    const vrf_context_ref = referenceByName(state, "vrfcontext", "global", cloud_ref) ?? "";
    make("network", { name: `${name}-vip-network`, cloud_ref, vrf_context_ref, configured_subnets: [subnet(`10.${third}.250`)] });
  }
}

/** `a.b.c.0/24` with .10 to .250 to allocate from. */
function subnet(start: string): JsonObject {
  const at = (last: number) => ({ addr: `${start}.${last}`, type: "V4" });
  return {
    prefix: { ip_addr: at(0), mask: 24 },
    static_ip_ranges: [{ range: { begin: at(10), end: at(250) }, type: "STATIC_IPS_FOR_VIP_AND_SE" }],
  };
}

/** The certificate of the `System-Default-*` objects. No one has its key: nothing is ever served with it. */
const SEED_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIICBzCCAa2gAwIBAgIUS5NgczEWKoNaQ4RbN2vDSjmFaNAwCgYIKoZIzj0EAwIw
WTELMAkGA1UEBhMCVVMxCzAJBgNVBAgMAkNBMRIwEAYDVQQHDAlQYWxvIEFsdG8x
EDAOBgNVBAoMB1NhbmRib3gxFzAVBgNVBAMMDlN5c3RlbS1EZWZhdWx0MB4XDTI2
MTEyMTE0NTEwNloXDTQ2MTExNjE0NTEwNlowWTELMAkGA1UEBhMCVVMxCzAJBgNV
BAgMAkNBMRIwEAYDVQQHDAlQYWxvIEFsdG8xEDAOBgNVBAoMB1NhbmRib3gxFzAV
BgNVBAMMDlN5c3RlbS1EZWZhdWx0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
v5owzGnckXHmfehkxiUJJp6yLye2Afku7oqUbQIU2GcbCysQAKYXVFCyqJuSLdW4
MC394tqIF9IDYkDyMYR2/aNTMFEwHQYDVR0OBBYEFCX1vwgdnDqL2pb6fwJHwHz0
ATJUMB8GA1UdIwQYMBaAFCX1vwgdnDqL2pb6fwJHwHz0ATJUMA8GA1UdEwEB/wQF
MAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhALa/ByDijKigWN9S9j2ZAZ9oBSCEFUMu
kEjP3RULmGU3AiAvV3UukA3TKCdeBrCDhZUWyYznvzgvjlzJFzLM49FlNw==
-----END CERTIFICATE-----
`;

const strings = (name: string, values: string[]): JsonObject => ({ name, type: "SG_TYPE_STRING", kv: values.map((key) => ({ key })) });
const monitor = (name: string, type: string, more: JsonObject = {}): JsonObject => ({ name, type: `HEALTH_MONITOR_${type}`, ...more });
const certificate = (name: string, type: string): JsonObject => ({
  name,
  type: `SSL_CERTIFICATE_TYPE_${type}`,
  certificate: { certificate: SEED_CERTIFICATE },
});

const CODES = { http_response_code: ["HTTP_2XX", "HTTP_3XX"] };

const SYSTEM_OBJECTS: { [type: string]: JsonObject[] } = {
  applicationprofile: [
    { name: "System-HTTP", type: "APPLICATION_PROFILE_TYPE_HTTP", http_profile: {} },
    { name: "System-Secure-HTTP", type: "APPLICATION_PROFILE_TYPE_HTTP", http_profile: {} },
    { name: "System-L4-Application", type: "APPLICATION_PROFILE_TYPE_L4" },
    { name: "System-SSL-Application", type: "APPLICATION_PROFILE_TYPE_SSL" },
    { name: "System-DNS", type: "APPLICATION_PROFILE_TYPE_DNS" },
  ],
  networkprofile: [
    { name: "System-TCP-Proxy", profile: { type: "PROTOCOL_TYPE_TCP_PROXY", tcp_proxy_profile: {} } },
    { name: "System-TCP-Fast-Path", profile: { type: "PROTOCOL_TYPE_TCP_FAST_PATH", tcp_fast_path_profile: {} } },
    { name: "System-UDP-Fast-Path", profile: { type: "PROTOCOL_TYPE_UDP_FAST_PATH", udp_fast_path_profile: {} } },
    { name: "System-SCTP-Proxy", profile: { type: "PROTOCOL_TYPE_SCTP_PROXY" } },
  ],
  healthmonitor: [
    monitor("System-TCP", "TCP", { tcp_monitor: {} }),
    monitor("System-UDP", "UDP", { udp_monitor: {} }),
    monitor("System-HTTP", "HTTP", { http_monitor: CODES }),
    monitor("System-HTTPS", "HTTPS", { https_monitor: CODES }),
    monitor("System-Ping", "PING"),
  ],
  sslprofile: [{ name: "System-Standard" }, { name: "System-Standard-PFS" }],
  sslkeyandcertificate: [
    certificate("System-Default-Cert", "VIRTUALSERVICE"),
    certificate("System-Default-Portal-Cert", "SYSTEM"),
    certificate("System-Default-Portal-Cert-EC256", "SYSTEM"),
  ],
  analyticsprofile: [{ name: "System-Analytics-Profile" }],
  applicationpersistenceprofile: [
    { name: "System-Persistence-Client-IP", persistence_type: "PERSISTENCE_TYPE_CLIENT_IP_ADDRESS", ip_persistence_profile: {} },
    { name: "System-Persistence-Http-Cookie", persistence_type: "PERSISTENCE_TYPE_HTTP_COOKIE", http_cookie_persistence_profile: {} },
  ],
  stringgroup: [
    strings("System-Compressible-Content-Types", ["text/html", "text/css", "text/plain", "application/json", "application/javascript"]),
    strings("System-Cacheable-Resource-Types", ["text/css", "image/png", "image/jpeg", "application/javascript"]),
    strings("System-Devices-Mobile", ["iPhone", "Android"]),
    strings("System-Rewritable-Content-Types", ["text/html", "text/xml", "text/css"]),
  ],
  protocolparser: [{ name: "Default-TLS", parser_code: "-- TLS" }],
};

function seedSingletons(state: ControllerState): void {
  state.singletons.set("systemconfiguration", {
    uuid: "default",
    _last_modified: state.clock.tick(),
    default_license_tier: "ENTERPRISE",
    portal_configuration: { allow_basic_authentication: false, api_force_timeout: 24, http_port: 80, https_port: 443, enable_https: true },
    global_tenant_config: { tenant_vrf: false, se_in_provider_context: true, tenant_access_to_provider_se: true },
    dns_configuration: { search_domain: "" },
    welcome_workflow_complete: true,
  });
}
