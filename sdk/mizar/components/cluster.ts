import type * as pulumi from "@pulumi/pulumi";
import { MizarComponent, type MizarComponentArgs } from "./component";
import { WHOLE } from "./scope";

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
