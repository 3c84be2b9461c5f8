// The live tree of a load balancer: answers of the API in normal form.

import type { Json } from "../../../resources/kind";
import type { TreePart } from "../../../resources/octavia/fields";
import { FIELDS } from "../../../resources/octavia/tree";
import type { JsonObject } from "../../lifecycle/bodies/json";
import { isVoid, listenerKey, memberKey, ruleKey, textIn } from "./compare";
import { memberOf, type NormalListener, type NormalPolicy, type NormalPool, type NormalTree, ruleOf, treeOf } from "./normal";
import type { ApiObject, ForeignChildren, RawTree } from "./read-tree";

/** Ids by place: `listeners/TCP:80`, `pools/web`, `pools/web/members/10.0.0.1:80`, `pools/web/healthmonitor`. */
export type Ids = { [place: string]: string };

/** Listeners and policies of others that lead to an object, by its place. */
export type UsedByOthers = { [place: string]: { type: "listener" | "policy"; object: ApiObject }[] };

/** Tree that the server holds, in the same normal form as the declared one. */
export interface LiveTree {
  loadbalancer: ApiObject;
  tree: NormalTree;
  ids: Ids;
  /** Places whose provisioning_status is not ACTIVE, with it. */
  unsettled: { [place: string]: string };
  guests: ForeignChildren;
  usedByOthers: UsedByOthers;
}

/** Converts answers of the API into the normal form. */
export function liveTree(raw: RawTree): LiveTree {
  const guests = raw.guests ?? { listeners: [], policies: [], pools: [] };
  const places = new PlacesOfTree();
  const reader = new TreeReader(raw, guests, places);
  const pools = raw.pools.map((pool) => reader.pool(pool));
  const listeners = raw.listeners.map((listener) => reader.listener(listener));
  const tree = treeOf(pick("loadbalancer", raw.loadbalancer), listeners, pools);
  const { ids, unsettled, usedByOthers } = places;
  return { loadbalancer: raw.loadbalancer, tree, ids, unsettled, guests, usedByOthers };
}

/** Ids, states and users of the objects of a tree, by their places. */
class PlacesOfTree {
  readonly ids: Ids = {};
  readonly unsettled: LiveTree["unsettled"] = {};
  readonly usedByOthers: UsedByOthers = {};

  /** Adds an object of ours. */
  add(place: string, { id, provisioning_status: status }: ApiObject): void {
    this.ids[place] = id;
    if (status && status !== "ACTIVE") this.unsettled[place] = status;
  }

  /** Adds listeners or policies of others that refer to the object at this place. */
  addUsers(place: string, type: "listener" | "policy", users: readonly ApiObject[]): void {
    if (users.length === 0) return;
    this.usedByOthers[place] = [...(this.usedByOthers[place] ?? []), ...users.map((object) => ({ type, object }))];
  }
}

/** Converts single objects of a tree, and adds them to `places`. */
class TreeReader {
  private readonly poolNames: ReadonlyMap<string, string>;
  private readonly foreignPolicies: ReadonlySet<string>;

  constructor(
    private readonly raw: RawTree,
    private readonly guests: ForeignChildren,
    private readonly places: PlacesOfTree,
  ) {
    this.poolNames = poolNames(raw, guests.pools);
    this.foreignPolicies = new Set(guests.policies.map(({ id }) => id));
  }

  pool(pool: ApiObject): NormalPool {
    const { raw, guests, places } = this;
    const name = this.poolNames.get(pool.id) ?? pool.name;
    const place = `pools/${name}`;
    places.add(place, pool);
    places.addUsers(
      place,
      "listener",
      guests.listeners.filter(({ default_pool_id: id }) => id === pool.id),
    );
    places.addUsers(
      place,
      "policy",
      guests.policies.filter(({ redirect_pool_id: id }) => id === pool.id),
    );
    const members = raw.members.get(pool.id) ?? [];
    for (const member of members) places.add(`${place}/members/${memberKey(member)}`, member);
    const monitor = raw.healthmonitors.get(pool.id);
    if (monitor) places.add(`${place}/healthmonitor`, monitor);
    return {
      ...pick("pool", pool),
      name,
      protocol: textIn(pool.protocol),
      members: members.map((member) => memberOf({ ...pick("member", member), ...portAsked(member) })),
      ...(monitor ? { healthmonitor: pick("healthmonitor", monitor) } : {}),
    };
  }

