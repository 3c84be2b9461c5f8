// The resources `avi:SharedVS`, `avi:SniVS` and `avi:DedicatedVS`.

import type * as pulumi from "@pulumi/pulumi";
import { DEDICATED_VS, type DedicatedVSInputs, SHARED_VS, type SharedVSInputs, SNI_VS, type SniVSInputs } from "../../../../resources/avi";
import { undeclared } from "../../../resource";
import type * as types from "../types";
import { type AviArgs, type AviResourceOptions, type BodyOutput, ResourceWithPools } from "./resource";

/** Inputs of {@link SharedVS}. */
export type SharedVSArgs = AviArgs<SharedVSInputs>;

/**
 * The parent of one shard: VsVip, pool group with priority labels, data script, redirect policy and virtual service; an EVH parent has
 * but VsVip and virtual service. The id
 * is `<tenant>/<name of the virtual service>`.
 *
 * Another name of the virtual service or of its VsVip, another tenant, cloud, VRF, type or fixed address replaces the whole
 * (delete, then create). Create waits up to a minute for an allocated address (LB2013); the next run continues to wait.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const name = "c1--Shared-L7-0";
 * const shard = new avi.SharedVS("shared-0", {
 *   owner: "pulumi-k8s-lb:shop/dev/my-cluster",
 *   vsVip: { name, vip: [{ vip_id: "0", auto_allocate_ip: true }], dns_info: [{ fqdn: "shop.example.com" }] },
 *   poolGroup: { name, implicit_priority_labels: true },
 *   dataScriptSet: { name, datascript: [{ evt: "VS_DATASCRIPT_EVT_HTTP_REQ", script: "-- picks the pool" }] },
 *   virtualService: { name, type: "VS_TYPE_VH_PARENT", services: [{ port: 80 }], vsvip_ref: `/api/vsvip?name=${name}` },
 * });
 * export const address = shard.vip;
 * ```
 */
export class SharedVS extends ResourceWithPools {
  /** The owner mark that the objects carry. */
  declare readonly owner: pulumi.Output<string>;
  /** The address and its host names, as declared or last read. */
  declare readonly vsVip: BodyOutput<types.VsVip>;
  /** One member per host and path, with the priority label that the data script selects. */
  declare readonly poolGroup: BodyOutput<types.PoolGroup | undefined>;
  /** The script that selects the member or pool group of a request. */
  declare readonly dataScriptSet: BodyOutput<types.VSDataScriptSet | undefined>;
  /** The redirect of clear text requests to https. */
  declare readonly redirectPolicy: BodyOutput<types.HTTPPolicySet | undefined>;
  /** The rewrites of the Host header for names of global load balancing (GSLB). */
  declare readonly rewritePolicies: BodyOutput<types.HTTPPolicySet[] | undefined>;
  /** The virtual service, as declared or last read. */
  declare readonly virtualService: BodyOutput<types.VirtualService>;
  /** The address clients connect to. */
  declare readonly vip: pulumi.Output<string>;
  /** Host names that lead to it. */
  declare readonly fqdns: pulumi.Output<string[]>;
  /** uuid on the controller by `<type>/<name>`. */
  declare readonly uuids: pulumi.Output<{ [object: string]: string }>;

  constructor(name: string, args: SharedVSArgs, opts?: AviResourceOptions) {
    super(SHARED_VS, name, args, opts);
  }

