import type { Diagnostic } from "../../contract/diagnostic";
import { aviObjects } from "../avi/objects";
import { translateToAvi } from "../avi/translate";
import { octaviaObjects } from "../octavia/objects";
import { translateToOctavia } from "../octavia/translate";
import { translateToRoutes } from "../routes/translate";
import type { Status } from "../routing";
import type { SpecSet } from "../specs";

/** What a translation shows, whatever the target. */
export interface Translation {
  /** Bodies by API type. */
  objects: object;
  /** `<api type>/<name>` -> the specs it stands for. */
  owners: Record<string, string[]>;
  statuses: Status[];
  diagnostics: Diagnostic[];
}

type Translate = (specs: SpecSet, settings: Record<string, unknown>, options: { showSecrets?: boolean }) => Translation;

/** Every target of `k8s-lb translate --to`. */
export const TARGETS = {
  avi(specs, settings, options) {
    const plan = translateToAvi(specs, { settings });
    return { ...aviObjects(plan, options), statuses: plan.statuses, diagnostics: plan.diagnostics };
  },
  octavia(specs, settings, options) {
    const plan = translateToOctavia(specs, { settings });
    return { ...octaviaObjects(plan, options), statuses: plan.statuses, diagnostics: plan.diagnostics };
  },
  routes: (specs, settings) => translateToRoutes(specs, { settings }),
} as const satisfies Record<string, Translate>;

export type Target = keyof typeof TARGETS;
