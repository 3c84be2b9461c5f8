import type { Json } from "../../../kinds/json";
import type { KubernetesObject } from "../../kubernetes";
import { compare } from "../../lifecycle/compare";
import { merge } from "../../lifecycle/merge";
import { overlay } from "../../lifecycle/overlay";
import { isObject, type JsonObject } from "../../lifecycle/sanitize";
import { type FieldPath, keyed } from "../../lifecycle/shape";
import { fieldsOf } from "./inputs";
import { KUBERNETES_SHAPE } from "./shape";
import type { ObjectKind } from "./table";

/**
 * The merge patch from what the server holds to what is wanted: the fields that differ, and null for what was declared before and
 * is not any more. What others wrote is not named in it. Undefined when there is nothing to do.
 */
export function patchOf(
  kind: ObjectKind,
  before: JsonObject | undefined,
  wanted: JsonObject,
  object: KubernetesObject,
): JsonObject | undefined {
  const patch = patchObject(kind, [], before, wanted, fieldsOf(kind, object));
  return Object.keys(patch).length > 0 ? patch : undefined;
}

function patchObject(kind: ObjectKind, path: FieldPath, before: Json | undefined, wanted: JsonObject, live: JsonObject): JsonObject {
  const patch: JsonObject = {};
  const earlier = isObject(before) ? before : {};
  for (const [key, value] of Object.entries(wanted)) {
    const at = [...path, key];
    const held = live[key];
    if (isObject(value) && isObject(held)) {
      const below = patchObject(kind, at, earlier[key], value, held);
      if (Object.keys(below).length > 0) patch[key] = below;
    } else if (!sameAt(at, value, held)) {
      patch[key] = Array.isArray(value) ? mergedList(kind, at, held, earlier[key], value) : value;
    }
  }
  for (const key of Object.keys(earlier)) {
    const stays = path.length === 1 && path[0] === "spec" && kind.stays?.includes(key);
    if (wanted[key] === undefined && live[key] !== undefined && live[key] !== null && !stays) patch[key] = null;
  }
  return patch;
}

function sameAt(path: FieldPath, wanted: Json, held: Json | undefined): boolean {
  const declared = nested(path, wanted);
  return compare(KUBERNETES_SHAPE, declared, overlay(KUBERNETES_SHAPE, declared, nested(path, held ?? null))).length === 0;
}

/** A merge patch replaces lists whole, so what the server and others put into theirs goes along. */
function mergedList(kind: ObjectKind, path: FieldPath, live: Json | undefined, before: Json | undefined, after: Json[]): Json {
  if (!Array.isArray(live)) return after;
  const result = at(
    path,
    merge(KUBERNETES_SHAPE, nested(path, live), before === undefined ? undefined : nested(path, before), nested(path, after)),
  );
  if (!kind.lenient) return result ?? after;
  const keysOf = (list: Json | undefined) => (Array.isArray(list) ? keyed(KUBERNETES_SHAPE, path, list).map(({ key }) => key) : []);
  const known = new Set([...keysOf(before), ...keysOf(after)]);
  const theirs = keyed(KUBERNETES_SHAPE, path, live).filter(({ key }) => !known.has(key));
  return [...((result ?? after) as Json[]), ...theirs.map(({ element }) => element)];
}

function nested(path: FieldPath, value: Json): JsonObject {
  return path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value) as JsonObject;
}

function at(path: FieldPath, root: JsonObject): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), root);
}
