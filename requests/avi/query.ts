// Parses the regular expressions that stand for query parameters in Avi policies.

import { textIn } from "../../resources/json";
import { alternativesOf } from "../table/literal-pattern";
import type { Condition, ValueCondition } from "../table/routing-table";
import { type Body, textsIn } from "./bodies";

/** Separator of two parameters whose order is free. */
const BETWEEN = "&(.*&)?";

/**
 * Parameters in an expression for the whole query: `(^|&)name=value(&|$)`, several in any order. Other comparisons have no equivalent
 * condition and match no request.
 */
export function queryConditions(criterion: Body): Condition[] {
  return textsIn(criterion.match_str).flatMap((expression): Condition[] => {
    const inner = /REGEX/.test(textIn(criterion.match_criteria)) ? /^\(\^\|&\)(.*)\(&\|\$\)$/.exec(expression)?.[1] : undefined;
    const pairs = inner === undefined ? [] : firstOrder(inner).map(parameterOf);
    return pairs.length > 0 ? pairs : [{ of: "query", name: "", is: "present", values: [] }];
  });
}

/** The pairs of the first alternative; all orders contain the same pairs. */
function firstOrder(inner: string): string[] {
  if (!inner.includes(BETWEEN)) return [inner];
  const [, orders = inner] = /^\((.*)\)$/.exec(inner) ?? [];
  const [first = ""] = alternativesOf(orders);
  return first.split(BETWEEN);
}

function parameterOf(pair: string): ValueCondition {
  const cut = pair.indexOf("=");
  const name = plain(decoded(pair.slice(0, cut))) ?? pair.slice(0, cut);
  const value = decoded(pair.slice(cut + 1));
  const exact = plain(value);
  if (exact !== undefined) return { of: "query", name, is: "exact", values: [exact] };
  return { of: "query", name, is: "regex", values: [`^(?:${value})$`] };
}

/** Bytes of a character in hexadecimal, digits in either case. */
const BYTES = "(?:%(?:[0-9]|\\[[A-F][a-f]\\]){2})+";
const EITHER = new RegExp(`\\((\\\\?.)\\|(${BYTES})\\)`, "g");

/** The expression for the decoded value: it accepts the character and its encoded bytes. */
const decoded = (expression: string): string =>
  expression
    .replace(EITHER, (_, character: string, bytes: string) => (bytes === "%20" ? " " : character))
    .replace(new RegExp(BYTES, "g"), (bytes) => {
      const text = decodeURIComponent(bytes.replace(/\[(.).\]/g, "$1"));
      return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    });

/** The only text that an expression matches; undefined if it matches several. */
function plain(expression: string): string | undefined {
  const text = expression.replace(/\\([\\^$.*+?()[\]{}|])/g, "");
  if (/[\\^$.*+?()[\]{}|]/.test(text)) return undefined;
  return expression.replace(/\\(.)/g, "$1");
}
