import type { Json } from "../shared/json";

/** Kinds of rows in the tables of the server. Rows carry the names of the API; parents are named by id. */
export type Kind = "loadbalancer" | "listener" | "pool" | "member" | "healthmonitor" | "l7policy" | "l7rule" | Administered;

/** Kinds that only an administrator writes. A quota's id is its project, a zone's id its name. */
export type Administered = "quota" | "flavor" | "flavorprofile" | "availabilityzone" | "availabilityzoneprofile";

export interface Row {
  id: string;
  [field: string]: Json;
}

const PARENT: { [kind in Kind]?: string } = {
  listener: "loadbalancer_id",
  pool: "loadbalancer_id",
  member: "pool_id",
  healthmonitor: "pool_id",
  l7policy: "listener_id",
  l7rule: "l7policy_id",
};

interface Change {
  kind: Kind;
  id: string;
  before: Row | undefined;
}

/** Rows by id and by parent, with transactions: what a refused request has changed is taken back. Rows are never changed in place. */
export class Store {
  private readonly tables = new Map<Kind, Map<string, Row>>();
  private readonly children = new Map<string, Set<string>>();
  private journal: Change[] | undefined;
  /** Called after each change, for the state file. */
  onChange: () => void = () => {};

  /** Ids are compared without regard to case, as the database does. */
  get(kind: Kind, id: string): Row | undefined {
    return this.tables.get(kind)?.get(id.toLowerCase());
  }

  list(kind: Kind): Row[] {
    return [...(this.tables.get(kind)?.values() ?? [])];
  }

  childrenOf(kind: Kind, parent: string): Row[] {
    const found: Row[] = [];
    for (const id of this.children.get(`${kind}/${parent}`) ?? []) {
      const row = this.get(kind, id);
      if (row) found.push(row);
    }
    return found;
  }

  kinds(): Kind[] {
    return [...this.tables.keys()];
  }

  put(kind: Kind, row: Row): Row {
    this.set(kind, row.id.toLowerCase(), row);
    return row;
  }

  remove(kind: Kind, id: string): void {
    this.set(kind, id.toLowerCase(), undefined);
  }

  clear(): void {
    this.tables.clear();
    this.children.clear();
    this.onChange();
  }

  /** Runs work that either changes everything it wants or, when it throws, nothing. */
  transaction<T>(work: () => T): T {
    if (this.journal) return work();
    const journal: Change[] = [];
    this.journal = journal;
    try {
      return work();
    } catch (error) {
      this.journal = undefined;
      for (const { kind, id, before } of journal.reverse()) this.set(kind, id, before);
      throw error;
    } finally {
      this.journal = undefined;
    }
  }

  private set(kind: Kind, id: string, row: Row | undefined): void {
    let table = this.tables.get(kind);
    if (!table) {
      table = new Map();
      this.tables.set(kind, table);
    }
    const before = table.get(id);
    this.journal?.push({ kind, id, before });
    const parent = (of: Row | undefined) => (of && PARENT[kind] ? `${kind}/${String(of[PARENT[kind]])}` : undefined);
    if (parent(before) !== parent(row)) this.reparent(id, parent(before), parent(row));
    if (row) table.set(id, row);
    else table.delete(id);
    this.onChange();
  }

  private reparent(id: string, from: string | undefined, to: string | undefined): void {
    if (from !== undefined) this.children.get(from)?.delete(id);
    if (to === undefined) return;
    const siblings = this.children.get(to);
    if (siblings) siblings.add(id);
    else this.children.set(to, new Set([id]));
  }
}

/** Relations between the objects of a load balancer. */
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
