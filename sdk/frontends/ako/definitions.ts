// CustomResourceDefinitions of AKO's kinds, generated from the schemas that read them.

import { z } from "zod";
import { AKO_GROUP } from "../../specs";
import { ako } from ".";

/** A manifest of apiextensions.k8s.io/v1. */
interface Definition {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: { [field: string]: unknown };
}

/** A part of a schema, as CustomResourceDefinitions carry it. */
type Schema = { [key: string]: unknown };

const STATUS: Schema = { type: "object", properties: { status: { type: "string" }, error: { type: "string" } } };

/** Columns of `kubectl get`. */
const COLUMNS: { readonly [kind: string]: readonly [name: string, jsonPath: string] } = {
  HostRule: ["Host", ".spec.virtualhost.fqdn"],
  HTTPRule: ["Host", ".spec.fqdn"],
};

/**
 * CustomResourceDefinitions of the custom resources of AKO that are read, for clusters that do not have AKO's own: made from the schemas
 * that read them, so what the API server takes is what the translation understands. A field that does not stand there is pruned.
 *
 * @example
 * ```ts
 * import { akoDefinitions } from "pulumi-k8s-lb";
 *
 * for (const definition of akoDefinitions()) console.log(JSON.stringify(definition));
 * ```
 */
export function akoDefinitions(): Definition[] {
  return ako.kinds.map(({ kind, apiVersions, schema, ...reader }) => {
    const singular = kind.toLowerCase();
    const plural = `${singular}s`;
    const [first] = apiVersions;
    return {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${plural}.${AKO_GROUP}` },
      spec: {
        group: AKO_GROUP,
        scope: "clusterScoped" in reader && reader.clusterScoped ? "Cluster" : "Namespaced",
        names: { plural, singular, kind, listKind: `${kind}List` },
        versions: apiVersions.map((apiVersion) => ({
          name: apiVersion.slice(AKO_GROUP.length + 1),
          served: true,
          storage: apiVersion === first,
          schema: { openAPIV3Schema: { type: "object", required: ["spec"], properties: { spec: specOf(schema), status: STATUS } } },
          subresources: { status: {} },
          additionalPrinterColumns: columnsOf(kind),
        })),
      },
    };
  });
}

function columnsOf(kind: string) {
  const column = (type: string) => (name: string, jsonPath: string) => ({ name, type, jsonPath });
  const ownColumn = COLUMNS[kind];
  return [
    ...(ownColumn ? [column("string")(...ownColumn)] : []),
    column("string")("Status", ".status.status"),
    column("date")("Age", ".metadata.creationTimestamp"),
  ];
}

function specOf(schema: z.ZodType): Schema {
  const { properties } = z.toJSONSchema(schema, { target: "openapi-3.0", io: "input", unrepresentable: "any" });
  return structural(properties?.spec);
}

/** Without what says that further fields are taken: the API server prunes them, as it does with AKO's own definitions. */
function structural(part: unknown): Schema {
  const { additionalProperties: _further, properties, items, ...rest } = part as Schema & { properties?: Schema };
  return {
    ...rest,
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, structural(property)])) }
      : {}),
    ...(items ? { items: structural(items) } : {}),
  };
}
