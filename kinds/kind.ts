import { z } from "zod";

/** Field names from the root of the inputs; positions in lists are left out: `["pool", "servers", "ip"]`. */
export type FieldPath = readonly string[];

/**
 * Declaration of one kind of resource: the inputs that a program sets, and which of them need a new resource or are secret. The types of
 * the resource classes, the check at preview, the conformance samples and the tables in the docs follow from it. `provider/` makes and
 * compares the resource.
 */
export interface Kind<S extends z.ZodType = z.ZodType> {
  /** The type in the state, after the configuration namespace: `avi:Pool`. It never changes. */
  readonly type: `${"avi" | "octavia" | "mizar" | "kubernetes"}:${string}`;
  /** The inputs. Each field has a doc comment that gives shape, unit and default. */
  readonly schema: S;
  /** Fields of which another value needs a new resource; everything else changes in place. */
  readonly replaces: readonly FieldPath[];
  /** Fields that are secret in the state, in previews and in messages. */
  readonly secrets: readonly FieldPath[];
  /** Long lists, none with a secret in it, that the state of a component's resource has as one hidden text each (packed.ts). */
  readonly packed?: readonly FieldPath[];
}

/** The inputs of a kind, as a program that knows all values writes them. */
export type InputsOf<K extends Kind> = z.input<K["schema"]>;

/** A value of a JSON body. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

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
  })
  .refine(({ status, annotations }) => status !== undefined || annotations !== undefined, {
    path: ["status"],
    error: "give status, annotations, or both: there is nothing to write",
  });

/** Fields and annotations that we write on one object in the cluster that others own. */
export const OBJECT_STATUS = {
  type: "kubernetes:ObjectStatus",
  schema: objectStatusSchema,
  replaces: [["apiVersion"], ["kind"], ["tenant"], ["namespace"], ["name"]],
  secrets: [],
} as const satisfies Kind<typeof objectStatusSchema>;

export type ObjectStatusInputs = z.infer<typeof objectStatusSchema>;

/**
 * Lets a run take over existing objects: `true` marks them as ours. `{ mark: "keep" }` leaves the existing mark until something else has to
 * be written anyway, so that an object that is as declared costs no write.
 */
export const adopt = z.union([z.boolean(), z.strictObject({ mark: z.literal("keep") })]);

export type Adopt = z.infer<typeof adopt>;

/** True for an adoption that leaves marks as they are. */
export const keepsMarks = (given: boolean | object | undefined): boolean => typeof given === "object";

/** True for an adoption of either form. */
export const isAdoption = (given: boolean | object | undefined): boolean => given !== undefined && given !== false;
