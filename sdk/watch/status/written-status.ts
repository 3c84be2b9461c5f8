// Recognises run steps that only write statuses.

import { hasSharedLists } from "../../../provider/kubernetes";
import type { ResourceInputs } from "../../../resources/members";
import { OBJECT_STATUS } from "../../../resources/object-status";
import { OBJECT_STATUSES, OBJECTS } from "../../../resources/object-statuses";
import { isRecord } from "../../specs";
import type { RunStep } from "../stack/program";
import { kindInState } from "../stack/stack-state";

/** Steps with statuses that the watch writes itself. They are never reviewed, also where they are new, and no drift: the watch compares them. */
export function isWrittenStatus(step: RunStep): boolean {
  const groups = apiGroupsIn(step);
  return groups.length > 0 && groups.every(hasSharedLists);
}

/** API groups of the objects of a step that writes statuses; ids of entries are known when their values are not. */
function apiGroupsIn({ type, before, after }: RunStep): string[] {
  const inputs = (after ?? before)?.inputs ?? {};
  if (kindInState(type) === OBJECT_STATUS) return typeof inputs.apiVersion === "string" ? [inputs.apiVersion] : [];
  return kindInState(type) === OBJECT_STATUSES ? objectIdsIn(inputs).map((id) => (id.split("/")[0] ?? "").replace(/^[^.]*\.?/, "")) : [];
}

/** Ids of the objects whose statuses are in one resource. */
export const objectIdsIn = ({ [OBJECTS]: objects }: ResourceInputs): string[] => (isRecord(objects) ? Object.keys(objects).sort() : []);
