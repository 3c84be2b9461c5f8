import type * as pulumi from "@pulumi/pulumi";
import type { AviBody } from "../../../kinds/avi/body";
import type { POOL } from "../../../kinds/avi/pool";
import { undeclared } from "../../resource";
import { type ArgumentsOf, AviResource, type AviResourceOptions } from "./resource";

/** Inputs of {@link Pool}. */
export type PoolArgs = ArgumentsOf<typeof POOL>;

/**
 * The servers of one host/path/backend or listener port: a Pool, with a PKIProfile and a HealthMonitor where it has its own.
 * The id is `<tenant>/<name of the pool>`.
 *
 * Another name, tenant, cloud or VRF replaces the pool (delete, then create); everything else is changed in place. An object
 * of that name with another owner mark is refused (LB2003) unless `adopt` is set; a pool that pool groups still refer to
 * cannot be deleted (LB2005).
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * new avi.Pool("web", {
 *   owner: "pulumi-k8s-lb:shop/dev/my-cluster",
 *   pool: {
 *     name: "my-cluster--default-web-80",
 *     cloud_ref: "/api/cloud?name=Default-Cloud",
 *     servers: [{ ip: { addr: "10.244.1.11", type: "V4" }, port: 8080 }],
 *     health_monitor_refs: ["/api/healthmonitor?name=System-TCP"],
 *   },
 * });
 * ```
 */
export class Pool extends AviResource {
  declare readonly owner: pulumi.Output<string>;
  declare readonly pool: pulumi.Output<AviBody>;
  declare readonly healthMonitor: pulumi.Output<AviBody | undefined>;
  declare readonly pkiProfile: pulumi.Output<AviBody | undefined>;
  /** uuid on the controller by `<type>/<name>`. */
  declare readonly uuids: pulumi.Output<{ [object: string]: string }>;

  constructor(name: string, args: PoolArgs, opts?: AviResourceOptions) {
    super("Pool", name, args, ["uuids"], opts);
  }

  /** Reads an existing pool without managing it; `id` is `<tenant>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): Pool {
    return new Pool(name, undeclared(), { ...opts, id });
  }
}
