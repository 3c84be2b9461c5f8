import type { HttpResponse } from "../shared/http";
import { asObject, type JsonObject, text } from "../shared/json";
import { recordCreate } from "./apply/managers";
import { bodyOf, checkCustomType, conform } from "./body";
import { answerWith, type Call, isDry, keyIn, kindOf, storage, subjectOf } from "./call";
import { isEnding, keyOf, metadataFaults, nameOf, ownMeta, timestamp } from "./metadata";
import { checkOptions, isApply } from "./parameters";
import { defaulted } from "./schema/schema";
import { typed } from "./schema/typed";
import { contentFaults } from "./schema/validate";
import { alreadyExists, badRequest, type FieldError, forbidden, internal, invalidObject, notFound } from "./status";

/** POST to a collection. */
export function create(call: Call): HttpResponse {
  checkOptions(call, "CreateOptions");
  return answerWith(call, 201, insert(call, conform(call, bodyOf(call))));
}

/** Checks, completes and stores a new object. `record` enters who owns its fields. */
export function insert(call: Call, given: JsonObject, record = (object: JsonObject) => recordCreate(call, object)): JsonObject {
  const { resource, cluster } = call;
  Object.assign(ownMeta(given), { uid: cluster.random.uuid4(), creationTimestamp: timestamp() });
  for (const field of ["deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"]) delete ownMeta(given)[field];
  placeInNamespace(call, given);
  const object = record(withDefaults(call, given));
  giveName(object);
  const name = nameOf(object);
  checkNamespace(call, name);
  // a new object has no status where that is written separately; only a kubelet registers a node together with its own
  if (resource.subresources.includes("status") && resource.kind !== "Node") delete object.status;
  if (resource.generation) ownMeta(object).generation = 1;
  resource.prepare?.(object, undefined, cluster);
  const complete = rewritten(call, object);
  checkCustomType(call, given);
  refuseFaults(call, complete, undefined);
  finish(call, complete);
  if (text(ownMeta(complete).resourceVersion) !== "") throw internal("resourceVersion should not be set on objects to be created");
  const [table, key] = [storage(call), keyIn(call, name)];
  const taken = cluster.store.get(table, key);
  if (taken) throw alreadyExists(subjectOf(call, name), isEnding(taken));
  if (isDry(call)) return complete;
  const stored = cluster.store.put(table, key, complete);
  resource.stored?.(stored, cluster);
  return stored;
}

/** The namespace and tenant of the path are those of the object. */
export function placeInNamespace({ resource, namespace, tenant }: Call, object: JsonObject): void {
  const meta = ownMeta(object);
  const given = text(meta.namespace);
  if (resource.scope === "Namespaced" && namespace === "") throw badRequest("an empty namespace may not be set during creation");
  if (given !== "" && given !== namespace) throw badRequest(OTHER_NAMESPACE);
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
function checkNamespace(call: Call, name: string): void {
  const { resource, cluster, tenant, namespace } = call;
  if (resource.scope !== "Namespaced") return;
  const found = cluster.store.get("namespaces", keyOf(tenant, "", namespace));
  if (!found) throw notFound({ group: "", kind: "namespaces", name: namespace });
  if (!isEnding(found) && asObject(found.status).phase !== "Terminating") return;
  const cause = { reason: "NamespaceTerminating", message: `namespace ${namespace} is being terminated`, field: "metadata.namespace" };
  throw forbidden(subjectOf(call, name), `unable to create new content in namespace ${namespace} because it is being terminated`, [cause]);
}

export function withDefaults(call: Call, object: JsonObject): JsonObject {
  const { resource } = call;
  if (!resource.custom) {
    resource.defaults?.(object);
    return object;
  }
  const { apiVersion = "", kind = "", metadata = {}, ...content } = object;
  // an apply that empties a field leaves null
  return { apiVersion, kind, metadata, ...asObject(defaulted(resource.schema, content, isApply(call))) };
}

/** A built-in kind once more in its form, after the server has changed it. */
export function rewritten({ resource }: Call, object: JsonObject): JsonObject {
  if (resource.custom) return object;
  const { tenant } = ownMeta(object);
  const form = typed(resource.schema, object, resource.kind);
  if (tenant !== undefined) ownMeta(form).tenant = tenant;
  return form;
}

/** @throws StatusError 422 with everything that is wrong with an object */
export function refuseFaults(call: Call, object: JsonObject, old: JsonObject | undefined): void {
  const { resource, cluster } = call;
  const own = resource.custom ? customFaults(call, object, old) : (resource.validate?.(object, old, cluster) ?? []);
  const faults = [...metadataFaults(resource, object, old), ...own];
  if (faults.length > 0) throw invalidObject(kindOf(call, nameOf(old ?? object)), faults);
}

/** A status is checked by itself: names in texts begin in it. */
function customFaults({ resource, target: { subresource } }: Call, object: JsonObject, old: JsonObject | undefined): FieldError[] {
  const faults = contentFaults(resource.schema, object, old);
  if (subresource === undefined) return faults;
  const within = (field: string) => field.slice(subresource.length + 1);
  return faults.map((fault) => ({ ...fault, message: fault.message.replace(`${fault.field} in body`, `${within(fault.field)} in body`) }));
}

/** What is left to do with an object that is going to be stored. */
export function finish({ resource, cluster, target, warnings }: Call, object: JsonObject): void {
  if (target.subresource === undefined) resource.complete?.(object, cluster);
  warnings.push(...(resource.warnings?.(object) ?? []));
}
