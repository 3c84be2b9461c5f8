import * as pulumi from "@pulumi/pulumi";
import type { AviBody, AviKinds } from "../../../contract/avi";
import { providerText } from "../../../provider/lifecycle/text";

/** Inputs of a kind as a program gives them: any part may be an output of another resource. */
export type Inputs<K extends keyof AviKinds> = { [P in keyof AviKinds[K]]: pulumi.Input<AviKinds[K][P]> };

/**
 * What all Avi resources share. The code that the engine runs is a constant text that loads the installed package
 * (docs/architecture.md), so it never changes under a stack; `__urn` only lets progress appear on the resource's own row.
 */
export abstract class AviResource extends pulumi.CustomResource {
  protected constructor(kind: keyof AviKinds, name: string, props: pulumi.Inputs, opts: pulumi.CustomResourceOptions = {}) {
    const type = `pulumi-nodejs:dynamic/k8s-lb-avi:${kind}`;
    const urn = pulumi.createUrn(name, type, opts.parent);
    super(type, name, { __provider: providerText(`avi:${kind}`), __urn: urn, ...props }, opts);
  }
}

/** Marks the private key of a certificate body as a Pulumi secret, whatever the program did. */
export function withSecretKey(certificate: pulumi.Input<AviBody | undefined>): pulumi.Input<AviBody | undefined> {
  if (pulumi.Output.isInstance(certificate) || certificate instanceof Promise)
    return pulumi.output(certificate).apply((body) => markKey(body) as AviBody);
  return markKey(certificate) as pulumi.Input<AviBody | undefined>;
}

function markKey(body: AviBody | undefined): unknown {
  return body?.key ? { ...body, key: pulumi.secret(body.key) } : body;
}
