// The provider resource of Octavia.

import type * as pulumi from "@pulumi/pulumi";
import { ExplicitProvider } from "../../../resource";

/** Access to an OpenStack project. Missing fields come from the environment (`OS_AUTH_URL` and so on) or clouds.yaml. */
export interface ProviderArgs {
  /** A cloud of clouds.yaml; comes before the environment. */
  cloud?: pulumi.Input<string>;
  /** Keystone, with or without `/v3`. */
  authUrl?: pulumi.Input<string>;
  /** Name of the user. */
  userName?: pulumi.Input<string>;
  /** Id of the user, instead of name and domain. */
  userId?: pulumi.Input<string>;
  /** Kept as a secret. */
  password?: pulumi.Input<string>;
  /** A token instead of a password; it cannot be renewed. Kept as a secret. */
  token?: pulumi.Input<string>;
  /** Id of an application credential. */
  applicationCredentialId?: pulumi.Input<string>;
  /** By name it needs the user too. */
  applicationCredentialName?: pulumi.Input<string>;
  /** Kept as a secret. */
  applicationCredentialSecret?: pulumi.Input<string>;
  /** The project by name; an application credential has one already. */
  tenantName?: pulumi.Input<string>;
  /** The project by id. */
  tenantId?: pulumi.Input<string>;
  /** Other name of `tenantName`. */
  projectName?: pulumi.Input<string>;
  /** Other name of `tenantId`. */
  projectId?: pulumi.Input<string>;
  /** Domain of the user, by name. @default `domainName`, else the domain `default` */
  userDomainName?: pulumi.Input<string>;
  /** Domain of the user, by id. */
  userDomainId?: pulumi.Input<string>;
  /** Domain of the project, by name. @default `domainName`, else the domain `default` */
  projectDomainName?: pulumi.Input<string>;
  /** Domain of the project, by id. */
  projectDomainId?: pulumi.Input<string>;
  /** Domain of user and project, by name. */
  domainName?: pulumi.Input<string>;
  /** Domain of user and project, by id. */
  domainId?: pulumi.Input<string>;
  /** Id of the domain of user and project, where nothing else says it. @default "default" */
  defaultDomain?: pulumi.Input<string>;
  /**
   * `password`, `token`, `v3applicationcredential`; `none` for a server without Keystone, with `endpoint` and `projectId`.
   * @default what the credentials are
   */
  authType?: pulumi.Input<string>;
  /** Address of Octavia where there is no Keystone. */
  endpoint?: pulumi.Input<string>;
  /** Region of the catalogue; needed when it has several. */
  region?: pulumi.Input<string>;
  /** Endpoints of the catalog to use. @default "public" */
  endpointType?: pulumi.Input<"public" | "internal" | "admin">;
  /** PEM of the authority that signed the certificates, or a file with it. */
  cacertFile?: pulumi.Input<string>;
  /** Do not verify certificates. @default false */
  insecure?: pulumi.Input<boolean>;
  /** Addresses in place of the catalogue's, by type of the service: `{ "load-balancer": "https://lb.example.com" }`. */
  endpointOverrides?: pulumi.Input<{ [service: string]: pulumi.Input<string> }>;
  /** Address of Octavia, in place of the catalogue's. */
  loadBalancerEndpoint?: pulumi.Input<string>;
  /** Address of Neutron, in place of the catalogue's. */
  networkEndpoint?: pulumi.Input<string>;
  /** Address of Barbican, in place of the catalogue's. */
  keyManagerEndpoint?: pulumi.Input<string>;
  /** Version of the Octavia API, e.g. `2.26`. @default the one that Octavia reports */
  apiVersion?: pulumi.Input<string>;
  /** Seconds until a request counts as unanswered. @default 120 */
  timeout?: pulumi.Input<number>;
  /** Seconds to wait for a load balancer to come to rest. @default 600 */
  waitTimeout?: pulumi.Input<number>;
  /** Milliseconds between two looks at a load balancer; the first. @default 500 */
  pollInterval?: pulumi.Input<number>;
  /** Milliseconds before the first retry of a request. @default 500 */
  retryDelay?: pulumi.Input<number>;
  /** Milliseconds for which the reads of a refresh share a list; with 0 each object is read on its own. @default 5000 */
  listCache?: pulumi.Input<number>;
}

/** The arguments of {@link Provider} that are secrets in a state. */
export const SECRETS: ReadonlySet<string> = new Set<keyof ProviderArgs>(["password", "token", "applicationCredentialSecret"]);

/** Ours; all others are keys of pulumi-openstack too. */
const OWN: ReadonlySet<string> = new Set<keyof ProviderArgs>([
  "projectName",
  "projectId",
  "authType",
  "endpoint",
  "loadBalancerEndpoint",
  "networkEndpoint",
  "keyManagerEndpoint",
  "apiVersion",
  "timeout",
  "waitTimeout",
  "pollInterval",
  "retryDelay",
  "listCache",
]);

/**
 * An explicit connection, for programs that talk to more than one project. Without one, the stack configuration
 * (`openstack:authUrl`, ...), the environment and clouds.yaml are used.
 *
 * @example
 * ```ts
 * import * as octavia from "pulumi-k8s-lb/octavia";
 *
 * const east = new octavia.Provider("east", { cloud: "east" });
 * new octavia.KubernetesCluster("east", { specs: "manifests/east" }, { providers: [east] });
 * ```
 */
export class Provider extends ExplicitProvider {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    super(name, args, { namespaceOf: (key) => (OWN.has(key) ? "octavia" : "openstack"), secrets: SECRETS }, opts);
  }
}
