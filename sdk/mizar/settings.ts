import { z } from "zod";
import type { Diagnostic } from "../../kinds/diagnostic";
import { flag, parseSettings } from "../settings";

/** The settings of the Mizar translation. Rendered into docs/mizar.md: each key has its meaning in `describe`. */
export const mizarSettingsSchema = z.object({
  tenant: z.string().default("").describe("Arktos tenant of objects that name none; empty: a cluster without tenants."),
  defaultNetwork: z.string().min(1).default("default").describe("Network of Pods and Services that name none."),
  disjointVpcs: flag(false).describe(
    "The VPCs of one tenant's Networks must not overlap, as with Arktos' feature gate MizarVPCRangeNoOverlap.",
  ),
});

export type MizarSettings = z.output<typeof mizarSettingsSchema>;

export type MizarSettingsInput = z.input<typeof mizarSettingsSchema>;

export function parseMizarSettings(input: Readonly<Record<string, unknown>>): { settings: MizarSettings; diagnostics: Diagnostic[] } {
  return parseSettings(mizarSettingsSchema, "mizar", input);
}
