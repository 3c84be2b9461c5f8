import type { JsonObject } from "../../shared/json";
import type { Call } from "../request/call";
import { metaOf, ownMeta, timestamp } from "../resources/meta";
import { apiVersionOf } from "../resources/resource";
import { compare } from "./compare";
import { FieldSet } from "./field-set";
import { identityOf, isReset, type Manager, type Managers, readManagers, writeManagers } from "./managers";
import { emptyOf, rootSchema } from "./shape";

/** What nobody owns, because the server writes it or it says which object this is. */
const UNOWNED = FieldSet.of(
  ["f:apiVersion"],
  ["f:kind"],
  ["f:metadata"],
  ...[
    "name",
    "namespace",
    "tenant",
    "creationTimestamp",
    "selfLink",
    "uid",
    "clusterName",
    "generation",
    "managedFields",
    "resourceVersion",
  ].map((field) => ["f:metadata", `f:${field}`]),
);

/** Without what nobody owns. */
export function stripped(set: FieldSet): FieldSet {
  return new FieldSet(
    [...set.members].filter((member) => !UNOWNED.members.has(member)),
    [...set.children].map(([key, child]) => [key, child.without(UNOWNED.below(key))]),
  );
}

/** The fields that a request can change at all: its subresource says which. */
export function reachable({ resource, target }: Call, set: FieldSet): FieldSet {
  if (target.subresource === "status") return resource.custom ? set.within(STATUS) : set.without(SPEC);
  return resource.subresources.includes("status") ? set.without(STATUS) : set;
}

/** The fields that a request can become the owner of. */
export const ownable = (call: Call, set: FieldSet): FieldSet => stripped(reachable(call, set));

const STATUS = FieldSet.of(["f:status"]);
const SPEC = FieldSet.of(["f:spec"]);

/** Who sends a request: `fieldManager`, or the program's name. */
export function managerName(call: Call): string {
  const given = call.query.get("fieldManager");
  return given || ((call.request.headers["user-agent"] ?? "").split("/")[0] ?? "").slice(0, 128) || "unknown";
}

export function managerOf(call: Call, operation: Manager["operation"], fields: FieldSet): Manager {
  const subresource = call.target.subresource ?? "";
  return { name: managerName(call), operation, apiVersion: apiVersionOf(call.resource), subresource, time: timestamp(), fields };
}

/** Enters the writer of a new object as the owner of everything it gave. */
export function recordCreate(call: Call, object: JsonObject): JsonObject {
  if (isReset(object)) return withManagers(object, new Map());
  return record(call, readManagers(metaOf(object).managedFields), emptyOf(call.resource), object);
}

/** Enters the writer as the owner of what it changed. */
export function recordUpdate(call: Call, old: JsonObject, fresh: JsonObject): JsonObject {
  const inside = call.target.subresource !== undefined;
  if (!inside && isReset(fresh)) return withManagers(fresh, new Map());
  const given = readManagers(metaOf(fresh).managedFields);
  const known = inside || given.size === 0 ? readManagers(metaOf(old).managedFields) : given;
  // nobody is tracked in an object whose managers were cleared, until somebody applies it
  if (known.size === 0) return withManagers(fresh, known);
  return keepTimes(old, record(call, known, old, fresh));
}

function record(call: Call, managers: Managers, old: JsonObject, fresh: JsonObject): JsonObject {
  const { added, modified, removed } = compare(rootSchema(call.resource), bare(old), bare(fresh));
  const taken = ownable(call, added.union(modified));
  const touched = added.union(modified).union(removed);
  const own = managerOf(call, "Update", taken);
  const next: Managers = new Map();
  for (const [identity, manager] of managers) next.set(identity, { ...manager, fields: manager.fields.minus(ownable(call, touched)) });
  if (!taken.isEmpty()) {
    const before = next.get(identityOf(own));
    next.set(identityOf(own), { ...own, fields: before ? before.fields.union(taken) : taken });
  }
  return withManagers(fresh, next);
}

/** Whoever wrote an object that nobody is tracked in owns all of it, from the first apply on. */
export function beforeFirstApply(call: Call, managers: Managers, live: JsonObject): Managers {
  if (managers.size > 0 || metaOf(live).uid === undefined) return managers;
  const { added, modified } = compare(rootSchema(call.resource), emptyOf(call.resource), live);
  const own = { ...managerOf(call, "Update", ownable(call, added.union(modified))), name: "before-first-apply" };
  return new Map(own.fields.isEmpty() ? [] : [[identityOf(own), own]]);
}

/** Without the managers themselves. */
export function bare(object: JsonObject): JsonObject {
  const { managedFields: _, ...metadata } = metaOf(object);
  return { ...object, metadata };
}

export function withManagers(object: JsonObject, managers: Managers): JsonObject {
  const meta = ownMeta(object);
  const entries = writeManagers(managers);
  if (entries) meta.managedFields = entries;
  else delete meta.managedFields;
  return object;
}

/** When only times differ, nothing was changed. */
export function keepTimes(old: JsonObject, fresh: JsonObject): JsonObject {
  const timeless = (object: JsonObject) =>
    JSON.stringify(metaOf(object).managedFields ?? null, (key, value) => (key === "time" ? undefined : value));
  if (timeless(old) !== timeless(fresh) || JSON.stringify(content(old)) !== JSON.stringify(content(fresh))) return fresh;
  if (metaOf(old).managedFields !== undefined) ownMeta(fresh).managedFields = structuredClone(metaOf(old).managedFields!);
  return fresh;
}

/** In one order of keys. */
function content(object: JsonObject): unknown {
  const { resourceVersion: _, ...metadata } = metaOf(bare(object));
  return sorted({ ...object, metadata });
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
