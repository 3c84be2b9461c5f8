import { z } from "zod";
import type { FieldTable } from "./field-table";

/** Name of a back end: the first part of the types of its kinds. */
export type BackEndName = "avi" | "octavia" | "mizar";

/**
 * Declaration of one kind of resource: the inputs that a program sets, and the facts about their fields. The types of the resource classes,
 * the check at preview, the conformance samples and the tables in the docs follow from it. `provider/` makes and compares the resource.
 */
export interface Kind<S extends z.ZodType = z.ZodType> {
  /** The type in the state, after the configuration namespace: `avi:Pool`. It never changes. */
  readonly type: `${BackEndName | "kubernetes"}:${string}`;
  /** The inputs. Each field has a doc comment that gives shape, unit and default. */
  readonly schema: S;
  /** Facts about the inputs. A field that it does not name changes in place, and nothing is known of it besides its shape. */
  readonly fields: FieldTable;
}

/** The inputs of a kind, as a program that knows all values writes them. */
export type InputsOf<K extends Kind> = z.input<K["schema"]>;

/** A value of a JSON body. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

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
