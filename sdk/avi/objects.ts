import type { AviBody, AviType } from "../../kinds/avi/body";
import { type AviInputs, type AviKind, bodiesIn } from "../../kinds/avi/kind";
import { L4_VS } from "../../kinds/avi/l4-vs";
import { PASSTHROUGH_VS } from "../../kinds/avi/passthrough-vs";
import { POOL } from "../../kinds/avi/pool";
import { SHARED_VS } from "../../kinds/avi/shared-vs";
import { SNI_VS } from "../../kinds/avi/sni-vs";
import type { ObjectRef } from "../../kinds/diagnostic";
import type { Json } from "../../kinds/json";
import { ownerNames } from "../owner-name";
import { compare } from "../specs";
import { lowerSubnet } from "./lower/pool";
import type { AviPlan, Planned } from "./plan";

export interface AviObjects {
  /** REST bodies by API type, sorted by name. */
  objects: Partial<Record<AviType, AviBody[]>>;
  /** `<api type>/<name>` -> the specs it stands for. */
  owners: Record<string, string[]>;
}

/** The plan as the flat list of objects that would be posted. Private keys only when asked for. */
export function aviObjects(plan: AviPlan, { showSecrets = false } = {}): AviObjects {
  const found: { type: AviType; body: AviBody; owners: ObjectRef[] }[] = [];
  const resources: [AviKind, readonly Planned<AviInputs>[]][] = [
    [POOL, plan.pools],
    [SHARED_VS, plan.sharedVs],
    [SNI_VS, plan.sniVs],
    [PASSTHROUGH_VS, plan.passthroughVs],
    [L4_VS, plan.l4Vs],
  ];
  for (const [{ slots }, planned] of resources) {
    for (const { inputs, owners } of planned) {
      found.push(...slots.flatMap((slot) => bodiesIn(slot, inputs).map((body) => ({ type: slot.type, body, owners }))));
    }
  }
  const { staticRoutes } = plan;
  if (staticRoutes) found.push({ type: "vrfcontext", body: vrfContext(staticRoutes), owners: staticRoutes.owners });

  const objects: AviObjects["objects"] = {};
  for (const { type, body } of found) {
    const bodies = objects[type] ?? [];
    bodies.push(showSecrets ? body : withoutKey(body));
    objects[type] = bodies;
  }
  for (const bodies of Object.values(objects)) bodies.sort((a, b) => compare(a.name, b.name));
  const owners = found.map(({ type, body, owners: refs }) => [`${type}/${body.name}`, ownerNames(refs)] as const);
  return { objects, owners: Object.fromEntries(owners.sort(([a], [b]) => compare(a, b))) };
}

function withoutKey(body: AviBody): AviBody {
  if (!body.key) return body;
  const { key: _key, ...rest } = body;
  return rest;
}

/** Only our part of the VRF context, numbered as AKO does. */
function vrfContext({ inputs }: NonNullable<AviPlan["staticRoutes"]>): AviBody {
  const routes: Json[] = inputs.routes.map(({ prefix, nextHop }, i) => ({
    route_id: String(i + 1),
    prefix: lowerSubnet(prefix),
    next_hop: { addr: nextHop, type: lowerSubnet(nextHop).ip_addr.type },
  }));
  return { name: inputs.vrfContext, static_routes: routes };
}
