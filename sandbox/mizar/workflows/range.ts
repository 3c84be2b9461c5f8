import type { JsonObject } from "../../shared/json";
import { type Range, rangeOf } from "../memory/addresses";

const DEFAULT_IP = "10.20.0.0";
const DEFAULT_PREFIX = "16";

/** Whether a range can be read at all. */
export function hasRange(spec: JsonObject): boolean {
  try {
    rangeOfSpec(spec);
    return true;
  } catch {
    return false;
  }
}

/** The range of a Vpc or Subnet; the prefix keeps the type it was written with. */
export function rangeOfSpec(spec: JsonObject): Range {
  const { ip = DEFAULT_IP, prefix = DEFAULT_PREFIX } = spec;
  const written = prefix === "" ? DEFAULT_PREFIX : prefix;
  return rangeOf(String(ip), typeof written === "number" ? written : String(written));
}
