import { expect, it } from "vitest";
import type { RoutingTable, ServedRule } from "../../../../requests/table/routing-table";
import { countText, githubReport, junitReport, textReport } from "../../../../sdk/cli/test/report";
import { failedAssertions } from "../../../../sdk/requests/expectations/assert-requests";
import { checkExpectations } from "../../../../sdk/requests/expectations/check";
import { expectationsIn } from "../../../../sdk/requests/expectations/read";
import { expectationsOfToday } from "../../../../sdk/requests/expectations/write";
import { RequestExplainer } from "../../../../sdk/requests/explain";
import { RuleLines } from "../../../../sdk/requests/rule-lines";
import { explanationText } from "../../../../sdk/requests/text";

// What only the load balancer can evaluate neither passes nor fails.

const to = (service: string, pointer: string): ServedRule => ({
  to: { forward: [{ weight: 1, service, servers: { ready: ["10.0.0.1:80"] } }] },
  by: { object: "HTTPRoute default/web", pointer },
});
const rules: RoutingTable = {
  addresses: [
    {
      ...{ name: "vs", group: "hosts" },
      ports: [
        {
          ...{ port: 80, protocol: "http", otherwise: { status: 404 } },
          hosts: {
            "x.x": {
              rules: [
                { match: [{ of: "path", is: "regex", values: ["^/v(?=1)"] }], ...to("default/api:80", "/0") },
                to("default/web:80", "/1"),
              ],
            },
          },
        },
      ],
    },
  ],
};
const requests = new RequestExplainer({ served: rules, known: rules });
const given = [
  { request: "http://x.x/v1", to: "default/api:80" },
  { request: "http://x.x/v1", status: 404 },
  { request: "http://x.x/cart", to: "default/web:80" },
];
const { expectations } = expectationsIn(given);
const results = checkExpectations(expectations, requests);
const report = { results, lines: new RuleLines(), reasons: { diagnostics: [], rules } };

it("neither passes nor fails", () => {
  expect(results.map(({ passed, undecided }) => [passed, undecided])).toEqual([
    [false, true],
    [false, true],
    [true, false],
  ]);
  const { failed, open } = failedAssertions(rules, expectations, false);
  expect([failed.length, open.length]).toEqual([0, 2]);
});

it("is a line of its own in each report", () => {
  expect(countText(results)).toBe("1 passed, 0 failed, 2 not known");
  expect(textReport(report)).toContain("NOT KNOWN  GET http://x.x/v1: the pattern ^/v(?=1) cannot be evaluated here\n");
  expect(textReport(report)).not.toContain("FAILED");
  expect(githubReport(report)).toMatch(/^::notice title=GET http%3A\/\/x\.x\/v1::/);
  expect(junitReport(report)).toContain('tests="3" failures="0" skipped="2"');
});

it("names the rules that may answer, and calls nothing different", () => {
  const found = new RequestExplainer({ served: rules, desired: rules }).explain({ url: "http://x.x/v1" })!;
  expect(found.differs).toBeNull();
  expect(explanationText(found, true).split("\n").slice(2, 6)).toEqual([
    "  rule        not known",
    "  answer      not known: the pattern ^/v(?=1) cannot be evaluated here",
    "  may fit     HTTPRoute default/web /0: whether it fits is not known",
    "  may fit     HTTPRoute default/web /1: answers what no rule before it takes",
  ]);
});

it("is nothing that an expectation is written for", () => {
  const { expectations: written, unreached } = expectationsOfToday(rules, requests);
  expect(written.map(({ rule }) => rule.pointer)).toEqual(["/1"]);
  expect(unreached.map(({ pointer }) => pointer)).toEqual(["/0"]);
});
