// Compares answers with expectations.

import type { Answer, AnswerPart, ForwardAnswer } from "../../../requests/answer/effect";
import type { Request } from "../../../requests/answer/request";
import { sentHost, sentPath, sentUrl } from "../../../requests/answer/sent-url";
import { isUndecided } from "../../../requests/differences/answers-equal";
import { answerText } from "../../../requests/messages";
import type { Explanation, RequestExplainer } from "../explain";
import type { Expectation, Expected } from "./expectation";

/** Result of one expectation. */
export interface CheckedExpectation {
  expectation: Expectation;
  passed: boolean;
  /** The answer is not known: the expectation neither passes nor fails. */
  undecided: boolean;
  /** Differences in words; empty if it passes. */
  misses: string[];
  explanation: Explanation;
}

/** Checks expectations against the answers to their requests. The readiness of servers is ignored. */
export const checkExpectations = (expectations: readonly Expectation[], requests: RequestExplainer): CheckedExpectation[] =>
  expectations.map((expectation) => {
    const explanation = requests.explain(expectation.request);
    // the expectation was validated with its request
    if (!explanation) throw new TypeError(`no request: ${expectation.request.url}`);
    const misses = missesOf(expectation, explanation, requests);
    return { expectation, passed: misses.length === 0, undecided: isUndecided(explanation.answer), misses, explanation };
  });

/** True for an expectation that fails. */
export const isFailed = ({ passed, undecided }: Pick<CheckedExpectation, "passed" | "undecided">): boolean => !passed && !undecided;

/** True if an answer has what is expected. */
export const meets = (expected: Expected, answer: Answer): boolean => kindMiss(expected, answer, undefined) === undefined;

function missesOf({ expected, request }: Expectation, explanation: Explanation, requests: RequestExplainer): string[] {
  const { answer } = explanation;
  const miss = kindMiss(expected, answer, explanation);
  if (miss !== undefined) return [miss];
  if (explanation.unpublished && (answer.kind === "forward" || answer.kind === "redirect"))
    return [`no address has the DNS name ${new URL(explanation.request.url).hostname}`];
  if (answer.kind !== "forward") return [];
  return [
    ...absentServices(expected, answer, request, requests),
    ...partMisses(expected, answer),
    ...arrivalMisses(expected, answer, request.url, explanation),
  ];
}

/** The first difference that makes it another answer. */
function kindMiss(
  { to, redirect, status, closed, servers, path, host, arrives }: Expected,
  answer: Answer,
  explanation: Explanation | undefined,
) {
  const is = answerText(answer);
  if (isUndecided(answer)) return is;
  if (closed) return answer.kind === "closed" ? undefined : is;
  if (redirect !== undefined)
    return answer.kind === "redirect" && answer.location === sentUrl(redirect) && (status ?? answer.status) === answer.status
      ? undefined
      : is;
  if (status !== undefined) return hasStatus(answer, status, explanation) ? undefined : is;
  if (to && answer.kind === "status" && answer.by !== undefined)
    return Object.keys(to).some((one) => isService(one, answer.by)) ? undefined : is;
  const isForwarded = [to, servers, path, host, arrives].some((one) => one !== undefined);
  if (isForwarded && answer.kind !== "forward") return is;
  return to && answer.kind === "forward" && !hasShares(to, answer.to) ? is : undefined;
}

/** True if the answer has the status. Unserved requests get 404 or 503, depending on the load balancer; Gateways require 404. */
function hasStatus(answer: Answer, status: number, explanation: Explanation | undefined): boolean {
  if (answer.kind === "redirect") return answer.status === status;
  if (answer.kind !== "status") return false;
  if (answer.status === status) return true;
  const isOfGateway = explanation?.asked?.kind === "status" && explanation.asked.status === 404;
  const isNobodys = explanation !== undefined && explanation.rule === null && !isOfGateway;
  return isNobodys && (status === 404 || status === 503) && (answer.status === null || answer.status === 404 || answer.status === 503);
}

/** Shares are equal within 1 %. */
const TOLERANCE = 0.0101;

/** Compares shares with a tolerance; each expected recipient must have a share, and no other may. */
function hasShares(to: Record<string, number>, parts: readonly AnswerPart[]): boolean {
  const isOf = (wanted: string, { service, status }: AnswerPart) =>
    status === undefined ? isService(wanted, service) : wanted === `status ${status}`;
  const wanted = Object.entries(to);
  return (
    parts.every((part) => wanted.some(([recipient]) => isOf(recipient, part))) &&
    wanted.every(([recipient, share]) => {
      const matching = parts.filter((part) => isOf(recipient, part));
      return (share === 0 || matching.length > 0) && Math.abs(matching.reduce((sum, part) => sum + part.share, 0) - share) <= TOLERANCE;
    })
  );
}

/** The expected Service may leave out the port. */
const isService = (wanted: string, service: string | undefined): boolean =>
  service !== undefined && (service === wanted || service.startsWith(`${wanted}:`));

/** Services of a forward that do not exist: they get no request. */
const absentServices = (
  { to: wanted }: Pick<Expected, "to">,
  { to }: ForwardAnswer,
  request: Request,
  requests: RequestExplainer,
): string[] =>
  wanted
    ? to.flatMap(({ service, kept, servers = [] }) => {
        const [name = "", port = ""] = service?.split(":") ?? [];
        // the pool may have servers that another rule found
        const isServed = !kept && servers.length > 0;
        const absent = service === undefined || isServed ? undefined : requests.absentOf(service, request);
        return absent === undefined
          ? []
          : [absent === "Service" ? `Service ${name} is missing` : `Service ${name} has no such port ${port}`.trimEnd()];
      })
    : [];

function partMisses({ servers: wanted }: Expected, { to }: ForwardAnswer): string[] {
  if (!wanted) return [];
  const serving = new Set(to.flatMap(({ servers = [], unready = [] }) => [...servers, ...unready]));
  const missing = wanted.filter((server) => !serving.has(server));
  const unexpected = [...serving].filter((server) => !wanted.includes(server));
  return [
    ...(missing.length > 0 ? [`servers without ${missing.join(", ")}`] : []),
    ...(unexpected.length > 0 ? [`further servers ${unexpected.join(", ")}`] : []),
  ];
}

/** Differences in the request that servers receive; parts that no rule edits arrive unchanged. */
function arrivalMisses({ path, host, arrives = {} }: Expected, answer: ForwardAnswer, url: string, { request }: Explanation): string[] {
  const [, authority = "", sent = ""] = /^[a-z]+:\/\/([^/?#]*)([^?#]*)/i.exec(sentUrl(url)) ?? [];
  const arrived = { path: answer.path ?? (sent || "/"), host: answer.host ?? authority.replace(/:\d+$/, "").toLowerCase() };
  const { set = {}, add = {}, remove = [] } = answer.request ?? {};
  const headers = Object.entries(arrives).flatMap(([name, value]) => {
    const key = name.toLowerCase();
    const before = remove.includes(key) ? undefined : request.headers[key];
    const edited = set[key] ?? (add[key] === undefined ? before : [before, add[key]].filter((one) => one !== undefined).join(","));
    return (edited ?? null) === value ? [] : [`header ${name} ${edited === undefined ? "does not arrive" : `arrives as ${edited}`}`];
  });
  return [
    ...(path === undefined || sentPath(path) === arrived.path ? [] : [`path ${arrived.path}`]),
    ...(host === undefined || sentHost(host).toLowerCase() === arrived.host ? [] : [`host ${arrived.host}`]),
    ...headers,
  ];
}
