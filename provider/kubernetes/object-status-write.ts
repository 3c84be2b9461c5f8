// Writes the status and annotations of an object with server-side apply.

import type { Json } from "../../resources/kind";
import { isObject, type JsonObject, sanitize } from "../lifecycle/bodies/json";
import { stable } from "../lifecycle/bodies/shape";
import { failure } from "../lifecycle/messages/errors";
import { hasSharedLists, ownStatus } from "./condition-lists";
import { writeLists } from "./condition-lists-write";
import { declaredPart } from "./declared-part";
import { KubernetesError, refusedBecause } from "./errors";
import { type SharedObjects, written } from "./object-status-read";
import { describeKey, type KubernetesClient, type KubernetesObject, type ObjectKey, type PartialObject } from "./types";

/** Status with which servers without server-side apply answer. */
const UNSUPPORTED_MEDIA_TYPE = 415;

/** Owner of the fields that we write, as `kubectl get --show-managed-fields` shows it. */
const FIELD_MANAGER = "pulumi-k8s-lb";

/** Target of one write: the object and its client. */
export interface StatusTarget {
  client: KubernetesClient;
  key: ObjectKey;
  /** The object has a subresource `status`; else status is a field like any other. */
  hasStatus: boolean;
  shared: SharedObjects;
}

/** Parts that become ours; a part that is absent is given up. */
export interface Wanted {
  status?: JsonObject;
  annotations?: JsonObject;
}

/**
 * Applies what we declare and gives up what we declared before; what other resources of ours have written stays. The uid keeps an apply
 * from making an object that went in the meantime.
 */
export async function write(
  target: StatusTarget,
  object: KubernetesObject,
  desired: Wanted,
  before: Wanted,
  force: boolean,
): Promise<void> {
  if (hasSharedLists(target.key.type.group)) return writeShared(target, object, desired, before, force);
  return writeOwned(target, object, desired, before, force);
}

/** A kind of the Gateway API: its status has lists that others write too. */
async function writeShared(target: StatusTarget, object: KubernetesObject, desired: Wanted, before: Wanted, force: boolean): Promise<void> {
  written(target);
  const change = { wanted: desired.status, before: before.status };
  const live = (await writeLists(target, object, change).finally(() => written(target))) ?? object;
  if (!desired.annotations && !before.annotations) return;
  await writeOwned(target, live, { annotations: desired.annotations }, { annotations: before.annotations }, force);
}

async function writeOwned(target: StatusTarget, object: KubernetesObject, desired: Wanted, before: Wanted, force: boolean): Promise<void> {
  try {
    await writeApplied(target, object, desired, before, force);
  } catch (error) {
    if (!(error instanceof KubernetesError && error.status === UNSUPPORTED_MEDIA_TYPE)) throw error;
    await writeMerged(target, object, desired, before, force);
  }
}

async function writeApplied(
  target: StatusTarget,
  object: KubernetesObject,
  desired: Wanted,
  before: Wanted,
  force: boolean,
): Promise<void> {
  const { uid, resourceVersion } = object.metadata;
  const touches = (part: keyof Wanted) => desired[part] !== undefined || before[part] !== undefined;
  // An apply gives up what it does not name, and all our resources apply as one manager.
  const [status, annotations] = PARTS.map(({ part }) => {
    const kept = Object.entries(writtenByUs(object, part)).filter(
      ([name, value]) => value !== undefined && before[part]?.[name] === undefined,
    );
    return kept.length > 0 ? { ...Object.fromEntries(kept), ...desired[part] } : desired[part];
  });
  let live = object;
  if (touches("status") && target.hasStatus) {
    live = await apply(target, sanitize({ metadata: { uid, resourceVersion }, status }), force, "status");
  }
  if (touches("annotations") || (touches("status") && !target.hasStatus)) {
    const metadata = { uid, resourceVersion: live.metadata.resourceVersion, annotations };
    live = await apply(target, sanitize({ metadata, status: target.hasStatus ? undefined : status }), force);
  }
  if (force) await writeMerged(target, live, {}, leftIn(live, desired, before), true);
}

