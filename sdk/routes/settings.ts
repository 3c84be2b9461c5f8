import { z } from "zod";
import { flag, list } from "../settings";

/** The settings of `--to routes`. Rendered into docs/contour.md: each key has its meaning in `describe`. */
export const routesSettingsSchema = z.object({
  rootNamespaces: list.describe("Namespaces in which a root IngressRoute may stand; empty: everywhere."),
  disablePermitInsecure: flag(false).describe("Redirect clear text of secure hosts even where a route permits it."),
  ingressClass: z.string().default("contour").describe("The class that is ours. An object that names none, or an empty one, is ours too."),
});

/** Settings as users write them: every key may be left out, booleans may be strings. */
export type RoutesSettingsInput = z.input<typeof routesSettingsSchema>;
