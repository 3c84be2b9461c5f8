import { z } from "zod";
import type { InputsOf, Kind } from "../kind";
import { adopt } from "../kind";
import { aviBody } from "./body";
import { aviKind, owned } from "./kind";

/** The servers of one host/path/backend or listener port: a Pool, with a PKIProfile and a HealthMonitor where it has its own. */
export const POOL = aviKind({
  type: "avi:Pool",
  schema: z.strictObject({
    ...owned,
    /** A health monitor of the pool's own, to be named in `health_monitor_refs`. */
    healthMonitor: aviBody.optional(),
    /** Authorities for re-encryption, to be named in `pki_profile_ref`. */
    pkiProfile: aviBody.optional(),
    /** The pool; its servers are told apart by address and port. */
    pool: aviBody,
    /**
     * `["servers"]`: the servers stay as the controller has them, and are neither compared nor written; a new pool has none. Components
     * say so when the specs lack what tells the servers.
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
 * The parent of one shard: its data script picks the member of the pool group whose priority label fits the request. An EVH parent has
 * neither, because all of its hosts are children.
 */
export const SHARED_VS = aviKind({
  type: "avi:SharedVS",
  schema: z.strictObject({
    ...owned,
    /** The address, and the host names that lead to it. */
    vsVip: aviBody,
    /** One member per host and path, with the priority label that the data script asks for. */
    poolGroup: aviBody.optional(),
    /** The script that picks the member for a request. */
    dataScriptSet: aviBody.optional(),
    /** Sends clear-text requests for secure hosts to https. */
    redirectPolicy: aviBody.optional(),
    /** Give requests for names in global load balancing the names of their hosts here. */
    rewritePolicies: z.array(aviBody).optional(),
    /** The virtual service, of type `VS_TYPE_VH_PARENT`. */
    virtualService: aviBody,
  }),
  primary: "virtualService",
  slots: [
    { name: "poolGroup", type: "poolgroup" },
    { name: "redirectPolicy", type: "httppolicyset", fits: (live) => !isRewrite(live) },
    { name: "rewritePolicies", type: "httppolicyset", fits: isRewrite },
    { name: "dataScriptSet", type: "vsdatascriptset" },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
  ],
});

export type SharedVSInputs = InputsOf<typeof SHARED_VS>;

const isAuthority = (live: { readonly [field: string]: unknown }) => live.type === "SSL_CERTIFICATE_TYPE_CA";

/** A certificate that virtual services name and none of them owns: that of an EVH host stands on the parent and goes with the child. */
export const CERTIFICATE = aviKind({
  type: "avi:Certificate",
  schema: z.strictObject({
    ...owned,
    /** The authority that signed the certificate, to be named in its `ca_certs`. */
    caCertificate: aviBody.optional(),
    /** Certificate and private key. `key` becomes a secret. */
    certificate: aviBody,
  }),
  primary: "certificate",
  slots: [
    // The controller keeps one object per content: certificates of others may come to point at ours.
    { name: "caCertificate", type: "sslkeyandcertificate", shareable: true, fits: isAuthority },
    { name: "certificate", type: "sslkeyandcertificate", fits: (live) => !isAuthority(live) },
  ],
});

export type CertificateInputs = InputsOf<typeof CERTIFICATE>;

/** The child virtual service of one host, secure or (below an EVH parent) plain: certificate, pool groups and policies. */
export const SNI_VS = aviKind({
  type: "avi:SniVS",
  schema: z.strictObject({
    ...owned,
    /** The authority that signed the certificate, to be named in its `ca_certs`. */
    caCertificate: aviBody.optional(),
    /** Certificate and private key; absent where it is a resource of its own, or of another child. `key` becomes a secret. */
    certificate: aviBody.optional(),
    /** The versions of TLS that clients may speak; named in `ssl_profile_ref` of the virtual service. */
    sslProfile: aviBody.optional(),
    /** One per path. */
    poolGroups: z.array(aviBody),
    /** Which requests go to which pool group: one per path, or (naming `ako-2`) per namespace. */
    policies: z.array(aviBody),
    /** Paths that are regular expressions, one each, to be named in `string_group_refs` of the policies. */
    stringGroups: z.array(aviBody).optional(),
    /** The virtual service, of type `VS_TYPE_VH_CHILD`. */
    virtualService: aviBody,
  }),
  primary: "virtualService",
  slots: [
    // The controller keeps one object per content: certificates of others may come to point at ours.
    { name: "caCertificate", type: "sslkeyandcertificate", shareable: true, fits: isAuthority },
    { name: "certificate", type: "sslkeyandcertificate", fits: (live) => !isAuthority(live) },
    { name: "sslProfile", type: "sslprofile" },
    { name: "poolGroups", type: "poolgroup" },
    { name: "stringGroups", type: "stringgroup" },
    { name: "policies", type: "httppolicyset" },
    { name: "virtualService", type: "virtualservice" },
  ],
});

export type SniVSInputs = InputsOf<typeof SNI_VS>;

/** One host with an address and a virtual service to itself (shard size `DEDICATED`); its certificates are resources of their own. */
export const DEDICATED_VS = aviKind({
  type: "avi:DedicatedVS",
  schema: z.strictObject({
    ...owned,
    /** The address, and the host name that leads to it. */
    vsVip: aviBody,
    /** The versions of TLS that clients may speak; named in `ssl_profile_ref` of the virtual service. */
    sslProfile: aviBody.optional(),
    /** One per path. */
    poolGroups: z.array(aviBody),
    /** Which requests go to which pool group, and the redirect of a secure host. */
    policies: z.array(aviBody),
    /** Paths that are regular expressions, one each, to be named in `string_group_refs` of the policies. */
    stringGroups: z.array(aviBody).optional(),
    /** The virtual service, of type `VS_TYPE_NORMAL`. */
    virtualService: aviBody,
  }),
  primary: "virtualService",
  slots: [
    { name: "sslProfile", type: "sslprofile" },
    { name: "poolGroups", type: "poolgroup" },
    { name: "stringGroups", type: "stringgroup" },
    { name: "policies", type: "httppolicyset" },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
  ],
});

export type DedicatedVSInputs = InputsOf<typeof DEDICATED_VS>;

/** A Service of type LoadBalancer: one pool group per port behind one address, or (naming `ako-2`) one policy that picks the pool of each port. */
export const L4_VS = aviKind({
  type: "avi:L4VS",
  schema: z.strictObject({
    ...owned,
    /** The address. */
    vsVip: aviBody,
    /** One per port; none where a policy picks the pools. */
    poolGroups: z.array(aviBody),
    /** Picks the pool by port and protocol. */
    policySet: aviBody.optional(),
    /** The virtual service with its listeners, and `service_pool_select` or `l4_policies`. */
    virtualService: aviBody,
  }),
  primary: "virtualService",
  slots: [
    { name: "poolGroups", type: "poolgroup" },
    { name: "policySet", type: "l4policyset" },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
  ],
});

export type L4VSInputs = InputsOf<typeof L4_VS>;

/**
 * The passthrough hosts of one shard: its data script picks the pool group of the host that the client asks for. The virtual
 * service on port 80 is made last, because it shares the VIP of the other, and goes first (ako.md 3.5).
 */
export const PASSTHROUGH_VS = aviKind({
  type: "avi:PassthroughVS",
  schema: z.strictObject({
    ...owned,
    /** The address of both virtual services, and the host names that lead to it. */
    vsVip: aviBody,
    /** One per host. */
    poolGroups: z.array(aviBody),
    /** The script that reads the host from the first bytes of TLS and picks its pool group. */
    dataScriptSet: aviBody,
    /** The virtual service of layer 4 on port 443. */
    virtualService: aviBody,
    /** Sends clear-text requests to https. */
    redirectPolicy: aviBody.optional(),
    /** The virtual service on port 80 that carries the redirect; it names the same VsVip. */
    insecureVirtualService: aviBody.optional(),
  }),
  primary: "virtualService",
  slots: [
    { name: "poolGroups", type: "poolgroup" },
    { name: "dataScriptSet", type: "vsdatascriptset" },
    { name: "vsVip", type: "vsvip", fixedName: true },
    { name: "virtualService", type: "virtualservice" },
    { name: "redirectPolicy", type: "httppolicyset" },
    { name: "insecureVirtualService", type: "virtualservice", nameFrom: (primary) => `${primary}-insecure` },
  ],
});

export type PassthroughVSInputs = InputsOf<typeof PASSTHROUGH_VS>;

const ADDRESS = /^[0-9a-fA-F.:]+$/;
const PREFIX = /^[0-9a-fA-F.:]+\/\d{1,3}$/;

/** One route of ours: the pods of a node are reached through the node. */
const route = z.strictObject({
  /** Pod network of a node, e.g. `10.244.1.0/24`. */
  prefix: z.string().regex(PREFIX, "10.244.1.0/24 is expected"),
  /** Address of the node. */
  nextHop: z.string().regex(ADDRESS, "an address is expected"),
});

export type StaticRoute = z.infer<typeof route>;

const schema = z.strictObject({
  /** Mark of the stack; routes themselves are known by `clusterName`. */
  owner: z.string().min(1),
  /** Routes are ours when their `route_id` is `<clusterName>-<number>`. */
  clusterName: z.string().min(1),
  /** VRF context that holds the routes and belongs to others, e.g. `global`. */
  vrfContext: z.string().min(1),
  /** Cloud of the VRF context, e.g. `Default-Cloud`. */
  cloud: z.string().min(1),
  /** Tenant in which the VRF context is looked for. @default the tenant of the connection */
  tenant: z.string().optional(),
  /** Pod network of a node (`10.244.1.0/24`) and the node's address, one per node. Their order means nothing. */
  routes: z.array(route),
  /**
   * Take over routes that exist under another id; meant for one run. They keep that id, and go with the resource.
   * @default false
   */
  adopt: adopt.optional(),
});

/** The routes to the pods of one cluster, inside a VRF context that belongs to others. */
export const STATIC_ROUTES = {
  type: "avi:StaticRoutes",
  schema,
  replaces: [["vrfContext"], ["cloud"], ["tenant"]],
  secrets: [],
} as const satisfies Kind<typeof schema>;

export type StaticRoutesInputs = InputsOf<typeof STATIC_ROUTES>;
