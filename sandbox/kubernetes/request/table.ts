import { asObject, type Json, type JsonObject, text } from "../../shared/json";
import { metaOf } from "../resources/meta";
import { apiVersionOf } from "../resources/resource";
import type { Call } from "./call";

/** kubectl asks for lists as tables. */
export const isTable = (call: Call): boolean => /as=Table/.test((call.request.headers.accept ?? "").split(",")[0] ?? "");

const NAME = {
  name: "Name",
  type: "string",
  format: "name",
  description:
    "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names",
  priority: 0,
};

/** Objects as rows: the name, the columns that the kind's definition names, and the age. */
export function tableOf(call: Call, objects: JsonObject[], metadata: JsonObject): object {
  const columns = call.resource.custom?.columns ?? [];
  const created = {
    name: "Age",
    type: "date",
    format: "",
    description:
      "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
    priority: 0,
  };
  const described = columns.map(({ name, type, format = "", description, priority = 0, jsonPath }) => {
    const about = description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`;
    return { name, type, format, description: about, priority };
  });
  const withAge = columns.length === 0;
  const columnDefinitions = [NAME, ...described, ...(withAge ? [created] : [])];
  const rows = objects.map((object) => row(call, object, columns, withAge));
  return { kind: "Table", apiVersion: "meta.k8s.io/v1", metadata, columnDefinitions, rows };
}

function row(call: Call, object: JsonObject, columns: { jsonPath: string; type: string }[], withAge: boolean): object {
  const meta = metaOf(object);
  const cells: Json[] = [text(meta.name), ...columns.map(({ jsonPath, type }) => cell(at(object, jsonPath), type))];
  if (withAge) cells.push(age(text(meta.creationTimestamp)));
  if (call.query.get("includeObject") === "None") return { cells, object: null };
  if (call.query.get("includeObject") === "Object")
    return { cells, object: { kind: call.resource.kind, apiVersion: apiVersionOf(call.resource), ...object } };
  return { cells, object: { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: meta } };
}

/** Paths of columns are plain ones: `.spec.ip`. */
function at(object: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = object;
  for (const part of path.split(".").filter((each) => each !== "")) value = asObject(value)[part];
  return value;
}

function cell(value: Json | undefined, type: string): Json {
  if (value === undefined || value === null) return null;
  if (type === "date") return age(text(value));
  if (type === "integer" || type === "number" || type === "boolean") return value;
  return typeof value === "object" ? JSON.stringify(value) : text(value);
}

/** `7s`, `5m`, `3h`, `2d`. */
function age(since: string): string {
  const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 1000));
  if (Number.isNaN(seconds)) return "<invalid>";
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)}m`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86_400)}d`;
}
