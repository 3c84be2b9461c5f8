import * as pulumi from "@pulumi/pulumi";
import type { Json } from "../../../contract/json";
import { providerText } from "../../../provider/lifecycle/text";

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
export type AviResourceOptions = Omit<pulumi.CustomResourceOptions, "import">;

/**
 * Base of all resources of Avi. The code that runs them stands in the state as one constant line per kind; credentials come
 * from the provider or the environment and never from here.
 */
export abstract class AviResource extends pulumi.CustomResource {
  /** @internal */
  protected constructor(kind: string, name: string, args: object, outputs: readonly string[], opts: AviResourceOptions = {}) {
    const type = `pulumi-nodejs:dynamic/k8s-lb-avi:${kind}`;
    const declared = Object.fromEntries(outputs.map((output) => [output, undefined]));
    const props = {
      ...declared,
      ...args,
      __provider: providerText(`avi:${kind}`),
      __urn: urnOf(name, type, opts.parent),
    };
    super(type, name, props, opts);
  }
}

/**
 * A dynamic provider is not told the URN; with it, progress shows on the resource's own row. diff ignores it. It is a promise
 * and not an output: the URN is made from the parent's, and to depend on the own parent would be to wait for oneself.
 */
function urnOf(name: string, type: string, parent: pulumi.Resource | undefined): Promise<string> {
  const urn = pulumi.createUrn(name, type, parent);
  return new Promise((resolve) => {
    urn.apply(resolve);
  });
}

/**
 * A certificate body whose private key is a secret in the state, also when the program forgot to say so. In a plain body only
 * the key is; a body that is an output as a whole becomes a secret as a whole, because outputs know no parts.
 */
export function withSecretKey(body: AviBodyInput): AviBodyInput {
  if (pulumi.Output.isInstance(body) || body instanceof Promise) return pulumi.secret(body);
  return body.key === undefined ? body : { ...body, key: pulumi.secret(body.key) };
}
