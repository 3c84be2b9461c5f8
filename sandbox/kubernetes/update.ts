import type { HttpResponse } from "../shared/http";
import { type JsonObject, sameJson, text } from "../shared/json";
import { recordUpdate } from "./apply/managers";
import { bodyOf, checkCustomType, conform } from "./body";
import { answerWith, type Call, found, isDry, keyIn, storage, subjectOf } from "./call";
import { finish, insert, placeInNamespace, refuseFaults, rewritten, withDefaults } from "./create";
import { finalizersOf, isEnding, metaOf, nameOf, ownMeta, uidOf, versionOf } from "./metadata";
import { checkOptions } from "./parameters";
import { authorize } from "./rbac";
import { badRequest, conflict, internal, invalid, invalidObject, MODIFIED, notFound } from "./status";

/** PUT of an object or of its status. */
export function update(call: Call): HttpResponse {
  checkOptions(call, "UpdateOptions");
  const fresh = conform(call, bodyOf(call));
  placeInNamespace(call, fresh);
  checkName(call, fresh);
  const old = found(call);
  if (!old) {
    if (!call.resource.createOnUpdate || call.target.subresource || versionOf(fresh) !== "") throw notFound(subjectOf(call));
    authorize(call, "create");
    return answerWith(call, 201, insert(call, fresh));
  }
  if (uidOf(fresh) !== "" && uidOf(fresh) !== uidOf(old)) throw conflict(subjectOf(call), otherUid(call, uidOf(fresh), uidOf(old)));
  return answerWith(call, 200, replace(call, old, fresh));
}

/** A precondition that does not hold, as the storage says it. */
function otherUid({ resource: { group, plural, custom }, namespace, target }: Call, given: string, real: string): string {
  const place = [custom ? `${group}/${plural}` : plural, namespace, target.name].filter((part) => part).join("/");
  const why = `Precondition failed: UID in precondition: ${given}, UID in object meta: ${real}`;
  return `StorageError: invalid object, Code: 4, Key: /registry/${place}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`;
}

export function checkName({ target: { name: wanted = "" } }: Call, fresh: JsonObject): void {
  const name = nameOf(fresh);
  if (name === "") throw badRequest(`the name of the object (${wanted} based on URL) was undeterminable: name must be provided`);
  if (name !== wanted) throw badRequest(`the name of the object (${name}) does not match the name on the URL (${wanted})`);
}

type Record = (old: JsonObject, fresh: JsonObject) => JsonObject;

/** Stores a new state of an object; `record` says who owns its fields afterwards. */
export function replace(
  call: Call,
  old: JsonObject,
  given: JsonObject,
  record: Record = (before, now) => recordUpdate(call, before, now),
): JsonObject {
  const fresh = record(old, withDefaults(call, given));
  checkVersion(call, old, fresh);
  checkCustomType(call, fresh);
  keepOfOld(call, old, fresh);
  call.resource.prepare?.(fresh, old, call.cluster);
  const complete = rewritten(call, fresh);
  countGeneration(call, old, complete);
  refuseFaults(call, complete, old);
  finish(call, complete);
  return write(call, old, complete);
}

function checkVersion(call: Call, old: JsonObject, fresh: JsonObject): void {
  const version = versionOf(fresh);
  if (version === "" || version === "0") {
    if (call.resource.unconditionalUpdate) return;
    throw invalidObject(subjectOf(call), [invalid("metadata.resourceVersion", 0, "must be specified for an update")]);
  }
  if (!/^\d+$/.test(version)) throw internal(`strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`);
  if (version !== versionOf(old)) throw conflict(subjectOf(call), MODIFIED);
}

const OF_SERVER = ["creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "generation", "selfLink"];

/** What nobody can change by writing the object. */
function keepOfOld({ resource, target }: Call, old: JsonObject, fresh: JsonObject): void {
  const [before, meta] = [metaOf(old), ownMeta(fresh)];
  for (const field of [...OF_SERVER, "resourceVersion"]) copy(before, meta, field);
  if (text(meta.uid) === "") copy(before, meta, "uid");
  if (target.subresource === "status") {
    for (const field of new Set([...Object.keys(old), ...Object.keys(fresh)]))
      if (field !== "status" && field !== "metadata") copy(old, fresh, field);
    // of a custom resource the status is all there is to write this way
    if (!resource.custom) return;
    const { managedFields } = meta;
    fresh.metadata = managedFields === undefined ? { ...before } : { ...before, managedFields };
  } else if (resource.subresources.includes("status")) copy(old, fresh, "status");
}

function copy(from: JsonObject, to: JsonObject, field: string): void {
  const value = from[field];
  if (value === undefined) delete to[field];
  else to[field] = structuredClone(value);
}

function countGeneration({ resource, target }: Call, old: JsonObject, fresh: JsonObject): void {
  if (!resource.generation || target.subresource === "status") return;
  const content = ({ metadata: _, status, ...rest }: JsonObject) =>
    resource.subresources.includes("status") || !resource.custom ? rest : { ...rest, status: status ?? null };
  if (!sameJson(content(old), content(fresh))) ownMeta(fresh).generation = Number(metaOf(old).generation ?? 0) + 1;
}

/** A write that changes nothing is none. What only waited for its last finalizer goes. */
function write(call: Call, old: JsonObject, fresh: JsonObject): JsonObject {
  const { cluster, resource } = call;
  const [table, key] = [storage(call), keyIn(call)];
  if (sameJson(old, fresh)) return old;
  if (isDry(call)) return fresh;
  const isHeld = finalizersOf(fresh).length > 0 || Number(metaOf(fresh).deletionGracePeriodSeconds ?? 0) > 0 || resource.holds?.(fresh);
  if (isEnding(fresh) && !isHeld) {
    const last = cluster.store.remove(table, key, old);
    resource.removed?.(last, cluster);
    return fresh;
  }
  const stored = cluster.store.put(table, key, fresh);
  resource.stored?.(stored, cluster);
  return stored;
}
