// Finds the pool of a rule among those that a load balancer has.

import { type Health, type PoolHealth, type ServerHealth, serverAt, serverName, worseServer } from "./health";

/** Facts for finding the pool of some servers; pools that match more facts are preferred. */
export interface PoolQuery {
  /** API object of the rule: `pool/web`, `l7policy/shop`. */
  on?: string;
  /** Name of the virtual service or load balancer. */
  address?: string;
  port?: number;
  /** Owner of the rule, `Ingress default/shop`. */
  owner?: string;
  /** Names of the servers: `10.0.0.1:8080`. */
  servers: readonly string[];
}

/** Objects that a pool serves, by `pool/web`. */
export type PoolOwners = (on: string) => readonly string[];

/** Reason of a server that no pool contains. */
export const UNLISTED = "the load balancer does not list it";

/** Finds pools by the facts of rules, with an index for large clusters. */
export class PoolFinder {
  private readonly byName = new Map<string, PoolHealth[]>();
  private readonly byServer = new Map<string, PoolHealth[]>();

  constructor(
    { pools }: Pick<Health, "pools">,
    private readonly ownersOf: PoolOwners = () => [],
  ) {
    for (const pool of pools) {
      for (const name of [pool.on, ...(pool.rules ?? [])]) put(this.byName, name, pool);
      for (const server of pool.servers) put(this.byServer, serverName(server), pool);
    }
  }

  /**
   * Health of the servers of a query. Each matching fact narrows the pools; if a server is in several of the remaining pools, its worst
   * state counts. A server in none of them is unknown.
   */
  serversAt(query: PoolQuery): ServerHealth[] {
    const pools = this.poolsAt(query);
    return query.servers.flatMap((name) => {
      const at = serverAt(name);
      return at ? [stateIn(pools, name) ?? { ...at, state: "unknown" as const, reason: UNLISTED }] : [];
    });
  }

  /** The pools that match a query. */
  poolsAt({ on, address, port, owner, servers }: PoolQuery): PoolHealth[] {
    const named = (on === undefined ? undefined : this.byName.get(on)) ?? [];
    const holding = [...new Set(servers.flatMap((name) => this.byServer.get(name) ?? []))];
    let pools = named.length > 0 ? named : holding;
    const narrow = (fits: (pool: PoolHealth) => boolean) => {
      const fitting = pools.length > 1 ? pools.filter(fits) : [];
      if (fitting.length > 0) pools = fitting;
    };
    if (address !== undefined) narrow((pool) => pool.address === address);
    if (owner !== undefined) narrow((pool) => this.ownersOf(pool.on).includes(owner));
    if (port !== undefined) narrow(({ ports }) => ports?.includes(port) === true);
    const wanted = new Set(servers);
    narrow((pool) => pool.servers.length === wanted.size && pool.servers.every((one) => wanted.has(serverName(one))));
    return pools;
  }
}

function stateIn(pools: readonly PoolHealth[], name: string): ServerHealth | undefined {
  const serverStates = pools.flatMap((pool): ServerHealth[] => {
    const matches = pool.servers.filter((one) => serverName(one) === name);
    const at = serverAt(name);
    return matches.length === 0 && pool.all && at ? [{ ...at, state: pool.all }] : matches;
  });
  return serverStates.length === 0 ? undefined : serverStates.reduce(worseServer);
}

function put<T>(index: Map<string, T[]>, key: string, value: T): void {
  const list = index.get(key);
  if (list) list.push(value);
  else index.set(key, [value]);
}
