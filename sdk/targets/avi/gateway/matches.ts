// Matches of the rules of Routes: the criteria of every kind, with hosts that clients may write with the port of the Gateway.
import type { Json } from "../../../../resources/kind";
import type { Rule, RuleListener } from "../../../routing";
import { type Criteria, otherCriteria, type PathForm, pathForms } from "../lower/match-criteria";

/** Part of the requests of a rule. */
export interface RuleForm extends Pick<PathForm, "form"> {
  match: Criteria;
}

/** The conditions of a rule without its port. */
export function lowerMatches({ listener, host, except, match }: Pick<Rule, "listener" | "host" | "except" | "match">): RuleForm[] {
  const spellings = spellingsAt(listener);
  const excluded = except.flatMap((one) => spellings(one).map((value) => notHost(one, value)));
  const common: Criteria = {
    ...(host ? { host_hdr: { match_criteria: host.startsWith("*.") ? "HDR_ENDS_WITH" : "HDR_EQUALS", value: spellings(host) } } : {}),
    ...otherCriteria(match, excluded),
  };
  return pathForms(match.path, true).map(({ form, path }) => ({ form, match: path === undefined ? common : { ...common, path } }));
}

/** The values of a host in the header: clients name a port there that is not the usual one of the protocol. */
const spellingsAt =
  ({ protocol, port }: RuleListener) =>
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
