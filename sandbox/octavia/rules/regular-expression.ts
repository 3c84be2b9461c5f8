/** Why Python's `re` cannot read an expression, in its words; undefined when it can. */
export function regexFault(expression: string): string | undefined {
  const brackets = bracketFault(expression);
  if (brackets) return brackets;
  try {
    new RegExp(
      expression
        .replaceAll("(?P<", "(?<")
        .replaceAll(/\(\?P=(\w+)\)/g, "\\k<$1>")
        .replaceAll(/\\Z|\\A/g, "$"),
    );
    return undefined;
  } catch {
    return "bad expression at position 0";
  }
}

/** Repetitions of nothing, and brackets and parentheses without their other half. */
function bracketFault(expression: string): string | undefined {
  const open: number[] = [];
  for (let i = 0; i < expression.length; i++) {
    const char = expression[i];
    if (char === "\\") {
      if (i === expression.length - 1) return `bad escape (end of pattern) at position ${i}`;
      i++;
    } else if (char === "[") {
      const end = expression.indexOf("]", i + (expression[i + 1] === "^" ? 3 : 2));
      if (end < 0) return `unterminated character set at position ${i}`;
      i = end;
    } else if (char === "(") {
      open.push(i);
    } else if (char === ")") {
      if (open.pop() === undefined) return `unbalanced parenthesis at position ${i}`;
    } else if ((char === "*" || char === "+" || char === "?") && nothingBefore(expression, i)) {
      return `nothing to repeat at position ${i}`;
    }
  }
  const unclosed = open.pop();
  return unclosed === undefined ? undefined : `missing ), unterminated subpattern at position ${unclosed}`;
}

function nothingBefore(expression: string, at: number): boolean {
  const before = expression[at - 1];
  if (before === "(") return expression[at] !== "?";
  return before === undefined || before === "|" || before === "^";
}
