// Assumptions about load balancers that an access log can confirm or refute.

import type { Answer } from "../../requests/answer/effect";
import { countText } from "../../requests/differences/share-text";
import type { ServedHost } from "../../requests/table/host-entries";
import type { ServedRule } from "../../requests/table/routing-table";
import type { Reported } from "../../resources/assumptions/report";

/** A request with the answer of the rules, and the facts that assumptions are about. */
export interface AnsweredRequest {
  answer: Answer;
  /** Absent where no rule matches. */
  rule?: ServedRule;
  place?: ServedHost;
  /** The Host header contains a port. */
  namesPort: boolean;
}

/** True for requests whose answer depends on the assumption. */
export type LogQuestion = (request: AnsweredRequest) => boolean;

const reads =
  (of: string, is?: string) =>
  ({ rule }: AnsweredRequest) =>
    rule?.match?.some((one) => one.of === of && (is === undefined || ("is" in one && one.is === is))) === true;

/** A redirect of a host that also has rules with servers, made by an object of this type. */
const redirectBeside =
  (type: string) =>
  ({ rule, place }: AnsweredRequest) =>
    rule !== undefined &&
    "redirect" in rule.to &&
    place?.entry?.rules.some(({ to, on }) => "forward" in to && on?.startsWith(`${type}/`)) === true;

const isUntaken: LogQuestion = ({ rule, place }) => rule === undefined && place !== undefined;
const isOfWildcard: LogQuestion = ({ rule, place }) => rule !== undefined && place?.name.startsWith("*") === true;

/** By id of the assumption in `resources/assumptions`. */
export const LOG_QUESTIONS: { readonly [target: string]: { readonly [id: string]: LogQuestion } } = {
  avi: {
    "avi/no-rule": isUntaken,
    "avi/wildcard-children": isOfWildcard,
    "avi/regex-anywhere": reads("path", "regex"),
    "avi/query-as-written": reads("query"),
    "avi/port-in-host": ({ rule, namesPort }) => rule !== undefined && namesPort,
    "avi/redirect-beats-pool": redirectBeside("httppolicyset"),
    "avi/sets-before-script": redirectBeside("pool"),
  },
  octavia: {
    "octavia/no-rule": isUntaken,
    "octavia/host-expressions": isOfWildcard,
    "octavia/redirect-before-pool": redirectBeside("l7policy"),
    "octavia/paths": (request) => reads("path", "exact")(request) || reads("path", "characters")(request),
    "octavia/no-member": ({ answer }) =>
      answer.kind === "forward" &&
      answer.to.every(({ servers = [], kept, status }) => servers.length === 0 && !kept && status === undefined),
  },
};

/** Requests about an assumption, by agreement with the log. */
export interface QuestionCount {
  agreeing: number;
  contradicting: number;
}

/** Verdicts of a log about assumptions. */
export const reportedOf = (counts: ReadonlyMap<string, QuestionCount>): Reported[] =>
  [...counts].map(([id, { agreeing, contradicting }]) => {
    const all = agreeing + contradicting;
    const noun = `${countText(all)} request${all === 1 ? "" : "s"} of the log`;
    if (all === 0) return { id, verdict: "unknown", found: "the log has no request about it, or does not say who answered" };
    if (contradicting === 0) return { id, verdict: "confirmed", found: `${noun} got the answer that follows` };
    return { id, verdict: "refuted", found: `${countText(contradicting)} of ${noun} got another answer` };
  });
