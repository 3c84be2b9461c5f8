// Part of `k8s-lb verify`: compares answers of a server with the answer that its rules give.

import type { Answer, ForwardAnswer } from "../../requests/answer/effect";
import { answerText } from "../../requests/messages";
import type { Observed } from "./observe";

/** A share may be off by so much; round robin is nearly exact. */
const TOLERANCE = 0.1;

/** Words for an answer other than the rules say; undefined where all is as expected. */
export function differenceOf(expected: Answer, observed: readonly Observed[]): string | undefined {
  const [first] = observed;
  if (!first) return "nothing was sent";
  const wrong = expected.kind === "forward" ? forwardedOtherwise(expected, observed) : observed.find((one) => !answersSo(expected, one));
  if (!wrong) return undefined;
  return typeof wrong === "string" ? wrong : `expected ${expectedWords(expected)}, got ${observedWords([wrong])}`;
}

function answersSo(expected: Exclude<Answer, ForwardAnswer>, seen: Observed): boolean {
  if (expected.kind === "closed") return seen.kind === "closed";
  if (seen.kind !== "answer") return false;
  if (expected.kind === "redirect") return seen.status === expected.status && sameLocation(seen.location, expected.location);
  return expected.status === null || expected.status === seen.status;
}

/** The path of a Location may be empty for `/`, and the usual port may be written. */
function sameLocation(seen: string | undefined, expected: string): boolean {
  if (seen === undefined || !URL.canParse(seen)) return false;
  return new URL(seen).href === new URL(expected).href;
}

function forwardedOtherwise(expected: ForwardAnswer, observed: readonly Observed[]): Observed | string | undefined {
  if (expected.to.every(({ servers = [] }) => servers.length === 0)) {
    const { empty } = expected;
    return empty && observed.find((one) => !answersSo(empty, one));
  }
  for (const answer of observed) {
    if (answer.kind !== "echo") return answer;
    if (!expected.to.some(({ servers = [] }) => servers.includes(answer.server))) return answer;
    if (expected.path !== undefined && answer.path.replace(/\?.*/, "") !== expected.path)
      return `expected the path ${expected.path} at the server, got ${answer.path}`;
    const headers = missing(expected.request, answer.headers) ?? missing(expected.response, answer.answerHeaders);
    if (headers) return headers;
  }
  return sharedOtherwise(expected, observed);
}

function missing(edits: ForwardAnswer["request"], headers: Record<string, string>): string | undefined {
  const wrong = Object.entries({ ...edits?.set, ...edits?.add }).find(([name, value]) => headers[name] !== value);
  return wrong && `expected the header ${wrong[0]}: ${wrong[1]}, got ${headers[wrong[0]] ?? "none"}`;
}

function sharedOtherwise({ to }: ForwardAnswer, observed: readonly Observed[]): string | undefined {
  if (observed.length < 2) return undefined;
  const rows = to.map(({ share, servers = [] }) => {
    const count = observed.filter((one) => one.kind === "echo" && servers.includes(one.server)).length;
    return { share, found: count / observed.length };
  });
  const wrong = rows.find(({ share, found }) => Math.abs(share - found) > TOLERANCE);
  return wrong && `expected a share of ${percent(wrong.share)}, got ${percent(wrong.found)} of ${observed.length} requests`;
}

const percent = (share: number) => `${Math.round(share * 100)}%`;

const expectedWords = (expected: Answer): string => (expected.kind === "forward" ? "a server of the rule" : answerText(expected));

/** Answers in words, without the addresses of servers. */
export function observedWords(observed: readonly Observed[]): string {
  const [first] = observed;
  if (!first) return "nothing";
  if (first.kind === "closed") return `no answer (${first.reason})`;
  if (first.kind === "answer") return `status ${first.status}${first.location === undefined ? "" : ` to ${first.location}`}`;
  return observed.length > 1 ? `${observed.length} requests in the expected shares` : `a server, with the path ${first.path}`;
}
