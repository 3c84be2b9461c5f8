// Type of the declaration of a kind of resource: its schema, and facts about its fields.

import { z } from "zod";
import type { FieldTable } from "./field-table";
import type { Members } from "./members";

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
  /** True if it makes objects on a server, which carry its owner mark. Else it exists in the state only, or writes into objects of others. */
  readonly object: boolean;
  /** True if it follows from the other resources of its component: a review skips its changes. */
  readonly bookkeeping?: true;
  /** True if it lists everything that its component manages. */
  readonly inventory?: true;
  /** Answers of the provider besides the inputs; each with its value where none answers (the mocks of a unit test). */
  readonly outputs: Outputs;
  /** Inputs that follow the tenant in its id. Default: the name of its object alone. */
  readonly id?: readonly string[];
  /** The output that is its address. */
  readonly address?: string;
  /** Inputs that are outputs, too, of a resource that is read by its id. */
  readonly answers?: readonly string[];
  /** Reads and writes its servers; absent where it has none. */
  readonly members?: Members;
}

/** Outputs of a kind that are no inputs. */
export interface Outputs {
  readonly [output: string]: string | readonly string[] | { readonly [key: string]: never } | undefined;
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
export const leavesMarks = (setting: boolean | object | undefined): boolean => typeof setting === "object";

/** True for an adoption of either form. */
export const isAdoption = (setting: boolean | object | undefined): boolean => setting !== undefined && setting !== false;
