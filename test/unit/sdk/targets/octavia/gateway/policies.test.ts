import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { L7PolicyBody } from "../../../../../../resources/octavia/types";
import { HTTPS_LISTENER, type RequestPort, type Rule } from "../../../../../../sdk/routing";
import { requestPolicies } from "../../../../../../sdk/targets/octavia/gateway/policies";
import { type Drawn, drawnRule, port, REQUESTS } from "../../../../../support/gateway-rules";
import { atListener, firstRule } from "../../../../../support/octavia-gateway";
import { draws } from "../../../../../support/tier";

const lower = (given: RequestPort) => requestPolicies(given, ({ index }) => ({ name: String(index) }));

const listenerOf = (l7policies: L7PolicyBody[]) => ({
  name: "l",
  protocol: "HTTP" as const,
  protocol_port: 80,
  default_pool: { name: "404" },
  l7policies,
});

describe("L7 policies of a Gateway", () => {
  it("send each request where the first rule by rank that takes it leads to", () => {
    let [rules, lost, redirected] = [0, 0, 0];
    fc.assert(
      fc.property(fc.array(drawnRule, { minLength: 1, maxLength: 7 }), (drawn) => {
        const given = port(drawn);
        const { policies, dropped } = lower(given);
        const served = given.rules.filter((one) => !dropped.some((other) => other.rule === one));
        rules += given.rules.length;
        lost += dropped.length;
        const listener = listenerOf(policies);
        const wrong = REQUESTS.flatMap((request) => {
          const first = firstRule(served, request);
          const expected = !first ? "404" : "redirect" in first.to ? `http://${first.index}.to` : String(first.index);
          if (expected.startsWith("http")) redirected++;
          const to = atListener(listener, request);
          return to === expected ? [] : [{ request, to, expected }];
        });
        expect(wrong).toEqual([]);
        expect(new Set(policies.map(({ name }) => name)).size).toBe(policies.length);
      }),
      { numRuns: draws(400) },
    );
    // the comparison covers redirects, and hardly a rule is too much for Octavia
    expect(redirected).toBeGreaterThan(1000);
    expect(lost / rules).toBeLessThan(0.02);
  });

  const drawn = (changed: Partial<Drawn>): Drawn => ({
    host: "a.com",
    except: [],
    match: { path: { is: "segments", value: "/" }, headers: [], queryParams: [] },
    redirects: false,
    ...changed,
  });
  const at = (value: string, headers: Rule["match"]["headers"] = []) => ({
    path: { is: "segments" as const, value },
    headers,
    queryParams: [],
  });

  it("exclude a rule of two conditions from a later redirect with a policy for each of them", () => {
    const both = drawn({ match: at("/a", [{ name: "X", is: "exact", value: "1" }]) });
    const { policies } = lower(port([both, drawn({ redirects: true })]));
    expect(policies.map(({ action, position, rules }) => [action, position, rules.filter(({ invert }) => invert)])).toEqual([
      ["REDIRECT_PREFIX", 1, [{ type: "PATH", compare_type: "REGEX", value: "^/a(/|$)", invert: true }]],
      ["REDIRECT_PREFIX", 2, [{ type: "HEADER", compare_type: "EQUAL_TO", key: "x", value: "1", invert: true }]],
      ["REDIRECT_TO_POOL", 3, []],
    ]);
  });

  it("leave out a rule whose conditions an earlier one has, and a redirect of which nothing is left", () => {
    const { policies, dropped } = lower(port([drawn({}), drawn({}), drawn({ redirects: true, match: at("/a") })]));
    expect(policies.map(({ name }) => name)).toEqual(["a.com/"]);
    expect(dropped).toEqual([]);
  });

  it("put excluded paths together where a policy has not rules enough for each", () => {
    const many = Array.from({ length: 120 }, (_, i) => drawn({ match: at(`/path-${i}`) }));
    const { policies, dropped } = lower(port([...many, drawn({ redirects: true })]));
    expect(dropped).toEqual([]);
    const listener = listenerOf(policies);
    expect(policies[0]?.rules.every(({ value }) => value.length <= 255)).toBe(true);
    expect(policies[0]?.rules.length).toBeLessThanOrEqual(50);
    const to = (path: string) => atListener(listener, { host: "a.com", path, headers: {} });
    expect([to("/path-7/x"), to("/path-119"), to("/path-120"), to("/path-77x")]).toEqual(["7", "119", "http://120.to", "http://120.to"]);
  });

  it("drop a redirect that would need too many policies, and serve what comes after it", () => {
    const headers = ["a", "b", "c"].map((name) => ({ name, is: "exact" as const, value: "1" }));
    const many = ["d", "e", "f", "g"].map((path) =>
      drawn({
        match: at(
          `/${path}`,
          headers.map((one) => ({ ...one, name: `${one.name}-${path}` })),
        ),
      }),
    );
    const given = port([...many, drawn({ redirects: true }), drawn({})]);
    const { policies, dropped } = lower(given);
    expect(dropped).toEqual([{ rule: given.rules[4], because: expect.stringContaining("more than 16 policies") }]);
    expect(atListener(listenerOf(policies), { host: "a.com", path: "/", headers: {} })).toBe("5");
  });

  it("drop a rule with more conditions than a policy takes", () => {
    const headers = Array.from({ length: 50 }, (_, i) => ({ name: `h${i}`, is: "exact" as const, value: "1" }));
    expect(lower(port([drawn({ match: at("/", headers) })])).dropped).toHaveLength(1);
  });

  it("redirect to the scheme, port and path of the filter", () => {
    const redirect = (to: Extract<Rule["to"], { redirect: object }>["redirect"]) => {
      const given = port([drawn({ redirects: true })]);
      const [only] = given.rules;
      const rules = only ? [{ ...only, listener: HTTPS_LISTENER, to: { redirect: to } }] : [];
      return lower({ ...given, protocol: "HTTPS", rules }).policies[0];
    };
    expect(redirect({ statusCode: 302 })).toMatchObject({ action: "REDIRECT_PREFIX", redirect_prefix: "https://a.com" });
    expect(redirect({ statusCode: 308, scheme: "http", port: 8080, hostname: "b.com" })).toMatchObject({
      redirect_prefix: "http://b.com:8080",
      redirect_http_code: 308,
    });
    expect(redirect({ statusCode: 301, path: { replaces: "all", value: "/new" } })).toMatchObject({
      action: "REDIRECT_TO_URL",
      redirect_url: "https://a.com/new",
    });
  });
});
