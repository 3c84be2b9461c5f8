// Merges conditions of ours into a list with conditions of other controllers.

import type { Json } from "../../resources/kind";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import { stable } from "../lifecycle/bodies/shape";

/** Options of a merge of conditions. */
export interface Conditions {
  /** Time of a condition whose status is new, ISO 8601. */
  now: string;
  /** Conditions that were written before: those that are no longer declared are removed. */
  known?: Json;
}

/**
 * Types of the Gateway API that only the controller of an object writes. One that is no longer declared goes, also where it is
 * not known who wrote it: clients look at the generation of every condition.
 */
const OWN_TYPES: ReadonlySet<Json | undefined> = new Set([
  ...["Accepted", "Programmed", "ResolvedRefs", "PartiallyInvalid", "Conflicted", "OverlappingTLSConfig", "SupportedVersion"],
  "InsecureFrontendValidationMode",
]);

/**
 * The declared conditions and those of others, by type. `lastTransitionTime` stays while the status is the same.
 *
 * @param live the conditions that the server has
 */
export function mergedConditions(live: Json | undefined, declared: Json, { now, known }: Conditions): JsonObject[] {
  const ownTypeSet = ownTypes(declared, known);
  const fresh = listIn(declared).map((condition) => {
    const old = listIn(live).find(({ type }) => type === condition.type);
    const since = old?.status === condition.status ? old?.lastTransitionTime : undefined;
    return { ...condition, lastTransitionTime: since ?? now };
  });
  return inPlace(live, fresh, {
    isOurs: ({ type }) => ownTypeSet.has(type),
    isSame: (one, other) => one.type === other.type,
  });
}

/**
 * Our entries in a list, and those of others as they are. Each keeps its place: two controllers with different orders would rewrite the list
 * for ever.
 */
export function inPlace(
  live: Json | undefined,
  fresh: readonly JsonObject[],
  { isOurs, isSame }: { isOurs(entry: JsonObject): boolean; isSame(entry: JsonObject, other: JsonObject): boolean },
): JsonObject[] {
  const placed = new Set<JsonObject>();
  const kept = listIn(live).flatMap((entry) => {
    if (!isOurs(entry)) return [entry];
    const next = fresh.find((one) => !placed.has(one) && isSame(entry, one));
    if (next) placed.add(next);
    return next ? [next] : [];
  });
  return [...kept, ...fresh.filter((one) => !placed.has(one))];
}

/** Our conditions as the server has them, in the order of the declaration and without times. */
export function ownConditions(live: Json, declared: Json): JsonObject[] {
  const ownTypeSet = ownTypes(declared, undefined);
  const order = listIn(declared).map(({ type }) => type);
  const at = ({ type }: JsonObject) => (order.includes(type ?? null) ? order.indexOf(type ?? null) : order.length);
  return listIn(live)
    .filter(({ type }) => ownTypeSet.has(type))
    .sort((a, b) => at(a) - at(b))
    .map(({ lastTransitionTime: _time, ...condition }) => condition);
}

const ownTypes = (...lists: (Json | undefined)[]): ReadonlySet<Json | undefined> =>
  new Set([...OWN_TYPES, ...lists.flatMap((list) => listIn(list).map(({ type }) => type))]);

/**
 * True if two entries of a list are of one thing: listeners of one name, parents of one controller and one reference. The server adds the
 * defaults of references.
 */
export function isSameEntry(list: string, entry: JsonObject, other: JsonObject): boolean {
  if (list === "listeners") return entry.name === other.name;
  const field = list === "parents" ? "parentRef" : "ancestorRef";
  return entry.controllerName === other.controllerName && stable(wholeRef(entry[field])) === stable(wholeRef(other[field]));
}

/** A reference with the defaults that the server adds. */
export const wholeRef = (ref: Json | undefined): JsonObject => ({
  ...{ group: "gateway.networking.k8s.io", kind: "Gateway" },
  ...(isObject(ref) ? ref : {}),
});

/** The objects of a list; nothing for anything else. */
export const listIn = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
