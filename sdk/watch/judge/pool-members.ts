import { BUNDLING_KINDS } from "../../../kinds/avi";
import { isRecord } from "../../specs";

/** Inputs or outputs of a resource, as a state has them. */
export type ResourceInputs = { readonly [property: string]: unknown };

/** The servers of each pool of a resource; `kept` where the specs do not give them, and the load balancer keeps those it has. */
export type PoolMembers = ReadonlyMap<string, readonly unknown[] | "kept">;

/** Servers in the pools of one kind of resource. */
interface MemberKind {
  read(inputs: ResourceInputs): PoolMembers;
  /** The inputs with other servers. Pools that are not named stay. */
  write(inputs: ResourceInputs, members: ReadonlyMap<string, readonly unknown[]>): ResourceInputs;
  /** The input that names pools which stay as the load balancer has them; none where a pool is one resource, which is not written at all. */
  readonly keepsIn?: string;
}

/** A virtual service of Avi that holds the pools which it alone uses. */
const BUNDLE: MemberKind = {
  read({ pools, keepServers }) {
    const kept = listIn(keepServers);
    return new Map(
      listIn(pools)
        .filter(isRecord)
        .map(({ name, servers }) => [String(name), kept.includes(name) ? "kept" : listIn(servers)]),
    );
  },
  write({ keepServers, ...inputs }, members) {
    if (!Array.isArray(inputs.pools)) return keepServers === undefined ? inputs : { ...inputs, keepServers };
    const pools = inputs.pools.map((pool: unknown) => {
      const servers = isRecord(pool) ? members.get(String(pool.name)) : undefined;
      return isRecord(pool) && servers ? { ...pool, servers } : pool;
    });
    const stillKept = listIn(keepServers).filter((name) => !members.has(String(name)));
    return { ...inputs, pools, ...(stillKept.length > 0 ? { keepServers: stillKept } : {}) };
  },
};

const BUNDLES: ReadonlySet<string> = new Set(BUNDLING_KINDS.map(({ type }) => type));

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
  ...Object.fromEntries([...BUNDLES].map((type) => [type, BUNDLE])),
  "octavia:LoadBalancer": {
    keepsIn: "keep",
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

/** True if a resource has servers, which the fast lane writes: of this kind, and where pools may be elsewhere, with such inputs. */
export const hasMembers = (type: string, ...inputs: readonly ResourceInputs[]): boolean =>
  type in KINDS && (!BUNDLES.has(type) || inputs.some((one) => membersOf(type, one).size > 0));

/** The servers of each pool. */
export const membersOf = (type: string, inputs: ResourceInputs): PoolMembers => KINDS[type]?.read(inputs) ?? new Map();

/** The inputs with other servers in these pools. */
export const withMembers = (type: string, inputs: ResourceInputs, members: ReadonlyMap<string, readonly unknown[]>): ResourceInputs =>
  KINDS[type]?.write(inputs, members) ?? inputs;

/** The inputs in which these pools stay as the load balancer has them. */
export function withKept(type: string, inputs: ResourceInputs, pools: readonly string[]): ResourceInputs {
  const field = KINDS[type]?.keepsIn;
  if (pools.length === 0 || field === undefined) return inputs;
  return { ...inputs, [field]: [...new Set([...listIn(inputs[field]), ...pools])] };
}

function poolsIn(loadBalancer: unknown): Record<string, unknown>[] {
  if (!isRecord(loadBalancer)) return [];
  const defaults = listIn(loadBalancer.listeners).map((listener) => (isRecord(listener) ? listener.default_pool : undefined));
  return [...defaults, ...listIn(loadBalancer.pools)].filter(isRecord).filter((pool) => !isReference(pool));
}

/** `{ name }` alone refers to a pool that is defined elsewhere. */
const isReference = (pool: Record<string, unknown>) => Object.keys(pool).every((field) => field === "name");

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
