import { Algebra, type Expression } from "./algebra";

/** The most steps of a search: beyond, the result is not complete. */
const STEPS = 40_000;

/** The most expressions that a search makes: beyond, the result is not complete. */
const EXPRESSIONS = 200_000;

/** Of texts that the same expressions fit, so many are kept. */
const ALIKE = 2;

/** Characters of the texts that are looked for, the most legible first. */
export const PATH_CHARACTERS = "xabcdefghijklmnopqrstuvwyz0123456789XABCDEFGHIJKLMNOPQRSTUVWYZ/-_.~!$&'()*+,;=:@%";
export const VALUE_CHARACTERS = `${PATH_CHARACTERS}"#<>?[]^\`{|}\\ `;
export const HOST_CHARACTERS = "xabcdefghijklmnopqrstuvwyz0123456789-.";

export interface Words {
  /** Short texts for each set of expressions that one text can fit together, the empty set too. */
  words: string[];
  /** False where the search was given up. */
  complete: boolean;
}

/** Texts that tell the expressions apart: all that may fit together are found, the shortest first. */
export function wordsFor(make: (algebra: Algebra) => Expression[], characters: string, beginning = ""): Words {
  const algebra = new Algebra();
  const start = make(algebra);
  const { size } = algebra;
  const codes = representatives(algebra, characters);
  const found = new Map<string, string[]>();
  let complete = true;
  const begun = start.map((one) => algebra.begun(one));
  const first = [...beginning].reduce((all, one) => all.map((each) => algebra.after(each, one.codePointAt(0)!)), begun);
  const queue: { all: readonly Expression[]; word: string }[] = [{ all: first, word: beginning }];
  const seen = new Set([keyOf(first)]);
  let steps = 0;
  for (const { all, word } of queue) {
    const fits = all.map((one) => (algebra.isMet(one) ? "1" : "0")).join("");
    const alike = found.get(fits) ?? [];
    if (alike.length < ALIKE) found.set(fits, [...alike, word]);
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
  return { words: [...found.values()].flat(), complete };
}

const keyOf = (all: readonly Expression[]): string => all.map(({ id }) => id).join(" ");

/** One character for all that no expression tells apart. */
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
