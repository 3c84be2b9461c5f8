// Chooses the orphans that a user may delete.

import { MARK_PREFIX } from "../lifecycle/ownership";
import type { KnownStates, Marked, MarkedObjects } from "./marked";
import { holds } from "./states";

/** Objects that were named, split into those that may be deleted and those that stay. */
export interface Choice {
  chosen: Marked[];
  /** Reasons why the others stay, by the text that was asked for. */
  refused: { wanted: string; reason: string }[];
}

/** True for a mark of this project, stack or cluster. */
export const isMarkOf = (mark: string, owner: string): boolean =>
  mark === MARK_PREFIX + owner || mark.startsWith(`${MARK_PREFIX}${owner}/`);

/**
 * Judges what the caller wants deleted: one object that carries our mark, in no given state, of a stack of which a state was given. The mark of
 * another stack says that a state is missing; `owner` names a stack that is gone.
 */
export function chosenOf(
  marked: readonly Marked[],
  states: KnownStates,
  names: readonly string[],
  owner: string,
  namesInState: NonNullable<MarkedObjects["namesInState"]> = () => [],
): Choice {
  const isHeld = (object: Marked) => namesInState(object).some((name) => states.names.has(name));
  const choice: Choice = { chosen: [], refused: [] };
  for (const name of new Set(names)) {
    const matches = marked.filter((object) => isNamed(object, name));
    const [object, ...more] = matches;
    const reason = object
      ? more.length > 0
        ? severalOf(matches)
        : reasonToKeep(object, states, owner, isHeld(object))
      : "no object of this type and name carries our mark";
    if (reason !== undefined) choice.refused.push({ wanted: name, reason });
    else if (object && !choice.chosen.includes(object)) choice.chosen.push(object);
  }
  return choice;
}

function isNamed({ type, name, id }: Marked, query: string): boolean {
  const slash = query.indexOf("/");
  const [kind, rest] = [query.slice(0, slash), query.slice(slash + 1)];
  return slash > 0 && kind.toLowerCase() === type.toLowerCase() && (rest === name || rest === id);
}

const severalOf = (objects: readonly Marked[]): string =>
  `${objects.length} objects have this name; use the id: ${objects.map(({ type, id }) => `${type}/${id}`).join(", ")}`;

function reasonToKeep(object: Marked, states: KnownStates, owner: string, isHeldByName: boolean): string | undefined {
  if (holds(states, object.id)) return "a given state holds it";
  if (isHeldByName)
    return "a given state holds an object of this name with another id; run `pulumi refresh` on that stack, and export it again";
  if (object.owner === "") return "it carries no mark, so nothing tells whose it is; delete it on the server";
  if (owner !== "") return isMarkOf(object.owner, owner) ? undefined : `its mark is ${object.owner}, not of ${owner}`;
  if ([...states.stacks].some((stack) => isMarkOf(object.owner, stack))) return undefined;
  return `its mark is ${object.owner}, and no given state is of that stack; add --state, or --owner PROJECT/STACK if the stack no longer exists`;
}
