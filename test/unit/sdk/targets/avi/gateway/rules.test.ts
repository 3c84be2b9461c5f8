import { describe, expect, it } from "vitest";
import type { Rule } from "../../../../../../sdk/routing";
import { gatewayRules } from "../../../../../../sdk/targets/avi/gateway";
import { queryExpression } from "../../../../../../sdk/targets/avi/lower/query";
import { parseAviSettings } from "../../../../../../sdk/targets/avi/settings";
import { rule, share } from "../../../../../support/avi-gateways";

const rulesFor = (given: object = {}) => gatewayRules(parseAviSettings({ controllerVersion: "30.2.1", ...given }).settings);
const refusal = (more: Partial<Rule>, given: object = {}) => rulesFor(given).refusesRule(rule("/", more));
const match = (more: Partial<Rule["match"]>) => ({
  match: { path: { is: "segments" as const, value: "/" }, headers: [], queryParams: [], ...more },
});
const param = (name: string, value = "1", is: "exact" | "regex" = "exact") => ({ name, is, value });

describe("the rules of Avi", () => {
  it("serve every protocol and name sorted features", () => {
    const { controllers, features, routes } = rulesFor();
    expect(controllers).toEqual(["k8s-lb.io/avi"]);
    expect(rulesFor({ gatewayController: "ako.vmware.com/avi-lb" }).controllers).toEqual(["ako.vmware.com/avi-lb"]);
    expect(features).toEqual([...features].sort());
    expect(new Set(features).size).toBe(features.length);
    expect(Object.keys(routes)).toEqual(["HTTP", "HTTPS", "TCP", "TLS", "UDP"]);
  });

  it("claim comparisons of the query for releases that have them", () => {
    expect(rulesFor().features).toContain("HTTPRouteQueryParamMatching");
    expect(rulesFor({ controllerVersion: "20.1.7" }).features).not.toContain("HTTPRouteQueryParamMatching");
    const queryMatch = match({ queryParams: [param("q")] });
    expect(refusal(queryMatch)).toBeUndefined();
    expect(refusal(queryMatch, { controllerVersion: "20.1.7" })).toMatchObject({ at: "/matches/0/queryParams" });
  });

  it.each<[string, Partial<Rule>, string]>([
    ["a header by expression", match({ headers: [param("x", ".*", "regex")] }), "/matches/0/headers"],
    ["four parameters", match({ queryParams: ["a", "b", "c", "d"].map((name) => param(name)) }), "/matches/0/queryParams"],
    ["a parameter that looks ahead", match({ queryParams: [param("a", "(?=b)", "regex")] }), "/matches/0/queryParams"],
    ["redirects of 303", { to: { redirect: { statusCode: 303 } } }, "/filters"],
    ["redirects of 308", { to: { redirect: { statusCode: 308 } } }, "/filters"],
    ["a timeout of all tries", { to: { backends: [share("web")], timeouts: { request: 5 }, retry: { on: [503] } } }, "/timeouts/request"],
    ["a timeout of a day", { to: { backends: [share("web")], timeouts: { backendRequest: 86_400 } } }, "/timeouts/backendRequest"],
    [
      "authorities of the system",
      { to: { backends: [share("web", 1, { protocol: "tls", validation: { subjectName: "web" } })] } },
      "/backendRefs",
    ],
  ])("refuse %s", (_, more, at) => {
    expect(refusal(more)?.at).toBe(at);
  });

  it.each<[string, Partial<Rule>]>([
    ["methods", match({ method: "CONNECT" })],
    ["redirects of 307", { to: { redirect: { statusCode: 307 } } }],
    ["answers", { to: { answer: 500 } }],
    ["retries alone", { to: { backends: [share("web")], retry: { on: [503] } } }],
    ["regular paths", match({ path: { is: "regex", value: "/.*" } })],
  ])("serve %s", (_, more) => {
    expect(refusal(more)).toBeUndefined();
  });

  it("hand TLS through and do not end it for connections", () => {
    const listener = { protocol: "TLS", port: 443, hostname: "" };
    expect(rulesFor().refusesListener?.({ ...listener, mode: "Terminate" })?.at).toBe("/tls/mode");
    expect(rulesFor().refusesListener?.({ ...listener, mode: "Passthrough" })).toBeUndefined();
  });
});

describe("the expression of a query", () => {
  const takes = (params: Parameters<typeof queryExpression>[0], query: string) => new RegExp(queryExpression(params) ?? "$.").test(query);

  it.each([
    ["a=1", true],
    ["b=2&a=1", true],
    ["a=1&b=2", true],
    ["a=11", false],
    ["aa=1", false],
    ["b=a=1", false],
    ["", false],
  ])("of one parameter: %s", (query, fits) => {
    expect(takes([param("a")], query)).toBe(fits);
  });

  it("has the parameters in any order, with others between them", () => {
    const params = ["a", "b", "c"].map((name) => param(name));
    expect(["a=1&b=1&c=1", "c=1&x=2&a=1&y&b=1", "b=1&c=1"].map((query) => takes(params, query))).toEqual([true, true, false]);
  });

  it("keeps an expression within its parameter", () => {
    const params = [param("a", "^x.*z$", "regex")];
    expect(["a=xz", "a=xyz", "a=x&b=z", "a=xzz&c"].map((query) => takes(params, query))).toEqual([true, true, false, true]);
    for (const value of ["a^b", "(", "a&b", "\\S", "(?!x)"]) expect(queryExpression([param("a", value, "regex")])).toBeUndefined();
    expect(takes([param("a", "[^x]+", "regex")], "a=x&b=1")).toBe(false);
  });
});
