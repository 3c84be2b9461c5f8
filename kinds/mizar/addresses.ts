import { z } from "zod";
import type { Kind } from "../kind";

const wish = z.object({
  vpc: z.string(),
  subnet: z.string(),
  /** An address that is had on the server already, one that is asked for, or any. */
  how: z.enum(["kept", "asked", "any"]),
  /** The address: for `any` the one to take where it is free. */
  ip: z.string().optional(),
  /** Where any address is taken from: `10.10.1.2-10.10.1.254`. */
  from: z.array(z.string()),
});

const taken = z.record(z.string(), z.record(z.string(), z.string()));

/** The wish of one interface for an address. */
export interface AddressWish extends z.infer<typeof wish> {}

/** By VPC, who has which address on the server: nobody else may have it. */
export interface TakenAddresses extends z.infer<typeof taken> {}

/** Who has which address. It is a resource without an object. */
export const ADDRESSES = {
  type: "mizar:Addresses",
  schema: z.object({
    /** Who wishes what, by the name of the interface in Mizar. */
    wishes: z.record(z.string(), wish),
    /** By VPC, who has which address on the server. */
    taken: taken.optional(),
    /** Added by the check: who has got which address. */
    given: z.record(z.string(), z.string()).optional(),
  }),
  replaces: [],
  secrets: [],
} as const satisfies Kind;
