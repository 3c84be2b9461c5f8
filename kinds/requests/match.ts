import type { Condition, PathCondition, ValueCondition } from "./form";
import { nameFits } from "./hosts";
import { inRange } from "./networks";
import type { Asked } from "./request";

/** Subject of a condition: the value of one dimension of a request. */
export type Value = string | boolean | undefined;

/** True if the request meets all conditions. */
export const matches = (conditions: readonly Condition[] | undefined, request: Asked): boolean =>
  conditions === undefined || conditions.every((condition) => holds(condition, valueIn(condition, request)));

/** The value of a request that the condition tests. */
function valueIn(condition: Condition, request: Asked): Value {
  switch (condition.of) {
    case "path":
      return request.path;
    case "host":
      return request.host;
    case "method":
      return request.method;
    case "header":
      return request.headers.get(condition.name);
    case "query":
      return request.query.get(condition.name);
    case "client":
      return request.from;
    case "certificate":
      return request.clientCertificate;
  }
}

/** True if the condition holds for the value. */
export function holds(condition: Condition, value: Value): boolean {
  if (condition.of === "client" && value === undefined) return false;
  return fits(condition, value) !== (condition.not ?? false);
}

function fits(condition: Condition, value: Value): boolean {
  if (condition.of === "certificate") return value === true;
  if (typeof value !== "string") return false;
  switch (condition.of) {
    case "path":
      return condition.values.some((one) => pathFits(condition, one, value));
    case "host":
      return condition.values.some((one) => (condition.is === "name" ? nameFits(one, value) : regexFits(one, "i", value)));
    case "method":
      return condition.values.includes(value);
    case "client":
      return condition.values.some((range) => inRange(value, range));
    default:
      return valueFits(condition, value);
  }
}

function pathFits({ is, fold }: PathCondition, given: string, path: string): boolean {
  if (is === "regex") return regexFits(given, fold ? "i" : "", path);
  const [folded, own] = fold ? [given.toLowerCase(), path.toLowerCase()] : [given, path];
  if (is === "exact") return own === folded;
  if (is === "characters") return own.startsWith(folded);
  const stem = stemOf(folded);
  return own.startsWith(stem) && (own.length === stem.length || own[stem.length] === "/");
}

/** A path of segments without the slashes at its end, which mean nothing there. */
export function stemOf(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}

function valueFits({ is, values, list }: ValueCondition, value: string): boolean {
  if (is === "present") return true;
  const parts = list ? value.split(",").map((part) => part.trim()) : [value];
  return parts.some((part) => (is === "exact" ? values.includes(part) : values.some((one) => regexFits(one, "", part))));
}

const compiled = new Map<string, RegExp | undefined>();

/** True if the regular expression is found in the text; one that is none is never found. */
function regexFits(pattern: string, flags: "" | "i", text: string): boolean {
  const key = `${flags}/${pattern}`;
  if (!compiled.has(key)) {
    if (compiled.size > 10_000) compiled.clear();
    compiled.set(key, compile(pattern, flags));
  }
  return compiled.get(key)?.test(text) ?? false;
}

function compile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
