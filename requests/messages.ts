// Describes requests, conditions and answers in words.

import { defaultPort } from "../resources/default-port";
import type { Answer, AnswerPart } from "./answer/effect";
import { stemOf } from "./answer/match";
import type { Difference, UnchangedRequests } from "./differences/difference";
import type { Condition, HeaderEdits, PathCondition, Protocol, ServedRule } from "./table/routing-table";

/** Fields of a difference that describe its region. */
export type Region = Pick<Difference, "protocol" | "port" | "host" | "group" | "path" | "wasRule" | "isRule">;

/**
 * Describes a region of requests: `https://shop.example.com/api... but for /api/v1... if header x-canary=1`.
 *
 * @param kept requests that the region excludes
 */
export function regionText(
  difference: Region,
  { paths: kept, conditions: unless }: UnchangedRequests = { paths: [], conditions: [] },
): string {
  const { host, path, wasRule, isRule } = difference;
  const conditions = [...new Set([...conditionTexts(wasRule, host), ...conditionTexts(isRule, host)])];
  return `${listenerText(difference)}${path ? pathText(path.match, path.value) : ""}${keptText(kept)}${ifText(conditions)}${unlessText(unless)}`;
}

/** Limit of named paths. */
const NAMED = 3;

function keptText(kept: readonly PathCondition[]): string {
  if (kept.length === 0) return "";
  const paths = kept.flatMap(({ is, values }) => values.map((value) => pathText(is, value)));
  return ` but for ${paths.slice(0, NAMED).join(", ")}${paths.length > NAMED ? " and others" : ""}`;
}

/** The region without path and conditions. */
export const listenerText = ({ protocol, port, host, group }: Region): string => placeText(protocol, port, host, group);

/** Paths of a rule; `/` for a rule that matches all. */
export function pathsText(match: ServedRule["match"]): string {
  const paths = (match ?? []).filter((one): one is PathCondition => one.of === "path" && !one.not);
  return paths.length === 0 ? "/" : paths.map(({ values }) => values.join(" or ")).join(" and ");
}

const FORM = { exact: " (exact)", segments: "", characters: "", regex: " (regex)" };

/** Paths and further conditions of a rule, as in keys of routes: `/cart (exact) if header x-canary=1`. */
export function requestsText({ match = [] }: Pick<ServedRule, "match">, host: string): string {
  const paths = match.filter((one): one is PathCondition => one.of === "path" && !one.not);
  const form = [...new Set(paths.map(({ is }) => FORM[is]))].join("");
  const further = match.filter((one) => (one.of !== "path" || one.not) && !isSaid(one, host));
  return `${pathsText(match)}${form}${ifText(further.map(conditionText))}`;
}

function placeText(protocol: Protocol, port: number, host: string, group: string): string {
  if (protocol === "tcp" || protocol === "udp") return `${protocol}://${group.replace(/^Service /, "")}:${port}`;
  return `${protocol}://${hostText(host)}${port === defaultPort(protocol) ? "" : `:${port}`}`;
}

/** `*.example.com` for one label and for any number of labels, as in specs. */
const hostText = (name: string): string => (name === "" ? "*" : name.startsWith("**") ? name.slice(1) : name);

/** `/api...` for segments, `/api*` for characters, `/api (exact)`, ` ~ ^/v[0-9]` */
function pathText(match: PathCondition["is"], value: string): string {
  if (match === "exact") return `${value} (exact)`;
  if (match === "regex") return ` ~ ${value}`;
  return match === "segments" ? `${stemOf(value)}/...` : `${value}...`;
}

const ifText = (conditions: readonly string[]): string => (conditions.length > 0 ? ` if ${conditions.join(" and ")}` : "");

const unlessText = (lists: readonly (readonly Condition[])[]): string =>
  lists.length > 0 ? ` unless ${lists.map((list) => list.map(conditionText).join(" and ")).join(", or ")}` : "";

const conditionTexts = (rule: ServedRule | undefined, host: string): string[] =>
  (rule?.match ?? []).filter((one) => one.of !== "path" && !isSaid(one, host)).map(conditionText);

/** True for a condition that repeats the host of the region. */
const isSaid = (condition: Condition, host: string): boolean =>
  condition.of === "host" && condition.is === "name" && !condition.not && condition.values.includes(host);

