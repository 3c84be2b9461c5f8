import { STATIC_ROUTES } from "../../kinds/avi/resources";
import type { ObjectRef } from "../../kinds/diagnostic";
import { type AviPlan, byKind } from "../avi/plan";
import { AVI_SCOPES } from "../avi/scopes";
import { translateToAvi } from "../avi/translate";
import { scopeOf } from "../components/single";
import { readSpecs } from "../frontends";
import { topology } from "../graph";
import type { PlannedResource } from "../plan";
import type { Target } from "./target";

export const avi: Target = {
  plan(specs, options, { kind, name }) {
    const plan = translateToAvi(scopeOf(AVI_SCOPES, kind).select(specs), options);
    return { resources: resourcesIn(plan, name), together: ownersByHost(plan) };
  },
  draw: (objects, options, kind) => topology(translateToAvi(scopeOf(AVI_SCOPES, kind).select(readSpecs(objects)), options), { objects }),
};

function resourcesIn(plan: AviPlan, component: string): PlannedResource[] {
  const resources = byKind(plan).flatMap(([{ type }, planned]) =>
    planned.map(({ name, inputs, owners }): PlannedResource => ({ type, name, inputs: { ...inputs }, owners })),
  );
  const { staticRoutes: routes } = plan;
  const named = routes
    ? [{ type: STATIC_ROUTES.type, name: `${component}-${routes.name}`, inputs: { ...routes.inputs }, owners: routes.owners }]
    : [];
  return [...resources, ...named];
}

/** Whatever address each of them brought: the name of one may depend on another. */
function ownersByHost({ hosts }: AviPlan): ObjectRef[][] {
  const found = new Map<string, ObjectRef[]>();
  for (const { fqdn, owners } of hosts) found.set(fqdn.toLowerCase(), [...(found.get(fqdn.toLowerCase()) ?? []), ...owners]);
  return [...found.values()];
}
