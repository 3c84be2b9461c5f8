import { z } from "zod";
import type { Kind } from "../kind";
import { anything, count, type Listed, objectFields } from "./object";

const spec = z
  .object({
    /** First address of the range, e.g. `10.10.0.0`. */
    ip: z.string().optional(),
    /** Length of the prefix, e.g. 16. */
    prefix: z.union([z.string(), z.number()]).optional(),
    /** How many dividers route in the VPC; changed in place. Mizar makes one where nothing is declared. */
    dividers: count.optional(),
  })
  .catchall(anything);

/** `spec` of a `mizar.com/v1` Vpc. */
export interface VpcSpec extends Listed<z.infer<typeof spec>> {}

/** A VPC of Mizar: a range of addresses with dividers that route in it. */
export const VPC = {
  type: "mizar:Vpc",
  schema: z.object({ ...objectFields, spec }),
  replaces: [
    ["metadata", "name"],
    ["metadata", "namespace"],
    ["metadata", "tenant"],
    ["spec", "ip"],
    ["spec", "prefix"],
  ],
  secrets: [],
} as const satisfies Kind;