  listener(listener: ApiObject): NormalListener {
    const place = `listeners/${listenerKey(listener)}`;
    this.places.add(place, listener);
    const inOrder = byPosition(this.raw.l7policies.get(listener.id) ?? []);
    const ours = inOrder.filter(({ id }) => !this.foreignPolicies.has(id));
    const foreign = inOrder.filter((policy) => !ours.includes(policy));
    this.places.addUsers(place, "policy", foreign);
    const names = uniqueNames([...ours, ...foreign]);
    const uniqueName = ({ id, name }: ApiObject) => names.get(id) ?? name;
    return {
      ...pick("listener", listener),
      protocol: textIn(listener.protocol),
      protocol_port: Number(listener.protocol_port),
      ...reference("default_pool", listener.default_pool_id, this.poolNames),
      l7policies: ours.map((policy, index) => this.policy(place, policy, uniqueName(policy), index + 1)),
      // Order of our policies among those of others; positions count all of them.
      ...(foreign.length > 0 ? { order: inOrder.map(uniqueName) } : {}),
    };
  }

  /** @param position among our policies of the listener */
  private policy(listener: string, policy: ApiObject, name: string, position: number): NormalPolicy {
    const place = `${listener}/l7policies/${name}`;
    this.places.add(place, policy);
    const rules = this.raw.rules.get(policy.id) ?? [];
    for (const rule of rules) this.places.add(`${place}/rules/${ruleKey(rule)}`, rule);
    return {
      ...pick("l7policy", policy),
      name,
      position,
      ...reference("redirect_pool", policy.redirect_pool_id, this.poolNames),
      rules: rules.map((rule) => ruleOf(pick("rule", rule))),
    };
  }
}

const byPosition = (policies: readonly ApiObject[]): ApiObject[] =>
  [...policies].sort((policy, other) => Number(policy.position) - Number(other.position));

/** A member is created with `request_sriov`; the API shows the type of its port instead. */
const portAsked = ({ vnic_type }: JsonObject): JsonObject => (vnic_type === "direct" ? { request_sriov: true } : {});

/** The fields that a program may declare, without those that say nothing. */
function pick(part: TreePart, raw: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(FIELDS[part]).flatMap((field) => {
      const value = raw[field];
      return value === undefined || isVoid(value) ? [] : [[field, value]];
    }),
  );
}

function reference(field: string, id: Json | undefined, names: ReadonlyMap<string, string>): JsonObject {
  const name = typeof id === "string" ? names.get(id) : undefined;
  return name === undefined ? {} : { [field]: name };
}

/** Names need not be unique: of several pools of ours the one in use has the name, the others one that no one declares. */
function poolNames(raw: RawTree, others: readonly ApiObject[]): Map<string, string> {
  const policies = [...raw.l7policies.values()].flat();
  const used = new Set([
    ...raw.listeners.map((listener) => listener.default_pool_id),
    ...policies.map((policy) => policy.redirect_pool_id),
  ]);
  const ours = [...raw.pools].sort((pool, other) => Number(used.has(other.id)) - Number(used.has(pool.id)));
  return uniqueNames([...ours, ...others]);
}

function uniqueNames(list: readonly ApiObject[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    list.map(({ id, name }) => {
      const unique = name === "" || taken.has(name) ? `${name} (${id})` : name;
      taken.add(unique);
      return [id, unique];
    }),
  );
}
