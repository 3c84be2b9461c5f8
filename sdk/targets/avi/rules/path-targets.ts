// Decides whether the target of an HTTPRule matches a path. AKO puts the target into a regular expression for the beginning of a path
// (BuildPoolHTTPRule in internal/nodes/crd_translator.go), so that `/*` is every path. Read here are `.` and the signs `*`, `+` and `?` after a
// character; a target with other signs is compared as it is written. Without backtracking no target takes long.

/** A character, or any (undefined), and how often it may follow itself. */
interface Step {
  character: string | undefined;
  atLeast: 0 | 1;
  repeats: boolean;
}

const GROUPING = /[\\^$()[\]{}|]/;

function stepsOf(target: string): Step[] {
  if (GROUPING.test(target)) return [...target].map((character) => ({ character, atLeast: 1, repeats: false }));
  return [...target.matchAll(/([^*+?])([*+?]?)/gs)].map(([, character, sign]) => ({
    character: character === "." ? undefined : character,
    atLeast: sign === "*" || sign === "?" ? 0 : 1,
    repeats: sign === "*" || sign === "+",
  }));
}

/** True if the path begins with what the target describes. Names of pools have `_` for `/`, so both are the same here. */
export function fitsTarget(target: string, path: string): boolean {
  const text = path.replaceAll("/", "_");
  let ends = new Set([0]);
  for (const { character, atLeast, repeats } of stepsOf(target.replaceAll("/", "_"))) {
    const fits = (at: number) => at < text.length && (character === undefined || text[at] === character);
    const next = new Set<number>();
    for (const from of ends) {
      if (atLeast === 0) next.add(from);
      for (let at = from; fits(at) && !next.has(at + 1); at++) {
        next.add(at + 1);
        if (!repeats) break;
      }
    }
    ends = next;
  }
  return ends.size > 0;
}

/** Number of characters that the target names, without those that may be absent. */
export const ownCharacters = (target: string) =>
  stepsOf(target).filter(({ character, atLeast }) => character !== undefined && atLeast === 1).length;
