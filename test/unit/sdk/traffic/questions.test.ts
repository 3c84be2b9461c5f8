import { describe, expect, it } from "vitest";
import type { RoutingTable, ServedAnswer, ServedRule } from "../../../../requests/table/routing-table";
import { ASSUMPTIONS } from "../../../../resources/assumptions";
import { AnswerChecker } from "../../../../sdk/traffic/check";
import type { LoggedAnswer } from "../../../../sdk/traffic/logged-answer";
import { LOG_QUESTIONS, reportedOf } from "../../../../sdk/traffic/questions";
import { rowsOf } from "../../../../sdk/verify/rows";

const to = (service: string): ServedAnswer => ({ forward: [{ weight: 1, service }] });
const WEB: ServedRule = { to: to("default/web:80"), on: "pool/web" };
const RULES: Record<string, ServedRule[]> = {
  "a.x": [
    {
      match: [{ of: "path", is: "characters", values: ["/old"] }],
      to: { redirect: { scheme: "https" }, status: 302 },
      on: "httppolicyset/vs",
    },
    WEB,
  ],
  "*.b.x": [WEB],
  "q.x": [{ match: [{ of: "query", name: "v", is: "exact", values: ["1"] }], to: to("default/web:80"), on: "httppolicyset/q" }],
  "r.x": [{ match: [{ of: "path", is: "regex", values: ["needle"] }], to: to("default/web:80"), on: "httppolicyset/r" }],
};
const rules: RoutingTable = {
  addresses: [
    {
      name: "vs",
      group: "hosts",
      ports: [
        {
          port: 80,
          protocol: "http",
          hosts: Object.fromEntries(Object.entries(RULES).map(([host, own]) => [host, { rules: own }])),
          otherwise: { status: 404 },
        },
      ],
    },
  ],
  servers: { "default/web:80": { ready: ["10.0.0.1:80"] } },
};
const SERVER: LoggedAnswer = { status: 200, by: "server", server: "10.0.0.1:80" };
const own = (status: number): LoggedAnswer => ({ status, by: "load balancer" });

/** Answers of the log that has these requests. */
function answersOf(requests: readonly [url: string, answer: LoggedAnswer][]) {
  const parts = { headers: new Set<string>(), queries: new Set(["v"]), clients: [] };
  const checker = new AnswerChecker(rules, parts, new Map(), LOG_QUESTIONS.avi);
  for (const [url, answer] of requests) {
    const [, host = "", port, path = "/", search = ""] = /^([^:/]+)(?::(\d+))?([^?]*)(.*)$/.exec(url) ?? [];
    const named = port === undefined ? {} : { port: Number(port) };
    checker.take({ scheme: "http", host, ...named, method: "GET", path, search, headers: new Map() }, answer);
  }
  return reportedOf(checker.answers);
}

describe("assumptions in the light of a log", () => {
  it("exist, and only requests can answer them", () => {
    for (const [target, questions] of Object.entries(LOG_QUESTIONS))
      for (const id of Object.keys(questions)) {
        const known: { readonly [id: string]: { by: string } } = ASSUMPTIONS[target as "avi"];
        expect(known[id]?.by, id).toBe("requests");
      }
  });

  it.each<[id: string, url: string, right: LoggedAnswer, wrong: LoggedAnswer]>([
    ["avi/sets-before-script", "a.x/old", own(302), SERVER],
    ["avi/wildcard-children", "w.b.x/", SERVER, own(404)],
    ["avi/query-as-written", "q.x/?v=1", SERVER, own(404)],
    ["avi/regex-anywhere", "r.x/hay/needle", SERVER, own(404)],
    ["avi/no-rule", "q.x/", own(404), SERVER],
    ["avi/port-in-host", "a.x:80/", SERVER, own(404)],
  ])("%s", (id, url, right, wrong) => {
    const verdicts = (answers: ReturnType<typeof answersOf>) =>
      answers.filter((one) => one.verdict !== "unknown").map((one) => [one.id, one.verdict]);
    expect(verdicts(answersOf([[url, right]]))).toEqual([[id, "confirmed"]]);
    expect(
      verdicts(
        answersOf([
          [url, right],
          [url, wrong],
        ]),
      ),
    ).toEqual([[id, "refuted"]]);
    expect(verdicts(answersOf([[url, { status: right.status }]]))).toEqual([]);
  });

  it("says of the rest that a log does not tell", () => {
    const checks = answersOf([["a.x:80/", SERVER]]);
    const rows = rowsOf({ backEnd: "avi", version: "of a log", checks });
    const found = (id: string) => rows.find((one) => one.id === id)?.found;
    expect(found("avi/port-in-host")).toBe("1 request of the log got the answer that follows");
    expect(found("avi/regex-anywhere")).toBe("the log has no request about it, or does not say who answered");
    expect(found("avi/defaults")).toBe("a log does not tell");
  });
});
