import type { Json } from "../../../kinds/json";
import { isObject } from "../../lifecycle/json";

/**
 * What the server holds where something was declared: fields that nobody declared are left out, also inside elements of lists that
 * are as long as declared, because servers add defaults there. A longer or shorter list is shown as it is.
 */
export function held(declared: Json | undefined, live: Json | undefined): Json | undefined {
  if (Array.isArray(declared) && Array.isArray(live)) {
    return declared.length === live.length ? declared.map((one, index) => held(one, live[index]) ?? null) : live;
  }
  if (!isObject(declared) || !isObject(live)) return live;
  const found = Object.entries(declared).map(([key, value]) => [key, held(value, live[key])] as const);
  return Object.fromEntries(found.filter((pair): pair is [string, Json] => pair[1] !== undefined));
}
