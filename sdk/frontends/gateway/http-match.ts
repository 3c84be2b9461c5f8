// Schemas of the matches of an HTTPRoute.

import { z } from "zod";
import { obeys, type Rule, uniqueNames } from "./checks";
import { boundedText, METHODS, token } from "./words";

const PATH = /^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$/;

/** Parts that exact paths and prefixes must not contain. */
const FORBIDDEN = ["//", "/./", "/../", "%2f", "%2F", "#"];

const isPlainPath: Rule<{ type: string; value: string }> = ({ type, value }) => {
  if (type === "RegularExpression") return [];
  const forbidden = FORBIDDEN.find((part) => value.includes(part)) ?? ["/..", "/."].find((end) => value.endsWith(end));
  const must = !value.startsWith("/")
    ? "begin with a slash"
    : forbidden
      ? `not ${FORBIDDEN.includes(forbidden) ? "hold" : "end with"} ${forbidden}`
      : PATH.test(value)
        ? undefined
        : "hold letters, digits, -._~!$&'()*+,;=:@/ and % with two hexadecimal digits only";
  return must === undefined ? [] : [{ at: ["value"], must }];
};

const path = z
  .object({ type: z.enum(["Exact", "PathPrefix", "RegularExpression"]).default("PathPrefix"), value: boundedText(1024, 0).default("/") })
  .check(obeys(isPlainPath));

const valueType = z.enum(["Exact", "RegularExpression"]).default("Exact");

/** Headers that a request must have. */
export const headerMatches = z
  .array(z.object({ type: valueType, name: token, value: boundedText(4096) }))
  .max(16)
  .check(obeys(uniqueNames))
  .default([]);

const match = z.object({
  path: path.prefault({}),
  headers: headerMatches,
  queryParams: z
    .array(z.object({ type: valueType, name: token, value: boundedText(1024) }))
    .max(16)
    .check(obeys(uniqueNames))
    .default([]),
  method: z.enum(METHODS).optional(),
});

/** Conditions of a request, all of which must hold. */
export type HTTPRouteMatch = z.output<typeof match>;

/** `matches` of a rule; default: one that matches every request. */
export const httpMatches = z.array(match).max(64).prefault([{}]);
