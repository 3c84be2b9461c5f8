// Type of one call of a plan, and the places that stand for ids of objects.

import type { Json } from "../../../resources/kind";
import type { OctaviaFacts, TreePart } from "../../../resources/octavia/fields";
import { FIELDS } from "../../../resources/octavia/tree";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { isVoid, sameField, texts } from "../tree/compare";
import { isAnyMark, isNonceTag } from "../tree/marks";

/**
 * One call of a plan. Objects are named by their place (percent-encoded), since some do not exist yet: in paths and in `*_id`
 * fields: `/pools/{pools%2Fweb}/members`, `{ "default_pool_id": "{pools%2Fweb}" }`.
 */
export interface Step {
  method: "POST" | "PUT" | "DELETE";
  /** Below `/v2/lbaas`. */
  path: string;
  query?: { [name: string]: string };
  body?: JsonObject;
  /** The place whose id is in the answer to a POST. */
  makes?: string;
  /** For people: `creating pool web`. */
  what: string;
}

/** The id of a place, to be filled in when the step is sent. */
export function idOf(place: string): string {
  return `{${encodeURIComponent(place)}}`;
}

/** An object as calls and people name it. */
export interface NamedObject {
  part: TreePart;
  place: string;
  /** `pool web`. */
  noun: string;
  /** Path of the object in whose path it is. */
  under?: string;
}

const COLLECTIONS: { readonly [P in TreePart]: string } = {
  loadbalancer: "/loadbalancers",
  listener: "/listeners",
  pool: "/pools",
  member: "/members",
  healthmonitor: "/healthmonitors",
  l7policy: "/l7policies",
  rule: "/rules",
};

export const BALANCER: NamedObject = { part: "loadbalancer", place: "loadbalancer", noun: "the load balancer" };
export const listenerAt = (key: string): NamedObject => ({ part: "listener", place: `listeners/${key}`, noun: `listener ${key}` });
export const poolAt = (name: string): NamedObject => ({ part: "pool", place: `pools/${name}`, noun: `pool ${name}` });
export const monitorAt = (pool: string): NamedObject => ({
  part: "healthmonitor",
  place: `pools/${pool}/healthmonitor`,
  noun: `the health monitor of pool ${pool}`,
});
export const memberAt = (pool: string, key: string): NamedObject => ({
  part: "member",
  place: `pools/${pool}/members/${key}`,
  noun: `member ${key} of pool ${pool}`,
  under: pathOf(poolAt(pool)),
});
export const policyAt = (listener: string, name: string): NamedObject => ({
  part: "l7policy",
  place: `listeners/${listener}/l7policies/${name}`,
  noun: `policy ${name} of listener ${listener}`,
});

/** Path of an object, below `/v2/lbaas`. */
export function pathOf({ part, place, under = "" }: NamedObject): string {
  return `${under}${COLLECTIONS[part]}/${idOf(place)}`;
}

export function making(object: NamedObject, fields: JsonObject): Step {
  const { part, place, noun, under = "" } = object;
  return { method: "POST", path: under + COLLECTIONS[part], body: { [part]: fields }, makes: place, what: `creating ${noun}` };
}

/** None where no field must change. */
export function changing(object: NamedObject, fields: JsonObject): Step[] {
  if (Object.keys(fields).length === 0) return [];
  return [{ method: "PUT", path: pathOf(object), body: { [object.part]: fields }, what: `changing ${object.noun}` }];
}

export function deleting(object: NamedObject): Step {
  return { method: "DELETE", path: pathOf(object), what: `deleting ${object.noun}` };
}

type IdsByPlace = { readonly [place: string]: string };

/** Replaces what {@link idOf} wrote in a path. */
export function fillIn(path: string, ids: IdsByPlace): string {
  return path.replace(/\{([^{}]+)\}/g, (whole, place: string) => ids[decodeURIComponent(place)] ?? whole);
}

