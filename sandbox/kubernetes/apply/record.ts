import type { JsonObject } from "../../shared/json";
import type { Call } from "../request/call";
import { metaOf, ownMeta, timestamp } from "../resources/meta";
import { apiVersionOf } from "../resources/resource";
import { compare } from "./compare";
import { FieldSet } from "./field-set";
import { identityOf, isReset, type Manager, type Managers, readManagers, writeManagers } from "./managers";
import { rootSchema } from "./shape";

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

/** Sets of the fields that a request can change at all. */
export function ownable({ resource, target }: Call, set: FieldSet): FieldSet {
  const free = new FieldSet(
    [...set.members].filter((member) => !UNOWNED.members.has(member)),
    [...set.children].map(([key, child]) => [key, child.without(UNOWNED.below(key))]),
  );
  if (target.subresource !== "status")
    return resource.subresources.includes("status") && resource.kind !== "Node" ? free.without(STATUS) : free;
  return resource.custom ? free.within(STATUS) : free.without(SPEC);
}

const STATUS = FieldSet.of(["f:status"]);
const SPEC = FieldSet.of(["f:spec"]);

/** Who sends a request: `fieldManager`, or the program's name. */
export function managerName(call: Call): string {
  const given = call.query.get("fieldManager");
  return given || ((call.request.headers["user-agent"] ?? "").split("/")[0] ?? "").slice(0, 128);
}

export function managerOf(call: Call, operation: Manager["operation"], fields: FieldSet): Manager {
  const subresource = call.target.subresource ?? "";
  return { name: managerName(call), operation, apiVersion: apiVersionOf(call.resource), subresource, time: timestamp(), fields };
}

/** Enters the writer of a new object as the owner of everything it gave. */
export function recordCreate(call: Call, object: JsonObject): JsonObject {
  if (isReset(object)) return withManagers(object, new Map());
  return record(call, readManagers(metaOf(object).managedFields), {}, object);
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
  for (const [identity, manager] of managers) next.set(identity, { ...manager, fields: manager.fields.minus(limited(call, touched)) });
  if (!taken.isEmpty()) {
    const before = next.get(identityOf(own));
    next.set(identityOf(own), { ...own, fields: before ? before.fields.union(taken) : taken });
  }
  return withManagers(fresh, next);
}

/** Changes outside of what the request can change do not happen. */
const limited = (call: Call, set: FieldSet): FieldSet => ownable(call, set);

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
