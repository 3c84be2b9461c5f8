import type { FloatingIp, LoadBalancerBody, SecurityGroupBody, TlsSecret } from "../../kinds/octavia/inputs";
import { ownerNames } from "../owner-name";
import { compare } from "../specs";
import type { OctaviaPlan } from "./plan";

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
  /** `loadbalancers/<name>` -> the specs it stands for. */
  owners: Record<string, string[]>;
}

/** The plan as the objects that would be posted, with our owner mark among the tags. Private keys only when asked for. */
export function octaviaObjects(plan: OctaviaPlan, { showSecrets = false } = {}): OctaviaObjects {
  const inputs = plan.loadBalancers.map((planned) => planned.inputs);
  const loadbalancers = inputs.map(({ loadBalancer, owner }) => ({ ...loadBalancer, tags: [...(loadBalancer.tags ?? []), owner] }));
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
  const all = { loadbalancers, floatingips, secrets, securitygroups };
  return {
    objects: Object.fromEntries(Object.entries(all).filter(([, list]) => list.length > 0)),
    owners: Object.fromEntries(plan.loadBalancers.map(({ name, owners }) => [`loadbalancers/${name}`, ownerNames(owners)])),
  };
}
