import type { GatewayRequest } from "./gateway-model";

/** Evaluates a policy set as a controller's service engine does: conditions are joined by and, the first rule by index decides. */

// biome-ignore lint/suspicious/noExplicitAny: bodies as they go to a controller
type PolicyBody = any;

/** What a virtual service does with a request: the actions of the rule, and the headers that it changes in the answer. */
export interface PolicyOutcome {
  rule: PolicyBody;
  response: PolicyBody[];
}

/** The rule of a policy set that decides about a request. */
export function decides(policy: object, request: GatewayRequest): PolicyOutcome | undefined {
  const { http_request_policy, http_response_policy } = policy as PolicyBody;
  const first = (rules: PolicyBody[] = []) =>
    rules.toSorted((a, b) => a.index - b.index).find((one) => one.enable && matches(one.match ?? {}, request));
  const rule = first(http_request_policy?.rules);
  return rule && { rule, response: first(http_response_policy?.rules)?.hdr_action ?? [] };
}

const KNOWN = new Set(["hdrs", "host_hdr", "method", "path", "query", "vs_port"]);

function matches(match: PolicyBody, request: GatewayRequest): boolean {
  for (const criterion of Object.keys(match)) if (!KNOWN.has(criterion)) throw new Error(`the evaluator does not know ${criterion}`);
  const headers = new Map(Object.entries({ ...request.headers, Host: request.host }).map(([name, value]) => [name.toLowerCase(), value]));
  return (
    (!match.vs_port || isIn(match.vs_port, match.vs_port.ports, request.port)) &&
    (!match.method || isIn(match.method, match.method.methods, `HTTP_METHOD_${request.method ?? "GET"}`)) &&
    (!match.host_hdr || compares(match.host_hdr, match.host_hdr.value, request.host)) &&
    (match.hdrs ?? []).every((one: PolicyBody) => compares(one, one.value, headers.get(one.hdr.toLowerCase()))) &&
    (!match.path || compares(match.path, match.path.match_str, request.path)) &&
    (!match.query || compares(match.query, match.query.match_str, request.query ?? ""))
  );
}

const isIn = ({ match_criteria }: PolicyBody, list: unknown[], value: unknown) => list.includes(value) === (match_criteria === "IS_IN");

/** One comparison with a list of values: of several any may fit, and a negation is true where none of them does. */
function compares({ match_criteria, match_case = "INSENSITIVE" }: PolicyBody, values: string[], held: string | undefined): boolean {
  const [negated, kind] = KINDS[match_criteria.replace(/^(HDR|QUERY_MATCH)_/, "")] ?? [];
  if (!kind) throw new Error(`the evaluator does not know ${match_criteria}`);
  if (held === undefined) return negated === true;
  const fold = (text: string) => (match_case === "SENSITIVE" ? text : text.toLowerCase());
  const flags = match_case === "SENSITIVE" ? "" : "i";
  const fits = values.some((value) => {
    if (kind === "regex") return new RegExp(value, flags).test(held);
    if (kind === "equals") return fold(held) === fold(value);
    return kind === "begins" ? fold(held).startsWith(fold(value)) : fold(held).endsWith(fold(value));
  });
  return fits !== negated;
}

const KINDS: { [criterion: string]: [negated: boolean, kind: "equals" | "begins" | "ends" | "regex"] | undefined } = {
  EQUALS: [false, "equals"],
  DOES_NOT_EQUAL: [true, "equals"],
  BEGINS_WITH: [false, "begins"],
  ENDS_WITH: [false, "ends"],
  DOES_NOT_END_WITH: [true, "ends"],
  REGEX_MATCH: [false, "regex"],
};
