import { AVI_TYPES, type AviType, describe } from "../../../kinds/avi/body";
import { failure } from "../../lifecycle/errors";
import type { JsonObject } from "../../lifecycle/json";

/** Whom an existing object may belong to so that we may write it. */
export interface Claim {
  /** The mark it gets. */
  owner: string;
  /** The mark it had when we last wrote it; differs from `owner` only when the program changed that. */
  before?: string;
  /** Take it over from whomever. */
  adopt: boolean;
  /** The uuid under which we know it: an object of ours whose mark somebody wiped is still ours. */
  uuid?: string;
}

/** The mark on an object; empty when it has none. */
export function markOf(type: AviType, live: JsonObject): string {
  const field = AVI_TYPES[type].ownerField;
  const mark = field ? live[field] : undefined;
  return typeof mark === "string" ? mark : "";
}

/** Passes for objects that are ours, or that we are told to take; all others are refused by naming their owner. */
export function assertOurs(type: AviType, live: JsonObject, claim: Claim): void {
  const mark = markOf(type, live);
  if (claim.adopt || !AVI_TYPES[type].ownerField || mark === claim.owner || (mark !== "" && mark === claim.before)) return;
  const known = claim.uuid !== undefined && claim.uuid === live.uuid;
  if (known && mark === "") return;
  const object = describe(type, String(live.name));
  const whose = mark ? `belongs to ${mark}` : "carries no mark of ours";
  if (known) throw failure("LB2004", { object, message: `was ours and now belongs to ${mark}` });
  throw failure("LB2003", { object, message: `exists and ${whose} (${String(live.uuid)})` });
}
