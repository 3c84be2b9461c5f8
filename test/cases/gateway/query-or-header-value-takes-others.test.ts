import { expect, test } from "vitest";
import { queryExpression } from "../../../sdk/targets/avi/lower/query";
import { gateway, gatewayClass, http, httpRoute } from "../../support/gateway-manifests";
import { translateTo } from "../../support/planned";

// The query value `a&b` took the request ?q=a&b, whose value is a, and never ?q=a%26b; a value with a blank took none. On Octavia a header
// Prod,other was taken by the rule for Prod without a word, since its load balancers compare each comma-separated value by itself.

const takes = (value: string, query: string, name = "q") => {
  const expression = queryExpression([{ name, is: "exact", value }]);
  return expression !== undefined && new RegExp(expression).test(query);
};

test.each([
  ["a&b", ["q=a%26b", "x=1&q=a%26b&y"], ["q=a&b", "q=a"]],
  ["a b", ["q=a%20b", "q=a+b"], ["q=ab"]],
  ["a+b", ["q=a%2Bb", "q=a%2bb"], ["q=a+b", "q=aab"]],
  ["50%", ["q=50%25"], ["q=50%", "q=50"]],
  ["a=b", ["q=a=b", "q=a%3Db"], ["q=a"]],
  ["a/b", ["q=a/b", "q=a%2fb"], ["q=ab"]],
  ["#1", ["q=%231"], ["q=#1", "q="]],
  ["größe", ["q=gr%C3%B6%C3%9Fe"], ["q=grosse"]],
  ["a.b", ["q=a.b"], ["q=axb"]],
])("the query value %s is compared as clients write it", (value, taken, passed) => {
  for (const query of taken) expect(takes(value, query), query).toBe(true);
  for (const query of passed) expect(takes(value, query), query).toBe(false);
});

test("the same of names, and of a blank in a regular expression", () => {
  expect(takes("1", "a%26b=1", "a&b")).toBe(true);
  expect(takes("1", "b=1", "a&b")).toBe(false);
  const blank = queryExpression([{ name: "q", is: "regex", value: "a b+" }]) ?? "$.";
  expect(["q=a+b", "q=a%20bb", "q=ab"].map((query) => new RegExp(blank).test(query))).toEqual([true, true, false]);
  expect(queryExpression([{ name: "q", is: "regex", value: "[ab ]" }])).toBeUndefined();
});

test.each(["Exact", "RegularExpression"])("Octavia takes lists too where a header is compared: %s", (type) => {
  const settings = { naming: "occm", cluster_name: "c", subnet_id: "4f6c1c1e-1111-4111-8111-111111111111", gatewayController: "x/y" };
  const rules = [{ matches: [{ headers: [{ name: "x-env", type, value: "Prod" }] }], backendRefs: [] }, { backendRefs: [] }];
  const objects = [gatewayClass("ours", "x/y"), gateway("gw", [http("l")]), httpRoute("r", "gw", rules)].map((value) => ({ value }));
  const { statuses } = translateTo("octavia", { objects, diagnostics: [] }, settings);
  const messages = statuses.flatMap(({ diagnostics }) => diagnostics).filter(({ code }) => code === "LB1302");
  expect(messages).toMatchObject([
    {
      severity: "warning",
      object: { kind: "HTTPRoute" },
      pointer: "/spec/rules/0/matches/0/headers",
      message: expect.stringContaining("one of them x-env"),
    },
  ]);
});
