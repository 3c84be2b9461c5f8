import { z } from "zod";
import type { InputsOf } from "../kind";
import { aviBody } from "./body";
import { BUNDLE_LISTS, BUNDLE_SLOTS, bundle } from "./bundle";
import { type AviKind, aviKind, owned } from "./kind";

/** The servers of one host/path/backend or listener port: a Pool, with a PKIProfile and a HealthMonitor where it has its own. */
export const POOL = aviKind({
  type: "avi:Pool",
  schema: z.strictObject({
    ...owned,
    /** A health monitor for this pool, to be referenced in `health_monitor_refs`. */
    healthMonitor: aviBody.optional(),
    /** CA certificates for re-encryption, to be referenced in `pki_profile_ref`. */
    pkiProfile: aviBody.optional(),
    /** The pool; its servers are identified by address and port. */
    pool: aviBody,
    /**
     * `["servers"]`: the servers stay as they are on the controller, and are neither compared nor written; a new pool has none. Components
     * set this if the input that determines the servers is missing in the specs.
     */
    keep: z.array(z.enum(["servers"])).optional(),
  }),
  primary: "pool",
  slots: [
    { name: "pkiProfile", type: "pkiprofile" },
    { name: "healthMonitor", type: "healthmonitor" },
    { name: "pool", type: "pool" },
  ],
});

export type PoolInputs = InputsOf<typeof POOL>;

const isRewrite = (live: { readonly [field: string]: unknown }) => String(live.name).includes("--host-hdr-re-write--");

/**
 * The parent of one shard: its data script selects the member of the pool group whose priority label matches the request. An EVH parent has
 * neither, because all of its hosts are children.
 */
export const SHARED_VS = aviKind({
  type: "avi:SharedVS",
  schema: z.strictObject({
    ...owned,
    ...bundle,
    /** The address and its host names. */
    vsVip: aviBody,
    /** One member per host and path, with the priority label that the data script selects. */
    poolGroup: aviBody.optional(),
    /** The script that selects the member for a request. */
    dataScriptSet: aviBody.optional(),
    /** Redirects clear text requests of TLS hosts to https. */
    redirectPolicy: aviBody.optional(),
    /** Rewrite the Host header of requests with names of global load balancing (GSLB) to the local host names. */
    rewritePolicies: z.array(aviBody).optional(),
    /** The virtual service, of type `VS_TYPE_VH_PARENT`. */
    virtualService: aviBody,
  }),
  primary: "virtualService",
  slots: [
    ...BUNDLE_SLOTS,
    { name: "poolGroup", type: "poolgroup", reviewed: true },
    { name: "redirectPolicy", type: "httppolicyset", reviewed: true, fits: (live) => !isRewrite(live) },
    { name: "rewritePolicies", type: "httppolicyset", fits: isRewrite },
    { name: "dataScriptSet", type: "vsdatascriptset", reviewed: true },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
  ],
  packed: [
    ...BUNDLE_LISTS,
    "poolGroup.members",
    "dataScriptSet",
    "vsVip.dns_info",
    "virtualService.services",
    "virtualService.vs_datascripts",
  ],
});

export type SharedVSInputs = InputsOf<typeof SHARED_VS>;

const isAuthority = (live: { readonly [field: string]: unknown }) => live.type === "SSL_CERTIFICATE_TYPE_CA";

/** A certificate that virtual services refer to and none of them owns: that of an EVH host is on the parent and is deleted with the child. */
export const CERTIFICATE = aviKind({
  type: "avi:Certificate",
  schema: z.strictObject({
    ...owned,
    /** The CA certificate of the issuer, to be referenced in the `ca_certs` of the certificate. */
    caCertificate: aviBody.optional(),
    /** Certificate and private key. `key` becomes a secret. */
    certificate: aviBody,
  }),
  primary: "certificate",
  slots: [
    // The controller keeps one object per content: certificates of others may come to point at ours.
    { name: "caCertificate", type: "sslkeyandcertificate", reviewed: true, shareable: true, fits: isAuthority },
    { name: "certificate", type: "sslkeyandcertificate", reviewed: true, fits: (live) => !isAuthority(live) },
  ],
});

export type CertificateInputs = InputsOf<typeof CERTIFICATE>;