/** `method POST`, `not header x-canary=1`, `client in 10.0.0.0/8` */
export function conditionText(condition: Condition): string {
  return `${condition.not ? "not " : ""}${plainText(condition)}`;
}

function plainText(condition: Condition): string {
  switch (condition.of) {
    case "path":
      return `path ${condition.values.map((value) => pathText(condition.is, value).trim()).join(" or ")}`;
    case "host":
      return `host ${condition.is === "regex" ? "~ " : ""}${condition.values.join(" or ")}`;
    case "method":
      return `method ${condition.values.join(" or ")}`;
    case "client":
      return `client in ${condition.values.join(" or ")}`;
    case "certificate":
      return "a client certificate";
    default: {
      const { of, name, is, values } = condition;
      return is === "present" ? `${of} ${name}` : `${of} ${name}${is === "regex" ? "~" : "="}${values.join(" or ")}`;
    }
  }
}

/** Limit of shown characters of a regular expression. */
const SHOWN = 80;

/** Reason why the answer to a request is not known. */
export const notRunText = (pattern: string): string =>
  `the pattern ${pattern.length > SHOWN ? `${pattern.slice(0, SHOWN)}...` : pattern} cannot be evaluated here`;

/**
 * `default/web:80`, `default/web:80 90 %, default/next:80 10 %`, `redirect 302 to https://...`, `404`, `closed: nothing listens at port
 * 80`, `not known: the pattern ^/a(?=b) cannot be evaluated here`
 *
 * @param withShares also print the share of a single Service
 */
export function answerText(answer: Answer, withShares = false): string {
  switch (answer.kind) {
    case "redirect":
      return `redirect ${answer.status} to ${answer.location}`;
    case "status":
      if (answer.undecidedBy !== undefined) return `not known: ${notRunText(answer.undecidedBy)}`;
      return `${answer.status ?? "no known status"}${answer.by === undefined ? "" : ` by ${answer.by}`}`;
    case "closed":
      return `closed: ${answer.reason}`;
    default: {
      const parts = answer.to.map(
        (part) => `${partText(part)}${withShares || answer.to.length > 1 ? ` ${Math.round(part.share * 100)} %` : ""}`,
      );
      const edits = [
        ...(answer.path === undefined ? [] : [`path ${answer.path}`]),
        ...(answer.host === undefined ? [] : [`host ${answer.host}`]),
        ...headerTexts("request", answer.request),
        ...headerTexts("response", answer.response),
        ...(answer.timeout === undefined ? [] : [`timeout ${answer.timeout}${answer.timeout === "infinite" ? "" : " s"}`]),
        ...(answer.retry === undefined ? [] : [`retry ${answer.retry}`]),
        ...(answer.tls === undefined ? [] : ["TLS passed through"]),
      ];
      return `${parts.join(", ") || "no server"}${edits.length > 0 ? ` (${edits.join(", ")})` : ""}`;
    }
  }
}

/** `sets request header x-team: shop`, `adds response header ...`, `removes request header x-debug` */
const headerTexts = (of: "request" | "response", { set = {}, add = {}, remove = [] }: HeaderEdits = {}): string[] => [
  ...Object.entries(set).map(([name, value]) => `sets ${of} header ${name}: ${value}`),
  ...Object.entries(add).map(([name, value]) => `adds ${of} header ${name}: ${value}`),
  ...remove.map((name) => `removes ${of} header ${name}`),
];

const partText = ({ service, status, servers = [] }: AnswerPart): string =>
  service ?? (status === undefined ? servers.join(" ") || "no server" : `status ${status}`);

/** Reason why a matching rule does not answer: the winner precedes it. */
export function whyLater(winner: ServedRule, loser: ServedRule): string {
  const [won, lost] = [pathOf(winner), pathOf(loser)];
  if (won?.is === "exact" && lost?.is !== "exact") return "an exact path goes before a prefix";
  if (lengthOf(won) > lengthOf(lost)) return "the other path is longer";
  if (lengthOf(won) < lengthOf(lost)) return "the other rule comes first";
  if ((winner.match?.length ?? 0) > (loser.match?.length ?? 0)) return "the other rule has more conditions";
  return "the other rule comes first";
}

const pathOf = ({ match = [] }: ServedRule): PathCondition | undefined =>
  match.find((one): one is PathCondition => one.of === "path" && !one.not);
const lengthOf = (condition: PathCondition | undefined): number => (condition ? stemOf(condition.values[0] ?? "").length : 0);
