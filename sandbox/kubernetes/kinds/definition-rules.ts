import { asArray, asObject, isObject, type JsonObject, text } from "../../shared/json";
import { type FieldError, invalid, required, unsupported } from "../errors/field";
import { nameOf } from "../resources/meta";
import type { Schema } from "../schema/schema";

export const versionsOf = (object: JsonObject): JsonObject[] => asArray(asObject(object.spec).versions).filter(isObject);

/** What is wrong with a CustomResourceDefinition; Arktos has one scope more. */
export function definitionFaults(object: JsonObject, old: JsonObject | undefined, arktos: boolean): FieldError[] {
  const { group, names, scope } = asObject(object.spec);
  const faults: FieldError[] = [];
  const name = `${text(asObject(names).plural)}.${text(group)}`;
  if (nameOf(object) !== name) faults.push(invalid("metadata.name", nameOf(object), 'must be spec.names.plural+"."+spec.group'));
  const scopes = ["Cluster", "Namespaced", ...(arktos ? ["Tenant"] : [])];
  if (!scopes.includes(text(scope))) faults.push(unsupported("spec.scope", text(scope), scopes));
  else if (old && asObject(old.spec).scope !== scope) faults.push(invalid("spec.scope", scope, "field is immutable"));
  return [...faults, ...versionFaults(object)];
}

function versionFaults(object: JsonObject): FieldError[] {
  const versions = versionsOf(object);
  const faults: FieldError[] = [];
  if (versions.filter((version) => version.storage === true).length !== 1) {
    const shown = versions.map(({ name, served, storage }) => ({ Name: name, Served: served, Storage: storage }));
    faults.push(invalid("spec.versions", shown, "must have exactly one version marked as storage version"));
  }
  if (asArray(asObject(object.status).storedVersions).length === 0) {
    faults.push(invalid("status.storedVersions", null, "must have at least one stored version"));
  }
  for (const [i, { schema }] of versions.entries()) {
    const content = asObject(schema).openAPIV3Schema;
    if (!isObject(content)) faults.push(required(`spec.versions[${i}].schema.openAPIV3Schema`));
    else {
      // the schema of a single version is checked in its old place
      const at = versions.length === 1 ? "spec.validation.openAPIV3Schema" : `spec.versions[${i}].schema.openAPIV3Schema`;
      faults.push(...structureFaults(content as Schema, at, "must not be empty at the root"));
    }
  }
  return faults;
}

/** Every value has a type, unless anything goes. */
function structureFaults(schema: Schema, at: string, why: string): FieldError[] {
  const free = schema["x-kubernetes-preserve-unknown-fields"] || schema["x-kubernetes-int-or-string"];
  const own = schema.type || free ? [] : [required(`${at}.type`, why)];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) =>
    structureFaults(inner, `${at}.properties[${field}]`, "must not be empty for specified object fields"),
  );
  const others = isObject(schema.additionalProperties)
    ? structureFaults(schema.additionalProperties as Schema, `${at}.additionalProperties`, "must not be empty for specified object fields")
    : [];
  const items = schema.items ? structureFaults(schema.items, `${at}.items`, "must not be empty for specified array items") : [];
  return [...own, ...fields, ...others, ...items];
}
