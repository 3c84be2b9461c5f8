import type { Json } from "../../../resources/kind";
import type { TreePart } from "../../../resources/octavia/fields";
import { FIELDS } from "../../../resources/octavia/tree";
import type { JsonObject } from "../../lifecycle/bodies/json";
import { isVoid, listenerKey, memberKey, ruleKey, textIn } from "./compare";
import { memberOf, type NormalListener, type NormalPolicy, type NormalPool, type NormalTree, ruleOf, treeOf } from "./normal";
import type { ApiObject, Guests, RawTree } from "./read-tree";

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
  guests: Guests;
  usedByOthers: UsedByOthers;
}

/** Brings answers of the API to normal form. */
export function liveTree(raw: RawTree): LiveTree {
  const guests = raw.guests ?? { listeners: [], policies: [], pools: [] };
  const ids: Ids = {};
  const unsettled: LiveTree["unsettled"] = {};
  const usedByOthers: UsedByOthers = {};
  const foreign = new Set(guests.policies.map(({ id }) => id));
  const names = poolNames(raw, guests.pools);
  const uses = (place: string, type: "listener" | "policy", object: ApiObject) => {
    usedByOthers[place] = [...(usedByOthers[place] ?? []), { type, object }];
  };
  const note = (place: string, { id, provisioning_status }: ApiObject) => {
    ids[place] = id;
    if (provisioning_status && provisioning_status !== "ACTIVE") unsettled[place] = provisioning_status;
  };
  const pools = raw.pools.map((pool): NormalPool => {
    const name = names.get(pool.id) ?? pool.name;
    const place = `pools/${name}`;
    note(place, pool);
    for (const one of guests.listeners) if (one.default_pool_id === pool.id) uses(place, "listener", one);
    for (const one of guests.policies) if (one.redirect_pool_id === pool.id) uses(place, "policy", one);
    const members = raw.members.get(pool.id) ?? [];
    for (const member of members) note(`${place}/members/${memberKey(member)}`, member);
    const monitor = raw.healthmonitors.get(pool.id);
    if (monitor) note(`${place}/healthmonitor`, monitor);
    return {
      ...pick("pool", pool),
      name,
      protocol: textIn(pool.protocol),
      members: members.map((member) => memberOf({ ...pick("member", member), ...portAsked(member) })),
      ...(monitor ? { healthmonitor: pick("healthmonitor", monitor) } : {}),
    };
  });
  const listeners = raw.listeners.map((listener): NormalListener => {
    const place = `listeners/${listenerKey(listener)}`;
    note(place, listener);
    const inOrder = [...(raw.l7policies.get(listener.id) ?? [])].sort((one, other) => Number(one.position) - Number(other.position));
    const policies = inOrder.filter(({ id }) => !foreign.has(id));
    const theirs = inOrder.filter((policy) => !policies.includes(policy));
    for (const policy of theirs) uses(place, "policy", policy);
    const unique = uniqueNames([...policies, ...theirs]);
    const l7policies = policies.map((policy, index): NormalPolicy => {
      const name = unique.get(policy.id) ?? policy.name;
      const at = `${place}/l7policies/${name}`;
      note(at, policy);
      const rules = raw.rules.get(policy.id) ?? [];
      for (const rule of rules) note(`${at}/rules/${ruleKey(rule)}`, rule);
      return {
        ...pick("l7policy", policy),
        name,
        position: index + 1,
        ...reference("redirect_pool", policy.redirect_pool_id, names),
        rules: rules.map((rule) => ruleOf(pick("rule", rule))),
      };
    });
    return {
      ...pick("listener", listener),
      protocol: textIn(listener.protocol),
      protocol_port: Number(listener.protocol_port),
      ...reference("default_pool", listener.default_pool_id, names),
      l7policies,
      // Order of our policies among those of others; positions count all of them.
      ...(theirs.length > 0 ? { order: inOrder.map(({ id, name }) => unique.get(id) ?? name) } : {}),
    };
  });
  const tree = treeOf(pick("loadbalancer", raw.loadbalancer), listeners, pools);
  return { loadbalancer: raw.loadbalancer, tree, ids, unsettled, guests, usedByOthers };
}

/** A member is made with `request_sriov`, and shown with the type of port that it got. */
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
  const used = new Set([...raw.listeners.map((one) => one.default_pool_id), ...policies.map((one) => one.redirect_pool_id)]);
  const ours = [...raw.pools].sort((one, other) => Number(used.has(other.id)) - Number(used.has(one.id)));
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
