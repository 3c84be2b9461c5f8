import type { AviType } from "../../../kinds/avi/body";
import type { Json } from "../../../kinds/json";
import { compare } from "../../lifecycle/compare";
import { isObject } from "../../lifecycle/json";
import { keyed, type Shape } from "../../lifecycle/shape";
import { aviShape } from "../shape";
import type { Body } from "./items";

/** Fields that the controller does not change on an existing object. */
const FIXED: { readonly [T in AviType]?: readonly string[] } = {
  pool: ["cloud_ref", "vrf_ref"],
  poolgroup: ["cloud_ref"],
  virtualservice: ["cloud_ref", "vrf_context_ref", "type"],
  vsvip: ["cloud_ref", "vrf_context_ref"],
};

/** True when the change from `held` to `wanted` needs a new object. */
export function needsNewObject(type: AviType, wanted: Body, held: Body): boolean {
  const shape = aviShape(type);
  const fixed = FIXED[type] ?? [];
  // A field that only one side has stands for the server's default on the other: no reason to replace anything.
  const changed = fixed.some(
    (field) => field in wanted && field in held && compare(shape, only(wanted, field), only(held, field)).length > 0,
  );
  return changed || (type === "vsvip" && vipNeedsNewObject(shape, wanted.vip, held.vip));
}

/** The controller refuses another `vip_id` and another address for an existing VIP; a further VIP it accepts. */
function vipNeedsNewObject(shape: Shape, wanted: Json | undefined, held: Json | undefined): boolean {
  if (!Array.isArray(wanted) || !Array.isArray(held)) return false;
  const next = new Map(keyed(shape, ["vip"], wanted).map(({ key, element }) => [key, element]));
  return keyed(shape, ["vip"], held).some(({ key, element }) => {
    const successor = next.get(key);
    if (!isObject(successor) || !isObject(element)) return successor === undefined;
    // Without a wish for an address any allocated one is right.
    return "ip_address" in successor && compare(shape, only(successor, "ip_address"), only(element, "ip_address")).length > 0;
  });
}

function only(body: { [key: string]: Json }, field: string): { [key: string]: Json } {
  return { [field]: body[field] ?? null };
}
