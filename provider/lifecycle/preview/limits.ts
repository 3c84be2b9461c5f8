// Compares a plan with the limits of its server.

import type { Needs } from "../../../resources/inventory";
import type { Finding } from "./refusal";

/** One limit of a target. */
export interface Limit {
  /** As the target calls it: `listener`, `servers_per_pool`. */
  limit: string;
  /** Absent where there is none. */
  most?: number;
  /** Absent for the size of one object, of which each has its own. */
  used?: number;
}

/** One limit of a target, and what there is of it. */
export interface LimitState extends Limit {
  left?: number;
  /** Amount that a plan needs in all, existing objects included. */
  needed?: number;
}

/** Adds to limits how much of each is left, and what a plan needs of it. */
export function limitStates(limits: readonly Limit[], needs: Needs): LimitState[] {
  return limits.map((entry) => {
    const { limit, most, used } = entry;
    const needed = used === undefined ? needs.largest?.[limit]?.count : needs.counts?.[limit];
    const free = most === undefined || used === undefined ? undefined : Math.max(0, most - used);
    return { ...entry, ...(free === undefined ? {} : { left: free }), ...(needed === undefined ? {} : { needed }) };
  });
}

/** From this part of a limit on it is reported that little is left. */
const NEARLY = 0.9;

/** Findings where a plan exceeds the limits, or comes near them: the size of single objects, and the number of additional ones. */
export function limitFindings(
  largest: NonNullable<Needs["largest"]>,
  limits: readonly Limit[],
  added: Readonly<Record<string, number>> = {},
): Finding[] {
  return limits.flatMap(({ limit, most, used }): Finding[] => {
    if (most === undefined) return [];
    if (used === undefined) {
      const size = largest[limit];
      const message = size && `${limit} is ${most}, and ${size.of} needs ${size.count}`;
      return message && size.count > most ? [{ code: "LB2071", fails: true, message }] : [];
    }
    const more = added[limit] ?? 0;
    const free = Math.max(0, most - used);
    const state = `${used} of ${most} ${limit} are in use, ${free} left, and the plan adds ${more}`;
    if (more > free) return [{ code: "LB2071", fails: true, message: state }];
    return more > 0 && used + more > most * NEARLY ? [{ code: "LB2072", fails: false, message: state }] : [];
  });
}
