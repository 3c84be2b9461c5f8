import type * as pulumi from "@pulumi/pulumi";
import type { AviBody } from "../../../kinds/avi/body";
import type { L4_VS } from "../../../kinds/avi/l4-vs";
import { undeclared } from "../../resource";
import { type ArgumentsOf, AviResource, type AviResourceOptions } from "./resource";

/** Inputs of {@link L4VS}. */
export type L4VSArgs = ArgumentsOf<typeof L4_VS>;

/**
 * A Service of type LoadBalancer: VsVip, a pool group per port, virtual service. The id is
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
 *     vsVip: { name: "c1--red-game", vip: [{ auto_allocate_ip: true }] },
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
  declare readonly owner: pulumi.Output<string>;
  declare readonly virtualService: pulumi.Output<AviBody>;
  /** The address clients connect to. */
  declare readonly vip: pulumi.Output<string>;
  /** Host names that lead to it. */
  declare readonly fqdns: pulumi.Output<string[]>;
  /** uuid on the controller by `<type>/<name>`. */
  declare readonly uuids: pulumi.Output<{ [object: string]: string }>;

  constructor(name: string, args: L4VSArgs, opts?: AviResourceOptions) {
    super("L4VS", name, args, ["vip", "fqdns", "uuids"], opts);
  }

  /** Reads an existing virtual service without managing it; `id` is `<tenant>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): L4VS {
    return new L4VS(name, undeclared(), { ...opts, id });
  }
}
