import { describe, expect, it } from "vitest";
import { answer } from "../../../../requests/answer/answer";
import { parseRequest } from "../../../../requests/answer/request";
import { comparedRequests } from "../../../../requests/differences/changes";
import { differences } from "../../../../requests/differences/differences";
import { answerText } from "../../../../requests/messages";
import { isExpression, isFound, isKnown, MOST_CHARACTERS } from "../../../../requests/patterns/engine";
import { loosened } from "../../../../requests/patterns/loosened";
import { writtenOut } from "../../../../requests/patterns/tokens";
import type { Condition, RoutingTable, ServedRule } from "../../../../requests/table/routing-table";

// Patterns that only the load balancer can evaluate: lookarounds, references, and what is too long.

const LOOK = "^/v(?=[12]/)[0-9]+/";

const rule = (pattern: string, service: string, more: Condition[] = []): ServedRule => ({
  match: [{ of: "path", is: "regex", values: [pattern] }, ...more],
  to: { forward: [{ weight: 1, service }] },
});
const REST: ServedRule = { to: { forward: [{ weight: 1, service: "web" }] } };

const served = (...rules: ServedRule[]): RoutingTable => ({
  addresses: [
    { name: "vs", group: "hosts", ports: [{ port: 80, protocol: "http", hosts: { "x.x": { rules } }, otherwise: { status: 404 } }] },
  ],
});

const at = (rules: RoutingTable, path: string, fitting?: readonly string[]) =>
  answer(rules, parseRequest({ url: `http://x.x${path}`, fitting })!);

describe("isFound", () => {
  it.each([
    ["(?i)^/cart$", "/Cart", true],
    ["[[:digit:]]", "/a", false],
    ["[]a]", "]", true],
    ["\\Qa.b\\E", "/axb", false],
    [LOOK, "/v1/x", undefined],
    [LOOK, "/w1/x", false],
    ["(a)\\1", "/aa", undefined],
    ["(a)\\1", "/b", false],
    ["a++b", "/aab", undefined],
    ["a{1001}", "/a", undefined],
    ["(a{40}){60}", "/a", undefined],
    ["(", "/", undefined],
    ["a".repeat(MOST_CHARACTERS), "/a", false],
    ["a".repeat(MOST_CHARACTERS + 1), "/a", undefined],
  ])("of %s in %s", (pattern, text, found) => expect(isFound(pattern, false, text)).toBe(found));

  it("folds letters", () => expect([isFound("^/CART$", true, "/cart"), isFound(LOOK, true, "/V1/")]).toEqual([true, undefined]));
});

it("what the engine does not know may still be a regular expression", () => {
  const all = [LOOK, "(a)\\1", "a++", "a{1001}", "(?<=a)b", "(?>a)", "\\h", "a".repeat(3000), "(", "a)", "[a", "a{2,1}", "(?=*)", "*"];
  expect(all.filter((one) => isKnown(one))).toEqual([]);
  expect(all.filter((one) => !isExpression(one))).toEqual(["(", "a)", "[a", "a{2,1}", "(?=*)", "*"]);
});

it("loosens what RE2 does not know, and counts what is written out", () => {
  expect([LOOK, "a(?!b(c|d))e", "(a)\\1", "a{2,3}+", "[\\h]", "a(?#x)b\\K"].map((one) => loosened(one))).toEqual([
    "^/v(?:)[0-9]+/",
    "a(?:)e",
    "(a)(?s:.*)",
    "a+",
    "(?s:.)",
    "ab",
  ]);
  expect(["abc", "(ab){3}", "a{2,}", "((a{10}){10}b){2}", "\\x{41}[a-z]{5}"].map((one) => writtenOut(one))).toEqual([3, 6, 2, 202, 6]);
});

describe("an answer", () => {
  const rules = served(rule(LOOK, "api"), REST);

  it("is not known where the pattern decides", () => {
    const { answer: got, rule: taking, others } = at(rules, "/v1/x");
    expect(got).toEqual({ kind: "status", status: null, undecidedBy: LOOK });
    expect(answerText(got)).toBe(`not known: the pattern ${LOOK} cannot be evaluated here`);
    expect([taking, others.length]).toEqual([undefined, 2]);
  });

  it("is known before it, beside it, and where another condition decides", () => {
    expect(at(served(REST, rule(LOOK, "api")), "/v1/x").answer).toMatchObject({ kind: "forward" });
    expect(at(rules, "/cart").answer).toMatchObject({ kind: "forward" });
    expect(at(served(rule(LOOK, "api", [{ of: "method", values: ["POST"] }]), REST), "/v1/x").answer).toMatchObject({ kind: "forward" });
  });

  it("follows what is taken to fit", () => {
    expect(at(rules, "/v1/x", [`path ${LOOK}`]).answer).toMatchObject({ to: [{ service: "api" }] });
    expect(at(rules, "/v1/x", []).answer).toMatchObject({ to: [{ service: "web" }] });
  });

  it("is not known of a pattern that is turned", () => {
    const not: ServedRule = { match: [{ of: "path", is: "regex", values: [LOOK], not: true }], to: { status: 403 } };
    expect(at(served(not, REST), "/v1/x").answer).toMatchObject({ undecidedBy: LOOK });
    expect(at(served(not, REST), "/w").answer).toMatchObject({ status: 403 });
  });
});

describe("a comparison", () => {
  const compared = (a: RoutingTable, b: RoutingTable) => {
    const { differences: all, limits } = differences(a, b);
    return { limits, all: all.map(({ path, wasRule, isRule, certain }) => [path?.value, service(wasRule), service(isRule), certain]) };
  };
  const service = (one: ServedRule | undefined) => one && "forward" in one.to && one.to.forward[0]?.service;
  const limits = (...patterns: string[]) =>
    patterns.map((one) => ({ host: "x.x", port: 80, why: `the pattern ${one} cannot be evaluated here` }));

  it("finds another Service behind the pattern, and says that it is not certain", () =>
    expect(compared(served(rule(LOOK, "api"), REST), served(rule(LOOK, "next"), REST))).toEqual({
      all: [[LOOK, "api", "next", false]],
      limits: limits(LOOK),
    }));

  it("is silent of what is the same", () =>
    expect(compared(served(rule(LOOK, "api"), REST), served(rule(LOOK, "api"), REST))).toEqual({ all: [], limits: [] }));

  it("finds two patterns in another order, and one that is new", () => {
    const [a, b] = [rule("^/(?=a)", "a"), rule("^/(?!b)", "b")];
    expect(compared(served(a, b), served(b, a)).all).toEqual([["^/(?=a)", "a", "b", false]]);
    expect(compared(served(REST), served(b, REST))).toEqual({ all: [["^/(?!b)", "web", "b", false]], limits: limits("^/(?!b)") });
  });

  it("tells what is taken and what falls as of other rules", () => {
    const { changes } = comparedRequests(served(REST), served(rule(LOOK, "api"), REST));
    expect(changes.map(({ how, region, certain }) => [how, region, certain])).toEqual([["taken", `http://x.x ~ ${LOOK}`, false]]);
  });

  it("of patterns that are too long ends", () => {
    const long = `/(${"a|b|".repeat(600)}c)+$`;
    expect(compared(served(rule(long, "a"), REST), served(rule(long, "b"), REST)).all).toHaveLength(1);
  });
});
