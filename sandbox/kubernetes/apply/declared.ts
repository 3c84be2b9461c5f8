import { isObject, type Json, type JsonObject, text } from "../../shared/json";
import { StatusError } from "../errors/status";
import type { Call } from "../request/call";
import { metaOf } from "../resources/meta";
import { fieldSchema } from "../schema/pruned";
import { resolved, type Schema } from "../schema/schema";
import { rootSchema } from "./shape";

/** An apply may hold only what the kind's schema has: nothing is dropped silently. */
export function checkDeclared(call: Call, config: JsonObject): void {
  const faults: string[] = [];
  const { tenant: _, ...metadata } = metaOf(config);
  collect(rootSchema(call.resource), call.cluster.arktos ? { ...config, metadata } : config, "", faults);
  if (faults.length === 0) return;
  const { name, namespace } = metaOf(config);
  const place = `${text(namespace)}/${text(name)}; ${text(config.apiVersion)}, Kind=${text(config.kind)}`;
  const why = faults.length === 1 ? faults[0] : `errors:\n  ${faults.join("\n  ")}`;
  throw new StatusError(500, undefined, `failed to create typed patch object (${place}): ${why}`);
}

function collect(reference: Schema, value: Json, path: string, faults: string[]): void {
  const schema = resolved(reference);
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items) for (const [i, item] of value.entries()) collect(items, item, `${path}[${i}]`, faults);
    return;
  }
  if (!isObject(value) || (!schema.properties && !schema.additionalProperties)) return;
  for (const [field, inner] of Object.entries(value)) {
    const known = fieldSchema(schema, field);
    if (known) collect(known, inner, `${path}.${field}`, faults);
    else if (!schema["x-kubernetes-preserve-unknown-fields"]) faults.push(`${path}.${field}: field not declared in schema`);
  }
}
