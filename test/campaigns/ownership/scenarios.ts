import { FOREIGN } from "./grounds";

/** Situation in which the operation begins. */
export type ScenarioStart =
  /** Objects of the resource; the state knows them. */
  | "known"
  /** Objects of the resource; the state is lost, is another stack's, or lies in another backend. */
  | "unknown"
  /**
   * Two backends have a stack of the same name: both states know the objects, with one mark. Their inventories stop this (LB2053); here
   * `adopt` went on.
   */
  | "known in two backends"
  /** As `unknown`, of one object of several. */
  | "one unknown"
  /** As `known`, and one object of several is another's. */
  | "one known"
  /** Made by others between preview and up. */
  | "made after the preview"
  /** Taken over by others between preview and up. */
  | "taken after the preview"
  /** Ours went by hand, and others made the same. */
  | "created again"
  /** Ours beside one of others whose name begins with ours, or the other way round. */
  | "beside a longer name"
  | "beside a shorter name";

export type ScenarioOperation =
  | "create"
  | "adopt"
  | "update"
  | "replace"
  | "refresh"
  | "refresh, then update"
  | "delete"
  | "refresh, then delete";

/**
 * A code: refused with it, nothing is written. `taken up`: it is ours and as declared. `told`: the refresh shows the owner, nothing is
 * written. `let be`: what others have stays as it is, and ours is as declared, or gone. `gone`: nothing is left.
 */
export type Expected = "LB2003" | "LB2004" | "taken up" | "told" | "left alone" | "gone";

/** One situation, for every kind of every target. */
export interface ScenarioRow {
  given: ScenarioStart;
  /** Owner of the mark on the object. */
  whose: string;
  deed: ScenarioOperation;
  expected: Expected;
}

type ScenarioLine = readonly [given: ScenarioStart, deed: ScenarioOperation, expected: Expected];

const rows = (whose: readonly string[], lines: readonly ScenarioLine[]): ScenarioRow[] =>
  whose.flatMap((one) => lines.map(([given, deed, expected]) => ({ given, whose: one, deed, expected })));

const others = Object.keys(FOREIGN);

/** Owner, situation and operation of what each run of the tests looks at, whatever the sample. */
const BASIC = [
  ...["unknown, create", "unknown, adopt", "one unknown, create", "known, update", "known, delete", "known, refresh"].map(
    (line) => `another program, ${line}`,
  ),
  ...["ours, unknown, create", "nobody, known, refresh, then update"],
];

export const isBasic = ({ whose, given, deed }: ScenarioRow): boolean => BASIC.includes(`${whose}, ${given}, ${deed}`);

export const ROWS: readonly ScenarioRow[] = [
  ...rows(others, [
    ["unknown", "create", "LB2003"],
    ["unknown", "adopt", "taken up"],
    ["known", "update", "LB2004"],
    ["known", "refresh", "told"],
    ["known", "delete", "LB2004"],
  ]),
  ...rows(
    ["another program", "another stack"],
    [
      ["known", "replace", "LB2004"],
      ["known", "refresh, then update", "LB2004"],
      ["known", "refresh, then delete", "LB2004"],
      ["one unknown", "create", "LB2003"],
      ["one unknown", "adopt", "taken up"],
      ["one known", "update", "LB2004"],
      ["one known", "delete", "LB2004"],
      ["one known", "refresh", "told"],
      ["made after the preview", "create", "LB2003"],
      ["taken after the preview", "update", "LB2004"],
      ["beside a longer name", "update", "left alone"],
      ["beside a longer name", "refresh", "left alone"],
      ["beside a longer name", "delete", "left alone"],
      ["beside a longer name", "adopt", "left alone"],
      ["beside a shorter name", "update", "left alone"],
      ["beside a shorter name", "refresh", "left alone"],
      ["beside a shorter name", "delete", "left alone"],
      ["beside a shorter name", "create", "left alone"],
    ],
  ),
  ...rows(
    ["ours"],
    [
      ["unknown", "create", "taken up"],
      ["unknown", "adopt", "taken up"],
      ["known in two backends", "update", "taken up"],
      ["known in two backends", "replace", "taken up"],
      ["known in two backends", "refresh", "taken up"],
      ["known in two backends", "delete", "gone"],
      ["beside a longer name", "delete", "left alone"],
      ["beside a longer name", "update", "left alone"],
      ["beside a shorter name", "delete", "left alone"],
      ["beside a shorter name", "update", "left alone"],
    ],
  ),
  ...rows(
    ["nobody"],
    [
      ["unknown", "create", "LB2003"],
      ["unknown", "adopt", "taken up"],
      ["known", "update", "taken up"],
      ["known", "refresh", "told"],
      ["known", "refresh, then update", "taken up"],
      ["known", "delete", "gone"],
      ["known", "refresh, then delete", "gone"],
      ["one unknown", "create", "LB2003"],
      ["one known", "update", "taken up"],
      ["one known", "delete", "gone"],
    ],
  ),
];
