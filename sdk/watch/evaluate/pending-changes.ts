// Changes that wait for review: those that only a preview finds, and whether two lists of them are equal.

import type { ObjectRef } from "../../../resources/diagnostic";
import { opOf, type RunStep, resourceOf } from "../stack/program";
import type { PendingChange } from "../terms/reported-event";
import { isDerived, structureIn } from "./structure-or-members";

/** Differences between the current specs and the stack, as a translation finds them. */
export interface StructureEvaluation {
  /** Changes of `up` besides servers. */
  pending: readonly PendingChange[];
  /** Changed objects that only a preview can evaluate: their components are not translated here. */
  unevaluated: readonly ObjectRef[];
  /** Time of the last change among these, milliseconds since 1970. */
  lastChange: number;
}

/** Changes of a preview that the translation did not foresee: other packages, values that only the program knows. */
export function unforeseenIn(
  steps: readonly RunStep[],
  foreseen: readonly PendingChange[],
  causes: PendingChange["causes"],
): PendingChange[] {
  const foreseenResources = new Set(foreseen.flatMap(({ objects }) => Object.keys(objects)));
  const others = structureIn(steps).filter(
    (step) => !foreseenResources.has(resourceOf(step)) && !(foreseenResources.size > 0 && isForeseen(step)),
  );
  return others.length > 0 ? [pendingChange(causes, Object.fromEntries(others.map((step) => [resourceOf(step), opOf(step)])))] : [];
}

/**
 * True for a step that only writes a status which follows from a foreseen change. Not for Mizar: nothing of it is translated here, so that the
 * status of a Pod is the only sign of a change.
 */
const isForeseen = ({ type, within = "" }: RunStep) => isDerived(type) && !/^$|:mizar:/.test(within);

export const pendingChange = (causes: PendingChange["causes"], objects: PendingChange["objects"]): PendingChange => ({
  causes,
  since: new Date().toISOString(),
  objects,
});

/** Text that is the same for the same changes of resources. */
export const changesKey = (pending: readonly PendingChange[]) => JSON.stringify(pending.map(({ objects, fields }) => [objects, fields]));

/** True if both have the same changes, with the same refusals. */
export const arePendingEqual = (pending: readonly PendingChange[], other: readonly PendingChange[]) =>
  changesKey(pending) === changesKey(other) && refusalsOf(pending) === refusalsOf(other);

const refusalsOf = (pending: readonly PendingChange[]) => JSON.stringify(pending.map(({ refused }) => refused));
