// The resource `avi:GatewayVS`.

import type * as pulumi from "@pulumi/pulumi";
import { GATEWAY_VS, type GatewayVSInputs } from "../../../../resources/avi";
import { undeclared } from "../../../resource";
import type * as types from "../types";
import { type AviArgs, type AviResourceOptions, type BodyOutput, ResourceWithPools } from "./resource";

/** Inputs of {@link GatewayVS}. */
export type GatewayVSArgs = AviArgs<GatewayVSInputs>;

/**
 * A Gateway of Gateway API: VsVip, pool groups, a policy set and up to three virtual services at the same address. The id is
 * `<tenant>/<name of the VsVip>`.
 *
 * Another name of the VsVip, another tenant, cloud, VRF or fixed address replaces the whole (delete, then create); rules, ports and virtual
 * services come and go in place. Create waits up to a minute for an allocated address (LB2013). The protocol parser of the script needs a
 * controller of 18.2.3 or newer.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const name = "c1--Gateway-infra_edge";
 * const owner = "pulumi-k8s-lb:shop/dev/my-cluster";
 * const pool = new avi.Pool("cart", { owner, pool: { name: "c1--cart" } });
 * const gateway = new avi.GatewayVS(
 *   "edge",
 *   {
 *     owner,
 *     vsVip: { name, vip: [{ vip_id: "0", auto_allocate_ip: true }], dns_info: [{ fqdn: "shop.example.com" }] },
 *     poolGroups: [{ name: "c1--cart", members: [{ pool_ref: "/api/pool?name=c1--cart", ratio: 1 }] }],
 *     policy: {
 *       name,
 *       http_request_policy: {
 *         rules: [
 *           {
 *             index: 0,
 *             enable: true,
 *             name: "cart",
 *             match: { path: { match_criteria: "BEGINS_WITH", match_case: "SENSITIVE", match_str: ["/"] } },
 *             switching_action: { action: "HTTP_SWITCHING_SELECT_POOLGROUP", pool_group_ref: "/api/poolgroup?name=c1--cart" },
 *           },
 *         ],
 *       },
 *     },
 *     virtualService: {
 *       name,
 *       services: [{ port: 80 }],
 *       vsvip_ref: `/api/vsvip?name=${name}`,
 *       http_policies: [{ index: 11, http_policy_set_ref: `/api/httppolicyset?name=${name}` }],
 *     },
 *   },
 *   { dependsOn: pool },
 * );
 * export const address = gateway.vip;
 * ```
 */
export class GatewayVS extends ResourceWithPools {
  /** The owner mark that the objects carry. */
  declare readonly owner: pulumi.Output<string>;
  /** The address and its host names, as declared or last read. */
  declare readonly vsVip: BodyOutput<types.VsVip>;
  /** The pool groups: one per path, host or port. */
  declare readonly poolGroups: BodyOutput<types.PoolGroup[]>;
  /** The rules for requests of all ports. */
  declare readonly policy: BodyOutput<types.HTTPPolicySet | undefined>;
  /** The script that selects the member or pool group of a request. */
  declare readonly dataScriptSet: BodyOutput<types.VSDataScriptSet | undefined>;
  /** The virtual service for requests. */
  declare readonly virtualService: BodyOutput<types.VirtualService | undefined>;
  /** The virtual service for TCP and UDP. */
  declare readonly connectionService: BodyOutput<types.VirtualService | undefined>;
  /** The virtual service for TLS that ends at the servers. */
  declare readonly passthroughService: BodyOutput<types.VirtualService | undefined>;
  /** The address clients connect to. */
  declare readonly vip: pulumi.Output<string>;
  /** Host names that lead to it. */
  declare readonly fqdns: pulumi.Output<string[]>;
  /** uuid on the controller by `<type>/<name>`. */
  declare readonly uuids: pulumi.Output<{ [object: string]: string }>;

  constructor(name: string, args: GatewayVSArgs, opts?: AviResourceOptions) {
    super(GATEWAY_VS, name, args, opts);
  }

  /** Reads an existing Gateway without managing it; `id` is `<tenant>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): GatewayVS {
    return new GatewayVS(name, undeclared(), { ...opts, id });
  }
}
