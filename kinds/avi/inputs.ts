import type { Json } from "../json";

/** The Avi API types this project writes, spelled as in `/api/<type>`. */
export type AviType =
  | "healthmonitor"
  | "httppolicyset"
  | "l4policyset"
  | "pkiprofile"
  | "pool"
  | "poolgroup"
  | "sslkeyandcertificate"
  | "sslprofile"
  | "virtualservice"
  | "vrfcontext"
  | "vsdatascriptset"
  | "vsvip";

/** A REST body as it is posted; references are by name: `/api/pool?name=X`. */
export type AviBody = { name: string } & { [key: string]: Json };

/**
 * The field that carries our owner mark, per type. VsVip has no `created_by`, and markers exist only from 20.1.5,
 * so its checksum field, which the controller stores untouched, holds the mark.
 */
export const OWNER_FIELD: { readonly [T in AviType]?: string } = {
  healthmonitor: "description",
  httppolicyset: "created_by",
  l4policyset: "created_by",
  pkiprofile: "created_by",
  pool: "created_by",
  poolgroup: "created_by",
  sslkeyandcertificate: "created_by",
  sslprofile: "description",
  virtualservice: "created_by",
  vsdatascriptset: "created_by",
  vsvip: "vsvip_cloud_config_cksum",
};

/** What every Avi resource takes besides its objects. */
export interface AviResourceInputs {
  /** Owner mark, e.g. `pulumi-k8s-lb:my-project/dev/my-cluster`. An object of the same name with another mark is refused. */
  owner: string;
  /** Take over objects that exist under these names and belong to somebody else. Default false. */
  adopt?: boolean;
}

/** Pool (+ PKIProfile, + HealthMonitor). */
export interface PoolInputs extends AviResourceInputs {
  healthMonitor?: AviBody;
  pkiProfile?: AviBody;
  pool: AviBody;
  /** Fields of the pool that stay as the controller has them, whatever stands in the body: the specs lack what tells the servers. */
  keep?: "servers"[];
}

/** The parent of one shard: VIP, pool group with priority labels, data script, redirect policy, VH_PARENT virtual service. */
export interface SharedVSInputs extends AviResourceInputs {
  vsVip: AviBody;
  poolGroup: AviBody;
  dataScriptSet: AviBody;
  redirectPolicy?: AviBody;
  virtualService: AviBody;
}

/** The child of one secure host: certificate (+ CA, + TLS versions), one pool group and policy per path, VH_CHILD virtual service. */
export interface SniVSInputs extends AviResourceInputs {
  caCertificate?: AviBody;
  /** Absent where another child owns the certificate of the same Secret (namespace shards). */
  certificate?: AviBody;
  /** The versions of TLS that clients may speak, where a spec says so. */
  sslProfile?: AviBody;
  poolGroups: AviBody[];
  policies: AviBody[];
  virtualService: AviBody;
}

/**
 * The passthrough hosts of one shard: VIP, a pool group per host, data script, virtual service on 443. Where a host redirects
 * clear text there is a second virtual service, on 80 of the same VIP.
 */
export interface PassthroughVSInputs extends AviResourceInputs {
  vsVip: AviBody;
  poolGroups: AviBody[];
  dataScriptSet: AviBody;
  virtualService: AviBody;
  redirectPolicy?: AviBody;
  insecureVirtualService?: AviBody;
}

/** A Service of type LoadBalancer: VIP, a pool group per port, virtual service. */
export interface L4VSInputs extends AviResourceInputs {
  vsVip: AviBody;
  poolGroups: AviBody[];
  virtualService: AviBody;
}

/** Our own routes inside a VrfContext that belongs to others. */
export interface StaticRoutesInputs {
  owner: string;
  /** Routes are ours when `route_id` is `<clusterName>-<i>`. */
  clusterName: string;
  vrfContext: string;
  cloud: string;
  /** Tenant in which the VRF context is looked for; absent: that of the connection. */
  tenant?: string;
  routes: { prefix: string; nextHop: string }[];
}
