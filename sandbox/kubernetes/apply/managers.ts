// Reads and writes the field managers of an object.
import { type JsonObject, sameJson, text } from "../../shared/json";
import type { KubernetesCall } from "../call";
import { apiVersionOf, type KubernetesResource } from "../cluster";
import { listOf, metaOf, ownMeta, timestamp } from "../metadata";
import { type KindSchema, METADATA } from "../schema/schema";
import { typed } from "../schema/typed";
import { difference, type FieldSet, isWithin, minus, pathTo, readFields, union, writeFields } from "./fields";

/** Owner of fields of an object; one entry of `metadata.managedFields`. */
export interface FieldManager {
  name: string;
  operation: "Apply" | "Update";
  apiVersion: string;
  subresource: string;
  time: string;
  fields: FieldSet;
}

/** Key of a manager: applies of one name are one manager in all versions. */
export type Managers = Map<string, FieldManager>;

export const identityOf = ({ name, operation, apiVersion, subresource }: Omit<FieldManager, "time" | "fields">): string =>
  JSON.stringify([name, operation, operation === "Apply" ? "" : apiVersion, subresource]);

export function managersIn(object: JsonObject): Managers {
  const entries = listOf(metaOf(object), "managedFields").flatMap(({ operation, fieldsV1, ...entry }): FieldManager[] => {
    if (operation !== "Apply" && operation !== "Update") return [];
    const { manager, apiVersion, subresource, time } = entry;
    const named = { name: text(manager), apiVersion: text(apiVersion), subresource: text(subresource), time: text(time) };
    return [{ ...named, operation, fields: readFields(fieldsV1) }];
  });
  return new Map(entries.map((manager) => [identityOf(manager), manager]));
}

/** The object with these owners in its metadata. */
export function withManagers(object: JsonObject, managers: Managers): JsonObject {
  const meta = ownMeta(object);
  const entries = [...managers.values()].filter(({ fields }) => fields.size > 0).sort(order);
  meta.managedFields = entries.map(({ name, operation, apiVersion, subresource, time, fields }) => ({
    ...{ manager: name, operation, apiVersion },
    ...(time ? { time } : {}),
    ...{ fieldsType: "FieldsV1", fieldsV1: writeFields(fields) },
    ...(subresource ? { subresource } : {}),
  }));
  if (entries.length === 0) delete meta.managedFields;
  return object;
}

function order(a: FieldManager, b: FieldManager): number {
  const key = ({ operation, time, name, apiVersion, subresource }: FieldManager) =>
    [operation, time, name, apiVersion, subresource].join("\n");
  return key(a) < key(b) ? -1 : 1;
}

/** The schema of whole objects of a kind. */
export function rootSchema({ custom, schema }: KubernetesResource): KindSchema {
  if (!custom) return schema;
  const word: KindSchema = { type: "string" };
  return { ...schema, properties: { ...schema.properties, apiVersion: word, kind: word, metadata: METADATA } };
}

/** Empty object of a kind, as before the first write: structs are there, their fields are not. */
export const emptyOf = ({ custom, schema }: KubernetesResource): JsonObject => (custom ? {} : typed(schema, {}));

const OF_SERVER = ["name", "namespace", "tenant", "creationTimestamp", "selfLink", "uid", "generation", "managedFields", "resourceVersion"];
/** Fields without an owner, because the server writes them or they identify the object. */
const UNOWNED = OF_SERVER.map((field) => pathTo("f:metadata", `f:${field}`));

/** The fields of a set that somebody can own. */
export const owned = (set: FieldSet): FieldSet =>
  new Set(
    [...set].filter((path) => !["f:apiVersion", "f:kind", "f:metadata"].includes(path) && !UNOWNED.some((top) => isWithin(path, top))),
  );

/** The fields that a request can change at all: its subresource says which. */
export function reachable({ resource, target }: KubernetesCall, set: FieldSet): FieldSet {
  const onlyStatus = target.subresource === "status";
  if (onlyStatus && resource.custom) return new Set([...set].filter((path) => isWithin(path, "f:status")));
  const away = onlyStatus ? "f:spec" : resource.subresources.includes("status") ? "f:status" : undefined;
  return away === undefined ? set : new Set([...set].filter((path) => !isWithin(path, away)));
}

/** The fields that a request can become the owner of. */
export const ownable = (call: KubernetesCall, set: FieldSet): FieldSet => owned(reachable(call, set));

/** Returns the manager that sends a request, named by `fieldManager` or after its program. */
export function managerOf(
  { request, query, resource, target }: KubernetesCall,
  operation: FieldManager["operation"],
  fields: FieldSet,
): FieldManager {
  const program = (request.headers["user-agent"] ?? "").replace(/\/.*/, "").slice(0, 128);
  const name = query.get("fieldManager") || program || "unknown";
  return { name, operation, apiVersion: apiVersionOf(resource), subresource: target.subresource ?? "", time: timestamp(), fields };
}

/** Enters the writer of a new object as the owner of everything it gave. */
export const recordCreate = (call: KubernetesCall, object: JsonObject): JsonObject =>
  record(call, managersIn(object), emptyOf(call.resource), object);

/** Enters the writer as the owner of what it changed. No one is tracked in an object that the server made itself. */
export function recordUpdate(call: KubernetesCall, old: JsonObject, fresh: JsonObject): JsonObject {
  const previousManagers = managersIn(old);
  return previousManagers.size === 0 ? withManagers(fresh, previousManagers) : keepTimes(old, record(call, previousManagers, old, fresh));
}

function record(call: KubernetesCall, managers: Managers, old: JsonObject, fresh: JsonObject): JsonObject {
  const { changed, removed } = difference(rootSchema(call.resource), bare(old), bare(fresh));
  const taken = ownable(call, changed);
  const lost = union(taken, ownable(call, removed));
  const next: Managers = new Map([...managers].map(([key, manager]) => [key, { ...manager, fields: minus(manager.fields, lost) }]));
  const updater = managerOf(call, "Update", taken);
  const before = next.get(identityOf(updater))?.fields ?? new Set();
  if (taken.size > 0) next.set(identityOf(updater), { ...updater, fields: union(before, taken) });
  return withManagers(fresh, next);
}

/** Without the managers themselves. */
export function bare(object: JsonObject): JsonObject {
  const { managedFields: _, ...metadata } = metaOf(object);
  return { ...object, metadata };
}

/** When only times differ, nothing was changed. */
export function keepTimes(old: JsonObject, fresh: JsonObject): JsonObject {
  const timeless = (object: JsonObject) => {
    const { resourceVersion: _, ...metadata } = metaOf(object);
    const managedFields = listOf(metadata, "managedFields").map(({ time: _time, ...entry }) => entry);
    return { ...object, metadata: { ...metadata, managedFields } };
  };
  const { managedFields } = metaOf(old);
  if (managedFields !== undefined && sameJson(timeless(old), timeless(fresh)))
    ownMeta(fresh).managedFields = structuredClone(managedFields);
  return fresh;
}
