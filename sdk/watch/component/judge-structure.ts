import type { ObjectRef } from "../../../kinds/diagnostic";
import type { StackView } from "../stack/stack-view";
import type { Clock } from "../terms/clock";
import type { PendingChange } from "../terms/reported-event";
import type { WatchedComponent } from "./watched-component";

/** Judgement of the translation about the structure of a moment. */
export interface StructureJudgement {
  /** Changes of `up` besides servers. */
  pending: readonly PendingChange[];
  /** Objects that have changed and that only a preview can judge: their components are not translated here. */
  unjudged: readonly ObjectRef[];
  /** Time of the last change among these, milliseconds since 1970. */
  lastChange: number;
}

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
