import { countIn, tokensOf } from "./tokens";

/** Fits any text; stands for what RE2 has no word for. */
const ANYTHING = "(?s:.*)";
const ANY_CHARACTER = "(?s:.)";

/** Letters and digits that RE2 knows behind a backslash. */
const ESCAPES = /^\\[AbBzdDsSwWpPQafnrtvx0]/;

/**
 * A regular expression in the syntax of RE2 that fits every text that the given one fits, and perhaps more: without lookarounds, with
 * anything in the place of references, with any number in the place of counts.
 *
 * @param keepsLooks writes lookarounds as groups instead: the result only shows whether the expression is one
 */
export function loosened(pattern: string, keepsLooks = false): string {
  const written: string[] = [];
  let looks = 0;
  for (const token of tokensOf(pattern)) {
    const isLook = /^\(\?<?[=!]$/.test(token);
    if (keepsLooks) written.push(isLook ? "(?:" : looseToken(token));
    else if (looks > 0) looks += token.startsWith("(") && !token.endsWith(")") ? 1 : token === ")" ? -1 : 0;
    else if (isLook) {
      looks = 1;
      written.push("(?:)");
    } else written.push(looseToken(token));
  }
  return written.join("") + (looks > 0 ? "(" : "");
}

function looseToken(token: string): string {
  if (/^\(\?[>|]$/.test(token)) return "(?:";
  if (/^\(\?P=/.test(token)) return ANYTHING;
  if (/^\((\?#|\*)/.test(token)) return "";
  const count = countIn(token);
  if (count) return count.least > count.most ? token : count.least > 0 ? "+" : "*";
  if (/^[*+?][?+]$/.test(token)) return token[0]!;
  if (/^\\[KGZ]$/.test(token)) return "";
  if (/^\\[a-zA-Z0-9]/.test(token)) return ESCAPES.test(token) ? token : ANYTHING;
  if (token.length > 1 && token.startsWith("[")) return isClassOfRe2(token) ? token : ANY_CHARACTER;
  return token;
}

function isClassOfRe2(token: string): boolean {
  if (/-\\[dDsSwWpP]/.test(token)) return false;
  return (token.match(/\\[\s\S]/g) ?? []).every((one) => !/[a-zA-Z0-9]/.test(one) || (ESCAPES.test(one) && !/[AbBzQ]$/.test(one)));
}
