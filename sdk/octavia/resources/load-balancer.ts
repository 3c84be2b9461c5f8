import * as pulumi from "@pulumi/pulumi";
import type { FloatingIp, LoadBalancerBody, OwnLoadBalancer, SecurityGroupBody, TlsSecret } from "../../../kinds/octavia/load-balancer";
import { type InventoryArgs, LbResource, type LbResourceOptions, secretKeyIn, undeclared } from "../../resource";

/** Inputs of {@link LoadBalancer}. */
export interface LoadBalancerArgs {
  /**
   * Mark by which a load balancer is known as ours, e.g. `pulumi-k8s-lb:my-project/dev/my-cluster`: one more of its tags; below
   * API 2.5 part of its description.
   */
  owner: pulumi.Input<string>;
  /**
   * Take over a load balancer that exists under this name and carries another mark, or none.
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /**
   * The load balancer with everything below it, as in the populated create of `POST /v2/lbaas/loadbalancers`. With `id` it is one
   * that others made: only its listeners and pools named here are ours.
   */
  loadBalancer: pulumi.Input<{ [F in keyof LoadBalancerBody]: pulumi.Input<LoadBalancerBody[F]> }>;
  /**
   * With `loadBalancer.id`: where the load balancer of that id has the declared name it is the program's own, and this counts besides.
   * The OpenStack cloud provider writes the id of its load balancer into every Service, and judges by the name whose it is.
   */
  own?: pulumi.Input<OwnLoadBalancer>;
  /**
   * Names of pools whose members stay as the server has them, and are neither compared nor written; a new pool has none. Components
   * say so when the specs lack what tells the members.
   */
  keep?: pulumi.Input<string[]>;
  /** Certificates to keep in Barbican; bodies name them as `{ name }`. The name must change with the contents. */
  secrets?: pulumi.Input<pulumi.Input<TlsSecret>[]>;
  /** The address under which the VIP is reached from outside. */
  floatingIp?: pulumi.Input<FloatingIp>;
  /** A security group on the VIP port. */
  securityGroup?: pulumi.Input<SecurityGroupBody>;
  /**
   * Make objects one by one, for providers that cannot take the populated create.
   * @default false
   */
  serial?: pulumi.Input<boolean>;
  /**
   * Delete with one cascading call; false deletes object by object.
   * @default true
   */
  cascadeDelete?: pulumi.Input<boolean>;
}

const OUTPUTS = ["address", "vipAddress", "vipPortId", "floatingIpAddress", "provisioningStatus", "ids", "others"];

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
  declare readonly owner: pulumi.Output<string>;
  declare readonly loadBalancer: pulumi.Output<LoadBalancerBody>;
  /** Where clients connect to: the floating IP where there is one, else the VIP. */
  declare readonly address: pulumi.Output<string>;
  declare readonly vipAddress: pulumi.Output<string>;
  declare readonly vipPortId: pulumi.Output<string | undefined>;
  declare readonly floatingIpAddress: pulumi.Output<string | undefined>;
  /** As it was last read. */
  declare readonly provisioningStatus: pulumi.Output<string>;
  /** Ids of listeners, pools, monitors and policies by place, e.g. `listeners/TCP:80` or `pools/web/healthmonitor`. */
  declare readonly ids: pulumi.Output<{ [place: string]: string }>;
  /** Listeners, policies and pools that others have on it, in words; they are left alone. */
  declare readonly others: pulumi.Output<string[] | undefined>;

  constructor(name: string, args: LoadBalancerArgs, opts?: LbResourceOptions) {
    super("octavia:LoadBalancer", name, { ...args, ...withSecretKeys(args.secrets) }, OUTPUTS, opts);
  }

  /** Reads an existing load balancer without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: LbResourceOptions): LoadBalancer {
    return new LoadBalancer(name, undeclared(), { ...opts, id });
  }
}

/** Private keys are secrets in the state, also when the program forgot to say so. */
function withSecretKeys(secrets: LoadBalancerArgs["secrets"]): object {
  if (secrets === undefined) return {};
  if (pulumi.Output.isInstance(secrets) || secrets instanceof Promise) return { secrets: pulumi.secret(secrets) };
  return { secrets: secrets.map((secret) => secretKeyIn(secret as pulumi.Input<TlsSecret & { [field: string]: unknown }>)) };
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
  declare readonly names: pulumi.Output<string[]>;

  constructor(name: string, args: InventoryArgs, opts?: LbResourceOptions) {
    super("octavia:Inventory", name, args, [], opts);
  }
}
