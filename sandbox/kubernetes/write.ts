// POST and PUT of objects.
import type { HttpResponse } from "../shared/http";
import { asObject, type JsonObject, sameJson, text } from "../shared/json";
import { recordCreate, recordUpdate } from "./apply/managers";
import { bodyOf, checkCustomType, conform, formed } from "./body";
import { answerWith, isApply, isDry, type KubernetesCall, keyIn, kindOf, storage, subjectOf } from "./call";
import { finalizersOf, isEnding, keyOf, metadataFaults, metaOf, nameOf, ownMeta, timestamp, versionOf } from "./metadata";
import { contentFaults, defaulted } from "./schema/schema";
import { alreadyExists, badRequest, conflict, forbidden, internal, invalidObject, MODIFIED, notFound } from "./status";

/** POST to a collection. */
export const create = (call: KubernetesCall): HttpResponse => answerWith(call, 201, insert(call, conform(call, bodyOf(call))));

/** Checks, completes and stores a new object. `record` enters who owns its fields. */
export function insert(call: KubernetesCall, body: JsonObject, record = (object: JsonObject) => recordCreate(call, object)): JsonObject {
  const { resource, cluster } = call;
  Object.assign(ownMeta(body), { uid: cluster.random.uuid4(), creationTimestamp: timestamp() });
  for (const field of ["deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"]) delete ownMeta(body)[field];
  placeInNamespace(call, body);
  const object = record(withDefaults(call, body));
  giveName(object);
  const name = nameOf(object);
  checkNamespace(call, name);
  // a new object has no status where that is written separately; only a kubelet registers a node together with its own
  if (resource.subresources.includes("status") && resource.kind !== "Node") delete object.status;
  if (resource.generation) ownMeta(object).generation = 1;
  resource.prepare?.(object, undefined, cluster);
  const complete = complemented(call, object, undefined);
  if (versionOf(complete) !== "") throw internal("resourceVersion should not be set on objects to be created");
  const [table, key] = [storage(call), keyIn(call, name)];
  const taken = cluster.store.get(table, key);
  if (taken) throw alreadyExists(subjectOf(call, name), isEnding(taken));
  if (isDry(call)) return complete;
  const stored = cluster.store.put(table, key, complete);
  resource.stored?.(stored, cluster);
  return stored;
}

/** The namespace and tenant of the path are those of the object. */
export function placeInNamespace({ resource, namespace, tenant }: KubernetesCall, object: JsonObject): void {
  const meta = ownMeta(object);
  const declaredNamespace = text(meta.namespace);
  if (resource.scope === "Namespaced" && namespace === "") throw badRequest("an empty namespace may not be set during creation");
  if (declaredNamespace !== "" && declaredNamespace !== namespace) throw badRequest(OTHER_NAMESPACE);
  if (namespace !== "") meta.namespace = namespace;
  if (tenant === "") return;
  if (text(meta.tenant) !== "" && meta.tenant !== tenant) throw badRequest(OTHER_NAMESPACE.replaceAll("namespace", "tenant"));
  meta.tenant = tenant;
}

const OTHER_NAMESPACE = "the namespace of the provided object does not match the namespace sent on the request";

const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

function giveName(object: JsonObject): void {
  const meta = ownMeta(object);
  const base = text(meta.generateName);
  if (text(meta.name) !== "" || base === "") return;
  const letter = () => ALPHABET.charAt(Math.floor(Math.random() * ALPHABET.length));
  meta.name = `${base.slice(0, 58)}${Array.from({ length: 5 }, letter).join("")}`;
}

/** Nothing is made in a namespace that is not there or is going. */
function checkNamespace(call: KubernetesCall, name: string): void {
  const { resource, cluster, tenant, namespace } = call;
  if (resource.scope !== "Namespaced") return;
  const namespaceObject = cluster.store.get("namespaces", keyOf(tenant, "", namespace));
  if (!namespaceObject) throw notFound({ group: "", kind: "namespaces", name: namespace });
  if (!isEnding(namespaceObject) && asObject(namespaceObject.status).phase !== "Terminating") return;
  const cause = { reason: "NamespaceTerminating", message: `namespace ${namespace} is being terminated`, field: "metadata.namespace" };
  throw forbidden(subjectOf(call, name), `unable to create new content in namespace ${namespace} because it is being terminated`, [cause]);
}

