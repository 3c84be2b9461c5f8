// Finds out that a new component is a renamed one.

import type { Properties } from "../bodies/json";
import type { CheckFailure } from "../handler";
import { nameList } from "../messages/counts";
import { MARK_PREFIX } from "../ownership";
import type { ExistingObject, ExistingObjects } from "./existing-objects";
import type { GuardedInputs } from "./guarded-inputs";
import { refused } from "./refusal";
import { hostsOf } from "./served";

/** Parts of a mark. */
interface Mark {
  /** `<project>/<stack>` */
  program: string;
  cluster: string;
  component: string;
}

function markParts(mark: string): Mark | undefined {
  if (!mark.startsWith(MARK_PREFIX)) return undefined;
  const [project, stack, cluster, ...component] = mark.slice(MARK_PREFIX.length).split("/");
  return project && stack && cluster && component.length > 0
    ? { program: `${project}/${stack}`, cluster, component: component.join("/") }
    : undefined;
}

/**
 * Refuses a new component that serves what a component no longer in the same program serves: it was renamed together
 * with its cluster, so that no name is taken, and all of it would be created under the new names and deleted under the old. Nothing is
 * judged where the program does not say which components it has.
 */
export function renamedFrom(
  seen: ExistingObjects,
  { names = [], served = {}, owner = "" }: GuardedInputs,
  properties: Properties,
): CheckFailure[] {
  const { __components: components } = properties;
  const ours = markParts(owner);
  if (!ours || !Array.isArray(components)) return [];
  const [desired, hosts] = [new Set(names), new Set(hostsOf(served))];
  const moves = new Map<string, string[]>();
  for (const sighting of seen.objects) {
    const theirs = markParts(sighting.owner);
    if (theirs?.program !== ours.program || components.includes(theirs.component)) continue;
    const movesThere = movesOf(sighting, desired, hosts, theirs.cluster, ours.cluster);
    if (movesThere.length > 0) moves.set(sighting.owner, [...(moves.get(sighting.owner) ?? []), ...movesThere]);
  }
  const [first] = moves;
  if (!first) return [];
  const [mark, movesOfMark] = first;
  const { component, cluster } = markParts(mark) ?? ours;
  return refused(
    "LB2054",
    `the objects with the mark ${mark} would be deleted, because the program has no component "${component}" any more, and the same would be served again under other names: ${nameList([...new Set(movesOfMark)].sort())}. Clients with an old address fail until their DNS entry expires`,
    `If the component was renamed, \`aliases: [{ name: "${component}" }]\` in its options keeps its state, and the cluster name ${cluster} keeps its objects and addresses. If clients may find other addresses, set \`adopt: true\` for one run. To have both for a while, keep the component "${component}" beside the new one (\`k8s-lb plan-move\` shows who moves).`,
  );
}

/**
 * Names under which an object, or part of it, continues: the object itself with the other cluster in its name, or a host that it serves.
 */
function movesOf(
  { name, serves = [] }: ExistingObject,
  desired: ReadonlySet<string>,
  hosts: ReadonlySet<string>,
  was: string,
  is: string,
): string[] {
  const heir = placesOf(name, was)
    .map((at) => name.slice(0, at) + is + name.slice(at + was.length))
    .find((one) => desired.has(one));
  if (heir) return [`${name} as ${heir}`];
  return serves.filter((host) => hosts.has(host.toLowerCase())).map((host) => `host ${host.toLowerCase()} of ${name}`);
}

/** Positions of a text in another one. */
function placesOf(text: string, part: string): number[] {
  return [...text].flatMap((_, at) => (text.startsWith(part, at) ? [at] : []));
}
