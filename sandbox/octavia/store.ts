// Stores rows by kind.
import type { Json } from "../shared/json";
import { Store, ValueIndex } from "../shared/store";

/** Kinds of rows in the tables of the server. Rows carry the names of the API; parents are named by id. */
export type OctaviaKind = "loadbalancer" | "listener" | "pool" | "member" | "healthmonitor" | "l7policy" | "l7rule" | Administered;

/** Kinds that only an administrator writes. A quota's id is its project, a zone's id its name. */
export type Administered = "quota" | "flavor" | "flavorprofile" | "availabilityzone" | "availabilityzoneprofile";

export interface OctaviaRow {
  id: string;
  [field: string]: Json;
}

const PARENT: { [kind in OctaviaKind]?: string } = {
  listener: "loadbalancer_id",
  pool: "loadbalancer_id",
  member: "pool_id",
  healthmonitor: "pool_id",
  l7policy: "listener_id",
  l7rule: "l7policy_id",
};

/** Rows by id and by parent. Ids are compared without regard to case, as the database does. */
export class Rows extends Store<OctaviaRow, OctaviaKind> {
  private readonly children = new ValueIndex();

  constructor() {
    super(
      ({ id }) => id,
      (id) => id.toLowerCase(),
    );
  }

  childrenOf(kind: OctaviaKind, parent: string): OctaviaRow[] {
    return [...this.children.get(`${kind}/${parent}`)].flatMap((id) => this.get(kind, id) ?? []);
  }

  protected override changed(kind: OctaviaKind, id: string, before: OctaviaRow | undefined, after: OctaviaRow | undefined): void {
    const parent = (row: OctaviaRow | undefined) => (row && PARENT[kind] ? `${kind}/${String(row[PARENT[kind]])}` : undefined);
    const [from, to] = [parent(before), parent(after)];
    if (from === to) return;
    if (from !== undefined) this.children.remove(from, id);
    if (to !== undefined) this.children.add(to, id);
  }
}

/** Relations between the objects of a load balancer. */
export class Tree {
  constructor(private readonly store: Rows) {}

  /** Policies of a listener in their order. */
  policies(listener: string): OctaviaRow[] {
    return this.store.childrenOf("l7policy", listener).sort((a, b) => Number(a.position) - Number(b.position));
  }

  rules(policy: string): OctaviaRow[] {
    return this.store.childrenOf("l7rule", policy);
  }

  /** Members of a pool in the order of the database's index. */
  members(pool: string): OctaviaRow[] {
    const place = (row: OctaviaRow) => `${String(row.address).toLowerCase()} ${String(row.protocol_port).padStart(5, "0")}`;
    const placed = this.store.childrenOf("member", pool).map((row): [string, OctaviaRow] => [place(row), row]);
    return placed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, row]) => row);
  }

  monitor(pool: string): OctaviaRow | undefined {
    return this.store.childrenOf("healthmonitor", pool)[0];
  }

  listeners(loadBalancer: string): OctaviaRow[] {
    return this.store.childrenOf("listener", loadBalancer);
  }

  pools(loadBalancer: string): OctaviaRow[] {
    return this.store.childrenOf("pool", loadBalancer);
  }

  /** Policies that send to a pool, whether they are switched on or not. */
  policiesTo(pool: OctaviaRow): OctaviaRow[] {
    return this.listeners(String(pool.loadbalancer_id))
      .flatMap((listener) => this.policies(listener.id))
      .filter((policy) => policy.redirect_pool_id === pool.id);
  }

  /** The listeners that really use a pool: by default, or by a policy that is on and has a rule. */
  listenersOfPool(pool: OctaviaRow): OctaviaRow[] {
    const all = this.listeners(String(pool.loadbalancer_id));
    const byDefault = all.filter((listener) => listener.default_pool_id === pool.id);
    const byPolicy = all.filter((listener) =>
      this.policies(listener.id).some((policy) => policy.redirect_pool_id === pool.id && this.works(policy)),
    );
    return [...new Set([...byDefault, ...byPolicy])];
  }

  /** The pools that a listener really uses. */
  poolsOfListener(listener: OctaviaRow): OctaviaRow[] {
    const ids = [listener.default_pool_id];
    for (const policy of this.policies(listener.id)) if (this.works(policy)) ids.push(policy.redirect_pool_id);
    const pools = [...new Set(ids)].map((id) => (typeof id === "string" ? this.store.get("pool", id) : undefined));
    return pools.filter((pool) => pool !== undefined);
  }

  private works(policy: OctaviaRow): boolean {
    return policy.admin_state_up === true && this.rules(policy.id).length > 0;
  }
}
