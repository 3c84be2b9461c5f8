import type { Json } from "../../../kinds/json";
import { overlay } from "../../lifecycle/compare";
import { isObject, type JsonObject } from "../../lifecycle/json";
import { FIELDS, type Part } from "../tree/fields";
import type { Flat, MembersByPool } from "../tree/flatten";
import { listenerKey, memberKey, objects, ruleKey, texts } from "../tree/keys";
import { OCTAVIA_SHAPE } from "../tree/shape";
import type { CertificateRefs } from "../tree/wanted";
import { isMark, withoutMark } from "./ownership";

/** What a live tree is presented with. */
export interface Presentation {
  owner: string;
  certificates: CertificateRefs;
  /** In normal form; tags that it does not name belong to others and are not shown. Absent: all are. */
  declared?: Flat;
}

/** What the server holds in the words of a program: certificates by name, without our mark, without the tags of others. */
export function present(live: Flat, how: Presentation): Flat {
  const names = new Map(Object.entries(how.certificates).map(([name, ref]) => [ref, name]));
  const named = (value: Json): Json => (typeof value === "string" && names.has(value) ? { name: names.get(value) as string } : value);
  const show = (part: Part, object: JsonObject, declared: JsonObject | undefined): JsonObject => {
    const shown: JsonObject = {};
    for (const [field, value] of Object.entries(object)) {
      const entry = FIELDS[part][field];
      if (field === "tags") {
        const tags = texts(value).filter((tag) => (how.declared ? texts(declared?.tags).includes(tag) : !isMark(tag, how.owner)));
        if (tags.length > 0) shown.tags = tags;
      } else if (field === "description") {
        const description = withoutMark(value, how.owner);
        if (description) shown.description = description;
      } else if (entry?.type.kind === "certificate" || entry?.type.kind === "certificates") {
        shown[field] = Array.isArray(value) ? value.map(named) : named(value);
      } else {
        shown[field] = value;
      }
    }
    return shown;
  };
  const each = (part: Part, key: (one: JsonObject) => string, list: Json | undefined, declared: Json | undefined, below: Below) => {
    const known = new Map(objects(declared).map((one) => [key(one), one]));
    return objects(list).map((one) => ({ ...show(part, one, known.get(key(one))), ...below(one, known.get(key(one))) }));
  };
  const name = (one: JsonObject) => String(one.name);
  return {
    ...show("loadbalancer", without(live, "listeners", "pools"), how.declared),
    listeners: each("listener", listenerKey, live.listeners, how.declared?.listeners, (listener, declared) => {
      if (!listener.l7policies) return {} as JsonObject;
      const rules: Below = (policy, known) => ({ rules: each("rule", ruleKey, policy.rules, known?.rules, () => ({})) });
      return { l7policies: each("l7policy", name, listener.l7policies, declared?.l7policies, rules) };
    }),
    pools: each("pool", name, live.pools, how.declared?.pools, (pool, declared) => {
      const monitor = isObject(declared?.healthmonitor) ? declared.healthmonitor : undefined;
      return {
        members: each("member", memberKey, pool.members, declared?.members, () => ({})),
        ...(isObject(pool.healthmonitor) ? { healthmonitor: show("healthmonitor", pool.healthmonitor, monitor) } : {}),
      };
    }),
  };
}

/** The members of these pools, spelt as they were last declared; of a pool that is made anew there are none. */
export function keptMembers(live: Flat, wanted: Flat, pools: ReadonlySet<string>, how: Presentation): MembersByPool {
  const named = (flat: Flat | undefined) => new Map(objects(flat?.pools).map((pool) => [String(pool.name), pool]));
  const [declared, next] = [named(how.declared), named(wanted)];
  const stay = [...(pools.size > 0 ? named(present(live, how)) : [])].filter(
    ([name, pool]) => pools.has(name) && next.get(name)?.protocol === pool.protocol,
  );
  return new Map(
    stay.map(([name, { members = [] }]) => {
      const kept = overlay(OCTAVIA_SHAPE, { members: declared.get(name)?.members ?? [] }, { members });
      return [name, kept.members ?? []];
    }),
  );
}

type Below = (one: JsonObject, declared: JsonObject | undefined) => JsonObject;

function without(object: JsonObject, ...keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
