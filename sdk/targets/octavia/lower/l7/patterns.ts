// Regular expressions in L7 rules, for hosts and paths.

import type { L7RuleBody } from "../../../../../resources/octavia/types";

/** The most rules one policy takes. */
export const MAX_RULES = 50;

/** The longest value a rule takes. */
export const MAX_VALUE = 255;

/** Port that clients may write behind a host. */
const PORT = "(:[0-9]+)?$";

/**
 * Characters that do not reach HAProxy as written. Octavia's template escapes HTML (`&` becomes `&amp;`), the configuration takes `#` for
 * the beginning of a comment, and the API refuses blanks and everything outside ASCII.
 */
const MANGLED = /[&'"<>#]|[^!-~]/gu;

/** True if the text reaches HAProxy as written. */
export const isPlain = (text: string): boolean => text.search(MANGLED) < 0;

/** A regular expression for the text itself. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replace(MANGLED, inHex);
}

/** The bytes of a character, `\x26` for `&`. */
const inHex = (character: string) => [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");

/** The whole path or value must match, as with the proxies that most implementations use. */
export const writtenRegex = (pattern: string): string => `^(?:${withoutMangled(pattern)})$`;

/** Characters that Octavia's template would change, by their code; a backslash before such a character means nothing. */
function withoutMangled(pattern: string): string {
  return pattern.replace(/\\([\s\S])|([\s\S])/g, (token, escaped?: string, plain?: string) => {
    const character = escaped ?? plain ?? "";
    return isPlain(character) ? token : inHex(character);
  });
}

/** The rule that fits where this one does not. */
export const inverted = (rule: L7RuleBody): L7RuleBody => ({ ...rule, invert: true });

/** A rule for the whole host, with or without a port behind it. Octavia compares the header as the client writes it. */
export const hostRule = (pattern: string): L7RuleBody => ({ type: "HOST_NAME", compare_type: "REGEX", value: `^${pattern}${PORT}` });

/** Patterns of hosts, put together as far as one rule holds them: a rule for each group. */
export function hostRulesFor(patterns: readonly string[]): { rule: L7RuleBody; patterns: string[] }[] {
  const chunks: string[][] = [];
  for (const pattern of patterns) {
    const longer = [...(chunks.at(-1) ?? []), pattern];
    if (chunks.length > 0 && longer.join("|").length + `^()${PORT}`.length <= MAX_VALUE) chunks.splice(-1, 1, longer);
    else chunks.push([pattern]);
  }
  return chunks.map((some) => ({ rule: hostRule(some.length > 1 ? `(${some.join("|")})` : some.join("")), patterns: some }));
}
