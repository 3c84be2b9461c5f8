// Checks that a regular expression is valid for Octavia and for HAProxy.

import { isExpression } from "../../../../requests/patterns/engine";

/** Escapes that Python's `re` and PCRE both know, besides those of punctuation. */
const ESCAPES = /[AbBdDsSwWafnrtvx1-9]/;

/**
 * Reason why a regular expression cannot be used; undefined if it can, as far as that is known without Octavia. The API compiles it with
 * Python's `re`, and HAProxy with PCRE, so only what both understand is taken.
 */
export function regexFault(pattern: string): string | undefined {
  if (/[^\x20-\x7e]/.test(pattern)) return "it has characters outside ASCII";
  // what an escaped character of punctuation would mean otherwise does not count
  const rest = pattern.replace(/\\(.)/g, (token, character: string) => (/[a-zA-Z0-9]/.test(character) ? token : "_"));
  if (/\\x(?![0-9a-fA-F]{2})/.test(rest)) return "\\x needs two hexadecimal digits";
  const unknown = [...rest.matchAll(/\\(.)/g)].find(([, character = ""]) => /[a-zA-Z0-9]/.test(character) && !ESCAPES.test(character));
  if (unknown) return `${unknown[0]} does not mean the same to Octavia and HAProxy`;
  if (/\(\?(?![:=!])/.test(rest)) return "of groups that begin with (? only (?:, (?= and (?! can be used";
  if (/\[\^?\]/.test(rest)) return "a class may not begin with ]";
  if (rest.includes("{,")) return "a count without a least number does not mean the same to Octavia and HAProxy";
  const groups = [...rest.matchAll(/\((?!\?)/g)].length;
  const reference = [...rest.matchAll(/\\([1-9][0-9]*)/g)].find(([, number]) => Number(number) > groups);
  if (reference) return `there is no group for ${reference[0]}`;
  // Python repeats no position, RE2 does
  const repeatsPosition = /(?:^|[(|])[*+?](?<!\(\?)|[\^$]\)*[*+?{]|\\[bB][*+?{]/.test(rest.replace(/\[[^\]]*\]/g, "_"));
  return repeatsPosition || !isExpression(pattern) ? "it is no valid regular expression" : undefined;
}
