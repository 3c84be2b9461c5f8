import type { Json } from "../../kinds/json";

/** What stands in check and diff for a value that preview cannot know, whatever its type will be. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** True for the placeholder of an unknown value. */
export function isUnknown(value: unknown): boolean {
  return value === UNKNOWN;
}

/** True when the placeholder stands anywhere inside. */
export function hasUnknown(value: Json | undefined, depth = 64): boolean {
  if (isUnknown(value)) return true;
  if (depth === 0 || typeof value !== "object" || value === null) return false;
  return Object.values(value).some((member: Json) => hasUnknown(member, depth - 1));
}
