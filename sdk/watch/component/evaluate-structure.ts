// Finds the components whose structure differs from the stack.

import type { ObjectRef } from "../../../resources/diagnostic";
import type { StructureEvaluation } from "../evaluate/pending-changes";
import type { StackView } from "../stack/stack-view";
import type { Clock } from "../terms/clock";
import type { PendingChange } from "../terms/reported-event";
import type { WatchedComponent } from "./watched-component";

/**
 * Compares the structure that components have now with the stack.
 *
 * @param reviewed called with a component whose structure changes nothing, and the ids of its resources that have other servers with it
 */
export async function evaluateStructure(
  watches: readonly WatchedComponent[],
  stack: StackView,
  clock: Clock,
  reviewed: (watch: WatchedComponent, ids: Iterable<string>) => void,
): Promise<StructureEvaluation> {
  const pending: PendingChange[] = [];
  const unevaluated: ObjectRef[] = [];
  let lastChange = 0;
  for (const watch of watches) {
    const differences = await watch.differences(stack.of(watch.owner), stack.open, clock);
    if (!differences) {
      unevaluated.push(...watch.causes());
      lastChange = Math.max(lastChange, watch.lastChange());
      continue;
    }
    const { objects, fields, before } = differences;
    if (Object.keys(objects).length > 0) pending.push({ causes: watch.causes(), since: watch.waitsSince(true), objects, fields });
    else {
      watch.waitsSince(false);
      reviewed(watch, watch.review(before));
    }
  }
  return { pending, unevaluated, lastChange };
}
