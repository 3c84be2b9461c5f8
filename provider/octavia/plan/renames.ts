import type { JsonObject } from "../../lifecycle/json";
import type { Flat } from "../tree/flatten";
import { listenerKey, objects } from "../tree/keys";
import type { LiveTree } from "../tree/live";
import { isVoid } from "../tree/shape";
import { idOf, type Step } from "./step";

/** What a plan and its execution start from. */
interface Known {
  live: Pick<LiveTree, "flat" | "ids" | "held">;
  before?: Flat;
}

/** The names that a load balancer, or what a guest has in one, goes by. */
interface Naming {
  /** On the server, and when it was last declared; whatever is known of them. */
  was: readonly (JsonObject[string] | undefined)[];
  is: string;
}

/**
 * When a load balancer gets another name, what is named after it is renamed with it: the default pool of a listener stays that
 * pool. (With the load balancer's name as it was, another name means another pool.) The calls that do it, and what is known under
 * the new names.
 */
export function renames(wanted: Flat, known: Known, { was, is }: Naming): Known & { steps: Step[] } {
  const { live, before } = known;
  const pools = was.some((name) => !isVoid(name) && name !== is) ? renamedPools(wanted, live.flat) : new Map<string, string>();
  if (pools.size === 0) return { ...known, steps: [] };
  const steps = [...pools].map(([old, name]): Step => {
    const what = `renaming pool ${old} to ${name}`;
    return { method: "PUT", path: `/pools/${idOf(`pools/${name}`)}`, body: { pool: { name } }, what };
  });
  const places = { ids: namedPlaces(live.ids, pools), held: namedPlaces(live.held, pools) };
  return { steps, live: { flat: named(live.flat, pools), ...places }, before: before && named(before, pools) };
}

/** Pools that are neither declared by the name they have, nor there already by the name they are to get. */
function renamedPools(wanted: Flat, live: Flat): Map<string, string> {
  const byName = (list: Flat) => new Map(objects(list.pools).map((pool) => [String(pool.name), pool]));
  const [next, held] = [byName(wanted), byName(live)];
  const listeners = new Map(objects(wanted.listeners).map((listener) => [listenerKey(listener), listener]));
  const found = new Map<string, string>();
  for (const listener of objects(live.listeners)) {
    const [old, name] = [String(listener.default_pool), String(listeners.get(listenerKey(listener))?.default_pool)];
    const taken = held.has(name) || next.has(old) || [...found.values()].includes(name);
    if (!taken && held.has(old) && held.get(old)?.protocol === next.get(name)?.protocol) found.set(old, name);
  }
  return found;
}

/** A tree under the new names of its pools. */
function named(tree: Flat, pools: ReadonlyMap<string, string>): Flat {
  const rename = (object: JsonObject, field: string): JsonObject => {
    const name = pools.get(String(object[field]));
    return name === undefined ? object : { ...object, [field]: name };
  };
  const listeners = objects(tree.listeners).map((listener): JsonObject => {
    const policies = objects(listener.l7policies).map((policy) => rename(policy, "redirect_pool"));
    return { ...rename(listener, "default_pool"), ...(policies.length > 0 ? { l7policies: policies } : {}) };
  });
  return { ...tree, listeners, pools: objects(tree.pools).map((pool) => rename(pool, "name")) };
}

function namedPlaces<T>(places: { [place: string]: T }, pools: ReadonlyMap<string, string>): { [place: string]: T } {
  const place = (old: string) => {
    const pool = [...pools.keys()].find((name) => old === `pools/${name}` || old.startsWith(`pools/${name}/`));
    return pool === undefined ? old : `pools/${pools.get(pool)}${old.slice(`pools/${pool}`.length)}`;
  };
  return Object.fromEntries(Object.entries(places).map(([old, known]) => [place(old), known]));
}
