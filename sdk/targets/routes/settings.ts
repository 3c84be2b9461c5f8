// Schema of the settings of `--to routes`.

import { z } from "zod";
import { CONTOUR_SETTINGS } from "../../settings";

/** The settings of `--to routes`. Rendered into docs/contour.md: each key has its meaning in `describe`. */
export const routesSettingsSchema = z.object({
  rootNamespaces: CONTOUR_SETTINGS.rootNamespaces,
  disablePermitInsecure: CONTOUR_SETTINGS.disablePermitInsecure,
  ingressClass: z
    .string()
    .default("contour")
    .describe("The class that is handled. Objects without a class, or with an empty one, are handled too."),
});
