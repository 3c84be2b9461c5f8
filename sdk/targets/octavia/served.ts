// The routing table of an Octavia plan, or of live load balancers.

import type { PoolFacts } from "../../../requests/octavia/pools";
import { servedByOctavia } from "../../../requests/octavia/rules";
import type { RoutingTable } from "../../../requests/table/routing-table";
import { certificateNames } from "../../../resources/certificate-names";
import { describeObject, type ObjectRef } from "../../../resources/diagnostic";
import { addTo } from "../../../resources/lists";
import { LOAD_BALANCER } from "../../../resources/octavia/load-balancer";
import type { LoadBalancerBody, MemberBody } from "../../../resources/octavia/types";
import { resourceKey } from "../../plan";
import { ownerOf } from "../../requests/backend-table";
import { keyOf } from "../../specs";
import type { PlanOf } from "../target";
import { loadBalancersIn, type OctaviaShown, ruleKey, type ServiceShare } from "./plan";

/** Kinds that have a load balancer of their own. */
const ALONE: ReadonlySet<string> = new Set(["Service", "Gateway"]);

/** Rules by which a plan answers clients. Hosts of all kinds share load balancers; a Service and a Gateway have one of their own. */
export const octaviaServed = (plan: PlanOf<OctaviaShown>): RoutingTable => servedBy(plan, (body) => body);

/** Rules as in {@link octaviaServed}, with an address for each load balancer: a host is found where it was placed. */
export const octaviaServedByAddress = (plan: PlanOf<OctaviaShown>): RoutingTable =>
  servedBy(
    plan,
    (body) => body,
    (name) => name,
  );

/** Rules as in {@link octaviaServed}, with the pool of each part instead of the Services that share it, for pictures. */
export function octaviaServedByPool(plan: PlanOf<OctaviaShown>): RoutingTable {
  return servedBy(
    plan,
    (body) => body,
    undefined,
    ({ name }) => ({ poolName: (pool) => `${name}/${pool}` }),
  );
}

/** Routing table of the live load balancers of a plan, whoever made their parts. */
export function octaviaServedLive(bodies: object, plan: PlanOf<OctaviaShown>): RoutingTable {
  const { loadbalancers = [] } = bodies as { loadbalancers?: readonly LoadBalancerBody[] };
  const byName = new Map(loadbalancers.map((body) => [body.name, body]));
  return servedBy(plan, ({ name }) => byName.get(name));
}

/**
 * @param bodyOf the body that answers instead of a body of the plan; undefined if there is none
 * @param groupNameOf address group of the hosts of a load balancer, by the name of its resource
 * @param poolFacts names of pools instead of the Services that share them
 */
function servedBy(
  plan: PlanOf<OctaviaShown>,
  bodyOf: (planned: LoadBalancerBody) => LoadBalancerBody | undefined,
  groupNameOf: (name: string) => string = () => "hosts",
  poolFacts?: (body: LoadBalancerBody) => PoolFacts,
): RoutingTable {
  const hostsAt = new Map<string | undefined, string[]>();
  for (const { at, host } of plan.endpoints) if (host !== undefined) addTo(hostsAt, at, host);
  const addresses = loadBalancersIn(plan).flatMap(({ name, inputs: { loadBalancer, secrets = [], keep = [], floatingIp }, owners }) => {
    const body = bodyOf(loadBalancer);
    if (!body) return [];
    const [first] = owners;
    const ofHosts = plan.shown.loadBalancers[name]?.shares;
    const shares = ofHosts ?? sharesBehind(loadBalancer, owners);
    // the inventory has pools of hosts by name, and load balancers of Services
    const poolName = (pool: string) => (ofHosts ? `${name}/${pool}` : `loadbalancers/${loadBalancer.name}`);
    // drained servers of a program count as unready; members that somebody disabled are a difference
    const isTaken = (member: MemberBody) => body !== loadBalancer || takes(member);
    const ofServices: PoolFacts = {
      // only the plan knows the Service of a pool without servers that take requests
      partsOf: (pool) => {
        const isPreserved = body === loadBalancer && keep.includes(pool.name);
        if (!isPreserved && pool.members?.some(isTaken)) return undefined;
        return shares[pool.name]?.map(({ missing, ...share }) => ({
          ...share,
          servers: { ready: [] },
          ...(isPreserved && missing && !loadBalancer.id ? { pool: poolName(pool.name) } : {}),
        }));
      },
      servicesOf: (pool) => shares[pool.name]?.map(({ service, weight }) => ({ service, weight })),
    };
    const contents = new Map(secrets.map(({ name, certificate }) => [name, certificate]));
    const isAlone = first !== undefined && ALONE.has(first.kind);
    const number = body === loadBalancer ? floatingIp?.floating_ip_address : undefined;
    const address = servedByOctavia(body, {
      group: isAlone ? describeObject(first) : groupNameOf(name),
      hosts: isAlone ? [] : (hostsAt.get(resourceKey({ kind: LOAD_BALANCER.type, name })) ?? []),
      ownersOf: (listener, policy) =>
        plan.shown.sources?.of(ruleKey(loadBalancer.name, listener, policy)).map(({ owner, at }) => ownerOf(owner, at)) ?? [],
      ...(poolFacts?.(body) ?? ofServices),
      namesOf: (one) => certificateNames(typeof one === "string" ? undefined : contents.get(one.name)),
    });
    // the floating IP of another load balancer, which the specs name by its id, is unknown
    const outside = body === loadBalancer && !loadBalancer.id ? { outside: floatingIp !== undefined } : {};
    return { ...address, ...(number ? { at: [...(address.at ?? []), number] } : {}), ...outside };
  });
  return { addresses };
}

const takes = ({ admin_state_up = true, weight = 1, address }: MemberBody): boolean =>
  admin_state_up && weight > 0 && typeof address === "string";

/** The Service port of each pool of a dedicated load balancer, which gets all requests of the pool. */
function sharesBehind({ listeners = [] }: LoadBalancerBody, [owner, ...others]: readonly ObjectRef[]): Record<string, ServiceShare[]> {
  if (owner?.kind !== "Service" || others.length > 0) return {};
  return Object.fromEntries(
    listeners.flatMap(({ default_pool: pool, protocol_port: port }) =>
      pool ? [[pool.name, [{ service: `${keyOf(owner)}:${port}`, weight: 1, missing: true }]]] : [],
    ),
  );
}
