import fc from "fast-check";
import { expect, it } from "vitest";
import { answer } from "../../../../requests/answer/answer";
import type { Answer } from "../../../../requests/answer/effect";
import { type ParsedRequest, parseRequest } from "../../../../requests/answer/request";
import { comparedRequests, isSame } from "../../../../requests/differences/changes";
import type { RoutingTable } from "../../../../requests/table/routing-table";
import { AnswerChecker } from "../../../../sdk/traffic/check";
import { TrafficCounter } from "../../../../sdk/traffic/count";
import type { LoggedAnswer } from "../../../../sdk/traffic/logged-answer";
import { partsRead } from "../../../../sdk/traffic/parts";
import type { CompleteRequest } from "../../../../sdk/traffic/read";
import type { ReadParts } from "../../../../sdk/traffic/request";
import type { TrafficSides } from "../../../../sdk/traffic/sides";
import { byTier } from "../../../support/tier";
import { MUTATIONS, mutated } from "./mutants";
import { type Draw, drawing, requestOf, worldOf } from "./world";

// Counts of a log are those of its requests answered one by one, and what the log does not hold is never guessed.

const WORLDS = byTier({ pr: 20, nightly: 80, release: 5_000 });
const REQUESTS = 40;
const seeds = fc.integer({ min: 0, max: 2 ** 31 });

/** A request of HTTP, as a client sends it. */
function sentIn(draw: Draw): ParsedRequest {
  const sent = parseRequest(requestOf(draw))!;
  return sent.protocol === "tcp" ? sentIn(draw) : sent;
}

/** The request as a log has it that lacks the hidden parts, and certificates, as each log. */
function logged(sent: ParsedRequest, parts: ReadParts, hidden: ReadonlySet<string>): CompleteRequest {
  const headers = [...parts.headers].filter((name) => !hidden.has(name)).map((name) => [name, sent.headers.get(name)] as const);
  return {
    ...{ scheme: sent.protocol as "http", host: sent.host, method: sent.method, path: sent.path, headers: new Map(headers) },
    ...(hidden.has("query") ? {} : { search: sent.search }),
    ...(hidden.has("client") || sent.from === undefined ? {} : { client: sent.from }),
  };
}

/** The count of one request by itself. */
function countOf(sides: TrafficSides, parts: ReadParts, request: CompleteRequest) {
  const counter = new TrafficCounter(sides, parts);
  counter.take(request);
  return counter.count;
}

const readsCertificates = (...sides: RoutingTable[]) => /"certificate"|clientCertificate/.test(JSON.stringify(sides));

it("counts what the answers to each request say, whatever the log hides of it", () => {
  const seen = { changed: 0, unknown: 0, known: 0 };
  fc.assert(
    fc.property(seeds, (seed) => {
      const draw = drawing(seed);
      const a = worldOf(draw, draw.chance(0.5));
      const b = draw.chance(0.3) ? worldOf(draw) : mutated(a, draw.pick(Object.values(MUTATIONS)), draw);
      const { changes } = comparedRequests(a, b);
      const parts = partsRead(a, b);
      const sides = { before: a, after: b, changes };
      const all = new TrafficCounter(sides, parts);
      const hidden = new Set(["x", "y", "query", "client"].filter(() => draw.chance(0.3)));
      const expected = { requests: 0, changed: 0, unknown: 0 };
      let first = sentIn(draw);
      for (let i = 0; i < REQUESTS; i++) {
        const { headers, from, query, search } = sentIn(draw);
        // requests of one path that differ in the rest: an answer must not be that of another
        if (i % 8 === 0) first = sentIn(draw);
        const sent: ParsedRequest = { ...first, headers, ...(from === undefined ? {} : { from }), query, search };
        const request = logged(sent, parts, hidden);
        all.take(request);
        const { changed, unknown, others, lines } = countOf(sides, parts, request);
        expected.requests++;
        expected.changed += changed;
        expected.unknown += unknown;
        const [was, is] = [answer(a, sent), answer(b, sent)];
        const isChanged = !isSame(was.answer, is.answer);
        if (unknown === 0 && isChanged !== (changed === 1)) expect.fail(`${JSON.stringify(sent.path)} is counted wrong: ${seed}`);
        if (unknown > 0 && hidden.size === 0 && !readsCertificates(a, b)) expect.fail(`nothing is hidden of ${JSON.stringify(sent)}`);
        if (changed === 1) {
          expect(others).toBe(0);
          const line = changes[lines.findIndex((one) => one.changed === 1)]!;
          expect([line.wasRule === was.rule, line.isRule === is.rule]).toEqual([true, true]);
        }
        seen.changed += changed;
        seen[unknown > 0 ? "unknown" : "known"]++;
      }
      const { requests, changed, unknown, lines } = all.count;
      expect({ requests, changed, unknown }).toEqual(expected);
      expect(lines.reduce((sum, line) => sum + line.changed, 0)).toBe(changed);
    }),
    { numRuns: WORLDS },
  );
  expect(seen.changed).toBeGreaterThan(WORLDS);
  expect(seen.unknown).toBeGreaterThan(WORLDS / 10);
  expect(seen.known).toBeGreaterThan(seen.unknown);
}, 600_000);

