import { asObject, type JsonObject, sameJson, text } from "../../shared/json";
import type { Call } from "../call";
import { listOf, metaOf, ownMeta, timestamp } from "../metadata";
import { apiVersionOf, type Resource } from "../registry";
import { METADATA, type Schema } from "../schema/schema";
import { typed } from "../schema/typed";
import { difference, type FieldSet, isWithin, minus, pathTo, readFields, union, writeFields } from "./fields";

/** Who owns which fields of an object; one entry of `metadata.managedFields`. */
export interface Manager {
  name: string;
  operation: "Apply" | "Update";
  apiVersion: string;
  subresource: string;
  time: string;
  fields: FieldSet;
}

/** By what tells them apart: applies of one name are one manager in all versions. */
export type Managers = Map<string, Manager>;

export const identityOf = ({ name, operation, apiVersion, subresource }: Omit<Manager, "time" | "fields">): string =>
  JSON.stringify([name, operation, operation === "Apply" ? "" : apiVersion, subresource]);

export function managersIn(object: JsonObject): Managers {
  const entries = listOf(metaOf(object), "managedFields").flatMap((entry): Manager[] => {
    const [name, apiVersion, subresource, time] = ["manager", "apiVersion", "subresource", "time"].map((field) => text(entry[field])) as [
      string,
      string,
      string,
      string,
    ];
    const { operation, fieldsV1 } = entry;
    if (operation !== "Apply" && operation !== "Update") return [];
    return [{ name, operation, apiVersion, subresource, time, fields: readFields(fieldsV1) }];
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

function order(a: Manager, b: Manager): number {
  const key = ({ operation, time, name, apiVersion, subresource }: Manager) => [operation, time, name, apiVersion, subresource].join("\n");
  return key(a) < key(b) ? -1 : 1;
}

/** The schema of whole objects of a kind. */
export function rootSchema({ custom, schema }: Resource): Schema {
  if (!custom) return schema;
  const word: Schema = { type: "string" };
  return { ...schema, properties: { ...schema.properties, apiVersion: word, kind: word, metadata: METADATA } };
}

/** What a kind looks like before anything has been written: structs are there, their fields are not. */
export const emptyOf = ({ custom, schema, kind }: Resource): JsonObject => (custom ? {} : typed(schema, {}, kind));

const OF_SERVER = ["name", "namespace", "tenant", "creationTimestamp", "selfLink", "uid", "generation", "managedFields", "resourceVersion"];
/** What nobody owns, because the server writes it or it says which object this is. */
const UNOWNED = OF_SERVER.map((field) => pathTo("f:metadata", `f:${field}`));

/** The fields of a set that somebody can own. */
export const owned = (set: FieldSet): FieldSet =>
  new Set(
    [...set].filter((path) => !["f:apiVersion", "f:kind", "f:metadata"].includes(path) && !UNOWNED.some((top) => isWithin(path, top))),
  );

/** The fields that a request can change at all: its subresource says which. */
export function reachable({ resource, target }: Call, set: FieldSet): FieldSet {
  const onlyStatus = target.subresource === "status";
  if (onlyStatus && resource.custom) return new Set([...set].filter((path) => isWithin(path, "f:status")));
  const away = onlyStatus ? "f:spec" : resource.subresources.includes("status") ? "f:status" : undefined;
  return away === undefined ? set : new Set([...set].filter((path) => !isWithin(path, away)));
}

/** The fields that a request can become the owner of. */
export const ownable = (call: Call, set: FieldSet): FieldSet => owned(reachable(call, set));

/** Who sends a request: `fieldManager`, or the program's name. */
export function managerOf(call: Call, operation: Manager["operation"], fields: FieldSet): Manager {
  const program = ((call.request.headers["user-agent"] ?? "").split("/")[0] ?? "").slice(0, 128);
  const name = call.query.get("fieldManager") || program || "unknown";
  return {
    name,
    operation,
    apiVersion: apiVersionOf(call.resource),
    subresource: call.target.subresource ?? "",
    time: timestamp(),
    fields,
  };
}

/** A list with one empty entry, or an empty list, means: forget who owns what. */
function isReset(object: JsonObject): boolean {
  const entries = metaOf(object).managedFields;
  const isBlank = (entry: unknown) => Object.values(asObject(entry)).every((value) => value === "" || value === null);
  return Array.isArray(entries) && entries.length < 2 && entries.every(isBlank);
}

/** Enters the writer of a new object as the owner of everything it gave. */
export const recordCreate = (call: Call, object: JsonObject): JsonObject =>
  isReset(object) ? withManagers(object, new Map()) : record(call, managersIn(object), emptyOf(call.resource), object);

/** Enters the writer as the owner of what it changed. */
export function recordUpdate(call: Call, old: JsonObject, fresh: JsonObject): JsonObject {
  const isPart = call.target.subresource !== undefined;
  if (!isPart && isReset(fresh)) return withManagers(fresh, new Map());
  const given = managersIn(fresh);
  const known = isPart || given.size === 0 ? managersIn(old) : given;
  // nobody is tracked in an object whose managers were cleared, until somebody applies it
  return known.size === 0 ? withManagers(fresh, known) : keepTimes(old, record(call, known, old, fresh));
}

function record(call: Call, managers: Managers, old: JsonObject, fresh: JsonObject): JsonObject {
  const { changed, removed } = difference(rootSchema(call.resource), bare(old), bare(fresh));
  const taken = ownable(call, changed);
  const lost = union(taken, ownable(call, removed));
  const next: Managers = new Map(
    [...managers].map(([identity, manager]) => [identity, { ...manager, fields: minus(manager.fields, lost) }]),
  );
  const own = managerOf(call, "Update", taken);
  const before = next.get(identityOf(own))?.fields ?? new Set();
  if (taken.size > 0) next.set(identityOf(own), { ...own, fields: union(before, taken) });
  return withManagers(fresh, next);
}

/** Without the managers themselves. */
export function bare(object: JsonObject): JsonObject {
  const { managedFields: _, ...metadata } = metaOf(object);
  return { ...object, metadata };
}

/** When only times differ, nothing was changed. */
export function keepTimes(old: JsonObject, fresh: JsonObject): JsonObject {
  const timeless = (object: JsonObject) => listOf(metaOf(object), "managedFields").map(({ time: _, ...entry }) => entry);
  const content = (object: JsonObject) => {
    const { resourceVersion: _, ...metadata } = metaOf(bare(object));
    return { ...object, metadata };
  };
  const { managedFields } = metaOf(old);
  const isSame = sameJson(timeless(old), timeless(fresh)) && sameJson(content(old), content(fresh));
  if (isSame && managedFields !== undefined) ownMeta(fresh).managedFields = structuredClone(managedFields);
  return fresh;
}
