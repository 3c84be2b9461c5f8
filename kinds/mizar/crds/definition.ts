/** A schema as CustomResourceDefinitions carry it: OpenAPI v3 with the `x-kubernetes-*` keys. */
export interface JsonSchema {
  type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  properties?: { [name: string]: JsonSchema };
  required?: readonly string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  enum?: readonly unknown[];
  pattern?: string;
  default?: unknown;
  "x-kubernetes-preserve-unknown-fields"?: boolean;
}

/** A column of `kubectl get`. */
export interface PrinterColumn {
  name: string;
  type: "string" | "integer" | "number" | "boolean" | "date";
  jsonPath: string;
}

/**
 * Who owns the objects of a kind: `Cluster` all tenants together, `Namespaced` a namespace. `Tenant` exists on Arktos only: a Kubernetes API server
 * refuses it.
 */
export type Scope = "Cluster" | "Namespaced" | "Tenant";

/** A manifest of apiextensions.k8s.io/v1 with one version. */
export interface CustomResourceDefinition {
  apiVersion: "apiextensions.k8s.io/v1";
  kind: "CustomResourceDefinition";
  metadata: { name: string; labels?: { [name: string]: string } };
  spec: {
    group: string;
    scope: Scope;
    names: { plural: string; singular: string; kind: string; shortNames?: readonly string[] };
    versions: readonly CustomResourceVersion[];
  };
}

export interface CustomResourceVersion {
  name: string;
  served: boolean;
  storage: boolean;
  schema: { openAPIV3Schema: JsonSchema };
  subresources?: { status: Record<string, never> };
  additionalPrinterColumns?: readonly PrinterColumn[];
}

/** A column that shows a field below `spec` as text. */
export const textColumn = (name: string, field: string): PrinterColumn => ({ name, type: "string", jsonPath: `.spec.${field}` });
