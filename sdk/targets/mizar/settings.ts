// Schema of the settings of the target `mizar`.

import { z } from "zod";
import { partSetting } from "../../plan/parts";
import { flag } from "../../settings";

/** The settings of the Mizar translation. Rendered into docs/mizar.md: each key has its meaning in `describe`. */
export const mizarSettingsSchema = z.object({
  tenant: z.string().default("").describe("Arktos tenant of objects without one; empty: a cluster without tenants."),
  defaultNetwork: z.string().min(1).default("default").describe("Network of Pods and Services without one."),
  part: partSetting,
  disjointVpcs: flag(false).describe(
    "The VPCs of one tenant's Networks must not overlap, as with the Arktos feature gate MizarVPCRangeNoOverlap.",
  ),
});

/** Settings with all defaults. */
export type MizarSettings = z.output<typeof mizarSettingsSchema>;

/** Settings as they are written. */
export type MizarSettingsInput = z.input<typeof mizarSettingsSchema>;
