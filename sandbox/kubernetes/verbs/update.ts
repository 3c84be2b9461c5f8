import type { HttpResponse } from "../../shared/http";
import { type Json, type JsonObject, sameJson, text } from "../../shared/json";
import { authorize } from "../access/authorize";
import { checkEscalation } from "../access/escalation";
import { recordUpdate } from "../apply/record";
import { invalid, invalidObject } from "../errors/field";
import { badRequest, conflict, modified, notFound, StatusError } from "../errors/status";
import { ok, shown } from "../request/answer";
import { type Call, isDry, keyIn, storage, subjectOf } from "../request/call";
import { bodyOf, conform } from "../request/decode";
import { checkOptions } from "../request/options";
import { checkCustomType } from "../request/types";
import { finalizersOf, isEnding, metaOf, nameOf, ownMeta, uidOf, versionOf } from "../resources/meta";
import { faultsOf, finish, insert, placeInNamespace, refuse, rewritten, withDefaults } from "./create";

/** PUT of an object or of its status. */
export function update(call: Call): HttpResponse {
  checkOptions(call, "UpdateOptions");
  const fresh = conform(call, bodyOf(call));
  placeInNamespace(call, fresh);
  checkName(call, fresh);
  const old = call.cluster.store.get(storage(call), keyIn(call, call.target.name!));
  if (!old) {
    if (!call.resource.createOnUpdate || call.target.subresource || versionOf(fresh) !== "") throw notFound(subjectOf(call));
    authorize(call, "create");
    return ok(call, 201, shown(call, insert(call, fresh)));
  }
  const uid = uidOf(fresh);
  if (uid !== "" && uid !== uidOf(old)) {
    throw conflict(subjectOf(call), storageConflict(call, `UID in precondition: ${uid}, UID in object meta: ${uidOf(old)}`));
  }
  return ok(call, 200, shown(call, replace(call, old, fresh)));
}

export function checkName(call: Call, fresh: JsonObject): void {
  const name = nameOf(fresh);
  const wanted = call.target.name ?? "";
  if (name === "") throw badRequest(`the name of the object (${wanted} based on URL) was undeterminable: name must be provided`);
  if (name !== wanted) throw badRequest(`the name of the object (${name}) does not match the name on the URL (${wanted})`);
}

/** Stores a new state of an object; `record` says who owns its fields afterwards. */
export function replace(
  call: Call,
  old: JsonObject,
  given: JsonObject,
  record: (old: JsonObject, fresh: JsonObject) => JsonObject = (before, fresh) => recordUpdate(call, before, fresh),
): JsonObject {
  const { resource, cluster } = call;
  const fresh = record(old, withDefaults(call, given));
  checkVersion(call, old, fresh);
  checkCustomType(call, fresh);
  keepOfOld(call, old, fresh);
  resource.prepare?.(fresh, old, cluster);
  const complete = rewritten(call, fresh);
  countGeneration(call, old, complete);
  refuse(call, nameOf(old), faultsOf(call, complete, old));
  finish(call, complete);
  checkEscalation(call, complete);
  return write(call, old, complete);
}

function checkVersion(call: Call, old: JsonObject, fresh: JsonObject): void {
  const version = versionOf(fresh);
  if (version === "" || version === "0") {
    if (call.resource.unconditionalUpdate) return;
    throw invalidObject(subjectOf(call), [invalid("metadata.resourceVersion", 0, "must be specified for an update")]);
  }
  if (!/^\d+$/.test(version))
    throw new StatusError(500, undefined, `strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`);
  if (version !== versionOf(old)) throw modified(subjectOf(call));
}

/** A precondition that does not hold, as the storage says it. */
function storageConflict(call: Call, why: string): string {
  const { group, plural, custom } = call.resource;
  const place = [custom ? `${group}/${plural}` : plural, call.namespace, call.target.name].filter((part) => part);
  const key = `/registry/${place.join("/")}`;
  return `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${why}`;
}

/** What nobody can change by writing the object. */
function keepOfOld(call: Call, old: JsonObject, fresh: JsonObject): void {
  const [before, meta] = [metaOf(old), ownMeta(fresh)];
  for (const field of ["creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "generation", "selfLink"])
    copy(before, meta, field);
  if (text(meta.uid) === "") copy(before, meta, "uid");
  meta.resourceVersion = before.resourceVersion!;
  const { subresources } = call.resource;
  if (call.target.subresource === "status") {
    for (const field of new Set([...Object.keys(old), ...Object.keys(fresh)]))
      if (field !== "status" && field !== "metadata") copy(old, fresh, field);
    // of a custom resource the status is all there is to write this way
    if (call.resource.custom) fresh.metadata = { ...before, ...pick(meta, "managedFields") };
  } else if (subresources.includes("status")) copy(old, fresh, "status");
}

const pick = (meta: JsonObject, field: string): JsonObject => (meta[field] === undefined ? {} : { [field]: meta[field] as Json });

function copy(from: JsonObject, to: JsonObject, field: string): void {
  if (from[field] === undefined) delete to[field];
  else to[field] = structuredClone(from[field]) as Json;
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
  const [table, key] = [storage(call), keyIn(call, nameOf(old))];
  if (sameJson(old, fresh)) return old;
  if (isDry(call)) return fresh;
  if (
    isEnding(fresh) &&
    finalizersOf(fresh).length === 0 &&
    !Number(metaOf(fresh).deletionGracePeriodSeconds ?? 0) &&
    !resource.holds?.(fresh)
  ) {
    const gone = cluster.store.remove(table, key, old);
    resource.removed?.(gone, cluster);
    return fresh;
  }
  const stored = cluster.store.put(table, key, fresh);
  resource.stored?.(stored, cluster);
  return stored;
}
