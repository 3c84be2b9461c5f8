/** What decides how a Service shows its address to others. */
export interface StatusOptions {
  /** Annotation `loadbalancer.openstack.org/hostname`: shown instead of the address. */
  hostname?: string;
  /** With PROXY protocol and `enable_ingress_hostname`: the suffix after the address. */
  suffix?: string;
  /** The servers expect the PROXY protocol, which only the load balancer speaks. */
  proxy?: boolean;
}

/** One entry of `status.loadBalancer.ingress` of a Service. */
export interface IngressStatus {
  ip?: string;
  hostname?: string;
  ipMode?: "VIP" | "Proxy";
}

/**
 * How a Service shows the address of its load balancer (octavia.md 3.2). A host name keeps kube-proxy from taking a short cut past
 * the load balancer; since Kubernetes 1.29 `ipMode: Proxy` says the same.
 *
 * @example
 * ```ts
 * import { ingressStatus } from "pulumi-k8s-lb";
 *
 * console.log(ingressStatus("203.0.113.7", { proxy: true, suffix: "nip.io" })); // { hostname: "203.0.113.7.nip.io" }
 * ```
 */
export function ingressStatus(address: string, { hostname, suffix, proxy = false }: StatusOptions = {}): IngressStatus {
  if (hostname) return { hostname };
  if (proxy && suffix) return { hostname: `${address}.${suffix}` };
  return { ip: address, ipMode: proxy ? "Proxy" : "VIP" };
}
