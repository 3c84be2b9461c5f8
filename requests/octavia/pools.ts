// Reads from Octavia pools and members which servers a rule forwards to, with their weights.

import { addTo } from "../../resources/lists";
import { isPoolRef } from "../../resources/octavia/pool";
import type { ListenerBody, LoadBalancerBody, MemberBody, PoolBody } from "../../resources/octavia/types";
import type { Part, ServedAnswer } from "../table/routing-table";
import { propertiesOfPool, tlsOfPool } from "./properties";

/** Facts about pools that their bodies do not contain. */
export interface PoolFacts {
  /** Shares of the requests by members of a pool; undefined: the Services of its members are unknown. */
  partsOf?(pool: PoolBody): Part[] | undefined;
  /** Services whose servers are members of a pool, with their weights; undefined where unknown. */
  servicesOf?(pool: PoolBody): Part["among"];
  /** Name of a pool in pictures. Given, each part has its pool, and ports of SCTP are read too. */
  poolName?(pool: string): string;
}

/** All pools of a load balancer by name, at any level of its body. */
export function poolsIn({ pools = [], listeners = [] }: LoadBalancerBody): Map<string, PoolBody> {
  const used = listeners.flatMap(({ default_pool, l7policies = [] }: ListenerBody) => [
    default_pool,
    ...l7policies.map(({ redirect_pool }) => redirect_pool),
  ]);
  const written = used.filter((pool): pool is PoolBody => pool !== undefined && !isPoolRef(pool));
  return new Map([...pools, ...written].map((pool) => [pool.name, pool]));
}

/**
 * Answer of a pool. Without a member that takes requests HAProxy answers 503, or closes a connection.
 *
 * @unverified octavia/no-member
 */
export function answerOf(pool: PoolBody, readsRequests: boolean, facts: PoolFacts = {}): ServedAnswer {
  const empty = readsRequests ? { status: 503 } : { closed: "no server" };
  const tls = tlsOfPool(pool);
  const common = { ...(tls ? { tls } : {}), ...(facts.poolName ? { pool: facts.poolName(pool.name) } : {}) };
  const parts = facts.partsOf?.(pool) ?? sharedBy(partsBySize(pool), facts.servicesOf?.(pool));
  const forward = parts.map((part) => ({ ...part, ...common }));
  if (facts.poolName && parts.length === 0) forward.push({ weight: 1, servers: { ready: [] }, ...common });
  return forward.length > 0 ? { forward, ...propertiesOfPool(pool), empty } : empty;
}

const sharedBy = (parts: Part[], among: Part["among"]): Part[] => (among ? parts.map((part) => ({ ...part, among })) : parts);

/** Members that take requests; backup members only if there are no others. */
function taking({ members = [] }: PoolBody): MemberBody[] {
  const able = members.filter(({ admin_state_up = true, weight = 1, address }) => admin_state_up && weight > 0 && isKnown(address));
  const usual = able.filter(({ backup }) => !backup);
  return usual.length > 0 ? usual : able;
}

/**
 * Members with the same weight share requests evenly. If none takes requests, the Services are still known.
 *
 * @unverified octavia/weights
 */
function partsBySize(pool: PoolBody): Part[] {
  const byWeight = new Map<number, string[]>();
  const able = taking(pool);
  if (able.length === 0 && pool.members?.length)
    return [
      {
        weight: 1,
        servers: {
          ready: [],
          unready: pool.members
            .filter(({ address }) => isKnown(address))
            .map(serverOf)
            .sort(),
        },
      },
    ];
  for (const member of able) addTo(byWeight, member.weight ?? 1, serverOf(member));
  return [...byWeight]
    .sort(([a], [b]) => b - a)
    .map(([weight, ready]) => ({ weight: weight * ready.length, servers: { ready: ready.sort() } }));
}

/** A preview may have an unknown value as an address. */
const isKnown = (address: unknown): boolean => typeof address === "string";

const serverOf = ({ address, protocol_port }: MemberBody): string => `${address.includes(":") ? `[${address}]` : address}:${protocol_port}`;
