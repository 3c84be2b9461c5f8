import { readSpecs } from "../../sdk/frontends";
import { type RoutingModel, resolve } from "../../sdk/routing";
import { readCloud, resolveOptions } from "../../sdk/targets/octavia/resolve-options";

/** The model of manifests, as the translation to Octavia reads them; with `hostsOnly` without Services. */
export function octaviaModel(
  objects: readonly unknown[],
  { hostsOnly = false, ...given }: Readonly<Record<string, unknown>> = {},
): RoutingModel {
  const cloud = readCloud({ service_subnet_id: "9d2a0bb5-4d5e-4a7c-9a0d-2a4f0c2f7a11", cluster_name: "c", ...given });
  const specs = readSpecs(objects.map((value) => ({ value })));
  return resolve(specs, resolveOptions(specs, cloud, { hostsOnly: hostsOnly === true }));
}
