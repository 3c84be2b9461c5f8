// Writes a regular expression for matches of query parameters.

import { isExpression } from "../../../../requests/patterns/engine";
import type { RuleMatch } from "../../../routing";

/** So many parameters make a match: any order of them must be written out. */
export const MOST_PARAMS = 3;

/**
 * The regular expression of a query string that has all of these parameters, in any order. Undefined if there are too many of them, or a
 * value is an expression that cannot be kept inside its parameter.
 */
export function queryExpression(params: RuleMatch["queryParams"]): string | undefined {
  if (params.length > MOST_PARAMS) return undefined;
  const pairs: string[] = [];
  for (const { name, is, value } of params) {
    const text = is === "exact" ? literal(value) : withinParameter(value);
    if (text === undefined) return undefined;
    pairs.push(`${literal(name)}=${text}`);
  }
  const orders = permutations(pairs).map((order) => order.join("&(.*&)?"));
  const [only = ""] = orders;
  return `(^|&)${orders.length === 1 ? only : `(${orders.join("|")})`}(&|$)`;
}

const literal = (text: string): string => [...text].map(encoded).join("");

/** Characters that no client encodes. */
const UNRESERVED = /[\w.~-]/;

/** Characters that mean something else in a query when they are not encoded. */
const ENCODED_ONLY = /[&#%+]|[^\x20-\x7e]/;

/**
 * A query string is compared as the client writes it: with the character, with its bytes in hexadecimal, or with either.
 *
 * @unverified avi/query-as-written
 */
function encoded(character: string): string {
  const plain = character.replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
  if (UNRESERVED.test(character)) return plain;
  const bytes = [...Buffer.from(character)].map((byte) => `%${inEitherCase(byte.toString(16).padStart(2, "0"))}`).join("");
  if (character === " ") return `(\\+|${bytes})`;
  return ENCODED_ONLY.test(character) ? bytes : `(${plain}|${bytes})`;
}

const inEitherCase = (digits: string) => digits.replace(/[a-f]/g, (digit) => `[${digit.toUpperCase()}${digit}]`);

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length <= 1) return [[...all]];
  return all.flatMap((first, i) => permutations(all.filter((_, other) => other !== i)).map((rest) => [first, ...rest]));
}

/** Parts of an expression that keep their meaning inside another: escapes, classes, groups, and single characters. */
const PART = /\\[dw.^$*+?()[\]{}|\\/-]|\[\^?(?:\\.|[^\]\\])+\]|\(\?:|[^\\[]/gy;

/** An expression for the whole value, none of whose parts takes the `&` behind it. */
function withinParameter(expression: string): string | undefined {
  const inner = expression.replace(/^\^/, "").replace(/(?<!\\)\$$/, "");
  const parts = inner.match(PART) ?? [];
  if (parts.join("") !== inner || /(?<!\\)\(\?(?!:)/.test(inner) || !isExpression(inner)) return undefined;
  const orderedParts = parts.map((part) => {
    if (part === " ") return encoded(part);
    if (part.startsWith("[") && part.includes(" ")) return undefined;
    if (part === ".") return "[^&]";
    if (part.startsWith("[^")) return `[^&${part.slice(2)}`;
    return part === "^" || part === "$" || part === "&" ? undefined : part;
  });
  return orderedParts.includes(undefined) ? undefined : `(${orderedParts.join("")})`;
}
