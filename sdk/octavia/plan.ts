import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import { describeObject } from "../../kinds/diagnostic";
import type { CertificateFacts, InventoryInputs } from "../../kinds/inventory";
import { LOAD_BALANCER, markedDescription } from "../../kinds/octavia/load-balancer";
import type { FloatingIp, LoadBalancerBody, LoadBalancerInputs, PoolBody, SecurityGroupBody, TlsSecret } from "../../kinds/octavia/types";
import type { Layout, Place } from "../move";
import { resourceKey } from "../move";
import type { ReviewedRoutes, Status } from "../routing";
import { compare, ownerNames } from "../specs";

/** One planned load balancer: its inputs, and the specs it represents. */
export interface PlannedLoadBalancer {
  name: string;
  /** Its Pulumi name: only what it is for, so that it stays the same load balancer when the cluster is renamed. */
  identity: string;
  inputs: LoadBalancerInputs;
  owners: ObjectRef[];
  /** Host names that it serves. */
  hosts: string[];
  /** `namespace/name` of the Services whose servers each of its pools holds; for hosts alone, else they are those of its owner. */
  services?: { readonly [pool: string]: readonly string[] };
  /** The places that lead to each of its pools, `shop.example.com/cart`; for hosts alone. */
  places?: { readonly [pool: string]: readonly string[] };
  /** Form in which the Service shows its address. */
  status?: StatusOptions;
}

/** Its pools, wherever they stand. */
export function poolsIn({ inputs: { loadBalancer } }: PlannedLoadBalancer): PoolBody[] {
  const own = (loadBalancer.listeners ?? []).flatMap(({ default_pool: pool }) => (pool && "members" in pool ? [pool] : []));
  return [...(loadBalancer.pools ?? []), ...own];
}

/** Everything one cluster means on Octavia, sorted by name. */
export interface OctaviaPlan {
  loadBalancers: PlannedLoadBalancer[];
  /** True if the API has tags. Before 2.5 the description contains the owner mark. */
  tags: boolean;
  /** Missing input, by the host that keeps its objects for that reason. */
  missing: Record<string, string>;
  /** Number of servers that answer at each place. */
  served: Record<string, number | "kept">;
  /** The pools that places depend on whose Service is missing. */
  keeps: NonNullable<InventoryInputs["keeps"]>;
  /** `<identity of the load balancer>/<pool>` of every pool of hosts. */
  pools: string[];
  /** Facts about certificates, by the object that holds them. */
  certificates: Record<string, CertificateFacts>;
  /** Routes and servers as a reviewer reads them. */
  review: ReviewedRoutes;
  statuses: Status[];
  /** Diagnostics of objects without a status: Secrets, nodes, settings, files. */
  diagnostics: Diagnostic[];
}

/** Settings that decide how a Service shows its address to others. */
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
 * Entry with which a Service shows the address of its load balancer (octavia.md 3.2). A host name keeps kube-proxy from taking a short cut past
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

/** A floating IP as it is shown: which load balancer it is for, and where it comes from. */
export interface ShownFloatingIp extends Omit<FloatingIp, "floating_network_id" | "floating_ip_address"> {
  loadbalancer: string;
  floating_network_id: string | null;
  floating_ip_address: string | null;
}

export interface OctaviaObjects {
  objects: {
    loadbalancers?: LoadBalancerBody[];
    floatingips?: ShownFloatingIp[];
    secrets?: TlsSecret[];
    securitygroups?: (SecurityGroupBody & { loadbalancer: string })[];
  };
  /** `loadbalancers/<name>` -> the specs it represents. */
  owners: Record<string, string[]>;
}

/** Every resource of the plan with its inputs, private keys left out. */
export function octaviaResources({ loadBalancers }: OctaviaPlan): { kind: string; name: string; inputs: LoadBalancerInputs }[] {
  const withoutKeys = (inputs: LoadBalancerInputs) =>
    inputs.secrets ? { ...inputs, secrets: inputs.secrets.map(({ key: _, ...shown }) => shown) } : inputs;
  return loadBalancers.map(({ identity, inputs }) => ({ kind: LOAD_BALANCER.type, name: identity, inputs: withoutKeys(inputs) }));
}

/** The plan as the objects that would be posted, with our owner mark among the tags. Private keys only when asked for. */
export function octaviaObjects(plan: OctaviaPlan, { showSecrets = false } = {}): OctaviaObjects {
  const inputs = plan.loadBalancers.map((planned) => planned.inputs);
  const loadbalancers = inputs.map(({ loadBalancer, owner }) => ({
    ...loadBalancer,
    ...(plan.tags
      ? { tags: [...(loadBalancer.tags ?? []), owner] }
      : { description: markedDescription(loadBalancer.description ?? undefined, owner) }),
  }));
  const all = { loadbalancers, ...besideLoadBalancers(inputs, { showSecrets }) };
  return {
    objects: Object.fromEntries(Object.entries(all).filter(([, list]) => list.length > 0)),
    owners: Object.fromEntries(plan.loadBalancers.map(({ name, owners }) => [`loadbalancers/${name}`, ownerNames(owners)])),
  };
}

/** Objects that load balancers need besides their children. Private keys only on request. */
export function besideLoadBalancers(inputs: readonly LoadBalancerInputs[], { showSecrets = false } = {}) {
  const floatingips = inputs.flatMap(({ loadBalancer, floatingIp }): ShownFloatingIp[] => {
    if (!floatingIp) return [];
    const { floating_network_id = null, floating_ip_address = null, ...rest } = floatingIp;
    return [{ loadbalancer: loadBalancer.name, floating_network_id, floating_ip_address, ...rest }];
  });
  const secrets = inputs
    .flatMap((one) => one.secrets ?? [])
    .map(({ key, ...shown }) => (showSecrets && key !== undefined ? { ...shown, key } : shown))
    .sort((a, b) => compare(a.name, b.name));
  const securitygroups = inputs.flatMap(({ loadBalancer, securityGroup }) =>
    securityGroup ? [{ loadbalancer: loadBalancer.name, ...securityGroup }] : [],
  );
  return { floatingips, secrets, securitygroups };
}

/** Places that a plan serves. Load balancers do not depend on each other. One that the cluster renames stays the same. */
export function octaviaLayout(plan: OctaviaPlan): Layout {
  const { loadBalancers } = plan;
  const resources = octaviaResources(plan).map((one) => ({ ...one, phase: 0 }));
  const places = loadBalancers.flatMap(({ name, identity, hosts, owners, inputs }): Place[] => {
    const key = resourceKey({ kind: LOAD_BALANCER.type, name: identity });
    // a guest answers at the address of its host
    const at = { server: name, holder: inputs.loadBalancer.id ?? identity, serverIn: key, holderIn: key };
    const whats = hosts.length > 0 ? hosts.map((host) => `host ${host}`) : owners.map(describeObject);
    return whats.map((what) => ({ what, ...at }));
  });
  return { places: places.sort((a, b) => compare(a.what, b.what)), resources };
}
