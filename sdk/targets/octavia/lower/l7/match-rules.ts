// L7 rules for the conditions of a rule, whatever the kind of the object that asks for it. Hosts are beside it: kinds differ in wildcards.

import { sentPath } from "../../../../../requests/answer/sent-url";
import type { L7RuleBody } from "../../../../../resources/octavia/types";
import { type PathMatch, type RuleMatch, stemOf, type ValueMatch } from "../../../../routing";
import { isPlain, literal, MAX_VALUE, writtenRegex } from "./patterns";

/** All conditions beside the host; none for a match that takes every request. */
export const matchRules = (match: RuleMatch): L7RuleBody[] => [...pathRules(match.path), ...valueRules(match)];

/** The rule for a path, which HAProxy compares as clients send it; none where every path matches. */
export function pathRules({ is, value: written }: PathMatch): L7RuleBody[] {
  if (is === "regex") return [{ type: "PATH", compare_type: "REGEX", value: writtenRegex(written) }];
  const path = sentPath(written);
  if (is === "exact") return [pathRule("EQUAL_TO", path, `^${literal(path)}$`)];
  if (path === "" || path === "/") return [];
  if (is === "characters") return [pathRule("STARTS_WITH", path, `^${literal(path)}`)];
  const stem = stemOf(path);
  return stem === "" ? [] : [{ type: "PATH", compare_type: "REGEX", value: `^${literal(stem)}(/|$)` }];
}

function pathRule(compare_type: "EQUAL_TO" | "STARTS_WITH", path: string, pattern: string): L7RuleBody {
  return isPlain(path) ? { type: "PATH", compare_type, value: path } : { type: "PATH", compare_type: "REGEX", value: pattern };
}

/** True if the rules of the path are short enough for Octavia. */
export const fitsRule = (path: PathMatch): boolean => pathRules(path).every(({ value }) => value.length <= MAX_VALUE);

/** Rules for everything beside host and path. Octavia reads no methods and queries: rules with them are refused before. */
export const valueRules = ({ headers }: RuleMatch): L7RuleBody[] => headers.map(headerRule);

/** HAProxy reads a value that begins with a hyphen as an option, so it becomes a pattern. */
function headerRule({ name, is, value }: ValueMatch): L7RuleBody {
  const key = name.toLowerCase();
  if (is === "regex") return { type: "HEADER", compare_type: "REGEX", key, value: writtenRegex(value) };
  if (isPlain(value) && !value.startsWith("-")) return { type: "HEADER", compare_type: "EQUAL_TO", key, value };
  return { type: "HEADER", compare_type: "REGEX", key, value: `^${literal(value)}$` };
}
