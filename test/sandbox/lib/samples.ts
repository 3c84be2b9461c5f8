import type { PoolInputs, SharedVSInputs, SniVSInputs } from "../../../resources/avi";
import type { Json } from "../../../resources/kind";
import { certificate, dedicatedVs, evhChild, evhParent, l4WithPolicy } from "./ako2-samples";
import type { AviWorld } from "./avi-world";
import { certificateFor, type KeyPair } from "./certificates";
import { Resource } from "./engine";
import { gatewayVs } from "./gateway-sample";
import type { Props } from "./host";
import { l4Vs } from "./l4-sample";
import { passthroughVs } from "./passthrough-sample";
import { cloud_ref, OWNER, redirectPolicy, tenant_ref, vrf_context_ref } from "./sample-parts";

export { OWNER };

/** A kind with inputs that declare as many of its fields as fit together. */
export interface AviSample {
  kind: string;
  /** Creates objects of other owners that the resource refers to. */
  prepare?(world: AviWorld): Promise<void>;
  inputs(): Props;
  /** Number of objects the inputs mean. */
  objects: number;
  /** Number of private keys among them. */
  secrets?: number;
  /** Pools are among them. */
  bundle?: true;
}

let pair: KeyPair;
let authority: KeyPair;

/** Makes what takes time, once per file. */
export async function prepareSamples(): Promise<void> {
  [pair, authority] = await Promise.all([certificateFor("shop.example.com"), certificateFor("ca.example.com")]);
}

export function poolInputs(name = "c1--web", more: Props = {}): PoolInputs {
  return {
    owner: OWNER,
    pool: {
      name,
      cloud_ref,
      tenant_ref,
      vrf_ref: vrf_context_ref,
      enabled: true,
      default_server_port: 8080,
      lb_algorithm: "LB_ALGORITHM_ROUND_ROBIN",
      graceful_disable_timeout: 2,
      server_timeout: 30_000,
      server_reselect: { enabled: true, num_retries: 2, retry_timeout: 150, svr_resp_code: { resp_code_block: ["HTTP_RSP_5XX"] } },
      sni_enabled: false,
      host_check_enabled: false,
      health_monitor_refs: ["/api/healthmonitor/?name=System-TCP"],
      service_metadata: '{"namespace":"default"}',
      servers: [
        { ip: { addr: "10.244.1.11", type: "V4" }, port: 8080, ratio: 2, enabled: true },
        { ip: { addr: "10.244.1.12", type: "V4" }, port: 8080 },
      ],
      ...more,
    },
  } as PoolInputs;
}

function fullPool(): PoolInputs {
  const refs = ["/api/healthmonitor/?name=System-TCP", "/api/healthmonitor?name=c1--monitor"];
  return {
    ...poolInputs("c1--full", { health_monitor_refs: refs, pki_profile_ref: "/api/pkiprofile?name=c1--pki" }),
    healthMonitor: {
      name: "c1--monitor",
      type: "HEALTH_MONITOR_HTTP",
      send_interval: 12,
      receive_timeout: 5,
      successful_checks: 3,
      failed_checks: 3,
      http_monitor: { http_request: "GET /healthz HTTP/1.0", http_response_code: ["HTTP_2XX"] },
    },
    pkiProfile: { name: "c1--pki", crl_check: false, ca_certs: [{ certificate: authority.certificate }] },
  };
}

