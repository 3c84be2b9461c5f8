import { isRecord } from "../../specs";

/** Inputs or outputs of a resource, as a state has them. */
export type Inputs = { readonly [property: string]: unknown };

/** The servers of each pool of a resource; `kept` where the specs lack what tells them, and the load balancer keeps those it has. */
export type Members = ReadonlyMap<string, readonly unknown[] | "kept">;

/** Place of the servers in the pools of a kind. */
interface MemberKind {
  read(inputs: Inputs): Members;
  /** The inputs with other servers. Pools that are not named stay. */
  write(inputs: Inputs, members: ReadonlyMap<string, readonly unknown[]>): Inputs;
}

/** The kinds that have servers; all others are structure through and through. */
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
      const left = listIn(keep).filter((name) => !members.has(String(name)));
      return {
        ...inputs,
        ...(left.length > 0 ? { keep: left } : {}),
        loadBalancer: {
          ...loadBalancer,
          ...(Array.isArray(listeners) ? { listeners: listeners.map(listener) } : {}),
          ...(Array.isArray(pools) ? { pools: pools.map(written) } : {}),
        },
      };
    },
  },
};

/** True if the servers of this kind are written without a run. */
export const hasMembers = (type: string): boolean => type in KINDS;

/** The servers of each pool. */
export const membersOf = (type: string, inputs: Inputs): Members => KINDS[type]?.read(inputs) ?? new Map();

/** The inputs with other servers in these pools. */
export const withMembers = (type: string, inputs: Inputs, members: ReadonlyMap<string, readonly unknown[]>): Inputs =>
  KINDS[type]?.write(inputs, members) ?? inputs;

/** The inputs without what flows by itself, and without private keys: what is left goes through review. */
export function structureOf(type: string, inputs: Inputs): Inputs {
  const none = new Map([...membersOf(type, inputs).keys()].map((pool) => [pool, []]));
  const shown = Object.entries(withMembers(type, inputs, none)).filter(([property]) => !HIDDEN.has(property) && !property.startsWith("__"));
  return Object.fromEntries(shown.map(([property, value]) => [property, withoutKeys(value)]));
}

/** Inputs outside the review: a flag for the run that sets it (`adopt`), and the mark of lists that are kept (`keep`). */
const HIDDEN: ReadonlySet<string> = new Set(["adopt", "keep"]);

/** Keys of certificates: no program hands them to a watch, and a new key comes with a new certificate. */
function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([field]) => field !== "key" || value.certificate === undefined);
  return Object.fromEntries(entries.map(([field, inner]) => [field, withoutKeys(inner)]));
}

function poolsIn(loadBalancer: unknown): Record<string, unknown>[] {
  if (!isRecord(loadBalancer)) return [];
  const defaults = listIn(loadBalancer.listeners).map((listener) => (isRecord(listener) ? listener.default_pool : undefined));
  return [...defaults, ...listIn(loadBalancer.pools)].filter(isRecord).filter((pool) => !isReference(pool));
}

/** `{ name }` alone refers to a pool that is defined elsewhere. */
const isReference = (pool: Record<string, unknown>) => Object.keys(pool).every((field) => field === "name");

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
