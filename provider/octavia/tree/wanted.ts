import type { Json } from "../../../kinds/json";
import { isObject, type JsonObject } from "../../lifecycle/json";
import { OWN } from "../load-balancer/ownership";
import { type Flat, flatten } from "./flatten";
import { canonicalAddress, objects, texts } from "./keys";
import { isVoid } from "./shape";

/** How our objects are marked on this server. */
export interface Marking {
  owner: string;
  /** From API 2.5 on there are tags; before, the mark is part of the description. */
  tags: boolean;
  /** In a load balancer of others each of our objects carries the mark itself. */
  shared: boolean;
  /** Our security group, where the load balancer itself is told to use it. */
  vipGroup?: string;
}

/** Barbican references by the names that certificates have in the inputs. */
export type CertificateRefs = { readonly [name: string]: string };

/** What the server is to hold, in normal form: references in place of names, one spelling of addresses, our mark. */
export function wantedTree(body: JsonObject, marking: Marking, refs: CertificateRefs): Flat {
  const { id: _, listeners, pools, ...own } = flatten(body);
  const mark = (object: JsonObject) => withMarks(marking.shared ? withMark(object, marking) : withTags(object, marking), marking);
  return {
    // Of a load balancer that others made only tags are ours: those that we add.
    ...(marking.shared ? { tags: texts(own.tags) } : withMark(vipFields(own, marking), marking)),
    listeners: objects(listeners).map((listener) => ({ ...mark(resolved(listener, refs)), ...policies(listener, marking) })),
    pools: objects(pools).map((pool) => ({ ...mark(resolved(pool, refs)), ...members(pool, marking), ...monitor(pool, marking) })),
  };
}

/** The description with the mark in it, for servers without tags. */
function markedDescription(description: Json | undefined, owner: string): string {
  return description ? `${String(description)} [${owner}]` : `[${owner}]`;
}

function vipFields(own: JsonObject, { vipGroup }: Marking): JsonObject {
  return {
    ...own,
    ...(own.vip_address ? { vip_address: canonicalAddress(String(own.vip_address)) } : {}),
    ...(vipGroup ? { vip_sg_ids: [...texts(own.vip_sg_ids), vipGroup] } : {}),
  };
}

function withMark(object: JsonObject, marking: Marking): JsonObject {
  if (!marking.tags) return { ...withTags(object, marking), description: markedDescription(object.description, marking.owner) };
  return { ...object, tags: [...new Set([...texts(object.tags), marking.owner])] };
}

/** In normal form `marks` are tags that a new object gets besides those that are declared. */
function withMarks(object: JsonObject, { owner, tags, shared }: Marking): JsonObject {
  return tags ? { ...object, marks: [shared ? owner : OWN] } : object;
}

function withTags(object: JsonObject, { tags }: Marking): JsonObject {
  if (tags) return object;
  const { tags: _, ...rest } = object;
  return rest;
}

function policies(listener: JsonObject, marking: Marking): JsonObject {
  if (isVoid(listener.l7policies)) return {};
  const list = objects(listener.l7policies).map((policy) => ({
    ...withMarks(withTags(policy, marking), marking),
    rules: objects(policy.rules).map((rule) => withTags(rule, marking)),
  }));
  return { l7policies: list };
}

function members(pool: JsonObject, marking: Marking): JsonObject {
  const list = objects(pool.members).map((member) => ({
    ...withTags(member, marking),
    address: canonicalAddress(String(member.address)),
    ...(member.monitor_address ? { monitor_address: canonicalAddress(String(member.monitor_address)) } : {}),
  }));
  return { members: list };
}

function monitor(pool: JsonObject, marking: Marking): JsonObject {
  return isObject(pool.healthmonitor) ? { healthmonitor: withTags(pool.healthmonitor, marking) } : {};
}

/** Names of certificates replaced by where they are stored. */
function resolved(object: JsonObject, refs: CertificateRefs): JsonObject {
  const one = (value: Json): Json => (isObject(value) && typeof value.name === "string" ? (refs[value.name] ?? value) : value);
  return Object.fromEntries(
    Object.entries(object).map(([field, value]) => {
      if (!field.endsWith("_container_ref") && !field.endsWith("_container_refs")) return [field, value];
      return [field, Array.isArray(value) ? value.map(one) : one(value)];
    }),
  );
}
