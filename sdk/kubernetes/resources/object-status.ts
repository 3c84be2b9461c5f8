import type * as pulumi from "@pulumi/pulumi";
import type { Json } from "../../../kinds/json";
import { LbResource, type LbResourceOptions } from "../../resources/resource";

/** Inputs of {@link ObjectStatus}. */
export interface ObjectStatusArgs {
  /** `v1`, `networking.k8s.io/v1`. */
  apiVersion: pulumi.Input<string>;
  kind: pulumi.Input<string>;
  /** Absent for cluster-scoped objects. */
  namespace?: pulumi.Input<string>;
  name: pulumi.Input<string>;
  /** Arktos only. @default the tenant of the connection */
  tenant?: pulumi.Input<string>;
  /** Fields below `status`. */
  status?: pulumi.Input<{ [field: string]: pulumi.Input<Json> }>;
  /** Annotations; those that others wrote stay. */
  annotations?: pulumi.Input<{ [name: string]: pulumi.Input<string> }>;
  /**
   * Take the fields from others who write them.
   * @default false: an error names them (LB2130)
   */
  force?: pulumi.Input<boolean>;
}

/**
 * What we know of an object in the cluster that others own: fields of its status, annotations. They are written with server-side
 * apply as the field manager `pulumi-k8s-lb`, so nothing else of the object is touched, and they go with the resource. The object must
 * exist; one that is deleted takes the resource with it at the next refresh.
 *
 * Components write these resources themselves with `writeStatus`. The id is `Kind.group/namespace/name`.
 *
 * @example
 * ```ts
 * import { ObjectStatus } from "pulumi-k8s-lb/cluster";
 *
 * new ObjectStatus("web", {
 *   apiVersion: "networking.k8s.io/v1",
 *   kind: "Ingress",
 *   namespace: "shop",
 *   name: "web",
 *   status: { loadBalancer: { ingress: [{ ip: "203.0.113.7", hostname: "web.example.com" }] } },
 * });
 * ```
 */
export class ObjectStatus extends LbResource {
  declare readonly apiVersion: pulumi.Output<string>;
  declare readonly kind: pulumi.Output<string>;
  declare readonly namespace: pulumi.Output<string | undefined>;
  declare readonly name: pulumi.Output<string>;
  declare readonly status: pulumi.Output<{ [field: string]: Json } | undefined>;
  declare readonly annotations: pulumi.Output<{ [name: string]: string } | undefined>;

  constructor(name: string, args: ObjectStatusArgs, opts?: LbResourceOptions) {
    super("kubernetes:ObjectStatus", name, args, [], opts);
  }
}
