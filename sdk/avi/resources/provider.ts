import type * as pulumi from "@pulumi/pulumi";
import { ExplicitProvider } from "../../resource";

/** How to reach an Avi controller. What is left out comes from the environment (`AVI_CONTROLLER` and so on). */
export interface ProviderArgs {
  /** `host`, `host:port` or `https://host[:port]`. */
  controller?: pulumi.Input<string>;
  username?: pulumi.Input<string>;
  /** Kept as a secret. */
  password?: pulumi.Input<string>;
  /** An API token instead of the password. Kept as a secret. */
  token?: pulumi.Input<string>;
  /** `basic` for controllers that allow basic authentication. @default "session" */
  auth?: pulumi.Input<"session" | "basic">;
  /** Tenant of objects that name none. @default "admin" */
  tenant?: pulumi.Input<string>;
  /** API version to speak, e.g. `20.1.1`. @default the controller's own, 30.2.1 at most */
  version?: pulumi.Input<string>;
  /** Cloud of objects that name none. @default "Default-Cloud" */
  cloud?: pulumi.Input<string>;
  /** PEM of the authority that signed the controller's certificate. */
  caCert?: pulumi.Input<string>;
  /** Do not verify the controller's certificate. @default false */
  insecure?: pulumi.Input<boolean>;
  /** Requests per second, or `off`. @default 25 */
  rateLimit?: pulumi.Input<number | "off">;
  /** Seconds until a request counts as unanswered. @default 60 */
  timeout?: pulumi.Input<number>;
}

const SECRETS = new Set(["password", "token"]);

/**
 * An explicit connection, for programs that talk to more than one controller. Without one, the stack configuration
 * (`avi:controller`, ...) and the environment are used.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const password = new pulumi.Config().requireSecret("east");
 * const east = new avi.Provider("east", { controller: "avi-east.example.com", username: "ci", password });
 * new avi.KubernetesCluster("east", { specs: "manifests/east" }, { providers: [east] });
 * ```
 */
export class Provider extends ExplicitProvider {
  /** The tenant that was given. */
  readonly tenant?: pulumi.Input<string>;

  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    super(name, args, { namespaceOf: () => "avi", secrets: SECRETS }, opts);
    this.tenant = args.tenant;
  }
}
