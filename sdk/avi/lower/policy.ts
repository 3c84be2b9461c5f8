import type { AviBody } from "../../../kinds/avi/body";
import type { Json } from "../../../kinds/json";
import { type Forward, type HttpRoute, type PathMatch, stemOf } from "../../routing";
import { refTo } from "../names";
import type { Lowering } from "./context";

/** AKO's first index of a virtual service's policies; lower ones are left to others. */
const FIRST_INDEX = 11;

/** The `http_policies` of a virtual service. */
export function attachPolicies(policies: readonly AviBody[]): Json[] | undefined {
  if (policies.length === 0) return undefined;
  return policies.map((policy, i) => ({ index: FIRST_INDEX + i, http_policy_set_ref: refTo.httpPolicySet(policy.name) }));
}

/** Sends requests for one host and path to a pool group, with the path rewritten where the route says so. */
export function lowerSwitching(
  cx: Lowering,
  names: { policy: string; rule(index: number): string },
  host: string,
  { match, to }: HttpRoute & { to: Forward },
  group: string,
): AviBody {
  const rewrite: { [field: string]: Json } =
    to.rewrite === undefined ? {} : { rewrite_url_action: { path: rewritten(match.path, to.rewrite) } };
  return cx.body("httppolicyset", names.policy, {
    http_request_policy: {
      rules: lowerMatch(match).map((path, index) => ({
        index,
        enable: true,
        name: names.rule(index),
        match: { ...hostMatch([host]), ...(path ? { path } : {}) },
        switching_action: { action: "HTTP_SWITCHING_SELECT_POOLGROUP", pool_group_ref: refTo.poolGroup(group) },
        ...rewrite,
      })),
    },
  });
}

/** The new path from tokens, which the controller joins by slashes: the given one, then the segments behind the prefix. */
function rewritten(prefix: string, rewrite: string): Json {
  const segments = (path: string) => path.split("/").filter(Boolean);
  const given = segments(rewrite).join("/");
  return {
    type: "URI_PARAM_TYPE_TOKENIZED",
    tokens: [
      ...(given ? [{ type: "URI_TOKEN_TYPE_STRING", str_value: given }] : []),
      { type: "URI_TOKEN_TYPE_PATH", start_index: segments(prefix).length, end_index: 65535 },
    ],
  };
}

/** Requests for one of these hosts. */
export const hostMatch = (hosts: readonly string[]) => ({ host_hdr: { match_criteria: "HDR_EQUALS", value: [...hosts] } });

/**
 * One path match per rule; no match at all for an empty path. A path of segments is itself, or begins with itself and `/`. Case
 * counts where the kind promises it; the controller's default is that it does not.
 */
export function lowerMatch({ path, type, longestWins }: PathMatch): (Json | undefined)[] {
  const criterion = (match_criteria: string, text: string) => ({
    match_criteria,
    ...(longestWins ? { match_case: "SENSITIVE" } : {}),
    match_str: [text],
  });
  const begins = (text: string) => criterion("BEGINS_WITH", text);
  const equals = (text: string) => criterion("EQUALS", text);
  if (!path) return [undefined];
  if (type === "exact") return [equals(path)];
  if (type === "prefix") return [begins(path)];
  const bare = stemOf(path);
  return bare ? [equals(bare), begins(`${bare}/`)] : [begins("/")];
}
