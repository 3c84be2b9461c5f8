import type { Json } from "../../../../kinds/kind";
import type { RequestMatch, RequestPort, RequestRule } from "../../../routing";
import { queryExpression } from "./query";

type Criteria = { [criterion: string]: Json };

/** Part of the requests of a rule: Avi has one comparison of the path per rule, and a prefix of segments needs two. */
export interface RuleForm {
  /** Tells the forms of a rule apart in names. */
  form: "" | "itself" | "below";
  match: Criteria;
}

/** The conditions of a rule without its port. */
export function lowerMatches({ host, except, match }: Pick<RequestRule, "host" | "except" | "match">, port: PortOf): RuleForm[] {
  const values = spellingsAt(port);
  const excluded = except.flatMap((one) => values(one).map((value) => notHost(one, value)));
  const headers = match.headers.map(({ name, value }) => ({
    hdr: name,
    match_criteria: "HDR_EQUALS",
    match_case: "SENSITIVE",
    value: [value],
  }));
  const hdrs: Json[] = [...headers, ...excluded];
  const common: Criteria = {
    ...(host ? { host_hdr: { match_criteria: host.startsWith("*.") ? "HDR_ENDS_WITH" : "HDR_EQUALS", value: values(host) } } : {}),
    ...(hdrs.length > 0 ? { hdrs } : {}),
    ...(match.method ? { method: { match_criteria: "IS_IN", methods: [`HTTP_METHOD_${match.method}`] } } : {}),
    ...queryMatch(match),
  };
  return pathMatches(match).map(({ form, path }) => ({ form, match: { ...common, path } }));
}

type PortOf = Pick<RequestPort, "protocol" | "port">;

/** The values of a host in the header: clients name a port there that is not the usual one of the protocol. */
const spellingsAt =
  ({ protocol, port }: PortOf) =>
  (host: string): string[] => {
    const name = host.replace(/^\*/, "");
    return port === (protocol === "HTTPS" ? 443 : 80) ? [name] : [name, `${name}:${port}`];
  };

/** One criterion takes one list of values, and `host_hdr` is taken: what is excluded is compared with the header of that name. */
const notHost = (host: string, value: string): Json => ({
  hdr: "Host",
  match_criteria: host.startsWith("*.") ? "HDR_DOES_NOT_END_WITH" : "HDR_DOES_NOT_EQUAL",
  match_case: "INSENSITIVE",
  value: [value],
});

function queryMatch({ queryParams }: RequestMatch): Criteria {
  const expression = queryParams.length > 0 ? queryExpression(queryParams) : undefined;
  if (expression === undefined) return {};
  return { query: { match_criteria: "QUERY_MATCH_REGEX_MATCH", match_case: "SENSITIVE", match_str: [expression] } };
}

const criterion = (match_criteria: string, text: string): Json => ({ match_criteria, match_case: "SENSITIVE", match_str: [text] });

function pathMatches({ path: { type, value } }: RequestMatch): { form: RuleForm["form"]; path: Json }[] {
  if (type === "Exact") return [{ form: "", path: criterion("EQUALS", value) }];
  if (type === "RegularExpression") return [{ form: "", path: criterion("REGEX_MATCH", value) }];
  const stem = stemOf(value);
  if (!stem) return [{ form: "", path: criterion("BEGINS_WITH", "/") }];
  return [
    { form: "itself", path: criterion("EQUALS", stem) },
    { form: "below", path: criterion("BEGINS_WITH", `${stem}/`) },
  ];
}

/** A prefix without its trailing slashes; empty for every path. */
export const stemOf = (prefix: string): string => prefix.replace(/\/+$/, "");
