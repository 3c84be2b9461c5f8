// `k8s-lb test --log`: does an access log have the answers that the rules give?
import { type Answer, answerForm } from "../../../requests/answer/effect";
import { countText, shareText } from "../../../requests/differences/share-text";
import { answerText } from "../../../requests/messages";
import { type RequestExplainer, type ShownRule, shownRule } from "../../requests/explain";
import type { RuleLines } from "../../requests/rule-lines";
import { ruleText } from "../../requests/text";
import { AnswerChecker, type Contradiction, type LogCheck } from "../../traffic/check";
import { partsRead } from "../../traffic/parts";
import { EXIT, UsageError } from "../grammar";
import { type LogCommandOptions, readLogs } from "../log-options";
import { print, printNote } from "../output";
import type { OpenedSources } from "../request-sources";

interface LogTestOptions extends LogCommandOptions {
  output: string;
  coverage?: boolean;
}

/** So many rules without requests are named. */
const MOST_NAMED = 20;

/** A contradiction with the answer of the rules, and the rule. */
interface ShownContradiction extends Omit<Contradiction, "rule" | "example"> {
  answer: Answer | null;
  rule: ShownRule | null;
}

/** @throws UsageError for arguments and options that do not go together */
export function refuseWithLog(files: readonly string[], { output, coverage }: LogTestOptions): void {
  if (files.length > 0) throw new UsageError("name expectations or --log: a log is tested by itself, or says what --write writes");
  if (output !== "text" && output !== "json") throw new UsageError(`--log prints text or json, not ${output}`);
  if (coverage) throw new UsageError("--coverage is about expectations; --log lists rules without requests anyway");
}

type LogTestSources = Pick<OpenedSources, "lines" | "members">;

/** @returns 1 where the log has other answers than the rules */
export async function testLog(options: LogTestOptions, requests: RequestExplainer, { lines, members }: LogTestSources): Promise<number> {
  const rules = requests.answering;
  const checker = new AnswerChecker(rules, partsRead(rules), members);
  await readLogs(options, partsRead(rules), checker);
  const { logCheck } = checker;
  const sampled = options.sample === undefined ? undefined : `1/${options.sample}`;
  if (logCheck.requests === 0)
    throw new UsageError(`there is no request in ${options.log?.join(", ")}: ${countText(logCheck.unread)} lines are not requests`);
  if (logCheck.unknown === logCheck.requests)
    throw new UsageError(
      `none of ${countText(logCheck.requests)} requests in ${options.log?.join(", ")} can be compared: the log has no status, or lacks what rules read`,
    );
  const contradictions = logCheck.contradictions.map((one) => shown(one, requests, lines)).sort((a, b) => b.requests - a.requests);
  const unreached = checker.unreached().map(({ region, rule }) => ({ region, rule: lines.of(shownRule(rule)) }));
  if (logCheck.agreeing === 0 && unreached.length > 0 && contradictions.every(({ rule }) => rule === null))
    printNote("note: no request of the log reaches a rule: are host and scheme those of the specs?");
  const report = { check: logCheck, contradictions, unreached, ...(sampled === undefined ? {} : { sampled }) };
  print(options.output === "json" ? "json" : "table", documentOf(report), () => logReportText(report));
  return contradictions.length > 0 ? EXIT.found : 0;
}

function shown({ example, rule: _, ...line }: Contradiction, requests: RequestExplainer, lines: RuleLines): ShownContradiction {
  const explained = requests.explain(example);
  return { ...line, answer: explained?.answer ?? null, rule: explained?.rule ? lines.of(explained.rule) : null };
}

interface LogReport {
  check: LogCheck;
  contradictions: readonly ShownContradiction[];
  unreached: readonly { region: string; rule: ShownRule }[];
  sampled?: string;
}

function documentOf({ check, contradictions, unreached, sampled }: LogReport): object {
  const { requests, agreeing, open, unknown, unread } = check;
  return {
    schemaVersion: 1,
    traffic: {
      ...{ requests, agreeing, contradicting: contradicting(check), open, unknown, unread },
      ...(sampled === undefined ? {} : { sampled }),
      contradictions: contradictions.map(({ answer, ...contradiction }) => ({ ...contradiction, answer: answer && answerForm(answer) })),
      withoutRequests: unreached,
    },
  };
}

const contradicting = ({ contradictions, unlisted }: LogCheck): number =>
  contradictions.reduce((sum, { requests }) => sum + requests, unlisted);

function logReportText({ check, contradictions, unreached, sampled }: LogReport): string {
  const { requests, agreeing, open, unknown, unread, unreadAt, unlisted } = check;
  const noun = (count: number) => `${countText(count)} ${sampled ? "sampled " : ""}request${count === 1 ? "" : "s"}`;
  const share = (count: number) => `(${shareText(count, requests)})`;
  const part = (count: number) => `[${noun(count)}, ${shareText(count, requests)}]`;
  const others = unreached.length - MOST_NAMED;
  const all = contradicting(check);
  return [
    `${countText(agreeing)} of ${noun(requests)} ${share(agreeing)}${sampled ? `, ${sampled} of the log,` : ""} got what the rules say; ${countText(all)} ${share(all)} did not`,
    ...contradictions.map((one) => `  ! ${one.region}: the log has ${one.log}, the rules say ${saysText(one)} ${part(one.requests)}`),
    ...(unlisted > 0 ? [`  ! ${noun(unlisted)} more of other kinds`] : []),
    ...unreached.slice(0, MOST_NAMED).map(({ region, rule }) => `  - ${region}: no request${asideText(rule)}`),
    ...(others > 0 ? [`  - ${countText(others)} more rules without a request`] : []),
    ...(open > 0 ? [`  ? ${noun(open)} got 404 or a redirect: the log does not say whether a server gave it ${share(open)}`] : []),
    ...(unknown > 0 ? [`  ? ${noun(unknown)} not known: the log lacks what rules read, or a status ${share(unknown)}`] : []),
    ...(unread > 0 ? [`${countText(unread)} lines are no requests: ${unreadAt.join(", ")}${unread > unreadAt.length ? " ..." : ""}`] : []),
    "",
  ].join("\n");
}

/** The object that asks for a rule, or the one of the load balancer that follows it; nothing where neither is known. */
function asideText(rule: ShownRule): string {
  const text = rule.object === undefined ? (rule.on ?? "") : ruleText({ ...rule, on: null });
  return text === "" ? "" : ` (${text})`;
}

function saysText({ answer, rule }: ShownContradiction): string {
  const by = rule?.object === undefined ? "" : ` (by ${ruleText({ ...rule, on: null })})`;
  return `${answer ? answerText(answer) : "nothing"}${by}`;
}
