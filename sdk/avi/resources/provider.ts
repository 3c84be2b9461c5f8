import * as pulumi from "@pulumi/pulumi";

export interface ProviderArgs {
  /** Host, host:port or URL of the controller. */
  controller: pulumi.Input<string>;
  username?: pulumi.Input<string>;
  /** Kept as a secret. */
  password?: pulumi.Input<string>;
  /** In place of a password; kept as a secret. */
  token?: pulumi.Input<string>;
  /** Default `admin`. */
  tenant?: pulumi.Input<string>;
  /** X-Avi-Version; default: the controller's own. */
  version?: pulumi.Input<string>;
  cloud?: pulumi.Input<string>;
  /** PEM of the CA that signed the controller's certificate. */
  caCert?: pulumi.Input<string>;
  /** Do not verify the controller's certificate. Default false. */
  insecure?: pulumi.Input<boolean>;
  /** Requests per second, or `off`. Default 25. */
  rateLimit?: pulumi.Input<number | "off">;
}

const SECRET = new Set(["password", "token"]);

/**
 * A controller and its credentials, for programs that use more than one or do not want them in the stack configuration.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const provider = new avi.Provider("lab", { controller: "10.0.0.5", username: "admin", password: new pulumi.Config().requireSecret("pw") });
 * new avi.KubernetesCluster("lab", { specs: "manifests" }, { providers: [provider] });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs, opts?: pulumi.ResourceOptions) {
    const config = Object.entries(args)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [`avi:${key}`, SECRET.has(key) ? pulumi.secret(value) : value]);
    super("pulumi-nodejs", name, Object.fromEntries(config), opts);
  }
}
