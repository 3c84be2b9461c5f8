// The names of Octavia objects, as Kuryr and OCCM make them.

import { createHash } from "node:crypto";
import { keyOf } from "../../specs";

/** The longest name and the longest description OpenStack takes. */
const MAX_NAME_LENGTH = 255;

/** Cut at 255 characters, as the OpenStack cloud provider does with names. */
export const cut = (name: string) => name.slice(0, MAX_NAME_LENGTH);

/** Names over 255 characters end in a fingerprint of the whole name, so that two of them stay two. */
export function shorten(name: string): string {
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH - 9)}-${fingerprint(name).slice(0, 8)}`;
}

/** The first twelve hex digits of a SHA-256. */
export function fingerprint(...texts: string[]): string {
  return createHash("sha256").update(texts.join("\0")).digest("hex").slice(0, 12);
}

/** Puts an object on the load balancer of this group, in the place of that of its class, or of one of its own. */
export const GROUP_ANNOTATION = "loadbalancer.openstack.org/group";

interface NamespacedName {
  namespace: string;
  name: string;
}

/** Kuryr's names (octavia.md 3.1). */
export const kuryrNames = {
  loadBalancer: (service: NamespacedName) => keyOf(service),
  /** Listener and pool of one port. */
  port: (service: NamespacedName, protocol: string, port: number) => `${keyOf(service)}:${protocol}:${port}`,
  /** Names of Pods may have 253 characters by themselves. */
  member: (target: NamespacedName, port: number | string) => shorten(`${keyOf(target)}:${port}`),
};

/**
 * The name under which the OpenStack cloud provider knows the load balancer of a Service.
 *
 * @example
 * ```ts
 * import { octaviaLoadBalancerName } from "pulumi-k8s-lb";
 *
 * console.log(octaviaLoadBalancerName("kubernetes", "default", "web")); // kube_service_kubernetes_default_web
 * ```
 */
export function octaviaLoadBalancerName(cluster: string, namespace: string, service: string): string {
  return cut(`kube_service_${cluster}_${namespace}_${service}`);
}

/** The cloud provider's other names; `index` counts the ports of the Service (octavia.md 3.2). */
export const occmNames = {
  listener: (index: number, loadBalancer: string) => cut(`listener_${index}_${loadBalancer}`),
  pool: (index: number, loadBalancer: string) => cut(`pool_${index}_${loadBalancer}`),
  monitor: (index: number, loadBalancer: string) => cut(`monitor_${index}_${loadBalancer}`),
};

/** Names of the load balancers that serve hosts. */
export const hostNames = {
  loadBalancer: (cluster: string, group: string) => shorten(`kube_ingress_${cluster}_${group}`),
  passthrough: (cluster: string, host: string) => shorten(`kube_passthrough_${cluster}_${host}`),
  gateway: (cluster: string, { namespace, name }: NamespacedName) => shorten(`kube_gateway_${cluster}_${namespace}_${name}`),
  gateways: (cluster: string, group: string) => shorten(`kube_gateways_${cluster}_${group}`),
  listener: (loadBalancer: string, protocol: string, port: number) => shorten(`${loadBalancer}:${protocol}:${port}`),
};