/** Parts that we gave up and that are still there as written: others who wrote the same before we took them over are listed as owners. */
function leftIn(live: KubernetesObject, desired: Wanted, before: Wanted): Wanted {
  const parts = PARTS.flatMap(({ part }): [keyof Wanted, JsonObject][] => {
    const remaining = Object.entries(before[part] ?? {}).filter(
      ([name, value]) => desired[part]?.[name] === undefined && isThere(value, partIn(live, part)[name]),
    );
    return remaining.length > 0 ? [[part, Object.fromEntries(remaining)]] : [];
  });
  return Object.fromEntries(parts);
}

/** The declared status as an object has it, without what others write. */
export const shownStatus = ({ key }: StatusTarget, object: KubernetesObject, declared: JsonObject): Json =>
  (hasSharedLists(key.type.group) ? ownStatus(object, declared) : declaredPart(declared, object.status)) ?? {};

/** True when an object holds what was written, and no one has written something else since. */
export const isAsWritten = (last: Wanted, object: KubernetesObject): boolean =>
  PARTS.every(({ part }) => Object.entries(last[part] ?? {}).every(([name, value]) => isThere(value, partIn(object, part)[name])));

/**
 * True when the object holds what is wanted, and each field of it is ours by the account that the server keeps: an apply would change
 * nothing. Lists of the Gateway API are compared by their own write; servers without such an account get one in any case.
 */
export function isWrittenByUs({ key }: Pick<StatusTarget, "key">, object: KubernetesObject, desired: Wanted): boolean {
  if (hasSharedLists(key.type.group) || !isAsWritten(desired, object)) return false;
  return PARTS.every(({ part, path }) => Object.entries(desired[part] ?? {}).every(([name, value]) => isOwned(object, path, name, value)));
}

function isOwned(object: KubernetesObject, path: readonly string[], name: string, value: Json): boolean {
  const owned = (fields: JsonObject, [first, ...rest]: readonly string[], inner: Json): boolean => {
    const field = first === undefined ? undefined : fields[first];
    if (!isObject(field)) return false;
    if (rest.length > 0) return owned(field, rest, inner);
    return !isObject(inner) || Object.entries(inner).every(([key, below]) => owned(field, [`f:${key}`], below));
  };
  return ourFields(object).some((fields) => owned(fields, [...path, `f:${name}`], value));
}

/** Fields that the server has entered as applied by us, an account for each subresource. */
const ourFields = ({ metadata }: KubernetesObject): JsonObject[] =>
  (metadata.managedFields ?? []).filter(({ manager }) => manager === FIELD_MANAGER).map(({ fieldsV1 }) => fieldsV1 ?? {});

const isThere = (value: Json, live: Json | undefined): boolean => stable(declaredPart(value, live) ?? null) === stable(value);

function partIn({ metadata, status }: KubernetesObject, part: keyof Wanted): JsonObject {
  const live = part === "status" ? status : metadata.annotations;
  return isObject(live) ? live : {};
}

async function apply(target: StatusTarget, body: PartialObject, force: boolean, subresource?: string): Promise<KubernetesObject> {
  written(target);
  try {
    return await target.client.apply(target.key, body, { fieldManager: FIELD_MANAGER, force, subresource });
  } catch (error) {
    throw refusedBecause(error, "conflict") ? foreign(error, describeKey(target.key)) : error;
  } finally {
    written(target);
  }
}

/** Fields that belong to others, each with the name of its owner. */
function foreign(refused: KubernetesError, object: string): Error {
  const owned = refused.causes
    .filter(({ reason }) => reason === "FieldManagerConflict")
    .map(({ field, message }) => `${field} (${message.replace(/^conflict with /, "owned by ")})`);
  return owned.length === 0 ? refused : failure("LB2130", { object, message: `others write ${owned.join(", ")}` });
}

/**
 * All our resources write as one manager, so the server sees no conflict between two of them. Before the first write we look ourselves:
 * fields that are ours already and hold something else belong to another component or stack.
 */
