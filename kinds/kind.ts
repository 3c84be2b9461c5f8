import type { z } from "zod";

/** Field names from the root of the inputs; positions in lists are left out: `["pool", "servers", "ip"]`. */
export type FieldPath = readonly string[];

/**
 * What a resource is, declared once: the inputs that a program sets, and what of them means a new resource or is secret. The types of
 * the resource classes, the check at preview, the conformance samples and the tables in the docs follow from it; how the resource is
 * made and compared is the business of `provider/`.
 */
export interface Kind<S extends z.ZodType = z.ZodType> {
  /** As it stands in the state, after the configuration namespace: `avi:Pool`. It never changes. */
  readonly type: `${"avi" | "octavia" | "mizar" | "kubernetes"}:${string}`;
  /** The inputs. Each field has a doc comment that gives shape, unit and default. */
  readonly schema: S;
  /** Fields of which another value needs a new resource; everything else changes in place. */
  readonly replaces: readonly FieldPath[];
  /** Fields that are secret in the state, in previews and in messages. */
  readonly secrets: readonly FieldPath[];
}

/** The inputs of a kind, as a program that knows all values writes them. */
export type InputsOf<K extends Kind> = z.input<K["schema"]>;
