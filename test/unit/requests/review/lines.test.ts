import { expect, test } from "vitest";
import { isEmptyComparison } from "../../../../requests/differences/change-lines";
import { NO_CHANGES } from "../../../../requests/differences/changes";
import type { UnreadyRequests } from "../../../../requests/differences/readiness";
import { reviewChanges } from "../../../../requests/review/changes";
import { NO_FACTS, type ReviewFacts } from "../../../../requests/review/facts";
import { reviewLines } from "../../../../requests/review/lines";

const facts = (more: Partial<ReviewFacts>): ReviewFacts => ({ ...NO_FACTS, ...more });
const lines = (before: Partial<ReviewFacts>, after: Partial<ReviewFacts>) =>
  reviewLines(reviewChanges(facts(before), facts(after)), [], {
    changes: [],
    limits: [],
    addresses: [],
    unpublished: [],
    beside: [],
    unready: [],
  });

test("what no client notices is one line with names", () => {
  const certificate = (fingerprint: string) => ({ ends: "2030-01-01T00:00:00Z", fingerprint });
  const place = (service: string) => ({ "http://a.x/": { to: { [service]: 1 } } });
  const before = { routes: place("default/a:80"), certificates: { "Secret default/old": certificate("f") } };
  expect(lines(before, { routes: place("default/b:80"), certificates: { "Secret default/new": certificate("f") } })).toEqual([
    "1 route (http://a.x/) and 1 certificate (Secret default/new) change in no way that a client notices",
  ]);
  expect(lines(before, { routes: place("default/a:80"), certificates: { "Secret default/new": certificate("g") } })).toEqual([
    "1 certificate added, 1 certificate removed",
    "  + Secret default/new: ends 2030-01-01",
    "  - Secret default/old: was: ends 2030-01-01",
  ]);
});

test("a route whose servers are balanced or checked in another way has its line: no request shows it", () => {
  const place = (...terms: string[]) => ({ routes: { "http://a.x/": { to: { "default/a:80": 1 }, terms } } });
  expect(lines(place(), place("balanced by LEAST_CONNECTIONS"))).toEqual([
    "1 route changed",
    "  ~ http://a.x/ -> default/a:80; balanced by LEAST_CONNECTIONS, was -> default/a:80",
  ]);
});

test("routes without a ready server are bounded, and names that go from DNS are something to say", () => {
  const one = { region: "http://a.x/...", was: { kind: "forward", to: [] }, is: { kind: "status", status: 503 }, servers: 2 };
  const unready = Array.from({ length: 25 }, () => one) as unknown as UnreadyRequests[];
  const all = reviewLines([], [], { ...NO_CHANGES, beside: [], unready });
  expect([all.length, all[0], all[1], all.at(-1)]).toEqual([
    21,
    "25 routes without a ready server",
    "  - http://a.x/...: now 503, none of 2 servers ready, was no server",
    "  - and 6 more without a ready server",
  ]);
  const unpublished = [{ host: "a.x", was: "vs" }];
  expect(isEmptyComparison({ ...NO_CHANGES, unpublished })).toBe(false);
  expect(reviewLines([], [], { ...NO_CHANGES, unpublished, beside: [], unready: [] })).toEqual([
    "1 host is gone from DNS",
    "  - a.x: no address has this DNS name any longer, was vs",
  ]);
});
