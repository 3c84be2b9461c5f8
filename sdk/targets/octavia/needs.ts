// Lists what a plan needs in the project, for the checks of a preview.

import { describeObject } from "../../../resources/diagnostic";
import type { Needs } from "../../../resources/inventory";
import type { PoolRef } from "../../../resources/octavia/fields";
import type { ListenerBody, PoolBody } from "../../../resources/octavia/types";
import { UNKNOWN_TEXT } from "../../specs";
import type { LoweredLoadBalancer } from "./plan";

/** Needs of a plan in the project: objects by the names of their quotas, and objects that must exist. */
export function octaviaNeeds(loadBalancers: readonly LoweredLoadBalancer[]): Needs {
  const counts = new Map<string, number>();
  const addresses = new Map<string, number>();
  const references = new Map<string, string>();
  let largest = { count: 0, of: "" };
  const add = (sums: Map<string, number>, name: string, count = 1) => sums.set(name, (sums.get(name) ?? 0) + count);
  for (const planned of loadBalancers) {
    const { listeners = [], ...loadBalancer } = planned.inputs.loadBalancer;
    const pools = poolsOf(planned);
    const policies = listeners.flatMap(({ l7policies = [] }) => l7policies);
    if (!loadBalancer.id) add(counts, "load_balancer");
    add(counts, "listener", listeners.length);
    add(counts, "pool", pools.length);
    add(counts, "member", sum(pools.map(({ members = [] }) => members.length)));
    add(counts, "health_monitor", pools.filter(({ healthmonitor }) => healthmonitor).length);
    add(counts, "l7policy", policies.length);
    add(counts, "l7rule", sum(policies.map(({ rules = [] }) => rules.length)));
    for (const { name, rules = [] } of policies) {
      if (rules.length > largest.count) largest = { count: rules.length, of: `${planned.name}, policy ${name}` };
    }
    const needed = referencesOf(planned, listeners, pools);
    const [owner] = planned.owners;
    for (const reference of needed) if (!references.has(reference)) references.set(reference, owner ? describeObject(owner) : planned.name);
    if (!loadBalancer.id && loadBalancer.vip_subnet_id) add(addresses, `subnet/${loadBalancer.vip_subnet_id}`);
    const { floating_network_id: network, floating_ip_address } = planned.inputs.floatingIp ?? {};
    if (network && !floating_ip_address) add(addresses, `network/${network}`);
  }
  return {
    counts: sorted(counts),
    ...(largest.count > 0 ? { largest: { rules_per_policy: largest } } : {}),
    references: sorted(references),
    addresses: sorted(addresses),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

function poolsOf({ inputs: { loadBalancer } }: LoweredLoadBalancer): PoolBody[] {
  const nested = (loadBalancer.listeners ?? []).map(({ default_pool }) => default_pool);
  return [...nested, ...(loadBalancer.pools ?? [])].filter((pool) => pool !== undefined && pool !== null).filter(isBody);
}

/** A reference to a pool has its name alone. */
const isBody = (pool: PoolBody | PoolRef): pool is PoolBody => "protocol" in pool;

/** References of a load balancer, without values that a preview does not know. */
function referencesOf({ inputs }: LoweredLoadBalancer, listeners: readonly ListenerBody[], pools: readonly PoolBody[]): string[] {
  const { id, vip_subnet_id, vip_network_id, flavor_id, availability_zone, provider } = inputs.loadBalancer;
  const named: [string, unknown][] = [
    ["loadbalancer", id],
    ["subnet", vip_subnet_id],
    ["network", vip_network_id],
    ["network", inputs.floatingIp?.floating_network_id],
    ["floatingip", inputs.floatingIp?.floating_ip_address],
    ["flavor", flavor_id],
    ["availability_zone", availability_zone],
    ["provider", provider],
    ...listeners.map(({ default_tls_container_ref: container }): [string, unknown] => ["container", container]),
    ...pools.flatMap(({ members = [] }) => members.map(({ subnet_id }): [string, unknown] => ["subnet", subnet_id])),
  ];
  const references = named.filter((entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "");
  return [...new Set(references.map(([type, name]) => `${type}/${name}`))];
}

/** Sorted, without what preview cannot know yet. */
const sorted = <T>(entries: ReadonlyMap<string, T>): Record<string, T> =>
  Object.fromEntries([...entries].filter(([key]) => !key.includes(UNKNOWN_TEXT)).sort(([a], [b]) => (a < b ? -1 : 1)));
