// Selects from a server's object the fields that a program declares.

import type { Json } from "../../resources/kind";
import { isObject } from "../lifecycle/bodies/json";

/**
 * Fields of the server that were declared. Fields that no program declared are left out, also inside elements of lists that are as long as
 * declared, because servers add defaults there. A longer or shorter list is shown as it is.
 */
export function declaredPart(declared: Json | undefined, live: Json | undefined): Json | undefined {
  if (Array.isArray(declared) && Array.isArray(live)) {
    return declared.length === live.length ? declared.map((one, index) => declaredPart(one, live[index]) ?? null) : live;
  }
  if (!isObject(declared) || !isObject(live)) return live;
  const entries = Object.entries(declared).map(([key, value]) => [key, declaredPart(value, live[key])] as const);
  return Object.fromEntries(entries.filter((pair): pair is [string, Json] => pair[1] !== undefined));
}
