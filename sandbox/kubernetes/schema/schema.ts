import type { Json } from "../../shared/json";
import builtin from "./builtin.json";

/** A structural schema: OpenAPI v3 as CRDs write it, and the definitions of the built-in kinds alike. */
export interface Schema {
  description?: string;
  type?: string;
  format?: string;
  $ref?: string;
  properties?: { [field: string]: Schema };
  additionalProperties?: Schema | boolean;
  items?: Schema;
  required?: string[];
  nullable?: boolean;
  default?: Json;
  enum?: Json[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: boolean;
  exclusiveMaximum?: boolean;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  not?: Schema;
  "x-kubernetes-preserve-unknown-fields"?: boolean;
  "x-kubernetes-embedded-resource"?: boolean;
  "x-kubernetes-int-or-string"?: boolean;
  /** Who may own a part of a list: the whole (`atomic`), an entry by its keys (`map`), an entry (`set`). */
  "x-kubernetes-list-type"?: string;
  "x-kubernetes-list-map-keys"?: string[];
  "x-kubernetes-map-type"?: string;
  /** How a strategic merge patch treats a list. */
  "x-kubernetes-patch-strategy"?: string;
  "x-kubernetes-patch-merge-key"?: string;
  /** The type a reference led to, e.g. `Time`. */
  "x-name"?: string;
  /** Of the Go field behind it: `p` a pointer, `a` written even when empty, `z` left out when zero even as a struct. */
  "x-go"?: string;
}

const DEFINITIONS = builtin as unknown as { [name: string]: Schema };

/** The schema behind a reference, with what stands beside the reference. */
export function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  return { ...DEFINITIONS[$ref], ...beside, "x-name": $ref.slice($ref.lastIndexOf(".") + 1) };
}

/** The definition of a built-in kind, e.g. `api.core.v1.Pod`. */
export function definition(name: string): Schema {
  const found = DEFINITIONS[name];
  if (!found) throw new Error(`no definition ${name}`);
  return found;
}
