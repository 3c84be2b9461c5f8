import type { Diagnostic } from "../../kinds/diagnostic";
import { aviObjects } from "../avi/plan";
import { translateToAvi } from "../avi/translate";
import { cidrMap } from "../mizar/cidr-map";
import { mizarObjects } from "../mizar/objects";
import { translateToMizar } from "../mizar/translate";
import { octaviaObjects } from "../octavia/plan";
import { translateToOctavia } from "../octavia/translate";
import { translateToRoutes } from "../routes/translate";
import type { Status } from "../routing";
import { type RawObject, readMizarSpecs, readSpecs } from "../specs";

/** What a translation shows, whatever the target. */
export interface Translation {
  /** Bodies by API type. */
  objects: object;
  /** `<api type>/<name>` -> the specs it stands for. */
  owners: Record<string, string[]>;
  statuses: Status[];
  diagnostics: Diagnostic[];
  /** What `-o svg` prints, where the target has a picture. */
  picture?: string;
}

/** Objects as they were found, and what is to be said about their files. */
interface Manifests {
  objects: readonly RawObject[];
  diagnostics: readonly Diagnostic[];
}

type Translate = (manifests: Manifests, settings: Record<string, unknown>, options: { showSecrets?: boolean }) => Translation;

/** Every target of `k8s-lb translate --to`. */
export const TARGETS = {
  avi({ objects, diagnostics }, settings, options) {
    const plan = translateToAvi(readSpecs(objects, diagnostics), { settings });
    return { ...aviObjects(plan, options), statuses: plan.statuses, diagnostics: plan.diagnostics };
  },
  mizar({ objects, diagnostics }, settings) {
    const plan = translateToMizar(readMizarSpecs(objects, diagnostics), { settings });
    return { ...mizarObjects(plan), statuses: plan.statuses, diagnostics: plan.diagnostics, picture: cidrMap(plan) };
  },
  octavia({ objects, diagnostics }, settings, options) {
    const plan = translateToOctavia(readSpecs(objects, diagnostics), { settings });
    return { ...octaviaObjects(plan, options), statuses: plan.statuses, diagnostics: plan.diagnostics };
  },
  routes: ({ objects, diagnostics }, settings) => translateToRoutes(readSpecs(objects, diagnostics), { settings }),
} as const satisfies Record<string, Translate>;

export type Target = keyof typeof TARGETS;