  /** Reads an existing shard without managing it; `id` is `<tenant>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): SharedVS {
    return new SharedVS(name, undeclared(), { ...opts, id });
  }
}

/** Inputs of {@link SniVS}. */
export type SniVSArgs = AviArgs<SniVSInputs>;

/**
 * The child virtual service of one host, with policies, pool groups and (unless it is a {@link Certificate}) the certificate. The id is
 * `<tenant>/<name of the virtual service>`.
 *
 * Another name, tenant, cloud, VRF or type replaces the whole (delete, then create); a new certificate, path or pool is an
 * update in place. The private key is in the state as a Pulumi secret only; the controller never gives it back, so a key
 * that somebody changed there shows by its certificate.
 *
 * @example
 * ```ts
 * import { readFileSync } from "node:fs";
 * import * as pulumi from "@pulumi/pulumi";
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * new avi.SniVS("shop", {
 *   owner: "pulumi-k8s-lb:shop/dev/my-cluster",
 *   certificate: {
 *     name: "c1--shop.example.com",
 *     certificate: { certificate: readFileSync("shop.crt", "utf8") },
 *     key: new pulumi.Config().requireSecret("shopKey"),
 *   },
 *   poolGroups: [],
 *   policies: [],
 *   virtualService: {
 *     name: "c1--shop.example.com",
 *     type: "VS_TYPE_VH_CHILD",
 *     vh_domain_name: ["shop.example.com"],
 *     vh_parent_vs_ref: "/api/virtualservice?name=c1--Shared-L7-0",
 *     ssl_key_and_certificate_refs: ["/api/sslkeyandcertificate?name=c1--shop.example.com"],
 *   },
 * });
 * ```
 */
export class SniVS extends ResourceWithPools {
  /** The owner mark that the objects carry. */
  declare readonly owner: pulumi.Output<string>;
  /** The CA certificate of the issuer. */
  declare readonly caCertificate: BodyOutput<types.SSLKeyAndCertificate | undefined>;
  /** The certificate; its private key is a secret. */
  declare readonly certificate: BodyOutput<types.SSLKeyAndCertificate | undefined>;
  /** The TLS versions that clients may use. */
  declare readonly sslProfile: BodyOutput<types.SSLProfile | undefined>;
  /** The pool groups: one per path, host or port. */
  declare readonly poolGroups: BodyOutput<types.PoolGroup[]>;
  /** The policies that select a pool group for a request. */
  declare readonly policies: BodyOutput<types.HTTPPolicySet[]>;
  /** The regular expressions of paths. */
  declare readonly stringGroups: BodyOutput<types.StringGroup[] | undefined>;
  /** The virtual service, as declared or last read. */
  declare readonly virtualService: BodyOutput<types.VirtualService>;
  /** Host names that the child answers for. */
  declare readonly fqdns: pulumi.Output<string[]>;
  /** uuid on the controller by `<type>/<name>`. */
  declare readonly uuids: pulumi.Output<{ [object: string]: string }>;

  constructor(name: string, args: SniVSArgs, opts?: AviResourceOptions) {
    super(SNI_VS, name, args, opts);
  }

  /** Reads an existing child without managing it; `id` is `<tenant>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): SniVS {
    return new SniVS(name, undeclared(), { ...opts, id });
  }
}

/** Inputs of {@link DedicatedVS}. */
export type DedicatedVSArgs = AviArgs<DedicatedVSInputs>;

/**
 * One host with an address and a virtual service to itself: VsVip, pool groups, policies and virtual service. The id is
 * `<tenant>/<name of the virtual service>`; certificates are resources of their own ({@link Certificate}).
 *
 * Another name of the virtual service or of its VsVip, another tenant, cloud, VRF or fixed address replaces the whole
 * (delete, then create). Create waits up to a minute for an allocated address (LB2013).
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const name = "c1--shop.example.com-L7-dedicated";
 * const shop = new avi.DedicatedVS("shop", {
 *   owner: "pulumi-k8s-lb:shop/dev/my-cluster",
 *   vsVip: { name, vip: [{ vip_id: "0", auto_allocate_ip: true }], dns_info: [{ fqdn: "shop.example.com" }] },
 *   poolGroups: [],
 *   policies: [],
 *   virtualService: { name, type: "VS_TYPE_NORMAL", services: [{ port: 80 }], vsvip_ref: `/api/vsvip?name=${name}` },
 * });
 * export const address = shop.vip;
 * ```
 */
export class DedicatedVS extends ResourceWithPools {
  /** The owner mark that the objects carry. */
  declare readonly owner: pulumi.Output<string>;
  /** The address and its host names, as declared or last read. */
  declare readonly vsVip: BodyOutput<types.VsVip>;
  /** The TLS versions that clients may use. */
  declare readonly sslProfile: BodyOutput<types.SSLProfile | undefined>;
  /** The pool groups: one per path, host or port. */
  declare readonly poolGroups: BodyOutput<types.PoolGroup[]>;
  /** The policies that select a pool group for a request. */
  declare readonly policies: BodyOutput<types.HTTPPolicySet[]>;
  /** The regular expressions of paths. */
  declare readonly stringGroups: BodyOutput<types.StringGroup[] | undefined>;
  /** The virtual service, as declared or last read. */
  declare readonly virtualService: BodyOutput<types.VirtualService>;
  /** The address clients connect to. */
  declare readonly vip: pulumi.Output<string>;
  /** Host names that lead to it. */
  declare readonly fqdns: pulumi.Output<string[]>;
  /** uuid on the controller by `<type>/<name>`. */
  declare readonly uuids: pulumi.Output<{ [object: string]: string }>;

  constructor(name: string, args: DedicatedVSArgs, opts?: AviResourceOptions) {
    super(DEDICATED_VS, name, args, opts);
  }

  /** Reads an existing virtual service without managing it; `id` is `<tenant>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): DedicatedVS {
    return new DedicatedVS(name, undeclared(), { ...opts, id });
  }
}
