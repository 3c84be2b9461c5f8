import type * as pulumi from "@pulumi/pulumi";
import { MizarComponent, type MizarComponentArgs } from "./component";
import { one, WHOLE } from "./specs";

/**
 * One Network. Its VPC and subnets are among the specs as facts, for example as the resources that make them.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * const owner = "pulumi-k8s-lb:shop/dev/mizar/net";
 * const vpc = new mizar.Vpc("vpc", { owner, metadata: { name: "vpc-1a2b3c4d" }, spec: { ip: "10.10.0.0", prefix: 16 } });
 * const net = { vpc: "vpc-1a2b3c4d", ip: "10.10.1.0", prefix: 24 };
 * const subnet = new mizar.Subnet("net1", { owner, metadata: { name: "net1" }, spec: net }, { dependsOn: [vpc] });
 * new mizar.Network("vpc-1", { specs: ["network.yaml", vpc, subnet] });
 * ```
 */
export class Network extends MizarComponent {
  constructor(name: string, args: MizarComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Network", name, args, one("Network"), opts);
  }
}

/** One Pod in its place. The Network, VPC and subnets, and whoever else has addresses there, are among the specs as facts. */
export class Pod extends MizarComponent {
  constructor(name: string, args: MizarComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Pod", name, args, one("Pod"), opts);
  }
}

/** One Service with its scaled endpoint. The Network, VPC and subnets are among the specs as facts. */
export class Service extends MizarComponent {
  constructor(name: string, args: MizarComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Service", name, args, one("Service"), opts);
  }
}

/**
 * Everything that the specs of one cluster mean on Mizar and Arktos: VPCs, subnets, Networks, and Pods and Services in their places.
 * Objects that exist (they have a `metadata.uid`, or are resources of the same program) are facts: they are respected and not made.
 * Nobody who has an address loses it to a newcomer.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * const cluster = new mizar.KubernetesCluster("prod", {
 *   specs: ["manifests/*.yaml"],
 *   settings: { tenant: "customerA" },
 * });
 * export const pods = cluster.pods;
 * export const capacity = cluster.capacity;
 * ```
 */
export class KubernetesCluster extends MizarComponent {
  constructor(name: string, args: MizarComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("KubernetesCluster", name, args, WHOLE, opts);
  }
}