function withDefaults(call: KubernetesCall, object: JsonObject): JsonObject {
  const { resource } = call;
  if (!resource.custom) {
    resource.defaults?.(object);
    return object;
  }
  const { apiVersion = "", kind = "", metadata = {}, ...content } = object;
  // an apply that empties a field leaves null
  return { apiVersion, kind, metadata, ...asObject(defaulted(resource.schema, content, isApply(call))) };
}

/**
 * An object in its form once more, checked, and with what the server gives to one that is good.
 *
 * @throws StatusError 422 with everything that is wrong with it
 */
function complemented(call: KubernetesCall, body: JsonObject, old: JsonObject | undefined): JsonObject {
  const { resource, cluster, target } = call;
  const object = resource.custom ? body : formed(call, body);
  checkCustomType(call, body);
  if (old) countGeneration(call, old, object);
  const kindFaults = resource.custom ? contentFaults(resource.schema, object, old) : (resource.validate?.(object, old, cluster) ?? []);
  const faults = [...metadataFaults(resource, object, old), ...kindFaults];
  if (faults.length > 0) throw invalidObject(kindOf(call, nameOf(old ?? object)), faults);
  if (target.subresource === undefined) resource.complete?.(object, cluster);
  return object;
}

export function checkName({ target: { name: nameInUrl = "" } }: KubernetesCall, fresh: JsonObject): void {
  const name = nameOf(fresh);
  if (name === "") throw badRequest(`the name of the object (${nameInUrl} based on URL) was undeterminable: name must be provided`);
  if (name !== nameInUrl) throw badRequest(`the name of the object (${name}) does not match the name on the URL (${nameInUrl})`);
}

/** Stores a new state of an object; `record` says who owns its fields afterwards. */
export function replace(
  call: KubernetesCall,
  old: JsonObject,
  body: JsonObject,
  record = (before: JsonObject, now: JsonObject) => recordUpdate(call, before, now),
): JsonObject {
  const fresh = record(old, withDefaults(call, body));
  const version = versionOf(fresh);
  if (version !== "" && version !== versionOf(old)) throw conflict(subjectOf(call), MODIFIED);
  keepOfOld(call, old, fresh);
  call.resource.prepare?.(fresh, old, call.cluster);
  return write(call, old, complemented(call, fresh, old));
}

const OF_SERVER = ["creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "generation", "selfLink"];

/** Copies from the old object the fields that a write of the object cannot change. */
function keepOfOld({ resource, target }: KubernetesCall, old: JsonObject, fresh: JsonObject): void {
  const [before, meta] = [metaOf(old), ownMeta(fresh)];
  for (const field of [...OF_SERVER, "resourceVersion"]) copy(before, meta, field);
  if (text(meta.uid) === "") copy(before, meta, "uid");
  if (target.subresource === "status") {
    for (const field of new Set([...Object.keys(old), ...Object.keys(fresh)]))
      if (!["status", "metadata", "apiVersion"].includes(field)) copy(old, fresh, field);
    // of a custom resource only the status can be written this way
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

function countGeneration({ resource, target }: KubernetesCall, old: JsonObject, fresh: JsonObject): void {
  if (!resource.generation || target.subresource === "status") return;
  const content = ({ metadata: _, status, ...rest }: JsonObject) =>
    resource.subresources.includes("status") || !resource.custom ? rest : { ...rest, status: status ?? null };
  if (!sameJson(content(old), content(fresh))) ownMeta(fresh).generation = Number(metaOf(old).generation ?? 0) + 1;
}

/** Stores an object if the write changes it. An object that waited for its last finalizer is removed. */
function write(call: KubernetesCall, old: JsonObject, fresh: JsonObject): JsonObject {
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
