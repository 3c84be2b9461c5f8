// Finds documents that are nested too deeply, before the parser overflows the stack.

import { CST, LineCounter } from "yaml";
import { MAX_DEPTH } from "../object";
import { tokensOf } from "./lexer";

/** Each block level needs a column; few texts have that many. */
const INDENTED = new RegExp(`^(?: |[-?] ){${MAX_DEPTH / 2}}`, "m");

/**
 * Line at which a text becomes too deep. Documents are composed recursively, and a stack overflow may end the process. Tokens are examined
 * only if brackets or indentation look deep.
 */
export function lineTooDeep(text: string): number | undefined {
  if (!INDENTED.test(text) && !hasDeepBrackets(text)) return undefined;
  const lines = new LineCounter();
  for (const token of tokensOf(text, lines)) {
    if (token.type !== "document") continue;
    const rest: [CST.Token | null | undefined, number][] = [[token.value, 1]];
    for (let next = rest.pop(); next; next = rest.pop()) {
      const [node, depth] = next;
      if (!node || !CST.isCollection(node)) continue;
      if (depth > MAX_DEPTH) return lines.linePos(node.offset).line;
      for (const { key, value } of node.items) rest.push([key, depth + 1], [value, depth + 1]);
    }
  }
  return undefined;
}

/** Ignores quotes: brackets in texts only cause the exact check. */
function hasDeepBrackets(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === "[" || bracket === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
