// The table of targets (TARGETS).

import type { z } from "zod";
import { aviSettingsSchema } from "./avi/settings";
import { avi } from "./avi/target";
import { mizarSettingsSchema } from "./mizar/settings";
import { mizar } from "./mizar/target";
import { octaviaSettingsSchema } from "./octavia/settings";
import { octavia } from "./octavia/target";
import { routesSettingsSchema } from "./routes/settings";
import { routes } from "./routes/target";
import type { Target, TargetName } from "./target";

/** Every target: a new one is a folder, its name in `TargetName`, and a line here. */
export const TARGETS: { readonly [name in TargetName]: Target } = { avi, mizar, octavia, routes };

/** The schema of the settings of each target. */
export const SETTINGS: { readonly [name in TargetName]: z.ZodType } = {
  avi: aviSettingsSchema,
  mizar: mizarSettingsSchema,
  octavia: octaviaSettingsSchema,
  routes: routesSettingsSchema,
};

/** The names of the targets that fit. */
export const targetNames = (fits: (target: Target) => boolean = () => true): TargetName[] =>
  Object.values(TARGETS)
    .filter(fits)
    .map(({ name }) => name);

/** The names of those with resources. */
export const managedNames = (): TargetName[] => targetNames(({ kinds }) => kinds.length > 0);

/** The target of a plan or of a component, which were made with it. */
export function targetOf(name: string): Target {
  const target = Object.values(TARGETS).find((one) => one.name === name);
  if (!target) throw new TypeError(`no target ${name}`);
  return target;
}

export type { GatewayView, Unconvertible } from "./gateway-view";
export { type DelegationOptions, delegationGraph } from "./routes/delegation";
export type {
  ClusterRight,
  PlanOf,
  ResourceInState,
  SettingsInput,
  StateReader,
  TakeOver,
  Target,
  TargetName,
  TargetOptions,
} from "./target";
