import type { ObjectRef } from "../../../resources/diagnostic";
import type { StructureJudgement } from "../judge/pending-changes";
import type { StackView } from "../stack/stack-view";
import type { Clock } from "../terms/clock";
import type { PendingChange } from "../terms/reported-event";
import type { WatchedComponent } from "./watched-component";

/**
 * Compares the structure that components have now with the stack.
 *
 * @param reviewed called with a component whose structure changes nothing, and the ids of its resources that have other servers with it
 */
export async function judgeStructure(
  watches: readonly WatchedComponent[],
  stack: StackView,
  clock: Clock,
  reviewed: (watch: WatchedComponent, ids: Iterable<string>) => void,
): Promise<StructureJudgement> {
  const pending: PendingChange[] = [];
  const unjudged: ObjectRef[] = [];
  let lastChange = 0;
  for (const watch of watches) {
    const found = await watch.differences(stack.of(watch.owner), stack.open, clock);
    if (!found) {
      unjudged.push(...watch.causes());
      lastChange = Math.max(lastChange, watch.lastChange());
      continue;
    }
    const { objects, fields, before } = found;
    if (Object.keys(objects).length > 0) pending.push({ causes: watch.causes(), since: watch.waitsSince(true), objects, fields });
    else {
      watch.waitsSince(false);
      reviewed(watch, watch.review(before));
    }
  }
  return { pending, unjudged, lastChange };
}
