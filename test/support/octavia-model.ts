import { readSpecs } from "../../sdk/frontends";
import { type RoutingModel, resolve } from "../../sdk/routing";
import { capabilities } from "../../sdk/targets/octavia/lower/context";
import { octaviaSettingsSchema } from "../../sdk/targets/octavia/settings";
import { PROFILES, resolveOptions } from "../../sdk/targets/octavia/translate";

/** The model of manifests, as the translation to Octavia reads them; with `hostsOnly` without Services. */
export function octaviaModel(
  objects: readonly unknown[],
  { hostsOnly = false, ...given }: Readonly<Record<string, unknown>> = {},
): RoutingModel {
  const settings = octaviaSettingsSchema.parse({ service_subnet_id: "9d2a0bb5-4d5e-4a7c-9a0d-2a4f0c2f7a11", cluster_name: "c", ...given });
  const profile = PROFILES[settings.naming];
  const can = capabilities(settings.octavia_version, profile.provider(settings));
  const specs = readSpecs(objects.map((value) => ({ value })));
  return resolve(specs, resolveOptions(specs, settings, profile, can, { hostsOnly: hostsOnly === true }));
}
