import type * as pulumi from "@pulumi/pulumi";
import type { Json } from "../../../kinds/json";
import { LbResource, type LbResourceOptions, secretKeyIn } from "../../resources/resource";

/** A body of the Avi REST API, references by name: `/api/pool?name=X`. */
export type AviBodyInput = pulumi.Input<{ name: pulumi.Input<string>; [field: string]: pulumi.Input<Json> }>;

/** What every resource takes besides its objects. */
export interface AviResourceArgs {
  /**
   * Mark by which an object is known as ours, e.g. `pulumi-k8s-lb:my-project/dev/my-cluster`. It is written to the object's
   * `created_by` (VsVip: `vsvip_cloud_config_cksum`, HealthMonitor: `description`).
   */
  owner: pulumi.Input<string>;
  /**
   * Take over objects that exist under these names and carry another mark, or none.
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
}

/** Options of our resources; dynamic resources cannot be imported by option, see `pulumi import` in the docs. */
export type AviResourceOptions = LbResourceOptions;

/** Base of all resources of Avi. */
export abstract class AviResource extends LbResource {
  /** @internal */
  protected constructor(kind: string, name: string, args: object, outputs: readonly string[], opts?: AviResourceOptions) {
    super(`avi:${kind}`, name, args, outputs, opts);
  }
}

/** A certificate body whose private key is a secret in the state, also when the program forgot to say so. */
export function withSecretKey(body: AviBodyInput): AviBodyInput {
  return secretKeyIn(body);
}
