import { isRecord } from "../../specs";

/** Inputs or outputs of a resource, as a state has them. */
export type ResourceInputs = { readonly [property: string]: unknown };

/** The servers of each pool of a resource; `kept` where the specs do not give them, and the load balancer keeps those it has. */
export type Members = ReadonlyMap<string, readonly unknown[] | "kept">;

/** Servers in the pools of one kind of resource. */
interface MemberKind {
  read(inputs: ResourceInputs): Members;
  /** The inputs with other servers. Pools that are not named stay. */
  write(inputs: ResourceInputs, members: ReadonlyMap<string, readonly unknown[]>): ResourceInputs;
}

/** The kinds that have servers. */
const KINDS: { readonly [type: string]: MemberKind } = {
  "avi:Pool": {
    read({ pool, keep }) {
      if (!isRecord(pool)) return new Map();
      return new Map([[String(pool.name), listIn(keep).includes("servers") ? "kept" : listIn(pool.servers)]]);
    },
    write(inputs, members) {
      const { pool, keep: _keep, ...rest } = inputs;
      const servers = isRecord(pool) ? members.get(String(pool.name)) : undefined;
      return isRecord(pool) && servers ? { ...rest, pool: { ...pool, servers } } : inputs;
    },
  },
  "octavia:LoadBalancer": {
    read({ loadBalancer, keep }) {
      const kept = listIn(keep);
      return new Map(poolsIn(loadBalancer).map(({ name, members }) => [String(name), kept.includes(name) ? "kept" : listIn(members)]));
    },
    write({ keep, ...inputs }, members) {
      const written = (pool: unknown) => {
        const list = isRecord(pool) && !isReference(pool) ? members.get(String(pool.name)) : undefined;
        return isRecord(pool) && list ? { ...pool, members: list } : pool;
      };
      const { loadBalancer } = inputs;
      if (!isRecord(loadBalancer)) return inputs;
      const { listeners, pools } = loadBalancer;
      const listener = (one: unknown) =>
        isRecord(one) && one.default_pool !== undefined ? { ...one, default_pool: written(one.default_pool) } : one;
      const stillKept = listIn(keep).filter((name) => !members.has(String(name)));
      return {
        ...inputs,
        ...(stillKept.length > 0 ? { keep: stillKept } : {}),
        loadBalancer: {
          ...loadBalancer,
          ...(Array.isArray(listeners) ? { listeners: listeners.map(listener) } : {}),
          ...(Array.isArray(pools) ? { pools: pools.map(written) } : {}),
        },
      };
    },
  },
};

/** True if resources of this kind have servers, which the fast lane writes. */
export const hasMembers = (type: string): boolean => type in KINDS;

/** The servers of each pool. */
export const membersOf = (type: string, inputs: ResourceInputs): Members => KINDS[type]?.read(inputs) ?? new Map();

/** The inputs with other servers in these pools. */
export const withMembers = (type: string, inputs: ResourceInputs, members: ReadonlyMap<string, readonly unknown[]>): ResourceInputs =>
  KINDS[type]?.write(inputs, members) ?? inputs;

function poolsIn(loadBalancer: unknown): Record<string, unknown>[] {
  if (!isRecord(loadBalancer)) return [];
  const defaults = listIn(loadBalancer.listeners).map((listener) => (isRecord(listener) ? listener.default_pool : undefined));
  return [...defaults, ...listIn(loadBalancer.pools)].filter(isRecord).filter((pool) => !isReference(pool));
}

/** `{ name }` alone refers to a pool that is defined elsewhere. */
const isReference = (pool: Record<string, unknown>) => Object.keys(pool).every((field) => field === "name");

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
