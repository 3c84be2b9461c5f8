import { asArray, asObject, isObject, type JsonObject, text } from "../../shared/json";
import { metaOf } from "../resources/meta";
import { FieldSet } from "./field-set";

/** Who owns which fields of an object; one entry of `metadata.managedFields`. */
export interface Manager {
  name: string;
  operation: "Apply" | "Update";
  apiVersion: string;
  subresource: string;
  time: string;
  fields: FieldSet;
}

export type Managers = Map<string, Manager>;

type Identity = Pick<Manager, "name" | "operation" | "apiVersion" | "subresource">;

/** Applies of one name are one manager in all versions. */
export const identityOf = ({ name, operation, apiVersion, subresource }: Identity): string =>
  JSON.stringify([name, operation, operation === "Apply" ? "" : apiVersion, subresource]);

export function readManagers(entries: unknown): Managers {
  const managers = asArray(entries)
    .filter(isObject)
    .filter((entry) => entry.operation === "Apply" || entry.operation === "Update")
    .map((entry): Manager => {
      const { manager, operation, apiVersion, subresource, time, fieldsV1 } = entry;
      return {
        name: text(manager),
        operation: operation as Manager["operation"],
        apiVersion: text(apiVersion),
        subresource: text(subresource),
        time: text(time),
        fields: FieldSet.fromJson(fieldsV1),
      };
    });
  return new Map(managers.map((manager) => [identityOf(manager), manager]));
}

/** A list with one empty entry, or an empty list, means: forget who owns what. */
export function isReset(object: JsonObject): boolean {
  const entries = metaOf(object).managedFields;
  if (!Array.isArray(entries)) return false;
  return (
    entries.length === 0 || (entries.length === 1 && Object.values(asObject(entries[0])).every((value) => value === "" || value === null))
  );
}

/** As it stands in the metadata; undefined when nobody owns anything. */
export function writeManagers(managers: Managers): JsonObject[] | undefined {
  const entries = [...managers.values()].filter(({ fields }) => !fields.isEmpty()).sort(order);
  if (entries.length === 0) return undefined;
  return entries.map(({ name, operation, apiVersion, subresource, time, fields }) => ({
    manager: name,
    operation,
    apiVersion,
    ...(time ? { time } : {}),
    fieldsType: "FieldsV1",
    fieldsV1: fields.toJson(),
    ...(subresource ? { subresource } : {}),
  }));
}

function order(a: Manager, b: Manager): number {
  for (const key of ["operation", "time", "name", "apiVersion", "subresource"] as const) {
    if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1;
  }
  return 0;
}
