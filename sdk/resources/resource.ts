import * as pulumi from "@pulumi/pulumi";
import { providerText } from "../../provider/lifecycle/handler";

/** Options of our resources; dynamic resources cannot be imported by option, see `pulumi import` in the docs. */
export type LbResourceOptions = Omit<pulumi.CustomResourceOptions, "import">;

/**
 * Base of all resources. The code that runs them stands in the state as one constant line per kind; credentials come from the
 * provider or the environment and never from here.
 */
export abstract class LbResource extends pulumi.CustomResource {
  /** @internal `kind` as the state knows it, e.g. `avi:Pool`. */
  protected constructor(kind: string, name: string, args: object, outputs: readonly string[], opts: LbResourceOptions = {}) {
    const type = `pulumi-nodejs:dynamic/k8s-lb-${kind}`;
    const declared = Object.fromEntries(outputs.map((output) => [output, undefined]));
    const props = { ...declared, ...args, __provider: providerText(kind), __urn: urnOf(name, type, opts.parent) };
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
 * A body whose field `key` is a secret in the state, also when the program forgot to say so. In a plain body only the key is; a
 * body that is an output as a whole becomes a secret as a whole, because outputs know no parts.
 */
export function secretKeyIn<T extends { [field: string]: unknown }>(body: pulumi.Input<T>): pulumi.Input<T> {
  if (pulumi.Output.isInstance(body) || body instanceof Promise) return pulumi.secret(body) as pulumi.Output<T>;
  return body.key === undefined ? body : { ...body, key: pulumi.secret(body.key) };
}