function sharedVs(): SharedVSInputs {
  return {
    owner: OWNER,
    vsVip: {
      name: "c1--Shared-L7-0",
      cloud_ref,
      tenant_ref,
      vrf_context_ref,
      east_west_placement: false,
      vip: [{ auto_allocate_ip: true }],
      dns_info: [{ fqdn: "shop.avi.internal" }, { fqdn: "blog.avi.internal" }],
    },
    poolGroup: {
      name: "c1--Shared-L7-0",
      cloud_ref,
      tenant_ref,
      implicit_priority_labels: true,
      members: [
        { pool_ref: "/api/pool?name=c1--a", priority_label: "shop.avi.internal/a", ratio: 100 },
        { pool_ref: "/api/pool?name=c1--b", priority_label: "shop.avi.internal/b", ratio: 50 },
      ],
    },
    dataScriptSet: {
      name: "c1--Shared-L7-0",
      tenant_ref,
      datascript: [{ evt: "VS_DATASCRIPT_EVT_HTTP_REQ", script: "avi.poolgroup.select('c1--Shared-L7-0')" }],
      pool_group_refs: ["/api/poolgroup/?name=c1--Shared-L7-0"],
    },
    redirectPolicy: redirectPolicy("c1--Shared-L7-0", ["shop.avi.internal"]),
    virtualService: {
      name: "c1--Shared-L7-0",
      cloud_ref,
      tenant_ref,
      vrf_context_ref,
      type: "VS_TYPE_VH_PARENT",
      application_profile_ref: "/api/applicationprofile/?name=System-HTTP",
      network_profile_ref: "/api/networkprofile/?name=System-TCP-Proxy",
      ssl_key_and_certificate_refs: ["/api/sslkeyandcertificate?name=System-Default-Cert"],
      services: [
        { port: 80, enable_ssl: false },
        { port: 443, enable_ssl: true },
      ],
      vsvip_ref: "/api/vsvip/?name=c1--Shared-L7-0",
      vs_datascripts: [{ index: 0, vs_datascript_set_ref: "/api/vsdatascriptset/?name=c1--Shared-L7-0" }],
      http_policies: [{ index: 11, http_policy_set_ref: "/api/httppolicyset/?name=c1--Shared-L7-0" }],
    },
  };
}

/** `/x` in the place of the first segment. */
const rewritten = (): Json => ({
  type: "URI_PARAM_TYPE_TOKENIZED",
  tokens: [
    { type: "URI_TOKEN_TYPE_STRING", str_value: "x" },
    { type: "URI_TOKEN_TYPE_PATH", start_index: 1, end_index: 65535 },
  ],
});

function sniVs(): SniVSInputs {
  const path = (letter: string) => `c1--shop_${letter}`;
  return {
    owner: OWNER,
    caCertificate: { name: "c1--ca", type: "SSL_CERTIFICATE_TYPE_CA", certificate: { certificate: authority.certificate } },
    certificate: {
      name: "c1--shop",
      type: "SSL_CERTIFICATE_TYPE_VIRTUALSERVICE",
      certificate: { certificate: pair.certificate },
      key: pair.key,
      ca_certs: [{ ca_ref: "/api/sslkeyandcertificate?name=c1--ca" }],
    },
    sslProfile: {
      name: "c1--shop-sslprofile",
      tenant_ref,
      accepted_versions: [{ type: "SSL_VERSION_TLS1_2" }, { type: "SSL_VERSION_TLS1_3" }],
    },
    poolGroups: ["a", "b"].map((letter) => ({
      name: path(letter),
      cloud_ref,
      tenant_ref,
      implicit_priority_labels: false,
      members: [{ pool_ref: `/api/pool?name=c1--${letter}`, ratio: 100 }],
    })),
    policies: ["a", "b"].map((letter) => ({
      name: path(letter),
      tenant_ref,
      http_request_policy: {
        rules: [
          {
            index: 0,
            name: `${path(letter)}-0`,
            enable: true,
            match: {
              host_hdr: { match_criteria: "HDR_EQUALS", value: ["shop.example.com"] },
              path: { match_criteria: "BEGINS_WITH", match_str: [`/${letter}`] },
            },
            switching_action: {
              action: "HTTP_SWITCHING_SELECT_POOLGROUP",
              pool_group_ref: `/api/poolgroup/?name=${path(letter)}`,
            },
            rewrite_url_action: { path: rewritten() },
          },
        ],
      },
    })),
    virtualService: {
      name: "c1--shop",
      cloud_ref,
      tenant_ref,
      vrf_context_ref,
      type: "VS_TYPE_VH_CHILD",
      vh_parent_vs_ref: "/api/virtualservice/?name=c1--Shared-L7-0",
      vh_domain_name: ["shop.example.com"],
      application_profile_ref: "/api/applicationprofile/?name=System-Secure-HTTP",
      network_profile_ref: "/api/networkprofile/?name=System-TCP-Proxy",
      ssl_key_and_certificate_refs: ["/api/sslkeyandcertificate/?name=c1--shop"],
      ssl_profile_ref: "/api/sslprofile?name=c1--shop-sslprofile",
      http_policies: ["a", "b"].map((letter, i) => ({ index: 11 + i, http_policy_set_ref: `/api/httppolicyset?name=${path(letter)}` })),
      service_metadata: '{"namespace":"default"}',
      ign_pool_net_reach: false,
    },
  };
}

