// Searches texts that tell regular expressions apart: one for each set of expressions that can match together.

import { Algebra, type Expression } from "./algebra";

/** Limit of steps of a search; beyond it the result is incomplete. */
const STEPS = 40_000;

/** Limit of expressions of a search; beyond it the result is incomplete. */
const EXPRESSIONS = 200_000;

/** Limit of texts per set of expressions. */
const ALIKE = 2;

/** Characters for the texts, the most readable first. */
export const PATH_CHARACTERS = "xabcdefghijklmnopqrstuvwyz0123456789XABCDEFGHIJKLMNOPQRSTUVWYZ/-_.~!$&'()*+,;=:@%";
export const VALUE_CHARACTERS = `${PATH_CHARACTERS}"#<>?[]^\`{|}\\ `;
export const HOST_CHARACTERS = "xabcdefghijklmnopqrstuvwyz0123456789-.";

export interface Words {
  /** Short texts for each set of expressions that can match together, including the empty set. */
  words: string[];
  /** False where the search stopped early. */
  complete: boolean;
}

/** Finds texts that tell the expressions apart, the shortest first, one for each set that can match together. */
export function wordsFor(make: (algebra: Algebra) => Expression[], characters: string, beginning = ""): Words {
  const algebra = new Algebra();
  const start = make(algebra);
  const { size } = algebra;
  const codes = representatives(algebra, characters);
  const textsBySet = new Map<string, string[]>();
  let complete = true;
  const begun = start.map((one) => algebra.begun(one));
  const first = [...beginning].reduce((all, one) => all.map((each) => algebra.after(each, one.codePointAt(0)!)), begun);
  const queue: { all: readonly Expression[]; word: string }[] = [{ all: first, word: beginning }];
  const seen = new Set([keyOf(first)]);
  let steps = 0;
  for (const { all, word } of queue) {
    const fits = all.map((one) => (algebra.isMet(one) ? "1" : "0")).join("");
    const alike = textsBySet.get(fits) ?? [];
    if (alike.length < ALIKE) textsBySet.set(fits, [...alike, word]);
    for (const code of codes) {
      const next = all.map((one) => algebra.after(one, code));
      const key = keyOf(next);
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push({ all: next, word: word + String.fromCodePoint(code) });
    }
    steps += codes.length * Math.max(1, start.length / 8);
    if (steps > STEPS || algebra.size > size + EXPRESSIONS) {
      complete = false;
      break;
    }
  }
  return { words: [...textsBySet.values()].flat(), complete };
}

const keyOf = (all: readonly Expression[]): string => all.map(({ id }) => id).join(" ");

/** One character for each class that no expression distinguishes. */
function representatives(algebra: Algebra, characters: string): number[] {
  const borders = [...algebra.borders].sort((a, b) => a - b);
  const chosen = new Map<number, number>();
  for (const character of characters) {
    const code = character.codePointAt(0)!;
    let [low, high] = [0, borders.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (borders[middle]! <= code) low = middle;
      else high = middle;
    }
    if (!chosen.has(low)) chosen.set(low, code);
  }
  return [...chosen.values()];
}
