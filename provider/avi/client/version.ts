// Chooses the API version that package and controller both know.

import type { JsonObject } from "../../lifecycle/bodies/json";

/** The newest API whose fields this package knows. */
const NEWEST_VERSION = "30.2.1";

/** Negative, zero or positive as `a` is older than, the same as or newer than `b`. */
export function compareVersions(a: string, b: string): number {
  const partsA = parts(a);
  const partsB = parts(b);
  for (let index = 0; index < 3; index++) {
    const difference = (partsA[index] ?? 0) - (partsB[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function parts(version: string): number[] {
  return version.split(/[.-]/).slice(0, 3).map(Number);
}

/** The version to speak: the controller's own, but none that is newer than what we know. */
export function negotiated(controller: string | undefined): string {
  const version = controller && /^\d+(\.\d+){1,2}/.exec(controller)?.[0];
  if (!version) return NEWEST_VERSION;
  return compareVersions(version, NEWEST_VERSION) > 0 ? NEWEST_VERSION : version;
}

/** From this version on the reference of a child to its parent is called `vh_parent_vs_ref`. */
const PARENT_RENAMED = "22.1.0";

/** The body as the version writes it: programs need not know which name the parent reference has on their controller. */
export function spelledFor(version: string, body: JsonObject): JsonObject {
  const newer = compareVersions(version, PARENT_RENAMED) >= 0;
  const [from, to] = newer ? ["vh_parent_vs_uuid", "vh_parent_vs_ref"] : ["vh_parent_vs_ref", "vh_parent_vs_uuid"];
  const { [from]: parent, ...rest } = body;
  return parent === undefined ? body : { ...rest, [to]: parent };
}
