// The normal form of a load balancer: a flat tree of listeners, policies, pools and members.

import type { Json } from "../../../resources/kind";
import type { TreePart } from "../../../resources/octavia/fields";
import { isPoolRef } from "../../../resources/octavia/pool";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { listenerKey, memberKey, numberIn, objects, ruleKey, textIn } from "./compare";

export interface NormalMember extends JsonObject {
  address: string;
  protocol_port: number;
}

export interface NormalRule extends JsonObject {
  type: string;
  compare_type: string;
  value: string;
}

export interface NormalPolicy extends JsonObject {
  name: string;
  /** Counted from 1 without a gap. */
  position: number;
  rules: NormalRule[];
}

export interface NormalListener extends JsonObject {
  protocol: string;
  protocol_port: number;
  l7policies: NormalPolicy[];
}

export interface NormalPool extends JsonObject {
  name: string;
  protocol: string;
  members: NormalMember[];
}

declare const NORMAL: unique symbol;

/**
 * A load balancer in normal form: all pools in `pools`, named by `default_pool` and `redirect_pool` (texts), policies in order
 * with positions 1..n. Programs may write one thing in several ways; here it has one, and so it is compared and written.
 */
export interface NormalTree extends JsonObject {
  listeners: NormalListener[];
  pools: NormalPool[];
  readonly [NORMAL]: true;
}

/** A tree whose parts are in normal form already. */
export function treeOf(fields: JsonObject, listeners: NormalListener[], pools: NormalPool[]): NormalTree {
  return { ...fields, listeners, pools } as NormalTree;
}

/** Changes one object below a load balancer; the objects inside it are changed by themselves. */
type ChangeObject = <T extends JsonObject>(child: T, part: TreePart, place: string) => T;

/** A tree with every object below the load balancer changed. Places are those of ids: `listeners/TCP:80`, `pools/web/members/10.0.0.1:80`. */
export function mapChildren(tree: NormalTree, change: ChangeObject): NormalTree {
  const listeners = tree.listeners.map((listener): NormalListener => {
    const place = `listeners/${listenerKey(listener)}`;
    const l7policies = listener.l7policies.map((policy): NormalPolicy => {
      const at = `${place}/l7policies/${policy.name}`;
      return { ...change(policy, "l7policy", at), rules: policy.rules.map((rule) => change(rule, "rule", `${at}/rules/${ruleKey(rule)}`)) };
    });
    return { ...change(listener, "listener", place), l7policies };
  });
  const pools = tree.pools.map((pool): NormalPool => {
    const place = `pools/${pool.name}`;
    const { healthmonitor } = pool;
    return {
      ...change(pool, "pool", place),
      members: pool.members.map((member) => change(member, "member", `${place}/members/${memberKey(member)}`)),
      ...(isObject(healthmonitor) ? { healthmonitor: change(healthmonitor, "healthmonitor", `${place}/healthmonitor`) } : {}),
    };
  });
  return { ...tree, listeners, pools };
}

/** Every object below a load balancer by its place. */
export function byPlace(tree: NormalTree): ReadonlyMap<string, JsonObject> {
  const places = new Map<string, JsonObject>();
  mapChildren(tree, (child, _part, place) => {
    places.set(place, child);
    return child;
  });
  return places;
}

/** The normal form of a body that a program declares or a state holds. Nothing is lost: {@link nest} gives the user's form back. */
export function normalTree(body: JsonObject): NormalTree {
  const pools = new Map<string, NormalPool>();
  const take = (pool: Json | undefined): Json | undefined => {
    if (!isObject(pool)) return pool;
    const name = textIn(pool.name);
    if (!isPoolRef(pool) && !pools.has(name)) pools.set(name, poolOf(pool));
    return name;
  };
  for (const pool of objects(body.pools)) take(pool);
  const listeners = objects(body.listeners).map((listener): NormalListener => {
    const policies = inOrder(objects(listener.l7policies)).map(
      (policy, index): NormalPolicy => ({
        ...without(policy, "redirect_pool"),
        ...optional("redirect_pool", take(policy.redirect_pool)),
        name: textIn(policy.name),
        position: index + 1,
        rules: objects(policy.rules).map(ruleOf),
      }),
    );
    return {
      ...without(listener, "default_pool"),
      ...optional("default_pool", take(listener.default_pool)),
      protocol: textIn(listener.protocol),
      protocol_port: numberIn(listener.protocol_port),
      l7policies: policies,
    };
  });
  return treeOf(without(body, "listeners", "pools"), listeners, [...pools.values()]);
}

