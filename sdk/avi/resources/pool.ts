import type * as pulumi from "@pulumi/pulumi";
import { AviResource, type Inputs } from "./base";

export type PoolArgs = Inputs<"Pool">;

/**
 * The servers of one host, path and backend, or of one listener port; with a PKI profile or health monitor where one is given.
 * Bodies are those of the Avi API, references by name. Ports are numbers, weights 0..1000.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * new avi.Pool("web", {
 *   owner: "pulumi-k8s-lb:docs",
 *   pool: { name: "web", servers: [{ ip: { addr: "10.0.0.1", type: "V4" }, port: 8080 }] },
 * });
 * ```
 */
export class Pool extends AviResource {
  /** uuid of every object, by `<api type>/<name>`. */
  declare readonly uuids: pulumi.Output<Record<string, string>>;

  constructor(name: string, args: PoolArgs, opts?: pulumi.CustomResourceOptions) {
    super("Pool", name, { uuids: undefined, ...args }, opts);
  }
}
