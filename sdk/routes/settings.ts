import { z } from "zod";
import { CONTOUR_SETTINGS } from "../settings";

/** The settings of `--to routes`. Rendered into docs/contour.md: each key has its meaning in `describe`. */
export const routesSettingsSchema = z.object({
  rootNamespaces: CONTOUR_SETTINGS.rootNamespaces,
  disablePermitInsecure: CONTOUR_SETTINGS.disablePermitInsecure,
  ingressClass: z.string().default("contour").describe("The class that is ours. An object that names none, or an empty one, is ours too."),
});

/** Settings as users write them: every key may be left out, booleans may be strings. */
export type RoutesSettingsInput = z.input<typeof routesSettingsSchema>;
