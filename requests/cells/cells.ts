// Divides the requests of a host into cells: requests that are answered by the same pair of rules of two routing tables.

import { dimensionOf, type Value } from "../answer/match";
import { conditionText, notRunText } from "../messages";
import type { Condition, PathCondition, ServedRule } from "../table/routing-table";
import { groupsOf } from "./groups";
import { samplesOf, type Within } from "./samples";

/** Limit of cells for one host. */
export const MOST_CELLS = 4096;

/** A rule with the conditions that are not decided yet. */
export interface Open {
  id: number;
  rule: ServedRule;
  left: readonly Condition[];
}

/**
 * Values of the decided dimensions; the first of several equivalent ones is used in the example request. {@link FITTING} has the regular
 * expressions that are assumed to match.
 */
export type Fixed = ReadonlyMap<string, readonly Value[]>;

/** Key beside the dimensions, for {@link Request.fitting}. */
export const FITTING = "fitting";

/** Requests that one rule of each side answers. */
export interface Cell {
  a?: ServedRule;
  b?: ServedRule;
  fixed: Fixed;
  /** False where requests of further cells may exist that the search did not find. */
  certain: boolean;
}

/** Rules with nothing decided. A rule that replaces a part of the path is listed twice: for paths with that part, and for all others. */
export function open(rules: readonly ServedRule[]): Open[] {
  const all = rules.flatMap((rule) => {
    const conditions = rule.match ?? [];
    const edit = editIn(rule);
    return edit
      ? [
          { rule, left: [...conditions, edit] },
          { rule, left: conditions },
        ]
      : [{ rule, left: conditions }];
  });
  return all.map((one, id) => ({ id, ...one }));
}

/** Condition for the part of a path that a rule replaces. */
export function editIn({ to }: ServedRule): PathCondition | undefined {
  const edit = "redirect" in to ? to.redirect.path : "forward" in to ? to.path : undefined;
  if (!edit) return undefined;
  if ("full" in edit) return { of: "path", is: "exact", values: [edit.full] };
  return { of: "path", is: edit.by ?? "characters", values: [edit.from] };
}

/**
 * Divides the requests of one host into cells: decides the conditions one dimension at a time and drops decided ones. Calls back for each
 * pair of rules that some request meets (`undefined`: no rule), once, or once per part of a replaced path.
 *
 * @return reasons why requests were left out
 */
export function cellsOf(a: readonly Open[], b: readonly Open[], within: Within, report: (cell: Cell) => void): string[] {
  const search = new CellSearch(within, report);
  search.visit({ a, b, fixed: new Map(), certain: true });
  return [...search.limits];
}

/** Requests with these values that the rules of both sides may answer. */
interface Requests extends Pick<Cell, "fixed" | "certain"> {
  a: readonly Open[];
  b: readonly Open[];
}

class CellSearch {
  /** Reasons why requests were left out. */
  readonly limits = new Set<string>();
  private readonly reported = new Set<string>();
  private count = 0;

  constructor(
    private readonly within: Within,
    private readonly report: (cell: Cell) => void,
  ) {}

  visit(requests: Requests): void {
    if (this.count > MOST_CELLS) {
      this.limits.add(`more than ${MOST_CELLS} kinds of requests`);
      return;
    }
    const candidates = { ...requests, a: decided(requests.a), b: decided(requests.b) };
    const dimension = undecidedDimension([...candidates.a, ...candidates.b]);
    if (dimension === undefined) this.reportCell(candidates);
    else for (const part of this.divide(candidates, dimension)) this.visit(part);
  }

  private reportCell({ a: [first], b: [second], fixed, certain }: Requests): void {
    this.count++;
    const pair = `${first?.id} ${second?.id}`;
    if (this.reported.has(pair)) return;
    this.reported.add(pair);
    this.report({ ...(first ? { a: first.rule } : {}), ...(second ? { b: second.rule } : {}), fixed, certain });
  }

  /** Divides requests by the conditions of one dimension that they meet. */
  private divide({ a, b, fixed, certain }: Requests, dimension: string): Requests[] {
    const parted = new Parted(dimension, [...a, ...b]);
    const { values, complete } = samplesOf(parted.conditions, this.within);
    const { groups, undecided: patterns } = groupsOf(parted.conditions, values);
    const unmet = complete ? [] : parted.conditions.filter((_, index) => !groups.some(({ isMet }) => isMet[index]));
    for (const pattern of patterns) this.limits.add(notRunText(pattern));
    for (const condition of unmet) this.limits.add(`no request is known with ${conditionText(condition)}`);
    return groups.map(({ alike, isMet, fitting }) => {
      const assumed = patterns.length > 0 ? [[FITTING, [...(fixed.get(FITTING) ?? []), ...fitting]] as const] : [];
      return {
        a: parted.left(a, isMet),
        b: parted.left(b, isMet),
        fixed: new Map([...fixed, [dimension, alike], ...assumed]),
        certain: certain && complete && patterns.length === 0,
      };
    });
  }
}

/** The dimension that is decided next: the path, if the first rule with open conditions has one of it. */
function undecidedDimension(rules: readonly Open[]): string | undefined {
  const undecided = rules.find(({ left }) => left.length > 0)?.left;
  const chosen = undecided?.find(({ of }) => of === "path") ?? undecided?.[0];
  return chosen && dimensionOf(chosen);
}

/** Rules up to the first that matches every request. */
function decided(rules: readonly Open[]): readonly Open[] {
  const end = rules.findIndex(({ left }) => left.length === 0);
  return end < 0 ? rules : rules.slice(0, end + 1);
}

/** Conditions of one dimension, without duplicates, and those of each rule. */
class Parted {
  readonly conditions: Condition[] = [];
  private readonly conditionsByRule = new Map<Open, { indices: number[]; rest: readonly Condition[] }>();

  constructor(dimension: string, rules: readonly Open[]) {
    const indexByKey = new Map<string, number>();
    const indexOf = (condition: Condition): number => {
      const key = JSON.stringify(condition);
      const index = indexByKey.get(key) ?? this.conditions.push(condition) - 1;
      indexByKey.set(key, index);
      return index;
    };
    for (const rule of rules) {
      const conditions = rule.left.filter((condition) => dimensionOf(condition) === dimension);
      if (conditions.length === 0) continue;
      this.conditionsByRule.set(rule, {
        indices: conditions.map(indexOf),
        rest: rule.left.filter((condition) => !conditions.includes(condition)),
      });
    }
  }

  /** Rules that can still match, without the conditions that are met. */
  left(rules: readonly Open[], isMet: readonly boolean[]): Open[] {
    return rules.flatMap((rule) => {
      const ofDimension = this.conditionsByRule.get(rule);
      if (!ofDimension) return [rule];
      return ofDimension.indices.every((index) => isMet[index]) ? [{ ...rule, left: ofDimension.rest }] : [];
    });
  }
}
