// The resources of Mizar without an object on a server: `mizar:Addresses`, inventory, provider.

import type * as pulumi from "@pulumi/pulumi";
import { hideInputs, jsonOr } from "../../../../resources/hidden";
import { inventoryOf } from "../../../../resources/inventory";
import type { InputsOf } from "../../../../resources/kind";
import { ADDRESSES, ADDRESSES_HIDDEN, type InterfaceAddressRequest } from "../../../../resources/mizar/addresses";
import type { ProviderArgs as ClusterProviderArgs } from "../../../kubernetes/resources";
import { type ArgsOf, ExplicitProvider, type InventoryArgs, LbResource, type LbResourceOptions } from "../../../resource";

/** Inputs of {@link Addresses}. */
export interface AddressesArgs extends Omit<ArgsOf<InputsOf<typeof ADDRESSES>>, "given"> {}

/**
 * Remembers who has which address and touches no object: who had an address in the last state keeps it, whoever comes before it now.
 * Preview knows the outcome. The components register one each.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * const any = { vpc: "vpc-1a2b3c4d", subnet: "net1", how: "any" as const, from: ["10.10.1.2-10.10.1.255"] };
 * const { given } = new mizar.Addresses("addresses", { wishes: { "nginx-default--eth0": any } });
 * export const nginx = given.apply((addresses) => addresses["nginx-default--eth0"]);
 * ```
 */
export class Addresses extends LbResource {
  /** Holders that want an address, each with the range. */
  declare readonly wishes: pulumi.Output<{ [holder: string]: InterfaceAddressRequest }>;
  /** The address of each; who got none is missing. */
  declare readonly given: pulumi.Output<{ [holder: string]: string }>;

  constructor(name: string, args: AddressesArgs, opts?: LbResourceOptions) {
    super(ADDRESSES, name, args, opts);
  }
}

/** The addresses of a component: the same with all of it hidden, because a diff would show every address with each new one. */
export class AddressBook extends LbResource {
  declare private readonly __given: pulumi.Output<string>;

  constructor(name: string, args: AddressesArgs, opts?: LbResourceOptions) {
    super(ADDRESSES, name, hideInputs({ ...args }, ADDRESSES_HIDDEN), opts, { __given: "{}" });
  }

  /** As {@link Addresses.given}. */
  get given(): pulumi.Output<{ [holder: string]: string }> {
    return this.__given.apply((text) => jsonOr(text, {}) as { [holder: string]: string });
  }
}

/**
 * Remembers what a component manages and touches no object. When a large part of it would vanish, or lose its servers, at once (more than a
 * third and more than five, or all of at least three), preview already fails (LB2017): an empty folder of manifests looks exactly like that.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * new mizar.Inventory("inventory", { names: ["vpcs/vpc-1a2b3c4d"] });
 * ```
 */
export class Inventory extends LbResource {
  /** Names of the objects that the component manages, as `<type>/<name>`. */
  declare readonly names: pulumi.Output<string[]>;

  constructor(name: string, args: InventoryArgs, opts?: LbResourceOptions) {
    super(inventoryOf("mizar"), name, args, opts);
  }
}

/**
 * Access to a cluster with Mizar; `tenant` applies to objects that name none. Missing fields come from the stack configuration and the
 * environment.
 */
export interface ProviderArgs extends ClusterProviderArgs {
  /** Seconds to wait for the operator. @default 300 */
  provisionTimeout?: pulumi.Input<number>;
  /** Seconds to wait until a deleted object is gone. @default 120 */
  deleteTimeout?: pulumi.Input<number>;
  /** Milliseconds between two looks at an object; the first. @default 500 */
  pollInterval?: pulumi.Input<number>;
  /** Milliseconds for which the reads of a refresh share a list. @default 5000 */
  listCache?: pulumi.Input<number>;
}

/** The arguments of {@link Provider} that are secrets in a state. */
export const SECRETS: ReadonlySet<string> = new Set<keyof ProviderArgs>(["kubeconfig"]);

/** Keys of pulumi-kubernetes; all others are ours. */
const SHARED: ReadonlySet<string> = new Set<keyof ProviderArgs>(["kubeconfig", "context"]);

/**
 * An explicit connection, for programs that talk to more than one cluster. Without one, the stack configuration
 * (`kubernetes:kubeconfig`, `mizar:tenant`, ...) and the environment are used.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * const east = new mizar.Provider("east", { context: "east", tenant: "customerA" });
 * new mizar.KubernetesCluster("east", { specs: "manifests/east" }, { providers: [east] });
 * ```
 */
export class Provider extends ExplicitProvider {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    super(name, args, { namespaceOf: (key) => (SHARED.has(key) ? "kubernetes" : "mizar"), secrets: SECRETS }, opts);
  }
}
