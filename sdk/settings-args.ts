import type { Input } from "@pulumi/pulumi";
import type { AviSettingsInput, MizarSettingsInput, OctaviaSettingsInput } from "./settings-types";

/** Settings each of which may be an output; those that decide which objects there are must be known at preview (LB1313). */
type Inputs<S> = { [K in keyof S]: Input<S[K]> };

/** AKO's settings, under its own names. */
export type AviSettingsArgs = Inputs<AviSettingsInput>;

/** The settings of Kuryr and of the OpenStack cloud provider, under their own names. */
export type OctaviaSettingsArgs = Inputs<OctaviaSettingsInput>;

/** The settings of the Mizar translation. */
export type MizarSettingsArgs = Inputs<MizarSettingsInput>;
