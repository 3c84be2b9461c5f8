import type * as pulumi from "@pulumi/pulumi";
import { MizarComponent, type MizarComponentArgs } from "./component";
import { one } from "./scope";

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