/** No log has the certificates of clients. */
const asksForCertificates = (rules: RoutingTable) => /"of":"certificate"|"clientCertificate"/.test(JSON.stringify(rules));

/** The answer as a load balancer that follows the rules logs it; undefined where it logs none. */
function answeredBy({ answer: given }: ReturnType<typeof answer>, draw: Draw, saysWho: boolean): LoggedAnswer | undefined {
  if (given.kind === "closed") return undefined;
  if (given.kind === "redirect") return { status: given.status, ...(saysWho ? { by: "load balancer" } : {}) };
  if (given.kind === "status") return { status: given.status ?? 500, ...(saysWho ? { by: "load balancer" } : {}) };
  const part = draw.pick(given.to);
  if (part.status !== undefined) return { status: part.status, ...(saysWho ? { by: "load balancer" } : {}) };
  const [server] = part.servers ?? [];
  return { status: draw.pick([200, 304, 404, 500]), ...(saysWho ? { by: "server", ...(server ? { server } : {}) } : {}) };
}

/** An answer that no load balancer with these rules logs. */
function wrongFor(given: Answer): LoggedAnswer | undefined {
  if (given.kind === "redirect" || (given.kind === "status" && given.status !== null && given.by === undefined))
    return { status: 200, by: "server" };
  const isOther = given.kind === "forward" && given.to.every(({ status }) => status !== 404);
  return isOther ? { status: 404, by: "load balancer" } : undefined;
}

it("finds no contradiction in a log of what the rules say, and each where the log has something else", () => {
  let seen = 0;
  fc.assert(
    fc.property(seeds, (seed) => {
      const draw = drawing(seed);
      const rules = worldOf(draw, draw.chance(0.5));
      const parts = partsRead(rules);
      const checker = new AnswerChecker(rules, parts);
      const [saysWho, hidden] = [draw.chance(0.5), new Set(["x", "y", "query", "client"].filter(() => draw.chance(0.2)))];
      let contradicting = 0;
      for (let i = 0; i < REQUESTS; i++) {
        const sent = sentIn(draw);
        const given = answer(rules, sent);
        const right = answeredBy(given, draw, saysWho);
        if (right) checker.take(logged(sent, parts, hidden), right);
        const wrong = hidden.size > 0 || asksForCertificates(rules) ? undefined : wrongFor(given.answer);
        if (!wrong) continue;
        checker.take(logged(sent, parts, hidden), wrong);
        contradicting++;
      }
      const { contradictions, requests, agreeing, open, unknown } = checker.logCheck;
      const all = contradictions.reduce((sum, one) => sum + one.requests, 0);
      expect({ seed, all }).toEqual({ seed, all: contradicting });
      expect(agreeing + open + unknown + all).toBe(requests);
      seen += contradicting;
    }),
    { numRuns: WORLDS },
  );
  expect(seen).toBeGreaterThan(WORLDS);
}, 600_000);
