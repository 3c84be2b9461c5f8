import type { Row, Store } from "./store";

/** How the objects of a load balancer hang together. */
export class Tree {
  constructor(private readonly store: Store) {}

  /** Policies of a listener in their order. */
  policies(listener: string): Row[] {
    return this.store.childrenOf("l7policy", listener).sort((a, b) => Number(a.position) - Number(b.position));
  }

  rules(policy: string): Row[] {
    return this.store.childrenOf("l7rule", policy);
  }

  /** Members of a pool in the order of the database's index. */
  members(pool: string): Row[] {
    const place = (row: Row) => `${String(row.address).toLowerCase()} ${String(row.protocol_port).padStart(5, "0")}`;
    const placed = this.store.childrenOf("member", pool).map((row): [string, Row] => [place(row), row]);
    return placed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, row]) => row);
  }

  monitor(pool: string): Row | undefined {
    return this.store.childrenOf("healthmonitor", pool)[0];
  }

  listeners(loadBalancer: string): Row[] {
    return this.store.childrenOf("listener", loadBalancer);
  }

  pools(loadBalancer: string): Row[] {
    return this.store.childrenOf("pool", loadBalancer);
  }

  /** Policies that send to a pool, whether they are switched on or not. */
  policiesTo(pool: Row): Row[] {
    return this.listeners(String(pool.loadbalancer_id))
      .flatMap((listener) => this.policies(listener.id))
      .filter((policy) => policy.redirect_pool_id === pool.id);
  }

  /** The listeners that really use a pool: by default, or by a policy that is on and has a rule. */
  listenersOfPool(pool: Row): Row[] {
    const all = this.listeners(String(pool.loadbalancer_id));
    const byDefault = all.filter((listener) => listener.default_pool_id === pool.id);
    const byPolicy = all.filter((listener) =>
      this.policies(listener.id).some((policy) => policy.redirect_pool_id === pool.id && this.works(policy)),
    );
    return [...new Set([...byDefault, ...byPolicy])];
  }

  /** The pools that a listener really uses. */
  poolsOfListener(listener: Row): Row[] {
    const ids = [listener.default_pool_id];
    for (const policy of this.policies(listener.id)) if (this.works(policy)) ids.push(policy.redirect_pool_id);
    const pools = [...new Set(ids)].map((id) => (typeof id === "string" ? this.store.get("pool", id) : undefined));
    return pools.filter((pool) => pool !== undefined);
  }

  private works(policy: Row): boolean {
    return policy.admin_state_up === true && this.rules(policy.id).length > 0;
  }
}
