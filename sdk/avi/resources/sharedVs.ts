import type * as pulumi from "@pulumi/pulumi";
import { AviResource, type Inputs } from "./base";

export type SharedVSArgs = Inputs<"SharedVS">;

/**
 * The parent of one shard: VIP, pool group with priority labels, data script, redirect policy and the VH_PARENT virtual
 * service (seed ako-objects.md, "Insecure Ingress"). Its pools must exist before it: give them as `dependsOn`.
 */
export class SharedVS extends AviResource {
  /** The address that clients connect to. */
  declare readonly vip: pulumi.Output<string>;
  /** The names it is registered under. */
  declare readonly fqdns: pulumi.Output<string[]>;
  /** uuid of every object, by `<api type>/<name>`. */
  declare readonly uuids: pulumi.Output<Record<string, string>>;

  constructor(name: string, args: SharedVSArgs, opts?: pulumi.CustomResourceOptions) {
    super("SharedVS", name, { vip: undefined, fqdns: undefined, uuids: undefined, ...args }, opts);
  }
}
