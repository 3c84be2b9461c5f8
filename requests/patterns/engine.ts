import type { RE2JS } from "re2js";
import { loosened } from "./loosened";
import { tokensOf, writtenOut } from "./tokens";

/**
 * Runs regular expressions of users, in a time that grows with the text and never with its power: with RE2, which has neither lookarounds
 * nor references. Where RE2 knows an expression it means there what PCRE means.
 */

/** The longest regular expression that is run, counts such as `{8}` written out. Of a longer one it is not known what it fits. */
export const MOST_CHARACTERS = 2048;

/** So many expressions are kept compiled. */
const MOST_COMPILED = 1000;

type Test = (text: string) => boolean;

/** Ways to run an expression: as it is, or where that cannot be, as one that fits more texts. */
interface Engine {
  exact?: Test;
  loose?: Test;
}

const engines = new Map<string, Engine>();

/**
 * True if the regular expression is found in the text, with `fold` in any case of letters. Undefined where that is not known: the expression
 * is too long, or has something in it that RE2 has not.
 */
export function isFound(pattern: string, fold: boolean, text: string): boolean | undefined {
  const { exact, loose } = engineOf(pattern, fold);
  if (exact) return exact(text);
  return loose?.(text) === false ? false : undefined;
}

/** True if it is known of every text whether the regular expression is found in it. */
export const isKnown = (pattern: string): boolean => engineOf(pattern, false).exact !== undefined;

/** True for what is a regular expression, whether it can be run here or not. */
export const isExpression = (pattern: string): boolean =>
  pattern.length > MOST_CHARACTERS || isKnown(pattern) || compiled(loosened(pattern, true), false) !== undefined;

function engineOf(pattern: string, fold: boolean): Engine {
  const key = `${fold ? "i" : ""}/${pattern}`;
  const known = engines.get(key);
  if (known) return known;
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

/** RE2 reads the reference `\12` as the character of that number. */
const isRunnable = (pattern: string): boolean =>
  writtenOut(pattern) <= MOST_CHARACTERS && !tokensOf(pattern).some((token) => /^\\[1-9]/.test(token));

function compiled(pattern: string, fold: boolean): Test | undefined {
  // only who has patterns pays for loading it
  const { RE2JS: Re2 }: typeof import("re2js") = require("re2js");
  try {
    const expression: RE2JS = Re2.compile(pattern, fold ? Re2.CASE_INSENSITIVE : 0);
    return (text) => expression.test(text);
  } catch {
    return undefined;
  }
}
