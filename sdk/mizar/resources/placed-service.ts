import type * as pulumi from "@pulumi/pulumi";
import type { EndpointState } from "../../../kinds/mizar/placed";
import type { LbResourceOptions } from "../../resources/resource";
import { type ObjectArgs, ObjectResource } from "./object";

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
