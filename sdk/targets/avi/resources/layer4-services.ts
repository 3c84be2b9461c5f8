// The resources `avi:PassthroughVS` and `avi:L4VS`.

import type * as pulumi from "@pulumi/pulumi";
import { L4_VS, type L4VSInputs, PASSTHROUGH_VS, type PassthroughVSInputs } from "../../../../resources/avi";
import { undeclared } from "../../../resource";
import type * as types from "../types";
import { type AviArgs, type AviResourceOptions, type BodyOutput, ResourceWithPools } from "./resource";

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
export class PassthroughVS extends ResourceWithPools {
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
    super(PASSTHROUGH_VS, name, args, opts);
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
export class L4VS extends ResourceWithPools {
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
    super(L4_VS, name, args, opts);
  }

  /** Reads an existing virtual service without managing it; `id` is `<tenant>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): L4VS {
    return new L4VS(name, undeclared(), { ...opts, id });
  }
}
