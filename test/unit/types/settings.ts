// The public types of the settings are drawn; a key that a schema got since then, or that changed, fails the compilation here: `npm run
// tools -- docs`.
import type { z } from "zod";
import type * as drawn from "../../../sdk/settings-types";
import type { aviSettingsSchema } from "../../../sdk/targets/avi/settings";
import type { mizarSettingsSchema } from "../../../sdk/targets/mizar/settings";
import type { octaviaSettingsSchema } from "../../../sdk/targets/octavia/settings";
import type { routesSettingsSchema } from "../../../sdk/targets/routes/settings";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;
type Settled<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };

export const same: [
  Same<Settled<drawn.AviSettings>, Settled<z.output<typeof aviSettingsSchema>>>,
  Same<Settled<drawn.AviSettingsInput>, Settled<z.input<typeof aviSettingsSchema>>>,
  Same<Settled<drawn.OctaviaSettings>, Settled<z.output<typeof octaviaSettingsSchema>>>,
  Same<Settled<drawn.OctaviaSettingsInput>, Settled<z.input<typeof octaviaSettingsSchema>>>,
  Same<Settled<drawn.MizarSettings>, Settled<z.output<typeof mizarSettingsSchema>>>,
  Same<Settled<drawn.MizarSettingsInput>, Settled<z.input<typeof mizarSettingsSchema>>>,
  Same<Settled<drawn.RoutesSettings>, Settled<z.output<typeof routesSettingsSchema>>>,
  Same<Settled<drawn.RoutesSettingsInput>, Settled<z.input<typeof routesSettingsSchema>>>,
] = [true, true, true, true, true, true, true, true];
