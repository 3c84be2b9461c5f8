import type { JsonObject } from "../../shared/json";
import type { FieldError } from "../errors/field";
import type { Resource } from "../resources/resource";
import type { Schema } from "../schema/schema";
import { defaulted } from "./defaults";
import { contentFaults } from "./validate";

/** A custom resource with the defaults of its schema. */
export function customDefaults(schema: Schema, object: JsonObject, keepNull: boolean): JsonObject {
  const { apiVersion, kind, metadata, ...content } = object;
  return { apiVersion: apiVersion!, kind: kind!, metadata: metadata!, ...(defaulted(schema, content, keepNull) as JsonObject) };
}

/** What the schema of a kind finds wrong; `part` is `status` where only that has been written. */
export function customFaults(resource: Resource, object: JsonObject, old: JsonObject | undefined, part?: string): FieldError[] {
  const faults = contentFaults(resource.schema, object, old);
  // a part is checked by itself: names in texts begin in it
  return part === undefined
    ? faults
    : faults.map((fault) => ({
        ...fault,
        message: fault.message.replace(`${fault.field} in body`, `${within(fault.field, part)} in body`),
      }));
}

const within = (field: string, part: string): string => (field === part ? "" : field.slice(part.length + 1));
