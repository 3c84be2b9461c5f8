// The base class of Avi resources, and the provider resource.

import type * as pulumi from "@pulumi/pulumi";
import type { PoolInputs } from "../../../../resources/avi";
import type { AviBody } from "../../../../resources/avi/body";
import { inventoryOf } from "../../../../resources/inventory";
import { type ArgsOf, type DeepInput, ExplicitProvider, type InventoryArgs, LbResource, type LbResourceOptions } from "../../../resource";
import type * as types from "../types";

/** A body of the Avi REST API, references by name: `/api/pool?name=X`. */
export type AviBodyInput = DeepInput<AviBody>;

/** Messages of the API for each object of a resource. */
interface Messages {
  caCertificate: types.SSLKeyAndCertificate;
  certificate: types.SSLKeyAndCertificate;
  connectionService: types.VirtualService;
  dataScriptSet: types.VSDataScriptSet;
  healthMonitor: types.HealthMonitor;
  healthMonitors: types.HealthMonitor[];
  insecureVirtualService: types.VirtualService;
  passthroughService: types.VirtualService;
  pkiProfile: types.PKIProfile;
  pkiProfiles: types.PKIProfile[];
  policies: types.HTTPPolicySet[];
  policy: types.HTTPPolicySet;
  policySet: types.L4PolicySet;
  pool: types.Pool;
  poolGroup: types.PoolGroup;
  poolGroups: types.PoolGroup[];
  pools: types.Pool[];
  redirectPolicy: types.HTTPPolicySet;
  rewritePolicies: types.HTTPPolicySet[];
  sslProfile: types.SSLProfile;
  stringGroups: types.StringGroup[];
  virtualService: types.VirtualService;
  vsVip: types.VsVip;
}

/** Inputs of a kind as programs give them: each object as the API describes it, and any value may be an output. */
export type AviArgs<I> = { [F in keyof ArgsOf<I>]: F extends keyof Messages ? DeepInput<Messages[F]> : ArgsOf<I>[F] };

/** The fields that the API has, each of its type: through one of any name an output would give any field as unknown. */
type Named<T> = T extends readonly (infer E)[]
  ? Named<E>[]
  : T extends object
    ? { [F in keyof T as string extends F ? never : F]: Named<T[F]> }
    : T;

/** A body as an output. */
export type BodyOutput<T> = pulumi.Output<Named<T>>;

/** Arguments of every resource besides its objects. */
export type AviResourceArgs = Pick<ArgsOf<PoolInputs>, "owner" | "adopt">;

/** Options of our resources; dynamic resources have no option `import`; `pulumi import` takes them (docs/avi.md). */
export type AviResourceOptions = LbResourceOptions;

/** Outputs of a resource that may hold the pools which it alone uses. */
export abstract class ResourceWithPools extends LbResource {
  /** Pools that no other resource uses, with their servers, as declared or last read. */
  declare readonly pools: BodyOutput<types.Pool[] | undefined>;
  /** Health monitors of these pools. */
  declare readonly healthMonitors: BodyOutput<types.HealthMonitor[] | undefined>;
  /** CA certificates that the certificates of servers of these pools are checked against. */
  declare readonly pkiProfiles: BodyOutput<types.PKIProfile[] | undefined>;
}

export type { InventoryArgs };

/**
 * Remembers what a component manages and touches no load balancer. When a large part of it would vanish, or lose its servers, at once (more than a
 * third and more than five, or all of at least three), preview already fails (LB2017): an empty folder of manifests looks exactly like that.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * new avi.Inventory("inventory", { names: ["pool/c1--web", "virtualservice/c1--Shared-L7-0"] });
 * ```
 */
export class Inventory extends LbResource {
  /** Names of the objects that the component manages, as `<type>/<name>`. */
  declare readonly names: pulumi.Output<string[]>;

  constructor(name: string, args: InventoryArgs, opts?: AviResourceOptions) {
    super(inventoryOf("avi"), name, args, opts);
  }
}

/** Access to an Avi controller. Missing fields come from the environment (`AVI_CONTROLLER` and so on). */
export interface ProviderArgs {
  /** `host`, `host:port` or `https://host[:port]`. */
  controller?: pulumi.Input<string>;
  /** User of the controller. */
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
  /** A file with it, instead. */
  caCertFile?: pulumi.Input<string>;
  /** Do not verify the controller's certificate. @default false */
  insecure?: pulumi.Input<boolean>;
  /** Requests per second, or `off`. @default 25 */
  rateLimit?: pulumi.Input<number | "off">;
  /** Seconds until a request counts as unanswered. @default 60 */
  timeout?: pulumi.Input<number>;
  /** Milliseconds before the first retry of a request. @default 500 */
  retryDelay?: pulumi.Input<number>;
  /** Milliseconds for which the reads of a refresh share a list; with 0 each object is read on its own. @default 5000 */
  listCache?: pulumi.Input<number>;
}

/** The arguments of {@link Provider} that are secrets in a state. */
export const SECRETS: ReadonlySet<string> = new Set<keyof ProviderArgs>(["password", "token"]);

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
