// Evaluates regular expressions of users with RE2, in time linear in the text. RE2 lacks lookarounds and references; what it accepts has
// the same meaning in PCRE.

import type { RE2JS } from "re2js";
import { loosened } from "./loosened";
import { tokensOf, writtenOut } from "./tokens";

/** The longest regular expression that is evaluated, with counts such as `{8}` written out; the result of a longer one is unknown. */
export const MOST_CHARACTERS = 2048;

/** Limit of compiled expressions in the cache. */
const MOST_COMPILED = 1000;

type Test = (text: string) => boolean;

/** Ways to evaluate an expression: exactly, or with a broader one. */
interface Engine {
  exact?: Test;
  loose?: Test;
}

const engines = new Map<string, Engine>();

/**
 * True if the regular expression matches in the text; `fold` ignores case. Undefined where unknown: the expression is too long, or RE2 does
 * not support it.
 */
export function isFound(pattern: string, fold: boolean, text: string): boolean | undefined {
  const { exact, loose } = engineOf(pattern, fold);
  if (exact) return exact(text);
  return loose?.(text) === false ? false : undefined;
}

/** True if the result is known for every text. */
export const isKnown = (pattern: string): boolean => engineOf(pattern, false).exact !== undefined;

/** True for a valid regular expression, whether RE2 supports it or not. */
export const isExpression = (pattern: string): boolean =>
  pattern.length > MOST_CHARACTERS || isKnown(pattern) || compiled(loosened(pattern, true), false) !== undefined;

function engineOf(pattern: string, fold: boolean): Engine {
  const key = `${fold ? "i" : ""}/${pattern}`;
  const cachedEngine = engines.get(key);
  if (cachedEngine) return cachedEngine;
  const engine = made(pattern, fold);
  if (engines.size >= MOST_COMPILED) engines.clear();
  engines.set(key, engine);
  return engine;
}

function made(pattern: string, fold: boolean): Engine {
  if (pattern.length > MOST_CHARACTERS) return {};
  const exact = isRunnable(pattern) ? compiled(pattern, fold) : undefined;
  if (exact) return { exact };
  const loose = compiled(loosened(pattern), fold);
  return loose ? { loose } : {};
}

/** RE2 reads the reference `\12` as a character code. */
const isRunnable = (pattern: string): boolean =>
  writtenOut(pattern) <= MOST_CHARACTERS && !tokensOf(pattern).some((token) => /^\\[1-9]/.test(token));

function compiled(pattern: string, fold: boolean): Test | undefined {
  // loaded only when a pattern is used
  const { RE2JS: Re2 }: typeof import("re2js") = require("re2js");
  try {
    const expression: RE2JS = Re2.compile(pattern, fold ? Re2.CASE_INSENSITIVE : 0);
    return (text) => expression.test(text);
  } catch {
    return undefined;
  }
}
