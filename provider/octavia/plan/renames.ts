// Plans the calls that rename pools and policies instead of creating them again.

import type { TreePart } from "../../../resources/octavia/fields";
import type { JsonObject } from "../../lifecycle/bodies/json";
import { listenerKey, textIn } from "../tree/compare";
import type { LiveTree } from "../tree/live";
import { mapChildren, type NormalTree } from "../tree/normal";
import { idOf, type Step } from "./step";

/** Input of a plan and of its execution. */
interface KnownTrees {
  live: Pick<LiveTree, "tree" | "ids" | "usedByOthers">;
  before?: NormalTree;
}

/** The names that a load balancer, or what a guest has in one, goes by. */
interface ObjectNaming {
  /** On the server, and when it was last declared; whatever is known of them. */
  was: readonly (string | undefined)[];
  is: string;
}

/**
 * When a load balancer gets another name, what is named after it is renamed with it: the default pool of a listener stays that
 * pool. (With the load balancer's name as it was, another name means another pool.) The calls that do it, and what is known under
 * the new names.
 */
export function renames(desired: NormalTree, trees: KnownTrees, { was, is }: ObjectNaming): KnownTrees & { steps: Step[] } {
  const { live, before } = trees;
  const pools = was.some((name) => name && name !== is) ? renamedPools(desired, live.tree) : new Map<string, string>();
  if (pools.size === 0) return { ...trees, steps: [] };
  const steps = [...pools].map(([old, name]): Step => {
    const what = `renaming pool ${old} to ${name}`;
    return { method: "PUT", path: `/pools/${idOf(`pools/${name}`)}`, body: { pool: { name } }, what };
  });
  const places = { ids: renamedPlaces(live.ids, pools), usedByOthers: renamedPlaces(live.usedByOthers, pools) };
  return { steps, live: { tree: renamed(live.tree, pools), ...places }, before: before && renamed(before, pools) };
}

/** Pools that are neither declared by the name they have, nor there already by the name they will get. */
function renamedPools(desired: NormalTree, live: NormalTree): Map<string, string> {
  const [next, existing] = [desired, live].map(({ pools }) => new Map(pools.map(({ name, protocol }) => [name, protocol])));
  const listeners = new Map(desired.listeners.map((listener) => [listenerKey(listener), listener]));
  const names = new Map<string, string>();
  for (const listener of live.listeners) {
    const [old, name] = [listener, listeners.get(listenerKey(listener))].map((one) => textIn(one?.default_pool));
    if (!old || !name || existing?.has(name) || next?.has(old) || [...names.values()].includes(name)) continue;
    const protocol = existing?.get(old);
    if (protocol !== undefined && protocol === next?.get(name)) names.set(old, name);
  }
  return names;
}

/** A tree under the new names of its pools. */
function renamed(tree: NormalTree, pools: ReadonlyMap<string, string>): NormalTree {
  const rename = <T extends JsonObject>(object: T, field: string): T => {
    const name = pools.get(textIn(object[field]));
    return name === undefined ? object : { ...object, [field]: name };
  };
  return mapChildren(tree, (object, part) => rename(object, NAMING[part] ?? ""));
}

/** Field that names a pool. */
const NAMING: { readonly [P in TreePart]?: string } = { listener: "default_pool", l7policy: "redirect_pool", pool: "name" };

function renamedPlaces<T>(places: { [place: string]: T }, pools: ReadonlyMap<string, string>): { [place: string]: T } {
  const place = (old: string) => {
    const pool = [...pools.keys()].find((name) => old === `pools/${name}` || old.startsWith(`pools/${name}/`));
    return pool === undefined ? old : `pools/${pools.get(pool)}${old.slice(`pools/${pool}`.length)}`;
  };
  return Object.fromEntries(Object.entries(places).map(([old, value]) => [place(old), value]));
}
