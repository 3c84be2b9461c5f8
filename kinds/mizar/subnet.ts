import { z } from "zod";
import type { Kind } from "../kind";
import { anything, count, type Listed, objectFields } from "./object";

const spec = z
  .object({
    /** Name of its Vpc. */
    vpc: z.string(),
    /** First address of the range, e.g. `10.10.1.0`. */
    ip: z.string().optional(),
    /** Length of the prefix, e.g. 24. */
    prefix: z.union([z.string(), z.number()]).optional(),
    /** How many bouncers stand before the subnet; more in place, fewer only with a new subnet. */
    bouncers: count.optional(),
  })
  .catchall(anything);

/** `spec` of a `mizar.com/v1` Subnet. */
export interface SubnetSpec extends Listed<z.infer<typeof spec>> {}

/** A subnet of a VPC, with bouncers in front of it. */
export const SUBNET = {
  type: "mizar:Subnet",
  schema: z.object({ ...objectFields, spec }),
  replaces: [
    ["metadata", "name"],
    ["metadata", "namespace"],
    ["metadata", "tenant"],
    ["spec", "ip"],
    ["spec", "prefix"],
    ["spec", "vpc"],
  ],
  secrets: [],
} as const satisfies Kind;
