// Rewrites a PCRE expression into a broader one that RE2 supports.

import { countIn, tokensOf } from "./tokens";

/** Matches any text; replaces what RE2 does not support. */
const ANYTHING = "(?s:.*)";
const ANY_CHARACTER = "(?s:.)";

/** Letters and digits that RE2 supports after a backslash. */
const ESCAPES = /^\\[AbBzdDsSwWpPQafnrtvx0]/;

/**
 * An RE2 expression that matches every text of the given one, and perhaps more: without lookarounds, with anything instead of references,
 * with any number instead of large counts.
 *
 * @param keepsLooks write lookarounds as groups; the result only shows whether the syntax is valid
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