/** Properties of a host's own virtual service that follow from its paths. */
const ROUTING = ["poolGroups", "policies", "stringGroups", "virtualService.http_policies"];

/** The child virtual service of one host with TLS or (below an EVH parent) without: certificate, pool groups and policies. */
export const SNI_VS = aviKind({
  type: "avi:SniVS",
  schema: z.strictObject({
    ...owned,
    ...bundle,
    /** The CA certificate of the issuer, to be referenced in the `ca_certs` of the certificate. */
    caCertificate: aviBody.optional(),
    /** Certificate and private key; absent if it is a separate resource or belongs to another child. `key` becomes a secret. */
    certificate: aviBody.optional(),
    /** The TLS versions that clients may use; referenced in `ssl_profile_ref` of the virtual service. */
    sslProfile: aviBody.optional(),
    /** One per path. */
    poolGroups: z.array(aviBody),
    /** Map requests to pool groups: one policy per path, or (naming `ako-2`) per namespace. */
    policies: z.array(aviBody),
    /** Paths that are regular expressions, one each, to be referenced in `string_group_refs` of the policies. */
    stringGroups: z.array(aviBody).optional(),
    /** The virtual service, of type `VS_TYPE_VH_CHILD`. */
    virtualService: aviBody,
  }),
  primary: "virtualService",
  slots: [
    ...BUNDLE_SLOTS,
    // The controller keeps one object per content: certificates of others may come to point at ours.
    { name: "caCertificate", type: "sslkeyandcertificate", reviewed: true, shareable: true, fits: isAuthority },
    { name: "certificate", type: "sslkeyandcertificate", reviewed: true, fits: (live) => !isAuthority(live) },
    { name: "sslProfile", type: "sslprofile" },
    { name: "poolGroups", type: "poolgroup", reviewed: true },
    { name: "stringGroups", type: "stringgroup" },
    { name: "policies", type: "httppolicyset", reviewed: true },
    { name: "virtualService", type: "virtualservice" },
  ],
  packed: [...BUNDLE_LISTS, ...ROUTING],
});

export type SniVSInputs = InputsOf<typeof SNI_VS>;

/** One host with its own address and virtual service (shard size `DEDICATED`); its certificates are separate resources. */
export const DEDICATED_VS = aviKind({
  type: "avi:DedicatedVS",
  schema: z.strictObject({
    ...owned,
    ...bundle,
    /** The address and its host name. */
    vsVip: aviBody,
    /** The TLS versions that clients may use; referenced in `ssl_profile_ref` of the virtual service. */
    sslProfile: aviBody.optional(),
    /** One per path. */
    poolGroups: z.array(aviBody),
    /** Map requests to pool groups, and redirect a TLS host. */
    policies: z.array(aviBody),
    /** Paths that are regular expressions, one each, to be referenced in `string_group_refs` of the policies. */
    stringGroups: z.array(aviBody).optional(),
    /** The virtual service, of type `VS_TYPE_NORMAL`. */
    virtualService: aviBody,
  }),
  primary: "virtualService",
  slots: [
    ...BUNDLE_SLOTS,
    { name: "sslProfile", type: "sslprofile" },
    { name: "poolGroups", type: "poolgroup", reviewed: true },
    { name: "stringGroups", type: "stringgroup" },
    { name: "policies", type: "httppolicyset", reviewed: true },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
  ],
  packed: [...BUNDLE_LISTS, ...ROUTING],
});

export type DedicatedVSInputs = InputsOf<typeof DEDICATED_VS>;

/** A Service of type LoadBalancer: one pool group per port behind one address, or (naming `ako-2`) one policy that selects the pool of each port. */
export const L4_VS = aviKind({
  type: "avi:L4VS",
  schema: z.strictObject({
    ...owned,
    ...bundle,
    /** The address. */
    vsVip: aviBody,
    /** One per port; none where a policy picks the pools. */
    poolGroups: z.array(aviBody),
    /** Selects the pool by port and protocol. */
    policySet: aviBody.optional(),
    /** The virtual service with its listeners, and `service_pool_select` or `l4_policies`. */
    virtualService: aviBody,
  }),
  primary: "virtualService",
  slots: [
    ...BUNDLE_SLOTS,
    { name: "poolGroups", type: "poolgroup", reviewed: true },
    { name: "policySet", type: "l4policyset", reviewed: true },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
  ],
  packed: BUNDLE_LISTS,
});

