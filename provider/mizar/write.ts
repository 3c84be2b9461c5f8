// Creates or updates an object of Mizar.

import type { FieldPath } from "../../resources/field-table";
import type { Json } from "../../resources/kind";
import { refusedBecause } from "../kubernetes/errors";
import type { KubernetesObject } from "../kubernetes/types";
import { compare, merge, overlay } from "../lifecycle/bodies/compare";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import { isEmpty, keyed } from "../lifecycle/bodies/shape";
import { failure } from "../lifecycle/messages/errors";
import { assertOurs, nonceToWrite } from "../lifecycle/ownership";
import { fieldsOf, initialOf, shapeOf } from "./fields";
import { foundObject, marked } from "./marks";
import type { ObjectJob, ObjectKind } from "./object-kind";

/** Number of times that a write is tried again because the object changed since it was read: the operator also writes to it. */
const TRIES = 8;

/**
 * Updates the object as declared, with the fewest fields. Sends nothing where nothing differs.
 *
 * @param before the last declaration: fields that are no longer declared are removed
 */
export async function write(
  job: ObjectJob,
  fields: JsonObject,
  before: JsonObject | undefined,
  first: KubernetesObject,
): Promise<KubernetesObject> {
  const { kind, client, key, last, ownership, title } = job;
  let object: KubernetesObject | undefined = first;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    object ??= await client.get(key);
    if (!object) throw failure("LB2065", { object: title, message: "is gone" });
    if (object.metadata.deletionTimestamp) throw failure("LB2065", { object: title, message: "is being deleted" });
    const existing = foundObject(object, title, last?.known.uid);
    assertOurs(existing, ownership);
    const desired = marked(fields, ownership.owner, nonceToWrite(existing, ownership));
    const patch = patchOf(kind, before, withInitial(kind, desired, object), object);
    if (!patch) return object;
    const { resourceVersion = "" } = object.metadata;
    const metadata = { ...(isObject(patch.metadata) ? patch.metadata : {}), resourceVersion };
    job.listings.drop();
    try {
      // @unverified mizar/patch-merges
      return await client.mergePatch(key, { ...patch, metadata });
    } catch (error) {
      // @unverified mizar/stale-refused
      if (!refusedBecause(error, "conflict")) throw error;
      object = undefined;
    } finally {
      job.listings.drop();
    }
  }
  throw failure("LB2011", { object: title, message: `changed ${TRIES} times while it was written` });
}

/**
 * `spec.status: Init` makes the operator begin, and makes it begin again, with a new vni, on an object that is provisioned. So it is
 * written only where there never was any status.
 */
function withInitial(kind: ObjectKind, desired: JsonObject, { spec }: KubernetesObject): JsonObject {
  const live = isObject(spec) ? spec : {};
  const missing = Object.entries(initialOf(kind)).filter(([field]) => live[field] === undefined || live[field] === "");
  // a spec without computed fields is what is compared, so one that is missing counts as different
  return missing.length === 0
    ? desired
    : { ...desired, spec: { ...(isObject(desired.spec) ? desired.spec : {}), ...Object.fromEntries(missing) } };
}

/**
 * The merge patch from what the server holds to what is desired: the fields that differ, and null for what was declared before and
 * is not any more. What others wrote is not named in it. Undefined when there is nothing to do.
 */
export function patchOf(
  kind: ObjectKind,
  before: JsonObject | undefined,
  desired: JsonObject,
  object: KubernetesObject,
): JsonObject | undefined {
  const patch = patchObject(kind, [], before, desired, fieldsOf(kind, object));
  return Object.keys(patch).length > 0 ? patch : undefined;
}

function patchObject(kind: ObjectKind, path: FieldPath, before: Json | undefined, desired: JsonObject, live: JsonObject): JsonObject {
  const patch: JsonObject = {};
  const shape = shapeOf(kind);
  const earlier = isObject(before) ? before : {};
  for (const [key, value] of Object.entries(desired)) {
    const at = [...path, key];
    const liveValue = live[key];
    if (isObject(value) && isObject(liveValue)) {
      const below = patchObject(kind, at, earlier[key], value, liveValue);
      if (Object.keys(below).length > 0) patch[key] = below;
    } else if (!sameAt(kind, at, value, liveValue)) {
      patch[key] = Array.isArray(value) ? mergedList(kind, at, liveValue, earlier[key], value) : value;
    }
  }
  for (const key of Object.keys(earlier)) {
    if (desired[key] === undefined && live[key] !== undefined && live[key] !== null && !shape.settled([...path, key])) patch[key] = null;
  }
  for (const [key, held] of Object.entries(live)) {
    const at = [...path, key];
    if (isEmpty(shape, at, desired[key]) && !isEmpty(shape, at, held) && shape.guarded(at, held)) patch[key] = null;
  }
  return patch;
}

function sameAt(kind: ObjectKind, path: FieldPath, desired: Json, held: Json | undefined): boolean {
  const declared = nested(path, desired);
  const shape = shapeOf(kind);
  return compare(shape, declared, overlay(shape, declared, nested(path, held ?? null))).length === 0;
}

/** A merge patch replaces lists whole, so what the server and others put into theirs goes along. */
function mergedList(kind: ObjectKind, path: FieldPath, live: Json | undefined, before: Json | undefined, after: Json[]): Json {
  if (!Array.isArray(live)) return after;
  const earlier = before === undefined ? undefined : nested(path, before);
  const merged = valueAt(path, merge(shapeOf(kind), nested(path, live), earlier, nested(path, after)));
  const result = Array.isArray(merged) ? merged : after;
  if (!kind.lenient) return result;
  const keysOf = (list: Json | undefined) => (Array.isArray(list) ? keyed(shapeOf(kind), path, list).map(({ key }) => key) : []);
  const ownKeys = new Set([...keysOf(before), ...keysOf(after)]);
  const theirs = keyed(shapeOf(kind), path, live).filter(({ key }) => !ownKeys.has(key));
  return [...result, ...theirs.map(({ element }) => element)];
}

function nested([key, ...rest]: FieldPath, value: Json): JsonObject {
  return key === undefined ? {} : { [key]: rest.length === 0 ? value : nested(rest, value) };
}

function valueAt(path: FieldPath, root: JsonObject): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), root);
}
