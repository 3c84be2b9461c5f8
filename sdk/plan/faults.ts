import { type Diagnostic, describeFault, describeObject } from "../../kinds/diagnostic";
import { isLoss, type Status } from "../routing";
import type { SpecCode } from "../specs";

/** Faults after which every place stays planned: its pool keeps its servers. */
const KEEPING: readonly SpecCode[] = "LB1101 LB1102 LB1103 LB1105 LB1111 LB1112 LB1115 LB1119 LB1122 LB1413 LB1415 LB1416".split(
  " ",
) as SpecCode[];

/** The host is named as one that lacks something. */
const LACKING: readonly SpecCode[] = ["LB1107"];

/** Another object has the place, and serves it. */
const CONFLICTS: readonly SpecCode[] = ["LB1203", "LB1205", "LB1712"];

/** Somebody may not, or no longer: a namespace of roots, a delegation, a ReferenceGrant, a listener, a restriction that is lost, a claim of others. */
const PERMISSIONS: readonly SpecCode[] = ["LB1501", "LB1504", "LB1511", "LB1513", "LB1514", "LB1515", "LB1704", "LB1316", "LB1221"];

/** A path is served as it is written, whatever was meant. */
const WRITTEN: readonly SpecCode[] = ["LB1219"];

const HARMLESS: ReadonlySet<string> = new Set([...KEEPING, ...LACKING, ...CONFLICTS, ...PERMISSIONS, ...WRITTEN]);

/** The reason that Gateway API has for a Route whose namespace or kind no listener allows. */
const FORBIDDEN = '"NotAllowedByListeners"';

/** By object: the fault for which a part of it is not planned. What the last run served of it would be taken away by mistake. */
export function faultsIn(statuses: readonly Status[]): Record<string, string> {
  return Object.fromEntries(
    statuses.flatMap(({ object, diagnostics, fields }) => {
      const isForbidden = JSON.stringify(fields ?? {}).includes(FORBIDDEN);
      const takesAway = (diagnostic: Diagnostic) =>
        isLoss(diagnostic) && !HARMLESS.has(diagnostic.code) && !(isForbidden && diagnostic.code === "LB1701");
      const fault = diagnostics.find(takesAway);
      return fault ? [[describeObject(object), describeFault(fault)] as const] : [];
    }),
  );
}
