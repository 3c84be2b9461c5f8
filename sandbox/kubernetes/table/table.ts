import { asObject, type Json, type JsonObject, text } from "../../shared/json";
import { badRequest } from "../errors/status";
import { shown } from "../request/answer";
import type { Call } from "../request/call";
import { metaOf } from "../resources/meta";
import { COLUMNS } from "./builtin";
import { AGE, age, type Column, CREATED, column, NAME } from "./columns";

/** Objects as rows, the way kubectl asks for them. */
export function tableOf(call: Call, objects: JsonObject[], metadata: JsonObject): object {
  const include = call.query.get("includeObject") ?? "";
  if (!["", "None", "Metadata", "Object"].includes(include)) {
    const why = `includeObject: Invalid value: ${JSON.stringify(include)}: must be 'Metadata', 'Object', 'None', or empty`;
    throw badRequest(`Unable to convert to Table as requested: ${why}`);
  }
  const columns = columnsOf(call);
  const columnDefinitions = columns.map(({ cell: _, ...definition }) => definition);
  const rows = objects.map((object) => ({ cells: columns.map(({ cell }) => cell(object)), object: included(call, object, include) }));
  return { kind: "Table", apiVersion: "meta.k8s.io/v1", metadata, columnDefinitions, rows };
}

function included(call: Call, object: JsonObject, include: string): object | null {
  if (include === "None") return null;
  return include === "Object" ? shown(call, object) : metadataOnly(object);
}

/** An object without anything but its metadata. */
export const metadataOnly = (object: JsonObject): object => ({
  kind: "PartialObjectMetadata",
  apiVersion: "meta.k8s.io/v1",
  metadata: metaOf(object),
});

function columnsOf({ resource }: Call): Column[] {
  if (!resource.custom) return COLUMNS[resource.kind] ?? [NAME, CREATED];
  const own = resource.custom.columns.map(({ name, type, format = "", description, priority = 0, jsonPath }) => {
    const text = description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`;
    return column(name, text, (object) => cellOf(at(object, jsonPath), type), { type, format, priority });
  });
  return own.length > 0 ? [NAME, ...own] : [NAME, AGE];
}

/** Paths of columns: fields, positions and keys, `.status.ingress[0].host`. */
function at(object: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = object;
  for (const [, position, key, field] of path.matchAll(/\[(\d+)\]|\[['"]([^'"]+)['"]\]|\.?([^.[\]]+)/g)) {
    value = position !== undefined && Array.isArray(value) ? value[Number(position)] : asObject(value)[field ?? key ?? position ?? ""];
  }
  return value;
}

/** A value that does not fit its column is not shown. */
function cellOf(value: Json | undefined, type: string): Json {
  if (value === undefined || value === null) return null;
  switch (type) {
    case "integer":
      return Number.isInteger(value) ? value : null;
    case "number":
      return typeof value === "number" ? value : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? age(value) : null;
    default:
      return typeof value === "object" ? JSON.stringify(value) : text(value);
  }
}
