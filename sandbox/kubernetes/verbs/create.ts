import type { HttpResponse } from "../../shared/http";
import { isObject, type JsonObject, text } from "../../shared/json";
import { checkEscalation } from "../access/escalation";
import { recordCreate } from "../apply/record";
import { customDefaults, customFaults } from "../custom/content";
import { type FieldError, invalidObject } from "../errors/field";
import { alreadyExists, badRequest, StatusError } from "../errors/status";
import { ok, shown } from "../request/answer";
import { type Call, isDry, keyIn, kindOf, storage, subjectOf } from "../request/call";
import { bodyOf, conform } from "../request/decode";
import { checkOptions, isApply } from "../request/options";
import { checkCustomType } from "../request/types";
import { isEnding, nameOf, ownMeta, timestamp } from "../resources/meta";
import { metadataFaults } from "../resources/metadata-rules";
import { checkNamespace } from "../resources/namespace-lifecycle";
import { typed } from "../schema/typed";

/** POST to a collection. */
export function create(call: Call): HttpResponse {
  checkOptions(call, "CreateOptions");
  const object = conform(call, bodyOf(call));
  return ok(call, 201, shown(call, insert(call, object)));
}

/** Checks, completes and stores a new object. `managers` are who owns its fields already: those of an apply. */
export function insert(
  call: Call,
  given: JsonObject,
  record: (object: JsonObject) => JsonObject = (object) => recordCreate(call, object),
): JsonObject {
  wipeSystemFields(given);
  placeInNamespace(call, given);
  const object = record(withDefaults(call, given));
  giveName(object);
  const name = nameOf(object);
  checkNamespace(call, name);
  dropOnCreate(call, object);
  call.resource.prepare?.(object, undefined, call.cluster);
  const complete = rewritten(call, object);
  checkCustomType(call, given);
  refuse(call, name, faultsOf(call, complete, undefined));
  finish(call, complete);
  const meta = ownMeta(complete);
  if (text(meta.resourceVersion) !== "")
    throw new StatusError(500, undefined, "resourceVersion should not be set on objects to be created");
  checkEscalation(call, complete);
  const taken = call.cluster.store.get(storage(call), keyIn(call, name));
  if (taken) throw alreadyExists(subjectOf(call, name), isEnding(taken));
  if (isDry(call)) return complete;
  const stored = call.cluster.store.put(storage(call), keyIn(call, name), complete);
  call.resource.stored?.(stored, call.cluster);
  return stored;

  function wipeSystemFields(fresh: JsonObject): void {
    const own = ownMeta(fresh);
    for (const field of ["deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"]) delete own[field];
    own.uid = call.cluster.newUid();
    own.creationTimestamp = timestamp();
  }
}

/** The namespace and tenant of the path are those of the object. */
export function placeInNamespace(call: Call, object: JsonObject): void {
  const meta = ownMeta(object);
  const given = text(meta.namespace);
  if (call.resource.scope === "Namespaced") {
    if (call.namespace === "") throw badRequest("an empty namespace may not be set during creation");
    if (given !== "" && given !== call.namespace) throw badRequest(OTHER_NAMESPACE);
    meta.namespace = call.namespace;
  } else if (given !== "") throw badRequest(OTHER_NAMESPACE);
  if (call.tenant === "") return;
  if (text(meta.tenant) !== "" && meta.tenant !== call.tenant) throw badRequest(OTHER_NAMESPACE.replaceAll("namespace", "tenant"));
  meta.tenant = call.tenant;
}

const OTHER_NAMESPACE = "the namespace of the provided object does not match the namespace sent on the request";

const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

function giveName(object: JsonObject): void {
  const meta = ownMeta(object);
  const base = text(meta.generateName);
  if (text(meta.name) !== "" || base === "") return;
  const suffix = Array.from({ length: 5 }, () => ALPHABET.charAt(Math.floor(Math.random() * ALPHABET.length))).join("");
  meta.name = `${base.slice(0, 58)}${suffix}`;
}

/** A new object has no status where that is written separately. */
function dropOnCreate({ resource }: Call, object: JsonObject): void {
  // a kubelet registers a node together with its status
  if (resource.subresources.includes("status") && resource.kind !== "Node") delete object.status;
  if (resource.generation) ownMeta(object).generation = 1;
}

export function withDefaults(call: Call, object: JsonObject): JsonObject {
  if (call.resource.custom) return customDefaults(call.resource.schema, object, isApply(call)); // an apply that empties a field leaves null
  call.resource.defaults?.(object, call.cluster);
  return object;
}

/** A built-in kind once more in its form, after the server has changed it. */
export function rewritten(call: Call, object: JsonObject): JsonObject {
  const { resource } = call;
  const metadata = ownMeta(object);
  if (resource.custom) return object;
  const { tenant } = metadata;
  const form = typed(resource.schema, object, resource.kind).value;
  if (tenant !== undefined && isObject(form.metadata)) form.metadata.tenant = tenant;
  return form;
}

export function faultsOf(call: Call, object: JsonObject, old: JsonObject | undefined): FieldError[] {
  const { resource, cluster } = call;
  const own = resource.custom
    ? customFaults(resource, object, old, call.target.subresource)
    : (resource.validate?.(object, old, cluster) ?? []);
  return [...metadataFaults(resource, object, old), ...own];
}

/** What is left to do with an object that is going to be stored. */
export function finish(call: Call, object: JsonObject): void {
  if (call.target.subresource === undefined) call.resource.complete?.(object, call.cluster);
  call.warnings.push(...(call.resource.warnings?.(object) ?? []));
}

export function refuse(call: Call, name: string, faults: FieldError[]): void {
  if (faults.length > 0) throw invalidObject(kindOf(call, name), faults);
}