export type L4VSInputs = InputsOf<typeof L4_VS>;

/**
 * The passthrough hosts of one shard: its data script selects the pool group of the host that the client requests. The virtual
 * service on port 80 is created last, because it shares the VIP of the other one, and is deleted first.
 */
export const PASSTHROUGH_VS = aviKind({
  type: "avi:PassthroughVS",
  schema: z.strictObject({
    ...owned,
    ...bundle,
    /** The address of both virtual services and its host names. */
    vsVip: aviBody,
    /** One per host. */
    poolGroups: z.array(aviBody),
    /** The script that reads the host from the first bytes of TLS and selects its pool group. */
    dataScriptSet: aviBody,
    /** The virtual service of layer 4 on port 443. */
    virtualService: aviBody,
    /** Redirects clear text requests to https. */
    redirectPolicy: aviBody.optional(),
    /** The virtual service on port 80 that carries the redirect; it names the same VsVip. */
    insecureVirtualService: aviBody.optional(),
  }),
  primary: "virtualService",
  slots: [
    ...BUNDLE_SLOTS,
    { name: "poolGroups", type: "poolgroup", reviewed: true },
    { name: "dataScriptSet", type: "vsdatascriptset", reviewed: true },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
    { name: "redirectPolicy", type: "httppolicyset", reviewed: true },
    { name: "insecureVirtualService", type: "virtualservice", nameFrom: (primary) => `${primary}-insecure` },
  ],
  packed: BUNDLE_LISTS,
});

export type PassthroughVSInputs = InputsOf<typeof PASSTHROUGH_VS>;

/** A Gateway: one address, which is the main object, with virtual services for requests, for TCP and UDP, and for TLS that ends at the servers. */
export const GATEWAY_VS = aviKind({
  type: "avi:GatewayVS",
  schema: z.strictObject({
    ...owned,
    ...bundle,
    /** The address of all virtual services and its host names. */
    vsVip: aviBody,
    /** One per rule of a Route; of TCP, UDP and TLS one per port, too. */
    poolGroups: z.array(aviBody),
    /** Rules of all ports by rank: the first that matches takes the request; the last answers 404. */
    policy: aviBody.optional(),
    /** The script that reads the host from the first bytes of TLS and selects its pool group. */
    dataScriptSet: aviBody.optional(),
    /** The virtual service of the ports HTTP and HTTPS. */
    virtualService: aviBody.optional(),
    /** The virtual service of layer 4 for the ports TCP and UDP. */
    connectionService: aviBody.optional(),
    /** The virtual service of layer 4 for the ports TLS in mode Passthrough. */
    passthroughService: aviBody.optional(),
  }),
  primary: "vsVip",
  slots: [
    ...BUNDLE_SLOTS,
    { name: "poolGroups", type: "poolgroup", reviewed: true },
    { name: "policy", type: "httppolicyset", reviewed: true },
    { name: "dataScriptSet", type: "vsdatascriptset", reviewed: true },
    { name: "vsVip", type: "vsvip" },
    { name: "virtualService", type: "virtualservice", nameFrom: (primary) => primary },
    { name: "connectionService", type: "virtualservice", nameFrom: (primary) => `${primary}_l4` },
    { name: "passthroughService", type: "virtualservice", nameFrom: (primary) => `${primary}_passthrough` },
  ],
  packed: [...BUNDLE_LISTS, "poolGroups", "policy"],
});

export type GatewayVSInputs = InputsOf<typeof GATEWAY_VS>;

/** The kinds that are several objects each. */
export const OBJECT_KINDS: readonly AviKind[] = [POOL, CERTIFICATE, SHARED_VS, SNI_VS, DEDICATED_VS, PASSTHROUGH_VS, L4_VS, GATEWAY_VS];

/** The kinds that may hold the pools which they alone use. */
export const BUNDLING_KINDS: readonly AviKind[] = [SHARED_VS, SNI_VS, DEDICATED_VS, PASSTHROUGH_VS, L4_VS, GATEWAY_VS];
