import type { JsonObject } from "../../lifecycle/sanitize";
import { compareVersions } from "./version";

/** From this version on the reference of a child to its parent is called `vh_parent_vs_ref`. */
const RENAMED = "22.1.0";

/** The body as the version writes it: programs need not know which name the parent reference has on their controller. */
export function spelledFor(version: string, body: JsonObject): JsonObject {
  const [from, to] =
    compareVersions(version, RENAMED) >= 0
      ? (["vh_parent_vs_uuid", "vh_parent_vs_ref"] as const)
      : (["vh_parent_vs_ref", "vh_parent_vs_uuid"] as const);
  const { [from]: parent, ...rest } = body;
  return parent === undefined ? body : { ...rest, [to]: parent };
}
