// The types of an Octavia plan, and its resources, objects and statuses.

import type { Diagnostic, ObjectRef } from "../../../resources/diagnostic";
import { LOAD_BALANCER, markedDescription } from "../../../resources/octavia/load-balancer";
import type {
  FloatingIp,
  ListenerBody,
  LoadBalancerBody,
  LoadBalancerInputs,
  PoolBody,
  SecurityGroupBody,
  TlsSecret,
} from "../../../resources/octavia/types";
import {
  type Endpoint,
  ofKind,
  type Plan,
  type PlannedPool,
  type PlannedResource,
  type PoolOfPorts,
  resourceKey,
  withoutSecrets,
} from "../../plan";
import type { RuleSources } from "../../routing";
import { compare, ownerNames } from "../../specs";

/** The part of the requests of a pool that a Service gets. */
export interface ServiceShare {
  /** With its port: `default/web:80`. */
  service: string;
  weight: number;
  /** The specs do not tell its servers. */
  missing?: true;
}

/** A load balancer from specs: its inputs, and the specs that it represents. */
export interface LoweredLoadBalancer {
  name: string;
  /** Its Pulumi name: only what it is for, so that it stays the same load balancer when the cluster is renamed. */
  identity: string;
  inputs: LoadBalancerInputs;
  owners: ObjectRef[];
  /** Host names that it serves. */
  hosts: string[];
  /** `namespace/name` of the Services whose servers each of its pools holds; for hosts alone, else they are those of its owner. */
  services?: { readonly [pool: string]: readonly string[] };
  /** Parts of the requests of each pool by Service and port, `default/web:80`; for hosts alone. */
  shares?: { readonly [pool: string]: readonly ServiceShare[] };
  /** The keys of the routes that lead to each of its pools; for hosts alone. */
  routes?: { readonly [pool: string]: readonly string[] };
  /** The members of each of its pools at any moment; without those whose members never move. */
  moving: ReadonlyMap<string, PoolOfPorts>;
  /** By pool that keeps its members: the fault for which it does; for hosts alone. */
  because?: ReadonlyMap<string, Diagnostic | undefined>;
  /** Form in which the Service shows its address. */
  status?: StatusOptions;
}

/**
 * Names what serves a rule among the sources of a plan.
 *
 * @param policy absent for the default pool of the listener
 */
export const ruleKey = (
  loadBalancer: string,
  { protocol, protocol_port }: Pick<ListenerBody, "protocol" | "protocol_port">,
  policy?: string,
) => `${loadBalancer} ${protocol}:${protocol_port}${policy === undefined ? "" : ` ${policy}`}`;

/** Listeners of hosts. */
export const CLEAR_TEXT = { protocol: "HTTP", protocol_port: 80 } as const;
export const TLS = { protocol: "TERMINATED_HTTPS", protocol_port: 443 } as const;

/** Its pools as functions of the ports of Services. */
export const movingPools = ({ identity, moving }: LoweredLoadBalancer): PlannedPool[] =>
  [...moving].map(([name, pool]) => ({ in: resourceKey({ kind: LOAD_BALANCER.type, name: identity }), name, ...pool }));

/** All pools of a load balancer, of listeners and of policies. */
export function poolsIn({ inputs: { loadBalancer } }: LoweredLoadBalancer): PoolBody[] {
  const listenerPools = (loadBalancer.listeners ?? []).flatMap(({ default_pool: pool }) => (pool && "members" in pool ? [pool] : []));
  return [...(loadBalancer.pools ?? []), ...listenerPools];
}

/** Parts of an Octavia plan that no other target has. */
export interface OctaviaShown {
  /** True if the API has tags. Before 2.5 the description contains the owner mark. */
  tags: boolean;
  /** Sources of the rules by {@link ruleKey}; absent where a state alone is known. */
  sources?: RuleSources;
  /** By the name of the resource. */
  loadBalancers: Readonly<Record<string, Pick<LoweredLoadBalancer, "services" | "shares" | "status">>>;
}

/** Everything one cluster means on Octavia, sorted by name. */
export type OctaviaPlan = Plan<OctaviaShown>;

/** The load balancers of a plan. */
export const loadBalancersIn = (plan: Pick<OctaviaPlan, "resources">): PlannedResource<LoadBalancerInputs>[] =>
  // their bodies are in the words of the API, which their schema has no types for
  ofKind(plan, LOAD_BALANCER) as unknown as PlannedResource<LoadBalancerInputs>[];

/** The load balancers as resources, and the hosts and Services that they serve. None depends on another. */
export function octaviaResources(loadBalancers: readonly LoweredLoadBalancer[]): Pick<OctaviaPlan, "resources" | "endpoints"> {
  return {
    resources: loadBalancers.map(({ name, identity, inputs, owners }) => ({
      kind: LOAD_BALANCER.type,
      name: identity,
      inputs: { ...inputs },
      owners,
      after: [],
      ...(identity === name ? {} : { alias: name }),
    })),
    endpoints: loadBalancers.flatMap(({ name, identity, inputs, owners, hosts }): Endpoint[] => {
      const at = resourceKey({ kind: LOAD_BALANCER.type, name: identity });
      // a guest answers at the address of its host
      const { id } = inputs.loadBalancer;
      const server = { name, in: at, holder: id ?? identity, ...(id === undefined ? {} : { id }) };
      return hosts.length > 0 ? hosts.map((host) => ({ host, owners, at, server })) : [{ owners, at, server }];
    }),
  };
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

/** The plan as the objects that would be posted, with our owner mark among the tags. Private keys only when asked for. */
export function octaviaObjects(plan: Pick<OctaviaPlan, "resources" | "shown">, { showSecrets = false } = {}): OctaviaObjects {
  const planned = loadBalancersIn({ resources: showSecrets ? plan.resources : withoutSecrets(plan.resources, [LOAD_BALANCER]) });
  const inputs = planned.map((one) => one.inputs);
  const loadbalancers = inputs.map(({ loadBalancer, owner }) => ({
    ...loadBalancer,
    ...(plan.shown.tags
      ? { tags: [...(loadBalancer.tags ?? []), owner] }
      : { description: markedDescription(loadBalancer.description ?? undefined, owner) }),
  }));
  const all = { loadbalancers, ...besideLoadBalancers(inputs) };
  return {
    objects: Object.fromEntries(Object.entries(all).filter(([, list]) => list.length > 0)),
    owners: Object.fromEntries(
      planned.map(({ inputs: { loadBalancer }, owners }) => [`loadbalancers/${loadBalancer.name}`, ownerNames(owners)]),
    ),
  };
}

/** Objects that load balancers need besides their children. */
function besideLoadBalancers(inputs: readonly LoadBalancerInputs[]) {
  const floatingips = inputs.flatMap(({ loadBalancer, floatingIp }): ShownFloatingIp[] => {
    if (!floatingIp) return [];
    const { floating_network_id = null, floating_ip_address = null, ...rest } = floatingIp;
    return [{ loadbalancer: loadBalancer.name, floating_network_id, floating_ip_address, ...rest }];
  });
  const secrets = inputs.flatMap((one) => one.secrets ?? []).sort((a, b) => compare(a.name, b.name));
  const securitygroups = inputs.flatMap(({ loadBalancer, securityGroup }) =>
    securityGroup ? [{ loadbalancer: loadBalancer.name, ...securityGroup }] : [],
  );
  return { floatingips, secrets, securitygroups };
}
