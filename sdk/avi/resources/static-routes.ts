import type * as pulumi from "@pulumi/pulumi";
import type { STATIC_ROUTES } from "../../../kinds/avi/static-routes";
import { undeclared } from "../../resource";
import { type ArgumentsOf, AviResource, type AviResourceOptions } from "./resource";

/** Inputs of {@link StaticRoutes}. */
export type StaticRoutesArgs = ArgumentsOf<typeof STATIC_ROUTES>;

/**
 * The routes to the pods of one cluster (service type ClusterIP). Only routes of this cluster are written and deleted; those
 * of others in the same VRF context stay as they are, also when they change at the same time, and a route that is there already
 * under another id (AKO's, say) gets no twin. The id is
 * `<tenant>/<cloud>/<vrfContext>/<clusterName>`.
 *
 * Another cluster name, VRF context, cloud or tenant replaces the resource. A VRF context that does not exist is LB2020.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * new avi.StaticRoutes("nodes", {
 *   owner: "pulumi-k8s-lb:shop/dev/my-cluster",
 *   clusterName: "my-cluster",
 *   vrfContext: "global",
 *   cloud: "Default-Cloud",
 *   routes: [{ prefix: "10.244.1.0/24", nextHop: "10.0.0.101" }],
 * });
 * ```
 */
export class StaticRoutes extends AviResource {
  declare readonly clusterName: pulumi.Output<string>;
  declare readonly routes: pulumi.Output<{ prefix: string; nextHop: string }[]>;

  constructor(name: string, args: StaticRoutesArgs, opts?: AviResourceOptions) {
    super("StaticRoutes", name, args, [], opts);
  }

  /** Reads the routes of a cluster without managing them. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): StaticRoutes {
    return new StaticRoutes(name, undeclared(), { ...opts, id });
  }
}
