import { z } from "zod";
import { isSubdomain, type NameRule, SUBDOMAIN_RULE } from "../../validation";

/** Objects that Mizar and Arktos make are named after their tenant, which may have capitals. */
export const TENANT_NAMES: NameRule = { ...SUBDOMAIN_RULE, fits: (text) => isSubdomain(text.toLowerCase()) };

/** What Vpc and Subnet share: their CRDs have no schema, a prefix may be a number or its text, and counts likewise. */
export const blockFields = {
  ip: z.string().nullish(),
  prefix: z.union([z.string(), z.number()]).nullish(),
  status: z.string().nullish(),
};

/** Dividers of a VPC, bouncers of a subnet. */
export const count = z.union([z.number().int().min(0), z.string().regex(/^\d+$/)]).nullish();

/** Empty texts stand for nothing, as they do for the operator. */
export function textOf(value: string | number | null | undefined): string | undefined {
  return value === null || value === undefined || value === "" ? undefined : String(value);
}
