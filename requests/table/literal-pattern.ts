// Regular expressions for literal texts, and the alternatives of a pattern.

/** The regular expression that matches a text literally. */
export const literalPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Alternatives of a pattern, without those inside groups and classes. */
export function alternativesOf(pattern: string): string[] {
  const alternatives: string[] = [];
  let [begin, depth, isClass] = [0, 0, false];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (isClass) isClass = character !== "]";
    else if (character === "[") isClass = true;
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "|" && depth === 0) {
      alternatives.push(pattern.slice(begin, at));
      begin = at + 1;
    }
  }
  return [...alternatives, pattern.slice(begin)];
}
