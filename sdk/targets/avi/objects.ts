// The Avi objects of a plan as API bodies, for `translate` and comparisons.

import { OBJECT_KINDS } from "../../../resources/avi";
import { type AviBody, type AviType, parseReference } from "../../../resources/avi/body";
import { bodiesIn } from "../../../resources/avi/kind";
import { STATIC_ROUTES, type StaticRoutesInputs } from "../../../resources/avi/static-routes";
import type { ObjectRef } from "../../../resources/diagnostic";
import type { Json } from "../../../resources/kind";
import { ofKind, type PlannedResource, withoutSecrets } from "../../plan";
import { compare, ownerNames } from "../../specs";
import { unbundled } from "./bundles";
import { lowerAddress, lowerSubnet } from "./lower/ip-bodies";
import type { AviPlan } from "./plan";

/** Avi objects of a plan. */
export interface AviObjects {
  /** REST bodies by API type, sorted by name. */
  objects: Partial<Record<AviType, AviBody[]>>;
  /** `<api type>/<name>` -> the specs it represents. */
  owners: Record<string, string[]>;
}

/** The plan as the flat list of objects that would be posted. Private keys only when asked for. */
export function aviObjects(plan: Pick<AviPlan, "resources" | "shown">, { showSecrets = false } = {}): AviObjects {
  const objectsWithOwners: { type: AviType; body: AviBody; owners: readonly ObjectRef[] }[] = [];
  const unbundledResources = unbundled(plan.resources);
  const resources = showSecrets ? unbundledResources : withoutSecrets(unbundledResources, OBJECT_KINDS);
  for (const { kind, inputs, owners } of resources) {
    for (const slot of SLOTS.get(kind) ?? [])
      for (const body of bodiesIn(slot, inputs)) objectsWithOwners.push({ type: slot.type, body, owners });
  }
  for (const { inputs, owners } of ofKind(plan, STATIC_ROUTES))
    objectsWithOwners.push({ type: "vrfcontext", body: vrfContext(inputs, plan.shown.labelledRoutes), owners });

  const objects: AviObjects["objects"] = {};
  for (const { type, body } of objectsWithOwners) {
    const bodiesOfType = objects[type];
    if (bodiesOfType) bodiesOfType.push(body);
    else objects[type] = [body];
  }
  for (const bodies of Object.values(objects)) bodies.sort((a, b) => compare(a.name, b.name));
  const owners = objectsWithOwners.map(({ type, body, owners: refs }) => [`${type}/${body.name}`, ownerNames(refs)] as const);
  return { objects, owners: Object.fromEntries(owners.sort(([a], [b]) => compare(a, b))) };
}

/** Bodies of resources by API type, as readers of requests take them: in any order, and with whatever the resources have. */
export function bodiesOf(resources: readonly PlannedResource[]): Partial<Record<AviType, AviBody[]>> {
  const byType: Partial<Record<AviType, AviBody[]>> = {};
  for (const { kind, inputs } of resources)
    for (const slot of SLOTS.get(kind) ?? []) {
      const bodies = bodiesIn(slot, inputs);
      const existingBodies = byType[slot.type];
      if (existingBodies) existingBodies.push(...bodies);
      else byType[slot.type] = bodies;
    }
  return byType;
}

const SLOTS = new Map(OBJECT_KINDS.map(({ type, slots }) => [type as string, slots]));

/** The tenant of all objects, where their bodies name one. */
export function tenantOf({ objects }: AviObjects): string | undefined {
  const bodies = Object.values(objects).flat();
  const reference = bodies.map(({ tenant_ref }) => tenant_ref).find((one) => typeof one === "string");
  return parseReference(reference)?.name;
}

/** Only our part of the VRF context, numbered as AKO does. */
function vrfContext(inputs: StaticRoutesInputs, labelled: boolean): AviBody {
  const routes: Json[] = inputs.routes.map(({ prefix, nextHop }, i) => ({
    route_id: String(i + 1),
    prefix: lowerSubnet(prefix),
    next_hop: lowerAddress(nextHop),
    ...(labelled ? { labels: [{ key: "clustername", value: inputs.clusterName }] } : {}),
  }));
  return { name: inputs.vrfContext, static_routes: routes };
}
