import { z } from "zod";
import type { Diagnostic, ObjectRef } from "../contract/diagnostic";
import { diagnose, pointer } from "./specs";

/** A boolean, or `"true"` / `"false"`. */
export const flag = (initial: boolean) =>
  z
    .union([
      z.boolean(),
      z
        .string()
        .toLowerCase()
        .transform((value) => value === "true" || (value === "" ? initial : value === "false" ? false : value))
        .pipe(z.boolean()),
    ])
    .default(initial);

/** A list, or a comma-separated string. */
export const list = z
  .union([
    z.array(z.string()),
    z.string().transform((value) =>
      value
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean),
    ),
  ])
  .default([]);

/** A whole number, or the text of one. */
export const whole = (initial: number, least = 0) =>
  z
    .union([z.number(), z.string().trim().min(1).transform(Number)])
    .pipe(z.number().int().min(least))
    .default(initial);

/** The settings of every target that reads IngressRoute and the Contour Route CRD. */
export const CONTOUR_SETTINGS = {
  contourIngressClass: z
    .string()
    .default("contour")
    .describe("Class of IngressRoutes and Contour Routes that is ours; one that names none is ours too."),
  rootNamespaces: list.describe("Namespaces in which a root IngressRoute may stand; empty: everywhere."),
  disablePermitInsecure: flag(false).describe("Redirect clear text of secure hosts even where a route permits it."),
};

/** Keys that belong to another part of the settings file and are no mistake here. */
const FOREIGN = Object.keys(CONTOUR_SETTINGS);

/** Checks settings key by key; a wrong one is an error (LB1305) and leaves its default, an unknown one a warning (LB1304). */
export function parseSettings<S extends z.ZodObject>(
  schema: S,
  target: string,
  input: Readonly<Record<string, unknown>>,
): { settings: z.output<S>; diagnostics: Diagnostic[] } {
  const about: ObjectRef = { apiVersion: "", kind: "Settings", namespace: "", name: target };
  const diagnostics: Diagnostic[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    const known = schema.shape[key] as z.ZodType | undefined;
    if (!known) {
      if (!FOREIGN.includes(key))
        diagnostics.push(diagnose("LB1304", about, pointer(key), `the setting ${key} is not known and is ignored`));
      continue;
    }
    if (value === undefined || value === null) continue;
    const parsed = known.safeParse(value);
    if (parsed.success) values[key] = value;
    else
      diagnostics.push(diagnose("LB1305", about, pointer(key), `the setting ${key}: ${parsed.error.issues[0]?.message ?? "wrong value"}`));
  }
  return { settings: schema.parse(values), diagnostics };
}
