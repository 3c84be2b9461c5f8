import type { AviBody } from "../../../contract/avi";
import type { Json } from "../../../contract/json";
import type { PathMatch } from "../../routing";
import { refTo } from "../references";
import type { Lowering } from "./context";

/** AKO's first index of a virtual service's policies; lower ones are left to others. */
const FIRST_INDEX = 11;

/** The `http_policies` of a virtual service. */
export function attachPolicies(policies: readonly AviBody[]): Json[] | undefined {
  if (policies.length === 0) return undefined;
  return policies.map((policy, i) => ({ index: FIRST_INDEX + i, http_policy_set_ref: refTo.httpPolicySet(policy.name) }));
}

/** Sends requests for one host and path to a pool group. */
export function lowerSwitching(
  cx: Lowering,
  names: { policy: string; rule(index: number): string },
  host: string,
  match: PathMatch,
  group: string,
): AviBody {
  const paths = lowerMatch(match);
  return cx.body("httppolicyset", names.policy, {
    http_request_policy: {
      rules: paths.map((path, index) => ({
        index,
        enable: true,
        name: names.rule(index),
        match: { host_hdr: { match_criteria: "HDR_EQUALS", value: [host] }, ...(path ? { path } : {}) },
        switching_action: { action: "HTTP_SWITCHING_SELECT_POOLGROUP", pool_group_ref: refTo.poolGroup(group) },
      })),
    },
  });
}

/** One path match per rule; no match at all for an empty path. A path of segments is itself, or begins with itself and `/`. */
function lowerMatch({ path, type }: PathMatch): (Json | undefined)[] {
  const begins = (text: string) => ({ match_criteria: "BEGINS_WITH", match_str: [text] });
  const equals = (text: string) => ({ match_criteria: "EQUALS", match_str: [text] });
  if (!path) return [undefined];
  if (type === "exact") return [equals(path)];
  if (type === "prefix") return [begins(path)];
  const bare = path.replace(/\/+$/, "");
  return bare ? [equals(bare), begins(`${bare}/`)] : [begins("/")];
}

/** Redirects clear text of the given hosts to https, on the parent. */
export function lowerRedirect(
  cx: Lowering,
  names: { policy: string; rule(index: number): string },
  hosts: readonly string[],
  status: 301 | 302,
): AviBody {
  return cx.body("httppolicyset", names.policy, {
    http_request_policy: {
      rules: [
        {
          index: 0,
          enable: true,
          name: names.rule(0),
          match: { host_hdr: { match_criteria: "HDR_EQUALS", value: [...hosts] }, vs_port: { match_criteria: "IS_IN", ports: [80] } },
          redirect_action: { protocol: "HTTPS", port: 443, status_code: `HTTP_REDIRECT_STATUS_CODE_${status}` },
        },
      ],
    },
  });
}
