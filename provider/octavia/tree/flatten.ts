import type { Json } from "../../../kinds/json";
import { isObject, type JsonObject } from "../../lifecycle/json";
import { listenerKey, objects } from "./keys";

/**
 * A load balancer in normal form: all pools in `pools`, named by `default_pool` and `redirect_pool` (texts), policies in order
 * with positions 1..n. Programs may write one thing in several ways; here it has one.
 */
export type Flat = JsonObject;

/** The normal form of a declared body. Nothing is lost: {@link nest} gives the user's form back. */
export function flatten(body: JsonObject): Flat {
  const pools = new Map<string, JsonObject>();
  const take = (pool: Json | undefined): Json | undefined => {
    if (!isObject(pool)) return pool;
    const name = String(pool.name);
    if (!isMention(pool) && !pools.has(name)) pools.set(name, pool);
    return name;
  };
  for (const pool of objects(body.pools)) take(pool);
  const listeners = objects(body.listeners).map((listener) => {
    const policies = inOrder(objects(listener.l7policies)).map((policy, index) => ({
      ...without(policy, "redirect_pool"),
      position: index + 1,
      ...given("redirect_pool", take(policy.redirect_pool)),
    }));
    return {
      ...without(listener, "default_pool", "l7policies"),
      ...given("default_pool", take(listener.default_pool)),
      ...(policies.length > 0 ? { l7policies: policies } : {}),
    };
  });
  return {
    ...without(body, "listeners", "pools"),
    listeners: unknownOr(body.listeners, listeners),
    pools: unknownOr(body.pools, [...pools.values()]),
  };
}

/** A tree in normal form in the form in which `declared` is written: pools where they stood, positions as they were. */
export function nest(flat: Flat, declared: JsonObject): JsonObject {
  const pools = new Map(objects(flat.pools).map((pool) => [String(pool.name), pool]));
  const wrote = new Map(objects(declared.listeners).map((listener) => [listenerKey(listener), listener]));
  const placed = new Set<string>();
  const pool = (name: Json | undefined, before: Json | undefined): Json | undefined => {
    if (typeof name !== "string") return name;
    const found = pools.get(name);
    if (!isObject(before) || isMention(before) || before.name !== name || !found || placed.has(name)) return { name };
    placed.add(name);
    return found;
  };
  const listeners = objects(flat.listeners).map((listener) => {
    const before = wrote.get(listenerKey(listener)) ?? {};
    const earlier = inOrder(objects(before.l7policies));
    const policies = objects(listener.l7policies).map((policy) => {
      const index = earlier.findIndex(({ name }) => name === policy.name);
      const old = earlier[index];
      return {
        ...without(policy, "redirect_pool"),
        position: old && index + 1 === policy.position ? (old.position ?? policy.position) : policy.position,
        ...given("redirect_pool", pool(policy.redirect_pool, old?.redirect_pool)),
      } as JsonObject;
    });
    policies.sort((one, other) => written(before, one) - written(before, other));
    return {
      ...without(listener, "default_pool", "l7policies"),
      ...given("default_pool", pool(listener.default_pool, before.default_pool)),
      ...(policies.length > 0 || before.l7policies !== undefined ? { l7policies: policies } : {}),
    } as JsonObject;
  });
  const rest = objects(flat.pools).filter(({ name }) => !placed.has(String(name)));
  return {
    ...without(flat, "listeners", "pools"),
    ...(listeners.length > 0 || declared.listeners !== undefined ? { listeners } : {}),
    ...(rest.length > 0 || declared.pools !== undefined ? { pools: rest } : {}),
  };
}

/** Members by the name of their pool. */
export type MembersByPool = ReadonlyMap<string, Json>;

/** A tree whose pools of these names have these members. */
export function withMembers(flat: Flat, members: MembersByPool): Flat {
  if (members.size === 0 || !Array.isArray(flat.pools)) return flat;
  const pools = objects(flat.pools).map((pool) => ({ ...pool, ...given("members", members.get(String(pool.name))) }));
  return { ...flat, pools };
}

/** Where the program has a policy in its list, which need not be where it stands in the order. */
function written(listener: JsonObject, policy: JsonObject): number {
  const index = objects(listener.l7policies).findIndex(({ name }) => name === policy.name);
  return index < 0 ? Number.MAX_SAFE_INTEGER : index;
}

/** `{ name }` alone speaks of a pool that stands elsewhere. */
function isMention(pool: JsonObject): boolean {
  return Object.keys(pool).every((key) => key === "name");
}

function inOrder(policies: JsonObject[]): JsonObject[] {
  const at = ({ position }: JsonObject) => (typeof position === "number" ? position : Number.MAX_SAFE_INTEGER);
  return [...policies].sort((one, other) => at(one) - at(other));
}

function without(object: JsonObject, ...keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

function given(key: string, value: Json | undefined): JsonObject {
  return value === undefined ? {} : { [key]: value };
}

/** A list that preview cannot know stays what it is. */
function unknownOr(declared: Json | undefined, list: JsonObject[]): Json {
  return typeof declared === "string" ? declared : list;
}
