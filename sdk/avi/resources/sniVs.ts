import type * as pulumi from "@pulumi/pulumi";
import { AviResource, type Inputs, withSecretKey } from "./base";

export type SniVSArgs = Inputs<"SniVS">;

/**
 * The child of one secure host: certificate (and CA), a pool group and policy per path, VH_CHILD virtual service (seed
 * ako-objects.md, "Secure Ingress"). The private key is a Pulumi secret in the state and is never read back.
 */
export class SniVS extends AviResource {
  /** The host names it answers for. */
  declare readonly fqdns: pulumi.Output<string[]>;
  /** uuid of every object, by `<api type>/<name>`. */
  declare readonly uuids: pulumi.Output<Record<string, string>>;

  constructor(name: string, args: SniVSArgs, opts?: pulumi.CustomResourceOptions) {
    super("SniVS", name, { fqdns: undefined, uuids: undefined, ...args, certificate: withSecretKey(args.certificate) }, opts);
  }
}
