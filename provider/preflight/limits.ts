import type { Needs } from "../../kinds/inventory";
import type { Finding } from "../lifecycle/refusal";

/** One limit of a target. */
export interface Limit {
  /** As the target calls it: `listener`, `servers_per_pool`. */
  limit: string;
  /** Absent where there is none. */
  most?: number;
  /** Absent for the size of one object, of which each has its own. */
  used?: number;
}

/** Limits of Octavia without a quota: a policy takes at most so many rules (octavia.md 2.6). */
export const RULES: readonly Limit[] = [{ limit: "rules_per_policy", most: 50 }];

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
    const wanted = added[limit] ?? 0;
    const left = Math.max(0, most - used);
    const state = `${used} of ${most} ${limit} are in use, ${left} left, and the plan adds ${wanted}`;
    if (wanted > left) return [{ code: "LB2071", fails: true, message: state }];
    return wanted > 0 && used + wanted > most * NEARLY ? [{ code: "LB2072", fails: false, message: state }] : [];
  });
}
