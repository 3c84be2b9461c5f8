import type * as pulumi from "@pulumi/pulumi";
import { AviResource, type Inputs } from "./base";

export type L4VSArgs = Inputs<"L4VS">;

/**
 * A Service of type LoadBalancer: VIP, a pool group per port and the virtual service (seed ako-objects.md, "Service of type
 * loadbalancer").
 */
export class L4VS extends AviResource {
  /** The address that clients connect to. */
  declare readonly vip: pulumi.Output<string>;
  /** The names it is registered under. */
  declare readonly fqdns: pulumi.Output<string[]>;
  /** uuid of every object, by `<api type>/<name>`. */
  declare readonly uuids: pulumi.Output<Record<string, string>>;

  constructor(name: string, args: L4VSArgs, opts?: pulumi.CustomResourceOptions) {
    super("L4VS", name, { vip: undefined, fqdns: undefined, uuids: undefined, ...args }, opts);
  }
}
