import type * as pulumi from "@pulumi/pulumi";
import type { DedicatedVSInputs, L4VSInputs, PassthroughVSInputs, SharedVSInputs, SniVSInputs } from "../../../kinds/avi/resources";
import { secretKeyIn, undeclared } from "../../resource";
import type * as types from "../types";
import { type AviArgs, AviResource, type AviResourceOptions, type BodyOutput } from "./resource";

const VS_OUTPUTS = { vip: "", fqdns: [], uuids: {} };

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
export class SharedVS extends AviResource {
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
    super("SharedVS", name, args, VS_OUTPUTS, opts, [
      "owner",
      "vsVip",
      "poolGroup",
      "dataScriptSet",
      "redirectPolicy",
      "rewritePolicies",
      "virtualService",
    ]);
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
 * update in place. The private key stands in the state as a Pulumi secret only; the controller never gives it back, so a key
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
export class SniVS extends AviResource {
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
    const certificate = args.certificate === undefined ? {} : { certificate: secretKeyIn(args.certificate) };
    super("SniVS", name, { ...args, ...certificate }, { fqdns: [], uuids: {} }, opts, [
      "owner",
      "caCertificate",
      "certificate",
      "sslProfile",
      "poolGroups",
      "policies",
      "stringGroups",
      "virtualService",
    ]);
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
export class DedicatedVS extends AviResource {
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
    super("DedicatedVS", name, args, VS_OUTPUTS, opts, [
      "owner",
      "vsVip",
      "sslProfile",
      "poolGroups",
      "policies",
      "stringGroups",
      "virtualService",
    ]);
  }

  /** Reads an existing virtual service without managing it; `id` is `<tenant>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): DedicatedVS {
    return new DedicatedVS(name, undeclared(), { ...opts, id });
  }
}

/** Inputs of {@link PassthroughVS}. */
export type PassthroughVSArgs = AviArgs<PassthroughVSInputs>;

/**
 * Hosts whose TLS ends at their servers: VsVip, a pool group per host, data script and a virtual service of layer 4; for
 * redirects of clear text a second virtual service at the same address. The id is `<tenant>/<name of the virtual service>`.
 *
 * Another name of the virtual service or of its VsVip, another tenant, cloud, VRF or fixed address replaces the whole
 * (delete, then create); hosts and redirects come and go in place. Create waits up to a minute for an allocated address
 * (LB2013). The protocol parser of the script needs a controller of 18.2.3 or newer.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const name = "c1--Shared-Passthrough-0";
 * const owner = "pulumi-k8s-lb:shop/dev/my-cluster";
 * const pool = new avi.Pool("bank", { owner, pool: { name: "c1--bank.example.com-web" } });
 * const script = [
 *   'local tls = require("Default-TLS")',
 *   "avi.l4.collect(600)",
 *   'avi.poolgroup.select("c1--" .. tls.get_sni(tls.parse_record(avi.l4.read())))',
 *   "avi.l4.ds_done()",
 * ].join("\n");
 * const shard = new avi.PassthroughVS(
 *   "passthrough-0",
 *   {
 *     owner,
 *     vsVip: { name, vip: [{ vip_id: "0", auto_allocate_ip: true }], dns_info: [{ fqdn: "bank.example.com" }] },
 *     poolGroups: [{ name: "c1--bank.example.com", members: [{ pool_ref: "/api/pool?name=c1--bank.example.com-web" }] }],
 *     dataScriptSet: {
 *       name,
 *       datascript: [{ evt: "VS_DATASCRIPT_EVT_L4_REQUEST", script }],
 *       pool_group_refs: ["/api/poolgroup?name=c1--bank.example.com"],
 *       protocol_parser_refs: ["/api/protocolparser?name=Default-TLS"],
 *     },
 *     virtualService: {
 *       name,
 *       application_profile_ref: "/api/applicationprofile?name=System-L4-Application",
 *       services: [{ port: 443 }],
 *       vsvip_ref: `/api/vsvip?name=${name}`,
 *       vs_datascripts: [{ index: 0, vs_datascript_set_ref: `/api/vsdatascriptset?name=${name}` }],
 *     },
 *   },
 *   { dependsOn: pool },
 * );
 * export const address = shard.vip;
 * ```
 */
export class PassthroughVS extends AviResource {
  /** The owner mark that the objects carry. */
  declare readonly owner: pulumi.Output<string>;
  /** The address and its host names, as declared or last read. */
  declare readonly vsVip: BodyOutput<types.VsVip>;
  /** The pool groups: one per path, host or port. */
  declare readonly poolGroups: BodyOutput<types.PoolGroup[]>;
  /** The script that selects the member or pool group of a request. */
  declare readonly dataScriptSet: BodyOutput<types.VSDataScriptSet>;
  /** The virtual service, as declared or last read. */
  declare readonly virtualService: BodyOutput<types.VirtualService>;
  /** The redirect of clear text requests to https. */
  declare readonly redirectPolicy: BodyOutput<types.HTTPPolicySet | undefined>;
  /** The virtual service on port 80 that carries the redirect. */
  declare readonly insecureVirtualService: BodyOutput<types.VirtualService | undefined>;
  /** The address clients connect to. */
  declare readonly vip: pulumi.Output<string>;
  /** Host names that lead to it. */
  declare readonly fqdns: pulumi.Output<string[]>;
  /** uuid on the controller by `<type>/<name>`. */
  declare readonly uuids: pulumi.Output<{ [object: string]: string }>;

