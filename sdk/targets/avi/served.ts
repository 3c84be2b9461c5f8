import { GATEWAY_VS, L4_VS } from "../../../kinds/avi";
import { servedByAvi } from "../../../kinds/avi/served";
import { describeObject } from "../../../kinds/diagnostic";
import type { ServedRules } from "../../../kinds/requests/form";
import { ofKind } from "../../plan";
import type { PlanOf } from "../target";
import { aviObjects } from "./objects";
import type { AviShown } from "./plan";

/** Rules by which a plan answers clients. Its hosts share their addresses; a Service and a Gateway have one of their own. */
export function aviServed(plan: PlanOf<AviShown>): ServedRules {
  const own = [...ofKind(plan, L4_VS), ...ofKind(plan, GATEWAY_VS)];
  const groups = new Map(
    own.flatMap(({ inputs: { vsVip }, owners: [first] }) => (first ? [[vsVip.name, describeObject(first)] as const] : [])),
  );
  return servedByAvi(aviObjects(plan).objects, {
    service: (pool) => plan.shown.services[pool],
    group: (vsVip) => groups.get(vsVip),
  });
}
