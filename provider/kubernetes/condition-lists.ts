// Merges our entries into status lists that several controllers write (Gateway API). Pure.

import type { Json } from "../../resources/kind";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import { stable } from "../lifecycle/bodies/shape";
import { type Conditions, inPlace, isSameEntry, listIn, mergedConditions, ownConditions } from "./condition-entries";
import { declaredPart } from "./declared-part";
import { isControlled, type ObjectWithStatusList, ownEntries } from "./own-entries";

/**
 * Lists in a status that several controllers write: `conditions` by type, `listeners` by name, `parents` and `ancestors` by the name of
 * the controller and the parent. The definitions of the Gateway API declare most of them atomic, so that a server-side apply would take
 * away the entries of others: the status is read, merged and written as a whole. Everything here is pure.
 */

/** Groups whose kinds have such a status. */
const GROUPS = /^gateway\.networking\.(x-)?k8s\.io$/;

/** True for kinds of the Gateway API, by their group or `apiVersion`. */
export const hasSharedLists = (apiVersion: string): boolean => GROUPS.test(apiVersion.split("/")[0] ?? "");

/** Fields of a status to write. */
export interface StatusChange {
  wanted?: JsonObject;
  /** Fields that were written before; those that are no longer wanted go. */
  before?: JsonObject;
}

/**
 * The fields of the status that a write would change, null for those that go; undefined where the status is as wanted.
 *
 * @param now for `lastTransitionTime` of conditions whose status is new, ISO 8601
 */
export function statusPatch(object: ObjectWithStatusList, change: StatusChange, now: string): JsonObject | undefined {
  const status = isObject(object.status) ? object.status : {};
  const names = [...new Set([...Object.keys(change.before ?? {}), ...Object.keys(change.wanted ?? {})])];
  const changed = names.flatMap((name): [string, Json][] => {
    const value = change.wanted?.[name];
    const merged =
      value === undefined
        ? withoutOurs(name, object, status[name], change.before?.[name])
        : mergedField(name, object, status[name], change, now);
    const isEqual = merged === null ? status[name] === undefined || status[name] === null : isThere(merged, status[name]);
    return isEqual ? [] : [[name, merged]];
  });
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

/** True if the server has this value. Fields that it adds to entries by itself do not count. */
const isThere = (value: Json, live: Json | undefined): boolean => stable(declaredPart(value, live) ?? null) === stable(value);

/**
 * The part of a status that is ours, as a program declares it: without times and without what others write, in the order of the declaration.
 * An entry of ours that was changed by hand is shown as it is.
 */
export function ownStatus(object: ObjectWithStatusList, declared: JsonObject): JsonObject {
  const status = isObject(object.status) ? object.status : {};
  const lists = Object.entries(declared).map(([name, value]) => [name, ownField(name, object, status[name], value)] as const);
  return Object.fromEntries(lists.filter((pair): pair is [string, Json] => pair[1] !== undefined));
}

function mergedField(
  name: string,
  object: ObjectWithStatusList,
  live: Json | undefined,
  { wanted, before }: StatusChange,
  now: string,
): Json {
  const value = wanted?.[name] ?? null;
  const earlier = before?.[name];
  if (name === "conditions") return mergedConditions(live, value, { now, known: earlier });
  if (!hasEntries(name)) return value;
  const fresh = listIn(value).map((entry) => {
    const held = (list: Json | undefined) => listIn(list).find((one) => isSameEntry(name, one, entry))?.conditions;
    return withConditions(entry, held(live), { now, known: held(earlier) });
  });
  if (!isControlled(name)) return fresh;
  const isSame = (one: JsonObject, other: JsonObject) => isSameEntry(name, one, other);
  return inPlace(live, fresh, { isOurs: ownEntries(name, object, value, earlier), isSame });
}

function withConditions(entry: JsonObject, held: Json | undefined, at: Conditions): JsonObject {
  return entry.conditions === undefined ? entry : { ...entry, conditions: mergedConditions(held, entry.conditions, at) };
}

/** A field without what we wrote; null where nothing is left. */
function withoutOurs(name: string, object: ObjectWithStatusList, live: Json | undefined, before: Json | undefined): Json {
  if (isControlled(name)) {
    const isOurs = ownEntries(name, object, before);
    return live === undefined || live === null ? null : listIn(live).filter((entry) => !isOurs(entry));
  }
  if (name !== "conditions") return null;
  const remaining = mergedConditions(live, [], { now: "", known: before });
  return remaining.length > 0 ? remaining : null;
}

function ownField(name: string, object: ObjectWithStatusList, live: Json | undefined, declared: Json): Json | undefined {
  if (name === "conditions") return live === undefined ? undefined : ownConditions(live, declared);
  if (!hasEntries(name)) return declaredPart(declared, live);
  if (live === undefined) return undefined;
  const held = isControlled(name) ? listIn(live).filter(ownEntries(name, object, declared)) : listIn(live);
  const entries = listIn(declared);
  const declaredEntries = entries.flatMap((entry) =>
    held.filter((one) => isSameEntry(name, one, entry)).map((one) => ownEntry(one, entry)),
  );
  const undeclaredEntries = held.filter((one) => !entries.some((entry) => isSameEntry(name, one, entry))).map((one) => ownEntry(one, {}));
  return [...declaredEntries, ...undeclaredEntries];
}

function ownEntry(live: JsonObject, declared: JsonObject): JsonObject {
  const { conditions, ...rest } = declared;
  const shown = Object.keys(declared).length === 0 ? live : declaredPart(rest, live);
  const entry = isObject(shown) ? shown : {};
  if (live.conditions === undefined) return entry;
  return { ...entry, conditions: ownConditions(live.conditions, conditions ?? []) };
}

/** Lists whose entries have conditions of their own. */
const hasEntries = (name: string): boolean => name === "listeners" || isControlled(name);
