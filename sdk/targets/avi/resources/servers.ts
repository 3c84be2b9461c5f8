// The resources `avi:Pool`, `avi:Certificate` and `avi:StaticRoutes`.

import type * as pulumi from "@pulumi/pulumi";
import { CERTIFICATE, type CertificateInputs, POOL, type PoolInputs } from "../../../../resources/avi";
import { STATIC_ROUTES, type StaticRoutesInputs } from "../../../../resources/avi/static-routes";
import { LbResource, undeclared } from "../../../resource";
import type * as types from "../types";
import type { AviArgs, AviResourceOptions, BodyOutput } from "./resource";

/** Inputs of {@link Pool}. */
export type PoolArgs = AviArgs<PoolInputs>;

/**
 * The servers of one host/path/backend or listener port: a Pool, with a PKIProfile and a HealthMonitor where it has its own.
 * The id is `<tenant>/<name of the pool>`.
 *
 * Another name, tenant, cloud or VRF replaces the pool (delete, then create); everything else is changed in place. An object
 * of that name with another owner mark is refused (LB2003) unless `adopt` is set; a pool that pool groups still refer to
 * cannot be deleted (LB2005).
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * new avi.Pool("web", {
 *   owner: "pulumi-k8s-lb:shop/dev/my-cluster",
 *   pool: {
 *     name: "my-cluster--default-web-80",
 *     cloud_ref: "/api/cloud?name=Default-Cloud",
 *     servers: [{ ip: { addr: "10.244.1.11", type: "V4" }, port: 8080 }],
 *     health_monitor_refs: ["/api/healthmonitor?name=System-TCP"],
 *   },
 * });
 * ```
 */
export class Pool extends LbResource {
  /** The owner mark that the objects carry. */
  declare readonly owner: pulumi.Output<string>;
  /** The pool with its servers, as declared or last read. */
  declare readonly pool: BodyOutput<types.Pool>;
  /** The health monitor of this pool alone. */
  declare readonly healthMonitor: BodyOutput<types.HealthMonitor | undefined>;
  /** The CA certificates that the certificates of servers are checked against. */
  declare readonly pkiProfile: BodyOutput<types.PKIProfile | undefined>;
  /** uuid on the controller by `<type>/<name>`. */
  declare readonly uuids: pulumi.Output<{ [object: string]: string }>;

  constructor(name: string, args: PoolArgs, opts?: AviResourceOptions) {
    super(POOL, name, args, opts);
  }

  /** Reads an existing pool without managing it; `id` is `<tenant>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): Pool {
    return new Pool(name, undeclared(), { ...opts, id });
  }
}

/** Inputs of {@link Certificate}. */
export type CertificateArgs = AviArgs<CertificateInputs>;

/**
 * A certificate with its private key, for virtual services that do not own it: that of an EVH host, which the parent names, or one that
 * many hosts share. The id is `<tenant>/<name of the certificate>`.
 *
 * Another name or tenant replaces it; another certificate or key is an update in place. The private key is in the state as a Pulumi
 * secret only.
 *
 * @example
 * ```ts
 * import { readFileSync } from "node:fs";
 * import * as pulumi from "@pulumi/pulumi";
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * new avi.Certificate("shop", {
 *   owner: "pulumi-k8s-lb:shop/dev/my-cluster",
 *   certificate: {
 *     name: "c1--shop.example.com",
 *     certificate: { certificate: readFileSync("shop.crt", "utf8") },
 *     key: new pulumi.Config().requireSecret("shopKey"),
 *   },
 * });
 * ```
 */
export class Certificate extends LbResource {
  /** The owner mark that the objects carry. */
  declare readonly owner: pulumi.Output<string>;
  /** The certificate; its private key is a secret. */
  declare readonly certificate: BodyOutput<types.SSLKeyAndCertificate>;
  /** The CA certificate of the issuer. */
  declare readonly caCertificate: BodyOutput<types.SSLKeyAndCertificate | undefined>;
  /** uuid on the controller by `<type>/<name>`. */
  declare readonly uuids: pulumi.Output<{ [object: string]: string }>;

  constructor(name: string, args: CertificateArgs, opts?: AviResourceOptions) {
    super(CERTIFICATE, name, args, opts);
  }

  /** Reads an existing certificate without managing it; `id` is `<tenant>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): Certificate {
    return new Certificate(name, undeclared(), { ...opts, id });
  }
}

/** Inputs of {@link StaticRoutes}. */
export type StaticRoutesArgs = AviArgs<StaticRoutesInputs>;

/**
 * The routes to the pods of one cluster (service type ClusterIP). Only routes of this cluster are written and deleted; those
 * of others in the same VRF context stay as they are, also when they change at the same time, and a route that is there already
 * under another id (AKO's, say) gets no twin. The id is
 * `<tenant>/<cloud>/<vrfContext>/<clusterName>`.
 *
 * Another cluster name, VRF context, cloud or tenant replaces the resource. A VRF context that does not exist is LB2020.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * new avi.StaticRoutes("nodes", {
 *   owner: "pulumi-k8s-lb:shop/dev/my-cluster",
 *   clusterName: "my-cluster",
 *   vrfContext: "global",
 *   cloud: "Default-Cloud",
 *   routes: [{ prefix: "10.244.1.0/24", nextHop: "10.0.0.101" }],
 * });
 * ```
 */
export class StaticRoutes extends LbResource {
  /** The routes are those whose `route_id` is `<clusterName>-<number>`. */
  declare readonly clusterName: pulumi.Output<string>;
  /** Pod network and address of each node. */
  declare readonly routes: pulumi.Output<{ prefix: string; nextHop: string }[]>;

  constructor(name: string, args: StaticRoutesArgs, opts?: AviResourceOptions) {
    super(STATIC_ROUTES, name, args, opts);
  }

  /** Reads the routes of a cluster without managing them. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): StaticRoutes {
    return new StaticRoutes(name, undeclared(), { ...opts, id });
  }
}
