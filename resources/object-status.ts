// The resource `kubernetes:ObjectStatus`: schema of its inputs and field table.

import { z } from "zod";
import { each } from "./field-table";
import type { Json, Kind } from "./kind";

const objectStatusSchema = z
  .object({
    /** `v1`, `networking.k8s.io/v1`. */
    apiVersion: z.string().min(1),
    /** Kind of the object, e.g. `Service`. */
    kind: z.string().min(1),
    /** Absent for cluster-scoped objects. */
    namespace: z.string().optional(),
    /** Name of the object. */
    name: z.string().min(1),
    /** Arktos only. @default the tenant of the connection */
    tenant: z.string().optional(),
    /** Fields below `status`. */
    status: z.record(z.string(), z.custom<Json>()).optional(),
    /** Annotations; those of others stay. */
    annotations: z.record(z.string(), z.string()).optional(),
    /**
     * Take over fields that others own.
     * @default false: an error names them (LB2130)
     */
    force: z.boolean().optional(),
    /**
     * An object that is gone when its status is written is no fault: it was read from the cluster a moment before.
     * @default false: LB2105
     */
    ifPresent: z.boolean().optional(),
  })
  .refine(({ status, annotations }) => status !== undefined || annotations !== undefined, {
    path: ["status"],
    error: "give status, annotations, or both: there is nothing to write",
  });

/** Fields and annotations that we write on one object in the cluster that others own. */
export const OBJECT_STATUS = {
  type: "kubernetes:ObjectStatus",
  schema: objectStatusSchema,
  fields: each(["apiVersion", "kind", "tenant", "namespace", "name"], { fixed: true }),
  object: false,
  outputs: {},
  answers: ["namespace", "status", "annotations"],
} as const satisfies Kind<typeof objectStatusSchema>;

export type ObjectStatusInputs = z.infer<typeof objectStatusSchema>;

/** `Ingress.networking.k8s.io/shop/web`: the same for every version of the API. */
export function objectStatusId({ apiVersion, kind, tenant, namespace, name }: Omit<ObjectStatusInputs, "status" | "annotations">): string {
  const group = apiVersion.includes("/") ? `.${apiVersion.split("/")[0]}` : "";
  return [`${kind}${group}`, tenant, namespace, name].filter(Boolean).join("/");
}
