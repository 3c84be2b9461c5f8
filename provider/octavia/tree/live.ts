import type { Json } from "../../../kinds/json";
import { isObject, type JsonObject } from "../../lifecycle/json";
import { FIELDS, type Part } from "./fields";
import type { Flat } from "./flatten";
import { listenerKey, memberKey, objects, ruleKey } from "./keys";
import { isVoid } from "./shape";

/** What the API answered, object by object; children with their parents' ids. */
export interface RawTree {
  loadbalancer: JsonObject;
  listeners: JsonObject[];
  pools: JsonObject[];
  /** By id of the pool. */
  members: Map<string, JsonObject[]>;
  healthmonitors: Map<string, JsonObject>;
  /** By id of the listener; also those of guests. */
  l7policies: Map<string, JsonObject[]>;
  /** By id of the policy. */
  rules: Map<string, JsonObject[]>;
  guests?: Guests;
}

/** What others have on the load balancer; policies also on listeners of ours. */
export interface Guests {
  listeners: JsonObject[];
  policies: JsonObject[];
  pools: JsonObject[];
}

/** What the server holds, in the same normal form as what is declared. */
export interface LiveTree {
  id: string;
  flat: Flat;
  /** Ids by place: `listeners/TCP:80`, `pools/web`, `pools/web/members/10.0.0.1:80`, `pools/web/healthmonitor`. */
  ids: { [place: string]: string };
  /** Places whose provisioning_status is not ACTIVE, with it. */
  unsettled: { [place: string]: string };
  raw: JsonObject;
  guests: Guests;
  /** Places of ours that guests hang on, with these. */
  held: { [place: string]: { type: "listener" | "policy"; object: JsonObject }[] };
}

/** Brings answers of the API to normal form. */
export function liveTree(raw: RawTree): LiveTree {
  const guests = raw.guests ?? { listeners: [], policies: [], pools: [] };
  const tree: LiveTree = { id: String(raw.loadbalancer.id), flat: {}, ids: {}, unsettled: {}, raw: raw.loadbalancer, guests, held: {} };
  const foreign = new Set(guests.policies.map(({ id }) => String(id)));
  const names = poolNames(raw, guests.pools);
  const hold = (place: string, type: "listener" | "policy", object: JsonObject) => {
    tree.held[place] = [...(tree.held[place] ?? []), { type, object }];
  };
  const note = (place: string, object: JsonObject) => {
    tree.ids[place] = String(object.id);
    const status = object.provisioning_status;
    if (typeof status === "string" && status !== "ACTIVE") tree.unsettled[place] = status;
  };
  const pools = raw.pools.map((pool) => {
    const name = names.get(String(pool.id)) as string;
    const place = `pools/${name}`;
    note(place, pool);
    for (const one of guests.listeners) if (one.default_pool_id === pool.id) hold(place, "listener", one);
    for (const one of guests.policies) if (one.redirect_pool_id === pool.id) hold(place, "policy", one);
    const members = raw.members.get(String(pool.id)) ?? [];
    for (const member of members) note(`${place}/members/${memberKey(member)}`, member);
    const monitor = raw.healthmonitors.get(String(pool.id));
    if (monitor) note(`${place}/healthmonitor`, monitor);
    return {
      ...pick("pool", pool),
      name,
      members: members.map((member) => pick("member", member)),
      ...(monitor ? { healthmonitor: pick("healthmonitor", monitor) } : {}),
    };
  });
  const listeners = raw.listeners.map((listener) => {
    const place = `listeners/${listenerKey(listener)}`;
    note(place, listener);
    const inOrder = (raw.l7policies.get(String(listener.id)) ?? []).sort((one, other) => Number(one.position) - Number(other.position));
    const policies = inOrder.filter(({ id }) => !foreign.has(String(id)));
    const theirs = inOrder.filter((policy) => !policies.includes(policy));
    for (const policy of theirs) hold(place, "policy", policy);
    const unique = uniqueNames([...policies, ...theirs]);
    const l7policies = policies.map((policy, index) => {
      const name = unique.get(String(policy.id)) as string;
      const at = `${place}/l7policies/${name}`;
      note(at, policy);
      const rules = raw.rules.get(String(policy.id)) ?? [];
      for (const rule of rules) note(`${at}/rules/${ruleKey(rule)}`, rule);
      return {
        ...pick("l7policy", policy),
        name,
        position: index + 1,
        ...reference("redirect_pool", policy.redirect_pool_id, names),
        rules: rules.map((rule) => pick("rule", rule)),
      };
    });
    return {
      ...pick("listener", listener),
      ...reference("default_pool", listener.default_pool_id, names),
      ...(l7policies.length > 0 ? { l7policies } : {}),
      // Where ours stand among those of others; positions count all of them.
      ...(theirs.length > 0 ? { order: inOrder.map(({ id }) => unique.get(String(id)) as string) } : {}),
    };
  });
  tree.flat = { ...pick("loadbalancer", raw.loadbalancer), listeners, pools };
  return tree;
}

/** The fields that a program may declare, without those that say nothing. */
function pick(part: Part, raw: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(FIELDS[part]).flatMap((field) => (isVoid(raw[field]) ? [] : [[field, raw[field] as Json]])));
}

function reference(field: string, id: Json | undefined, names: ReadonlyMap<string, string>): JsonObject {
  const name = typeof id === "string" ? names.get(id) : undefined;
  return name === undefined ? {} : { [field]: name };
}

/** Names need not be unique: of several pools of ours the one in use has the name, the others one that nobody declares. */
function poolNames(raw: RawTree, others: readonly JsonObject[]): Map<string, string> {
  const policies = [...raw.l7policies.values()].flat();
  const used = new Set([...raw.listeners.map((one) => one.default_pool_id), ...policies.map((one) => one.redirect_pool_id)]);
  const ours = [...raw.pools].sort((one, other) => Number(used.has(other.id as Json)) - Number(used.has(one.id as Json)));
  return uniqueNames([...ours, ...others]);
}

function uniqueNames(list: readonly JsonObject[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    list.map((object) => {
      const id = String(object.id);
      const name = String(object.name ?? "");
      const unique = name === "" || taken.has(name) ? `${name} (${id})` : name;
      taken.add(unique);
      return [id, unique];
    }),
  );
}

/** Ids of the objects below, as answers list them: `[{ "id": ... }]`. */
export function idsIn(list: Json | undefined): string[] {
  return objects(list)
    .filter(isObject)
    .map(({ id }) => String(id));
}
