// Compares paths and bodies with patterns of fault rules.
import type { RE2JS } from "re2js";

/**
 * Tests for the regular expressions of those who use a sandbox, in the syntax of RE2 as in Go: their time grows with the text alone, so that
 * no expression stops a sandbox.
 */

const compiled = new Map<string, RE2JS | undefined>();

/** Number of compiled expressions in the cache. */
const MOST = 500;

/** A test that finds the expression in a text; undefined for what RE2 does not know. */
export function patternTest(pattern: string): ((text: string) => boolean) | undefined {
  if (!compiled.has(pattern)) {
    if (compiled.size >= MOST) compiled.clear();
    compiled.set(pattern, compile(pattern));
  }
  const expression = compiled.get(pattern);
  return expression && ((text) => expression.test(text));
}

function compile(pattern: string): RE2JS | undefined {
  // a sandbox without patterns does not load it
  const { RE2JS: Re2 }: typeof import("re2js") = require("re2js");
  try {
    return Re2.compile(pattern);
  } catch {
    return undefined;
  }
}
