import { readSpecs } from "../../sdk/frontends";
import { aviObjects } from "../../sdk/targets/avi/objects";
import { translateToAvi } from "../../sdk/targets/avi/translate";
import { octaviaObjects } from "../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../sdk/targets/octavia/translate";
import { service } from "./contour";
import { endpoints } from "./manifests";

export { edge, give, root, to } from "./contour";

/** Contour's kinds on the targets: the objects that result from them, and what is reported of all objects with one code. */

interface ContourStates {
  statuses: { diagnostics: { code: string; message: string }[] }[];
}

const saidOf =
  ({ statuses }: ContourStates) =>
  (code: string) =>
    statuses.flatMap(({ diagnostics }) => diagnostics.filter((one) => one.code === code).map(({ message }) => message));

const specsOf = (objects: unknown[]) => readSpecs(objects.map((value) => ({ value })));

export function toAvi(objects: unknown[], settings: Record<string, unknown> = {}) {
  const plan = translateToAvi(specsOf(objects), { settings });
  return { objects: aviObjects(plan).objects, said: saidOf(plan) };
}

export function toOctavia(objects: unknown[], settings: Record<string, unknown> = {}) {
  const plan = translateToOctavia(specsOf(objects), { settings: { service_subnet_id: "s", ...settings }, hostsOnly: true });
  return { balancers: octaviaObjects(plan).objects.loadbalancers ?? [], said: saidOf(plan) };
}

/** A Service `namespace/name` on port 80 with a server at each of these last numbers of an address. */
export function served(place: string, ...last: number[]) {
  const [namespace, name = ""] = place.split("/");
  return [
    service(place, undefined, [{ port: 80 }]),
    endpoints(
      name,
      last.map((number) => `10.0.0.${number}`),
      8080,
      namespace,
    ),
  ];
}
