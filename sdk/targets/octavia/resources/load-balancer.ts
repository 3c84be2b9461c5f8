// The resource `octavia:LoadBalancer`.

import type * as pulumi from "@pulumi/pulumi";
import { inventoryOf } from "../../../../resources/inventory";
import { LOAD_BALANCER } from "../../../../resources/octavia/load-balancer";
import type { LoadBalancerBody, LoadBalancerInputs } from "../../../../resources/octavia/types";
import { type ArgsOf, type InventoryArgs, LbResource, type LbResourceOptions, undeclared } from "../../../resource";

/** Inputs of {@link LoadBalancer}. */
export interface LoadBalancerArgs extends ArgsOf<LoadBalancerInputs> {}

/**
 * A load balancer of OpenStack Octavia with its listeners, pools, members, health monitors, L7 policies and rules, and what
 * belongs to it: certificates in Barbican, a floating IP, a security group. The id is that of the load balancer.
 *
 * Everything is made with one call, members of a pool change with one call, and one call deletes it all. Another address,
 * subnet, provider, flavor, availability zone or project replaces the load balancer (delete, then create); a listener, pool,
 * member, monitor or policy never does.
 *
 * @example
 * ```ts
 * import * as octavia from "pulumi-k8s-lb/octavia";
 *
 * const web = new octavia.LoadBalancer("web", {
 *   owner: "pulumi-k8s-lb:shop/dev/my-cluster",
 *   loadBalancer: {
 *     name: "default/web",
 *     vip_subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11",
 *     listeners: [
 *       {
 *         name: "default/web:TCP:80",
 *         protocol: "TCP",
 *         protocol_port: 80,
 *         default_pool: {
 *           name: "default/web:TCP:80",
 *           protocol: "TCP",
 *           lb_algorithm: "ROUND_ROBIN",
 *           members: [{ address: "10.1.0.5", protocol_port: 8080 }],
 *         },
 *       },
 *     ],
 *   },
 * });
 * export const address = web.address;
 * ```
 */
export class LoadBalancer extends LbResource {
  /** The owner mark that the load balancer carries. */
  declare readonly owner: pulumi.Output<string>;
  /** The load balancer with everything below it, as declared or last read. */
  declare readonly loadBalancer: pulumi.Output<LoadBalancerBody>;
  /** Address for clients: the floating IP if there is one, else the VIP. */
  declare readonly address: pulumi.Output<string>;
  /** Address of the VIP in its subnet. */
  declare readonly vipAddress: pulumi.Output<string>;
  /** Id of the Neutron port that has the VIP. */
  declare readonly vipPortId: pulumi.Output<string | undefined>;
  /** The external address; undefined without a floating IP. */
  declare readonly floatingIpAddress: pulumi.Output<string | undefined>;
  /** As it was last read. */
  declare readonly provisioningStatus: pulumi.Output<string>;
  /** Ids of listeners, pools, monitors and policies by place, e.g. `listeners/TCP:80` or `pools/web/healthmonitor`. */
  declare readonly ids: pulumi.Output<{ [place: string]: string }>;
  /** Listeners, policies and pools that others have on it, in words; they are left alone. */
  declare readonly others: pulumi.Output<string[] | undefined>;

  constructor(name: string, args: LoadBalancerArgs, opts?: LbResourceOptions) {
    super(LOAD_BALANCER, name, args, opts);
  }

  /** Reads an existing load balancer without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: LbResourceOptions): LoadBalancer {
    return new LoadBalancer(name, undeclared(), { ...opts, id });
  }
}

/**
 * Remembers what a component manages and touches no load balancer. When a large part of it would vanish, or lose its servers, at once (more than a
 * third and more than five, or all of at least three), preview already fails (LB2017): an empty folder of manifests looks exactly like that.
 *
 * @example
 * ```ts
 * import * as octavia from "pulumi-k8s-lb/octavia";
 *
 * new octavia.Inventory("inventory", { names: ["loadbalancers/default/web"] });
 * ```
 */
export class Inventory extends LbResource {
  /** Names of the objects that the component manages, as `<type>/<name>`. */
  declare readonly names: pulumi.Output<string[]>;

  constructor(name: string, args: InventoryArgs, opts?: LbResourceOptions) {
    super(inventoryOf("octavia"), name, args, opts);
  }
}
