// Finds the entries of a status that belong to one controller.

import type { Json } from "../../resources/kind";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import { stable } from "../lifecycle/bodies/shape";
import { listIn, wholeRef } from "./condition-entries";
import type { KubernetesObject } from "./types";

/** Lists whose entries name a controller and a parent, with the field of the parent. */
const PARENT_FIELDS: { readonly [list: string]: string } = { parents: "parentRef", ancestors: "ancestorRef" };

/** True for lists whose entries name their controller. */
export const isControlled = (list: string): boolean => Object.hasOwn(PARENT_FIELDS, list);

/** An object whose status has such a list. */
export type ObjectWithStatusList = Pick<KubernetesObject, "metadata" | "spec" | "status">;

/**
 * Tells which entries of a list are ours. Several components may have one controller name, each with its Gateways: an entry is ours if its parent
 * is one that we declare or have written. Of an entry of our controller whose parent the Route no longer names it does not matter who wrote it.
 *
 * @param declared entries that are wanted, and those that were written before
 */
export function ownEntries(
  list: string,
  { metadata, spec }: ObjectWithStatusList,
  ...declared: (Json | undefined)[]
): (entry: JsonObject) => boolean {
  const field = PARENT_FIELDS[list] ?? "";
  const entries = declared.flatMap(listIn);
  const controllers = new Set(entries.map(({ controllerName }) => controllerName));
  const placed = (ref: Json | undefined): JsonObject => ({ namespace: metadata.namespace ?? null, ...wholeRef(ref) });
  const parentOf = (ref: Json | undefined) => {
    const { group, kind, namespace, name } = placed(ref);
    return stable([group ?? null, kind ?? null, namespace ?? null, name ?? null]);
  };
  const parents = new Set(entries.map((entry) => parentOf(entry[field])));
  const named = list === "parents" && isObject(spec) ? new Set(listIn(spec.parentRefs).map((ref) => stable(placed(ref)))) : undefined;
  return (entry) => {
    if (!controllers.has(entry.controllerName)) return false;
    return parents.has(parentOf(entry[field])) || (named !== undefined && !named.has(stable(placed(entry[field]))));
  };
}