  constructor(name: string, args: PassthroughVSArgs, opts?: AviResourceOptions) {
    super("PassthroughVS", name, args, VS_OUTPUTS, opts, [
      "owner",
      "vsVip",
      "poolGroups",
      "dataScriptSet",
      "virtualService",
      "redirectPolicy",
      "insecureVirtualService",
    ]);
  }

  /** Reads an existing shard without managing it; `id` is `<tenant>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): PassthroughVS {
    return new PassthroughVS(name, undeclared(), { ...opts, id });
  }
}

/** Inputs of {@link L4VS}. */
export type L4VSArgs = AviArgs<L4VSInputs>;

/**
 * A Service of type LoadBalancer: VsVip, a pool group per port or a policy for all, virtual service. The id is
 * `<tenant>/<name of the virtual service>`.
 *
 * Another name of the virtual service or of its VsVip, another tenant, cloud, VRF or fixed address replaces the whole
 * (delete, then create); ports and members change in place. Create waits up to a minute for an allocated address (LB2013).
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const owner = "pulumi-k8s-lb:shop/dev/my-cluster";
 * const pool = new avi.Pool("game", { owner, pool: { name: "c1--red-game-80" } });
 * const game = new avi.L4VS(
 *   "game",
 *   {
 *     owner,
 *     vsVip: { name: "c1--red-game", vip: [{ vip_id: "0", auto_allocate_ip: true }] },
 *     poolGroups: [{ name: "c1--red-game-80", members: [{ pool_ref: "/api/pool?name=c1--red-game-80" }] }],
 *     virtualService: {
 *       name: "c1--red-game",
 *       services: [{ port: 80 }],
 *       vsvip_ref: "/api/vsvip?name=c1--red-game",
 *       pool_group_ref: "/api/poolgroup?name=c1--red-game-80",
 *     },
 *   },
 *   { dependsOn: pool },
 * );
 * export const address = game.vip;
 * ```
 */
export class L4VS extends AviResource {
  /** The owner mark that the objects carry. */
  declare readonly owner: pulumi.Output<string>;
  /** The address and its host names, as declared or last read. */
  declare readonly vsVip: BodyOutput<types.VsVip>;
  /** The pool groups: one per path, host or port. */
  declare readonly poolGroups: BodyOutput<types.PoolGroup[]>;
  /** The policy that selects the pool by port and protocol. */
  declare readonly policySet: BodyOutput<types.L4PolicySet | undefined>;
  /** The virtual service, as declared or last read. */
  declare readonly virtualService: BodyOutput<types.VirtualService>;
  /** The address clients connect to. */
  declare readonly vip: pulumi.Output<string>;
  /** Host names that lead to it. */
  declare readonly fqdns: pulumi.Output<string[]>;
  /** uuid on the controller by `<type>/<name>`. */
  declare readonly uuids: pulumi.Output<{ [object: string]: string }>;

  constructor(name: string, args: L4VSArgs, opts?: AviResourceOptions) {
    super("L4VS", name, args, VS_OUTPUTS, opts, ["owner", "vsVip", "poolGroups", "policySet", "virtualService"]);
  }

  /** Reads an existing virtual service without managing it; `id` is `<tenant>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): L4VS {
    return new L4VS(name, undeclared(), { ...opts, id });
  }
}
