// Prints changed properties, which clients or servers notice beside the answers, as lines of a review.

import { addTo } from "../../resources/lists";
import type { PropertyDifference } from "./property-changes";

/** Limit of lines in a review. */
const MOST = 20;
/** Up to this number of hosts are named in a shared line. */
const ALIKE = 4;
const NAMED = 3;

/** `2 changes beside the answers` */
export const propertyHeadline = ({ length }: readonly PropertyDifference[]): string =>
  length === 0 ? "" : `${length} change${length === 1 ? "" : "s"} beside the answers`;

/** One line per change, losses first; hosts with the same change share a line. Losses are never cut. */
export function propertyLines(changes: readonly PropertyDifference[]): string[] {
  const groups = new Map<string, PropertyDifference[]>();
  for (const change of changes) {
    const key = change.host === "" ? lineOf(change) : lineOf(change).replaceAll(change.host, "\0");
    addTo(groups, key, change);
  }
  const lines = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length < ALIKE) return group.map((one) => lineOf(one));
    const names = group.slice(0, NAMED).map(({ region }) => region);
    return [lineOf(first, `${group.length} hosts: ${names.join(", ")} and ${group.length - NAMED} more`)];
  });
  const lost = lines.filter((line) => line.startsWith("-"));
  const others = lines.filter((line) => !line.startsWith("-"));
  const room = Math.max(MOST - lost.length, 1);
  if (others.length <= room) return [...lost, ...others];
  return [...lost, ...others.slice(0, room - 1), `and ${others.length - room + 1} more changes beside the answers: see \`k8s-lb diff\``];
}

const lineOf = ({ region, turns }: PropertyDifference, place = region): string =>
  `${turns.some(({ isLoss }) => isLoss) ? "-" : "~"} ${place}: ${turns.map(({ text }) => text).join("; ")}`;
