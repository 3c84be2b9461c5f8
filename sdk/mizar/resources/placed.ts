import type * as pulumi from "@pulumi/pulumi";
import type { EndpointState } from "../../../kinds/mizar/placed";
import type { LbResourceOptions } from "../../resource";
import { type ObjectArgs, ObjectResource } from "./object";

/** Inputs of {@link PlacedPod}. */
export interface PlacedPodArgs extends ObjectArgs {
  /** `spec` of a Pod. */
  spec: pulumi.Input<{ [field: string]: unknown }>;
  /**
   * `endpoint` waits until Mizar has made the Pod's endpoint, which takes a node that runs the Pod.
   * @default "none"
   */
  waitFor?: pulumi.Input<"none" | "endpoint">;
}

/**
 * A Pod with the labels and annotations that say where in Mizar it is: `arktos.futurewei.com/network`, `mizar.com/vpc`,
 * `mizar.com/subnet`, `mizar.futurewei.com/network_user_input`. The components compute them. Nothing moves a Pod, so another place
 * replaces it; of its spec only images change in place.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * const nginx = new mizar.PlacedPod("nginx", {
 *   owner: "pulumi-k8s-lb:shop/dev/mizar/net",
 *   metadata: { name: "nginx", annotations: { "mizar.com/vpc": "vpc-1a2b3c4d", "mizar.com/subnet": "net1" } },
 *   spec: { containers: [{ name: "nginx", image: "nginx" }] },
 * });
 * export const address = nginx.address;
 * ```
 */
export class PlacedPod extends ObjectResource {
  declare readonly spec: pulumi.Output<{ [field: string]: unknown }>;
  declare readonly phase: pulumi.Output<string | undefined>;
  declare readonly podIP: pulumi.Output<string | undefined>;
  /** Its endpoint in Mizar, as it was last read. */
  declare readonly endpoint: pulumi.Output<EndpointState | undefined>;
  /** Address that Mizar gave it, else the one in its status. */
  declare readonly address: pulumi.Output<string | undefined>;

  constructor(name: string, args: PlacedPodArgs, opts?: LbResourceOptions) {
    super("PlacedPod", "v1", "Pod", name, args, ["phase", "podIP", "endpoint", "address"], opts);
  }
}

/** Inputs of {@link PlacedService}. */
export interface PlacedServiceArgs extends ObjectArgs {
  /** `spec` of a Service. */
  spec: pulumi.Input<{ [field: string]: unknown }>;
  /**
   * `endpoint` waits for the scaled endpoint that Mizar makes for the Service.
   * @default "endpoint"
   */
  waitFor?: pulumi.Input<"none" | "endpoint">;
}

/**
 * A Service with the label and annotations that say in which VPC its scaled endpoint is. Ports and selector change in place; another
 * place or another `clusterIP` replaces it.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * const web = new mizar.PlacedService("my-service", {
 *   owner: "pulumi-k8s-lb:shop/dev/mizar/net",
 *   metadata: { name: "my-service", annotations: { "mizar.com/vpc": "vpc-1a2b3c4d", "mizar.com/subnet": "net1" } },
 *   spec: { selector: { app: "MyApp" }, ports: [{ protocol: "TCP", port: 80, targetPort: 9376 }] },
 * });
 * export const address = web.address;
 * ```
 */
export class PlacedService extends ObjectResource {
  declare readonly spec: pulumi.Output<{ [field: string]: unknown }>;
  declare readonly clusterIP: pulumi.Output<string | undefined>;
  /** Its scaled endpoint in Mizar, as it was last read. */
  declare readonly endpoint: pulumi.Output<EndpointState | undefined>;
  /** Address of the scaled endpoint, else the clusterIP. */
  declare readonly address: pulumi.Output<string | undefined>;

  constructor(name: string, args: PlacedServiceArgs, opts?: LbResourceOptions) {
    super("PlacedService", "v1", "Service", name, args, ["clusterIP", "endpoint", "address"], opts);
  }
}
