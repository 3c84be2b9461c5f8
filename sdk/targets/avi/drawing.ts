// Draws an Avi plan as a graph: its routing table in the frames of its virtual services.

import { DEDICATED_VS, GATEWAY_VS, L4_VS, PASSTHROUGH_VS, POOL, SHARED_VS, SNI_VS } from "../../../resources/avi";
import { childHosts, fqdnsOf } from "../../../resources/avi/body";
import { Canvas } from "../../graph/canvas";
import type { FaultSources } from "../../graph/faults";
import { type AddressFacts, drawTable } from "../../graph/table/draw";
import { ofKind, resourceKey } from "../../plan";
import { ownerNames } from "../../specs";
import { poolsIn, unbundled } from "./bundles";
import { type AviPlan, parentOf } from "./plan";
import { aviServedByPool } from "./served";

/** Headings of virtual services that have an address. */
const HEADINGS = [
  [SHARED_VS, "shared virtual service"],
  [DEDICATED_VS, "dedicated virtual service"],
  [PASSTHROUGH_VS, "passthrough virtual service"],
  [L4_VS, "virtual service"],
  [GATEWAY_VS, "Gateway"],
] as const;

export function drawAvi(plan: Omit<AviPlan, "facts">, sources: FaultSources): Canvas {
  const canvas = new Canvas("Topology on Avi");
  const holders = HEADINGS.flatMap(([kind, heading]) => ofKind(plan, kind).map((vs) => ({ heading, ...vs })));
  // a state that somebody edited may lack the VIP
  const byVip = new Map(holders.flatMap((vs) => (vs.inputs.vsVip ? [[vs.inputs.vsVip.name, vs] as const] : [])));
  const children = new Map(
    ofKind(plan, SNI_VS).flatMap((child) =>
      childHosts(child.inputs.virtualService).map((host) => [`${parentOf(child.inputs)} ${host.toLowerCase()}`, child] as const),
    ),
  );
  const pool = poolFacts(plan);
  drawTable(canvas, aviServedByPool(plan), ({ name: vip, at = [] }): AddressFacts => {
    const vs = byVip.get(vip);
    if (!vs) return { pool };
    const { name, heading, owners, kind, inputs } = vs;
    const resources = [resourceKey({ kind, name })];
    return {
      frame: { id: `virtualservice/${name}`, label: `${heading} ${name}${at.length > 0 ? `, VIP ${at.join(", ")}` : ""}` },
      owners: ownerNames(owners),
      ...(kind === DEDICATED_VS.type ? { hosts: fqdnsOf(inputs.vsVip).map((host) => host.toLowerCase()) } : {}),
      resources,
      host(host, { protocol }) {
        const child = children.get(`${name} ${host}`);
        const isEnhanced = child?.inputs.virtualService.vh_matches !== undefined;
        if (!child || (protocol !== "https" && !isEnhanced)) return {};
        // the address of a child is that of its parent
        return { details: [`${isEnhanced ? "EVH" : "SNI"} child ${child.name}`], resources: [resourceKey(child), ...resources] };
      },
      pool,
    };
  });
  canvas.leftOut(plan.statuses, sources);
  return canvas;
}

function poolFacts(plan: Omit<AviPlan, "facts">): NonNullable<AddressFacts["pool"]> {
  const makers = new Map(plan.resources.flatMap((one) => poolsIn(one).map(({ name }) => [name, resourceKey(one)] as const)));
  const owners = new Map(ofKind({ resources: unbundled(plan.resources) }, POOL).map((pool) => [pool.name, pool.owners]));
  return (key) => {
    const name = key.replace(/^pool\//, "");
    const service = plan.shown.services[name];
    const specs = new Set([...ownerNames(owners.get(name) ?? []), ...(service ? [`Service/${service}`] : [])]);
    return { name, specs: [...specs], resources: [makers.get(name) ?? resourceKey({ kind: POOL.type, name })] };
  };
}
