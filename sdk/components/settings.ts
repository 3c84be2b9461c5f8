// Resolves settings that are Pulumi outputs.

import type * as pulumi from "@pulumi/pulumi";
import type { Input } from "@pulumi/pulumi";
import { LbError } from "../../resources/diagnostic";
import type { AviSettingsInput, MizarSettingsInput, OctaviaSettingsInput } from "../settings-types";
import { isUnknown, UNKNOWN_TEXT } from "../specs";
import { SPEC_CODES } from "../specs/codes";
import { resolveKnown } from "./sources";

/** Settings as programs give them: each may be an output. */
type SettingsArgs<S> = { [K in keyof S]: pulumi.Input<S[K]> };

/**
 * The settings with their outputs resolved. They decide names, numbers and places of objects, so preview must know them; ids of networks
 * and the like, which only stand in bodies, may come from a resource that the same run makes.
 *
 * @param passed the keys that preview need not know: their values are {@link UNKNOWN_TEXT}
 * @throws LbError LB1313
 */
export async function knownSettings<S extends object>(
  args: SettingsArgs<S> | undefined,
  passed: ReadonlySet<string> = new Set(),
): Promise<S | undefined> {
  if (args === undefined) return undefined;
  const settings = await resolveKnown<S>(args);
  const unknown = Object.entries(settings).filter(([, value]) => holdsUnknown(value));
  const needed = unknown.find(([key]) => !passed.has(key));
  if (needed)
    throw new LbError({
      code: "LB1313",
      object: "settings",
      pointer: `/${needed[0]}`,
      message: `the setting ${needed[0]} decides which objects there are, and preview does not know it yet`,
      remedy: SPEC_CODES.LB1313.remedy,
    });
  return unknown.length === 0 ? settings : { ...settings, ...Object.fromEntries(unknown.map(([key]) => [key, UNKNOWN_TEXT])) };
}

/** True for a value of which preview does not know a part. */
export function holdsUnknown(value: unknown): boolean {
  if (typeof value === "string") return value.includes(UNKNOWN_TEXT);
  if (typeof value !== "object" || value === null) return false;
  return isUnknown(value) || Object.values(value).some(holdsUnknown);
}

/** Settings each of which may be an output; those that decide which objects there are must be known at preview (LB1313). */
type Inputs<S> = { [K in keyof S]: Input<S[K]> };

/** AKO's settings, under its own names. */
export type AviSettingsArgs = Inputs<AviSettingsInput>;

/** The settings of Kuryr and of the OpenStack cloud provider, under their own names. */
export type OctaviaSettingsArgs = Inputs<OctaviaSettingsInput>;

/** The settings of the Mizar translation. */
export type MizarSettingsArgs = Inputs<MizarSettingsInput>;
