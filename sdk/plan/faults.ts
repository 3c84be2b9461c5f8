// Finds the objects whose errors would remove something that clients use now.

import { type Diagnostic, describeFault, describeObject } from "../../resources/diagnostic";
import type { Status } from "../routing";
import { type Effect, effectOf } from "../specs";

/** Effects of errors that remove nothing from the plan by mistake: preserved pools and certificates, conflicts, permissions. */
const HARMLESS: ReadonlySet<Effect> = new Set<Effect>([
  ...(["servers preserved", "certificate preserved", "never matched"] as const),
  ...(["conflict", "permission", "restriction lost"] as const),
]);

/** True for a fault after which a part of its object is not planned, by mistake. */
function takesAway(diagnostic: Diagnostic): boolean {
  const effect = effectOf(diagnostic);
  return diagnostic.severity === "error" ? !HARMLESS.has(effect) : effect === "route lost";
}

/** The reason that Gateway API has for a Route whose namespace or kind no listener allows. */
const FORBIDDEN = '"NotAllowedByListeners"';

/** Faults by object: a part of the object is not planned, and the run would remove by mistake what it serves now. */
export function faultsIn(statuses: readonly Status[]): Record<string, string> {
  return Object.fromEntries(
    statuses.flatMap(({ object, diagnostics, fields }) => {
      const isForbidden = JSON.stringify(fields ?? {}).includes(FORBIDDEN);
      const fault = diagnostics.find((one) => takesAway(one) && !(isForbidden && one.code === "LB1701"));
      return fault ? [[describeObject(object), describeFault(fault)] as const] : [];
    }),
  );
}