/** Replaces what {@link idOf} wrote in the fields of a body. */
export function filledIn(body: JsonObject, ids: IdsByPlace): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (typeof value === "string") return [key, key.endsWith("_id") ? fillIn(value, ids) : value];
      return [key, typeof value === "object" && value !== null && !Array.isArray(value) ? filledIn(value, ids) : value];
    }),
  );
}

/**
 * The body of the smallest PUT that brings an object to what is desired; empty when it holds that already. What was declared
 * before and no longer is goes back to the server's default; everything else that no one declares is left alone.
 */
export function changedFields(part: TreePart, desired: JsonObject, live: JsonObject, before: JsonObject = {}): JsonObject {
  const changes = Object.entries(FIELDS[part]).flatMap(([field, rules]) => {
    if (rules.fixed || field === "position") return [];
    const value = field === "tags" ? changedTags(desired, live, before) : changedValue(field, rules, desired, live, before);
    return value === undefined ? [] : [[field, value]];
  });
  return Object.fromEntries(changes);
}

/** The value that a field must get; undefined where it may stay as it is. */
function changedValue(
  field: string,
  { default: usual, guarded, whole, reset = null }: OctaviaFacts,
  desired: JsonObject,
  live: JsonObject,
  before: JsonObject,
): Json | undefined {
  const existing = live[field];
  const value = field === "insert_headers" ? headersWith(desired[field], existing, before[field]) : desired[field];
  if (value !== undefined && !isVoid(value)) return sameField(field, value, isVoid(existing) ? usual : existing) ? undefined : value;
  if (isVoid(existing) || existing === usual) return undefined;
  if (guarded) return usual ?? null;
  return whole || isGivenUp(field, desired, before) ? reset : undefined;
}

/** True for a field that was declared, or that an empty value gives up now. */
const isGivenUp = (field: string, desired: JsonObject, before: JsonObject): boolean =>
  !isVoid(before[field]) || (field in desired && before[field] !== null);

/** The declared headers with those of others, which a PUT would take away: it replaces all of them. */
function headersWith(desired: Json | undefined, held: Json | undefined, before: Json | undefined): Json | undefined {
  if (!isObject(desired) || !isObject(held)) return desired;
  const theirs = Object.entries(held).filter(([name]) => !(isObject(before) && name in before));
  return { ...Object.fromEntries(theirs), ...desired };
}

/** Fields of a new object, without empty ones: the API refuses empty ids. */
export function newFields(part: TreePart, desired: JsonObject): JsonObject {
  const fields = Object.keys(FIELDS[part]).flatMap((field) => {
    const value = desired[field];
    return value === undefined || field === "position" || isVoid(value) ? [] : [[field, value]];
  });
  const tags = new Set([...texts(desired.tags), ...texts(desired.marks)]);
  return { ...Object.fromEntries(fields), ...(tags.size > 0 ? { tags: [...tags] } : {}) };
}

/**
 * Tags of others stay: ours are added, and taken away when the program no longer declares them. An object that was another owner's is
 * marked again; one without a mark gets none for this alone, since each write takes the lock.
 */
export function changedTags(desired: JsonObject, live: JsonObject, before: JsonObject): string[] | undefined {
  const marks = texts(desired.marks);
  const liveTags = texts(live.tags);
  const isMarkLike = (tag: string) => isAnyMark(tag) || (isNonceTag(tag) && marks.some(isNonceTag));
  const strange = marks.length > 0 ? liveTags.filter((tag) => isMarkLike(tag) && !marks.includes(tag)) : [];
  const ours = [...new Set([...texts(desired.tags), ...(strange.length > 0 ? marks : [])])];
  const dropped = new Set([...texts(before.tags), ...strange].filter((tag) => !ours.includes(tag)));
  const next = [...liveTags.filter((tag) => !dropped.has(tag)), ...ours.filter((tag) => !liveTags.includes(tag))];
  return next.length === liveTags.length && next.every((tag) => liveTags.includes(tag)) ? undefined : next;
}