/** The pools that the pool groups of the samples choose from. */
async function pools({ host }: AviWorld): Promise<void> {
  for (const name of ["c1--a", "c1--b", "c1--c"]) await new Resource(host, "avi:Pool").up(props(poolInputs(name)));
}

async function parent(world: AviWorld): Promise<void> {
  await pools(world);
  await new Resource(world.host, "avi:SharedVS").up(props(sharedVs()));
}

/** Creates the objects beside the virtual service of a host of the generations `ako-2*`. */
async function certified(world: AviWorld): Promise<void> {
  await pools(world);
  await new Resource(world.host, "avi:Certificate").up(props(certificate(pair, authority)));
}

async function enhanced(world: AviWorld): Promise<void> {
  await certified(world);
  await new Resource(world.host, "avi:SharedVS").up(props(evhParent()));
}

/** A pool that no sample holds. */
async function poolOfAnother({ host }: AviWorld): Promise<void> {
  await new Resource(host, "avi:Pool").up(props(poolInputs("c1--c")));
}

/** The parent of a child that holds the pools: it has one of its own. */
async function parentOfBundle(world: AviWorld): Promise<void> {
  const { host } = world;
  await poolOfAnother(world);
  const { poolGroup, ...inputs } = sharedVs();
  const members = [{ pool_ref: "/api/pool?name=c1--c", priority_label: "blog.avi.internal/c", ratio: 100 }];
  await new Resource(host, "avi:SharedVS").up(props({ ...inputs, poolGroup: { ...poolGroup, members } }));
}

/** Pools inside the resource that uses them: one with a health monitor and a PKI profile, one as it is. */
function bundle(full: string, plain: string): Props {
  const { healthMonitor, pkiProfile, pool } = fullPool();
  return props({
    pkiProfiles: [pkiProfile],
    healthMonitors: [healthMonitor],
    pools: [{ ...pool, name: full }, poolInputs(plain).pool],
  });
}

function props(inputs: object): Props {
  return structuredClone(inputs) as Props;
}

/** One sample per kind that is a bundle of objects. */
export const SAMPLES: readonly AviSample[] = [
  { kind: "avi:Pool", objects: 3, inputs: () => props(fullPool()) },
  { kind: "avi:SharedVS", objects: 5, prepare: pools, inputs: () => props(sharedVs()) },
  { kind: "avi:SniVS", objects: 8, secrets: 1, prepare: parent, inputs: () => props(sniVs()) },
  { kind: "avi:PassthroughVS", objects: 7, prepare: pools, inputs: () => props(passthroughVs()) },
  { kind: "avi:L4VS", objects: 4, prepare: pools, inputs: () => props(l4Vs()) },
  { kind: "avi:Certificate", objects: 2, secrets: 1, inputs: () => props(certificate(pair, authority)) },
  { kind: "avi:SharedVS", objects: 2, prepare: certified, inputs: () => props(evhParent()) },
  { kind: "avi:SniVS", objects: 5, prepare: enhanced, inputs: () => props(evhChild()) },
  { kind: "avi:DedicatedVS", objects: 7, prepare: certified, inputs: () => props(dedicatedVs()) },
  { kind: "avi:L4VS", objects: 3, prepare: pools, inputs: () => props(l4WithPolicy()) },
  { kind: "avi:GatewayVS", objects: 10, prepare: pools, inputs: () => props(gatewayVs()) },
  {
    kind: "avi:SharedVS",
    bundle: true,
    objects: 9,
    prepare: poolOfAnother,
    inputs: () => props({ ...sharedVs(), ...bundle("c1--a", "c1--b") }),
  },
  {
    kind: "avi:SniVS",
    bundle: true,
    objects: 12,
    secrets: 1,
    prepare: parentOfBundle,
    inputs: () => props({ ...sniVs(), ...bundle("c1--a", "c1--b") }),
  },
];

/** The types of all objects that the samples make. */
export const OBJECT_TYPES = [
  "healthmonitor",
  "httppolicyset",
  "l4policyset",
  "pkiprofile",
  "pool",
  "poolgroup",
  "sslkeyandcertificate",
  "sslprofile",
  "virtualservice",
  "vsdatascriptset",
  "vsvip",
] as const;