function poolOf(pool: JsonObject): NormalPool {
  return { ...pool, name: textIn(pool.name), protocol: textIn(pool.protocol), members: objects(pool.members).map(memberOf) };
}

export function memberOf(member: JsonObject): NormalMember {
  return { ...member, address: textIn(member.address), protocol_port: numberIn(member.protocol_port) };
}

export function ruleOf(rule: JsonObject): NormalRule {
  return { ...rule, type: textIn(rule.type), compare_type: textIn(rule.compare_type), value: textIn(rule.value) };
}

/** A tree in normal form in the form in which `declared` is written: pools where they stood, positions as they were. */
export function nest(tree: NormalTree, declared: JsonObject): JsonObject {
  const pools = new Map(tree.pools.map((pool) => [pool.name, pool]));
  const before = new Map(objects(declared.listeners).map((listener) => [listenerKey(listener), listener]));
  const placed = new Set<string>();
  const pool = (name: Json | undefined, wrote: Json | undefined): Json | undefined => {
    if (typeof name !== "string") return name;
    const declaredPool = pools.get(name);
    if (!isObject(wrote) || isPoolRef(wrote) || wrote.name !== name || !declaredPool || placed.has(name)) return { name };
    placed.add(name);
    return asWritten(declaredPool, "members", wrote);
  };
  const listeners = tree.listeners.map((listener): JsonObject => {
    const wrote = before.get(listenerKey(listener)) ?? {};
    const earlier = inOrder(objects(wrote.l7policies));
    const policies = listener.l7policies.map((policy): JsonObject => {
      const index = earlier.findIndex(({ name }) => name === policy.name);
      const old = earlier[index];
      return {
        ...without(asWritten(policy, "rules", old), "redirect_pool"),
        position: old && index + 1 === policy.position ? (old.position ?? policy.position) : policy.position,
        ...optional("redirect_pool", pool(policy.redirect_pool, old?.redirect_pool)),
      };
    });
    policies.sort((policy, other) => written(wrote, policy) - written(wrote, other));
    return {
      ...without(listener, "default_pool", "l7policies"),
      ...optional("default_pool", pool(listener.default_pool, wrote.default_pool)),
      ...(policies.length > 0 || wrote.l7policies !== undefined ? { l7policies: policies } : {}),
    };
  });
  const beside = new Map(objects(declared.pools).map((object) => [object.name, object]));
  const rest = tree.pools.filter(({ name }) => !placed.has(name)).map((one) => asWritten(one, "members", beside.get(one.name)));
  return {
    ...without(tree, "listeners", "pools"),
    ...(listeners.length > 0 || declared.listeners !== undefined ? { listeners } : {}),
    ...(rest.length > 0 || declared.pools !== undefined ? { pools: rest } : {}),
  };
}

/** Members by the name of their pool. */
export type MembersByPool = ReadonlyMap<string, NormalMember[]>;

/** A tree whose pools of these names have these members. */
export function withMembers(tree: NormalTree, members: MembersByPool): NormalTree {
  if (members.size === 0) return tree;
  return { ...tree, pools: tree.pools.map((pool) => ({ ...pool, members: members.get(pool.name) ?? pool.members })) };
}

/** Without an empty list that the program did not write. */
function asWritten(object: JsonObject, list: string, wrote: JsonObject | undefined): JsonObject {
  return wrote && wrote[list] === undefined && objects(object[list]).length === 0 ? without(object, list) : object;
}

/** Index of a policy in the program's list, which need not be its position in the order. */
function written(listener: JsonObject, policy: JsonObject): number {
  const index = objects(listener.l7policies).findIndex(({ name }) => name === policy.name);
  return index < 0 ? Number.MAX_SAFE_INTEGER : index;
}

function inOrder(policies: JsonObject[]): JsonObject[] {
  const at = ({ position }: JsonObject) => (typeof position === "number" ? position : Number.MAX_SAFE_INTEGER);
  return [...policies].sort((policy, other) => at(policy) - at(other));
}

export function without(object: JsonObject, ...keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

function optional(key: string, value: Json | undefined): JsonObject {
  return value === undefined ? {} : { [key]: value };
}