export function refuseSecondWriter(target: StatusTarget, object: KubernetesObject, { status, annotations }: Wanted): void {
  for (const { part, shown } of PARTS) {
    // its lists have a place for each writer
    if (part === "status" && hasSharedLists(target.key.type.group)) continue;
    const ours = writtenByUs(object, part);
    const differs = ([name, value]: [string, Json]) => name in ours && !isThere(value, ours[name]);
    const other = Object.entries((part === "status" ? status : annotations) ?? {}).find(differs);
    if (other === undefined) continue;
    const message = `another component or stack writes ${shown}.${other[0]} already, and something else`;
    throw failure("LB2130", { object: describeKey(target.key), message, remedy: "Let one of them write it; `force: true` takes it over." });
  }
}

/** The parts of an object that we write: where they stand in `fieldsV1`, and how messages call them. */
const PARTS = [
  { part: "status", path: ["f:status"], shown: ".status" },
  { part: "annotations", path: ["f:metadata", "f:annotations"], shown: ".metadata.annotations" },
] as const satisfies { part: keyof Wanted; path: readonly string[]; shown: string }[];

/** The fields of a part that a resource of ours has applied, whichever, with what they hold. */
function writtenByUs(object: KubernetesObject, part: keyof Wanted): { [name: string]: Json | undefined } {
  const path = PARTS.find((one) => one.part === part)?.path ?? [];
  const names = ourFields(object).flatMap((fields) => namesAt(fields, path));
  const live = partIn(object, part);
  return Object.fromEntries(names.map((name) => [name, live[name]]));
}

/** The names of the fields below a path of `fieldsV1`, which marks each with `f:`. */
function namesAt(fields: JsonObject, path: readonly string[]): string[] {
  const at = path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), fields);
  return isObject(at) ? Object.keys(at).map((key) => key.replace(/^f:/, "")) : [];
}

/**
 * Writes with merge patches, for servers that know no server-side apply (Arktos, which is as old as Kubernetes 1.15). No one keeps
 * account of owners there, so we look ourselves: a value that is neither what we want nor what we wrote belongs to somebody else.
 */
async function writeMerged(target: StatusTarget, object: KubernetesObject, desired: Wanted, before: Wanted, force: boolean): Promise<void> {
  const { uid } = object.metadata;
  const others = PARTS.flatMap(({ part }) => foreignIn(desired[part], before[part], partIn(object, part)));
  if (others.length > 0 && !force) {
    throw failure("LB2130", { object: describeKey(target.key), message: `somebody else has written ${others.join(", ")}` });
  }
  const status = patchOf(desired.status, before.status);
  const annotations = patchOf(desired.annotations, before.annotations);
  const below = target.hasStatus && status ? { status } : undefined;
  const merge = async (metadata: JsonObject, rest: PartialObject, subresource?: string) => {
    written(target);
    const body = sanitize({ metadata: { uid: uid ?? null, ...metadata }, ...rest });
    return target.client.mergePatch(target.key, body, { subresource }).finally(() => written(target));
  };
  const version = ({ metadata: { resourceVersion } }: KubernetesObject): JsonObject => (resourceVersion ? { resourceVersion } : {});
  const now = below ? await merge(version(object), below, "status") : object;
  const rest = status && !below ? { status } : {};
  if (annotations || "status" in rest) await merge({ ...(annotations ? { annotations } : {}), ...version(now) }, rest);
}

/** Names of fields that hold what others wrote. */
function foreignIn(desired: JsonObject = {}, before: JsonObject = {}, live: JsonObject = {}): string[] {
  return Object.entries(desired).flatMap(([name, value]) => {
    const now = declaredPart(value, live[name]);
    const ours = [value, before[name]].some((one) => one !== undefined && stable(one) === stable(now ?? null));
    return isEmpty(now) || ours ? [] : [name];
  });
}

/** True for nothing, and for objects with nothing in them. */
function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || (isObject(value) && Object.values(value).every(isEmpty));
}

/** Wanted fields, and null for those written before and no longer wanted; undefined if there are neither. */
function patchOf(desired: Json | undefined, before: Json | undefined): Json | undefined {
  if (desired === undefined && before === undefined) return undefined;
  const [to, from] = [desired ?? {}, before ?? {}];
  if (!isObject(to) || !isObject(from)) return desired ?? null;
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return Object.fromEntries(names.map((name) => [name, patchOf(to[name], from[name]) ?? null]));
}
