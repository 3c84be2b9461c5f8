// Match criteria of Avi's HTTP policies for the conditions of a rule, whatever the kind of the object that asks for it.
import type { Json } from "../../../../resources/kind";
import { type PathMatch, type RuleMatch, stemOf } from "../../../routing";
import { queryExpression } from "./query";

export type Criteria = { [criterion: string]: Json };

/** Comparison of the path. Avi has one per rule, and a prefix of segments needs two: the path itself, and what is below it. */
export interface PathForm {
  /** Tells the forms of a rule apart in names. */
  form: "" | "itself" | "below";
  /** Absent where every path matches. */
  path?: Json;
}

/** @param isSensitive case counts; the controller's default is that it does not */
export function pathForms({ is, value }: PathMatch, isSensitive: boolean): PathForm[] {
  const compared = (match_criteria: string, text: string): Json => ({
    match_criteria,
    ...(isSensitive ? { match_case: "SENSITIVE" } : {}),
    match_str: [text],
  });
  if (value === "") return [{ form: "" }];
  if (is === "exact") return [{ form: "", path: compared("EQUALS", value) }];
  if (is === "regex") return [{ form: "", path: compared("REGEX_MATCH", value) }];
  if (is === "characters") return [{ form: "", path: compared("BEGINS_WITH", value) }];
  const stem = stemOf(value);
  if (stem === "") return [{ form: "", path: compared("BEGINS_WITH", "/") }];
  return [
    { form: "itself", path: compared("EQUALS", stem) },
    { form: "below", path: compared("BEGINS_WITH", `${stem}/`) },
  ];
}

/**
 * Criteria beside host and path: headers, method, query.
 *
 * @param headerCriteria comparisons of headers besides those of the match
 */
export function otherCriteria({ headers, method, queryParams }: RuleMatch, headerCriteria: readonly Json[] = []): Criteria {
  const compared = headers.map(({ name, value }) => ({ hdr: name, match_criteria: "HDR_EQUALS", match_case: "SENSITIVE", value: [value] }));
  const hdrs: Json[] = [...compared, ...headerCriteria];
  const query = queryParams.length > 0 ? queryExpression(queryParams) : undefined;
  return {
    ...(hdrs.length > 0 ? { hdrs } : {}),
    ...(method ? { method: { match_criteria: "IS_IN", methods: [`HTTP_METHOD_${method}`] } } : {}),
    ...(query === undefined ? {} : { query: { match_criteria: "QUERY_MATCH_REGEX_MATCH", match_case: "SENSITIVE", match_str: [query] } }),
  };
}
