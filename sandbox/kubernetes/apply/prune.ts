import type { JsonObject } from "../../shared/json";
import type { Schema } from "../schema/schema";
import { fieldsOf, withNamedFields } from "./compare";
import { FieldSet } from "./field-set";
import type { Managers } from "./managers";
import { removeItems } from "./merge";

/**
 * Takes away what the sender applied the last time and leaves out now, unless somebody else owns it. What was in there and nobody owned
 * stays.
 */
export function prune(schema: Schema, merged: JsonObject, managers: Managers, last: FieldSet): JsonObject {
  if (last.isEmpty()) return merged;
  const everything = withNamedFields(schema, fieldsOf(schema, merged));
  const lastNamed = withNamedFields(schema, last);
  const first = (removeItems(schema, merged, lastNamed) ?? {}) as JsonObject;
  let owned = new FieldSet();
  for (const { fields } of managers.values()) owned = owned.union(fields);
  const kept = withNamedFields(schema, fieldsOf(schema, first)).union(withNamedFields(schema, owned));
  const second = (removeItems(schema, merged, everything.minus(kept)) ?? {}) as JsonObject;
  const rest = withNamedFields(schema, fieldsOf(schema, second));
  return (removeItems(schema, merged, everything.minus(rest).and(lastNamed)) ?? {}) as JsonObject;
}
