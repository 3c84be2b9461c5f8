// Checks regular expressions as Python's `re` does, and words the fault as Python does.

/** A piece of an expression: where it ends, and what it leaves to a repetition. */
interface Token {
  end: number;
  leaves: "atom" | "repeat" | "none";
}

/** Error of Python's `re` for an expression, in its words; undefined if it can read the expression. */
export function regexFault(expression: string): string | undefined {
  const open: number[] = [];
  let last: Token["leaves"] = "none";
  for (let at = 0; at < expression.length; ) {
    const token = tokenAt(expression, at, last);
    if (typeof token === "string") return token;
    if (expression[at] === "(" && token.leaves === "none") open.push(at);
    if (expression[at] === ")" && open.pop() === undefined) return `unbalanced parenthesis at position ${at}`;
    ({ end: at, leaves: last } = token);
  }
  const unclosed = open.pop();
  return unclosed === undefined ? undefined : `missing ), unterminated subpattern at position ${unclosed}`;
}

/** The token that begins here, or the error in it. */
function tokenAt(expression: string, at: number, last: Token["leaves"]): Token | string {
  const char = expression[at];
  if (char === "[") return setAt(expression, at);
  if (char === "(") return groupAt(expression, at);
  if (char === "\\")
    return at === expression.length - 1 ? `bad escape (end of pattern) at position ${at}` : { end: at + 2, leaves: "atom" };
  const repeat = REPEAT.exec(expression.slice(at, at + 24));
  if (repeat) return repeatAt(repeat, at, last);
  return { end: at + 1, leaves: char === "|" || char === "^" ? "none" : "atom" };
}

function setAt(expression: string, at: number): Token | string {
  const end = endOfSet(expression, at);
  if (end < 0) return `unterminated character set at position ${at}`;
  const members = expression.slice(at + 1, end);
  const range = badRange(members);
  if (range !== undefined) return `bad character range ${range} at position ${at + 1 + members.indexOf(range)}`;
  return { end: end + 1, leaves: "atom" };
}

/** The beginning of a group, or all of a reference, a comment or flags. */
function groupAt(expression: string, at: number): Token | string {
  if (expression[at + 1] !== "?") return { end: at + 1, leaves: "none" };
  const [extension] = EXTENSION.exec(expression.slice(at)) ?? [];
  if (extension !== undefined) return { end: at + extension.length, leaves: extension.endsWith(")") ? "atom" : "none" };
  return `unknown extension ${expression.slice(at + 1, expression[at + 2] === "<" ? at + 4 : at + 3)} at position ${at + 1}`;
}

function repeatAt([text, min, max]: RegExpExecArray, at: number, last: Token["leaves"]): Token | string {
  if (last !== "atom") return `${last === "none" ? "nothing to" : "multiple"} repeat at position ${at}`;
  if (Number(min) > Number(max || Number.POSITIVE_INFINITY)) return `min repeat greater than max repeat at position ${at + 1}`;
  return { end: at + text.length, leaves: "repeat" };
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
