import { z } from "zod";
import type { Json } from "./json";
import type { Kind } from "./kind";

const schema = z
  .object({
    /** `v1`, `networking.k8s.io/v1`. */
    apiVersion: z.string().min(1),
    kind: z.string().min(1),
    /** Absent for cluster-scoped objects. */
    namespace: z.string().optional(),
    name: z.string().min(1),
    /** Arktos only. @default the tenant of the connection */
    tenant: z.string().optional(),
    /** Fields below `status`. */
    status: z.record(z.string(), z.custom<Json>()).optional(),
    /** Annotations; those that others wrote stay. */
    annotations: z.record(z.string(), z.string()).optional(),
    /**
     * Take the fields from others who write them.
     * @default false: an error names them (LB2130)
     */
    force: z.boolean().optional(),
  })
  .refine(({ status, annotations }) => status !== undefined || annotations !== undefined, {
    path: ["status"],
    error: "give status, annotations, or both: there is nothing to write",
  });

/** What we say of one object in the cluster that others own. */
export const OBJECT_STATUS = {
  type: "kubernetes:ObjectStatus",
  schema,
  replaces: [["apiVersion"], ["kind"], ["tenant"], ["namespace"], ["name"]],
  secrets: [],
} as const satisfies Kind<typeof schema>;

export type ObjectStatusInputs = z.infer<typeof schema>;
