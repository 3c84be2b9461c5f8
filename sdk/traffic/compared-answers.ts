// Compares the answers of two routing tables to a logged request.

import { answer } from "../../requests/answer/answer";
import type { ParsedRequest } from "../../requests/answer/request";
import { isUndecided } from "../../requests/differences/answers-equal";
import { isSame } from "../../requests/differences/changes";
import { notRunText } from "../../requests/messages";
import type { LoggedRequest } from "./request";
import type { HostSides, TrafficSides } from "./sides";
import { completions, unloggedParts } from "./unknown";

/** Comparison of the answers to one request. */
export interface AnswerComparison {
  answers: "same" | "changed" | "unknown";
  /** Index of the change that it belongs to, or would belong to if its answers differed; -1 for none. */
  line: number;
  /** Reason why the result is not known. */
  why?: string;
  /** A rule of either side matches the request. */
  hasRule?: true;
}

/** Compares the answers of both sides to a request of a host. Parts that the log lacks are never guessed. */
export function compareAnswers(sides: TrafficSides, host: HostSides, logged: LoggedRequest): AnswerComparison {
  const asked = requestForRules(host, logged);
  const open = unloggedParts([host.was, host.is], asked, logged);
  if (open.length === 0) return comparedAt(sides, host, asked);
  const why = open.map(({ dimension }) => (dimension === "client" ? "the address of the client" : dimension)).join(" and ");
  const [first, ...others] = (completions(asked, open) ?? []).map((one) => comparedAt(sides, host, one));
  if (!first) return { answers: "unknown", line: -1, why };
  const isAlike = others.every(({ answers, line }) => answers === first.answers && (answers === "same" || line === first.line));
  if (!isAlike) return { answers: "unknown", line: -1, why };
  return others.every(({ line }) => line === first.line) ? first : { ...first, line: -1 };
}

/** The request with the parts that rules read, without those that the log lacks. */
export function requestForRules(host: HostSides, { path, search = "", method, headers, client }: LoggedRequest): ParsedRequest {
  const query = new Map<string, string>();
  if (search.length > 1) for (const [name, value] of new URLSearchParams(search)) query.set(name, value);
  const loggedHeaders = [...headers].flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]));
  return {
    ...host.hostRequest,
    ...{ path, search, query, method, headers: loggedHeaders.length > 0 ? new Map(loggedHeaders) : host.hostRequest.headers },
    ...(client === undefined ? {} : { from: client }),
  };
}

function comparedAt({ before, after, changes }: TrafficSides, { lines }: HostSides, request: ParsedRequest): AnswerComparison {
  const [was, is] = [answer(before, request), answer(after, request)];
  const hasRule = was.rule || is.rule ? { hasRule: true as const } : {};
  const undecided = [was.answer, is.answer].find(isUndecided);
  if (undecided?.kind === "status" && undecided.undecidedBy !== undefined)
    return { answers: "unknown", line: -1, why: notRunText(undecided.undecidedBy), ...hasRule };
  const hasPair = (at: number) => changes[at]?.wasRule === was.rule && changes[at]?.isRule === is.rule;
  const hasKinds = (at: number) => changes[at]?.was.kind === was.answer.kind && changes[at]?.is.kind === is.answer.kind;
  const line = lines.find((at) => hasPair(at) && hasKinds(at)) ?? lines.find(hasPair) ?? -1;
  return { answers: isSame(was.answer, is.answer) ? "same" : "changed", line, ...hasRule };
}
