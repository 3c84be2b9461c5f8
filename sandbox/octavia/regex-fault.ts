/** Error of Python's `re` for an expression, in its words; undefined if it can read the expression. */
export function regexFault(expression: string): string | undefined {
  const open: number[] = [];
  let last: "atom" | "repeat" | "none" = "none";
  for (let i = 0; i < expression.length; i++) {
    const char = expression[i]!;
    const repeat = REPEAT.exec(expression.slice(i, i + 24));
    if (char === "\\") {
      if (i === expression.length - 1) return `bad escape (end of pattern) at position ${i}`;
      i++;
      last = "atom";
    } else if (char === "[") {
      const end = endOfSet(expression, i);
      if (end < 0) return `unterminated character set at position ${i}`;
      const range = badRange(expression.slice(i + 1, end));
      if (range !== undefined) return `bad character range ${range} at position ${i + 1 + expression.slice(i + 1, end).indexOf(range)}`;
      i = end;
      last = "atom";
    } else if (char === "(") {
      const extension = expression[i + 1] === "?" ? (EXTENSION.exec(expression.slice(i))?.[0] ?? "") : "(";
      if (extension === "")
        return `unknown extension ${expression.slice(i + 1, expression[i + 2] === "<" ? i + 4 : i + 3)} at position ${i + 1}`;
      if (!extension.endsWith(")")) open.push(i);
      i += extension.length - 1;
      last = extension.endsWith(")") ? "atom" : "none";
    } else if (char === ")") {
      if (open.pop() === undefined) return `unbalanced parenthesis at position ${i}`;
      last = "atom";
    } else if (repeat) {
      if (last !== "atom") return `${last === "none" ? "nothing to" : "multiple"} repeat at position ${i}`;
      if (Number(repeat[1]) > Number(repeat[2] || Number.POSITIVE_INFINITY))
        return `min repeat greater than max repeat at position ${i + 1}`;
      i += repeat[0].length - 1;
      last = "repeat";
    } else {
      last = char === "|" || char === "^" ? "none" : "atom";
    }
  }
  const unclosed = open.pop();
  return unclosed === undefined ? undefined : `missing ), unterminated subpattern at position ${unclosed}`;
}

/** A repetition with its sign for lazy or possessive. */
const REPEAT = /^(?:[*+?]|\{(?=\d|,)(\d*)(?:,(\d*))?\})[?+]?/;

/** The beginning of a group with an extension; references, comments and flags match as a whole. */
const EXTENSION = /^\(\?(?:[:=!>]|<[=!]|P<\w+>|P=\w+\)|#[^)]*\)|[aiLmsux-]+[:)]|\(\w+\))/;

/** The place of the bracket that closes a set; one right behind its beginning is a member. */
function endOfSet(expression: string, begin: number): number {
  let i = begin + (expression[begin + 1] === "^" ? 2 : 1);
  if (expression[i] === "]") i++;
  for (; i < expression.length; i++) {
    if (expression[i] === "]") return i;
    if (expression[i] === "\\") i++;
  }
  return -1;
}

/** The first range of a set whose end comes before its beginning, or is a class. */
const badRange = (members: string): string | undefined =>
  [...members.replace(/^\^/, "").matchAll(/\\[\s\S]|([^\\])-(?:([^\\])|\\[dDsSwW])/g)].find(([, from = "", to = ""]) => from > to)?.[0];
