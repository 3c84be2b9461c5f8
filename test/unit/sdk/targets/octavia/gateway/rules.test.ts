import { describe, expect, it } from "vitest";
import type { Rule } from "../../../../../../sdk/routing";
import { parseSettings } from "../../../../../../sdk/settings";
import { gatewayRules } from "../../../../../../sdk/targets/octavia/gateway";
import { regexFault } from "../../../../../../sdk/targets/octavia/gateway/regex";
import { capabilities } from "../../../../../../sdk/targets/octavia/lower/context";
import { writtenRegex } from "../../../../../../sdk/targets/octavia/lower/l7/patterns";
import { octaviaSettingsSchema } from "../../../../../../sdk/targets/octavia/settings";
import { ruleOf, share } from "../../../../../support/gateway-models";
import { specOf } from "../../../../../support/octavia-gateway";

function rulesOf(given: Record<string, unknown> = {}, provider = "amphora") {
  const { settings, diagnostics } = parseSettings(octaviaSettingsSchema, "octavia", given);
  expect(diagnostics).toEqual([]);
  return gatewayRules(settings, capabilities(settings.octavia_version, provider));
}
const refused = (changed: Parameters<typeof ruleOf>[0], given?: Record<string, unknown>) => rulesOf(given).refusesRule(ruleOf(changed));
const changes = { set: [{ name: "x", value: "1" }], add: [], remove: [] };
const backends = [share("web")];
type Header = Rule["match"]["headers"][number];
const header = (value: string, more: Partial<Header> = {}) => ({
  match: { headers: [{ name: "x", is: "exact" as const, value, ...more }] },
});
const path = (is: Rule["match"]["path"]["is"], value: string) => ({ match: { path: { is, value } } });

describe("rules for Gateways on Octavia", () => {
  it("take what L7 rules can express", () => {
    const served = [
      {},
      { host: "*.a.com", except: ["b.a.com"] },
      path("exact", "/it's&that"),
      path("regex", "/v[0-9]+/(?:a|b){1,3}"),
      header("Bearer a b"),
      { host: "a.com", to: { redirect: { statusCode: 301 as const } } },
      { to: { redirect: { hostname: "b.com", statusCode: 308 as const, port: 8443, scheme: "https" as const } } },
      { to: { redirect: { hostname: "b.com", statusCode: 302 as const, path: { replaces: "all" as const, value: "/x" } } } },
      { to: { answer: 500 as const } },
    ];
    expect(served.map((one) => refused(one))).toEqual(served.map(() => undefined));
  });

  it("refuse everything else, each with its place", () => {
    const places: [place: string, changed: Parameters<typeof ruleOf>[0]][] = [
      ["/matches/3/method", { index: 3, match: { method: "GET" } }],
      ["/matches/0/queryParams", { match: { queryParams: [{ name: "q", is: "exact", value: "1" }] } }],
      ["/matches/0/path/value", path("regex", "/a(?P<n>b)")],
      ["/matches/0/path/value", path("segments", `/${"a".repeat(250)}`)],
      ["/matches/0/headers/0/name", header("1", { name: "x!y" })],
      ["/matches/0/headers/0/name", header("1", { name: "x".repeat(256) })],
      ["/matches/0/headers/0/value", header("a,b")],
      ["/matches/0/headers/0/value", header(" a")],
      ["/matches/0/headers/0/value", header("a,b", { is: "regex" })],
      ["/matches/0/headers/0/value", header("(", { is: "regex" })],
      ["/matches/0/headers/0/value", header("a".repeat(256))],
      ["", { host: `${"a.".repeat(110)}com` }],
      ["/matches/0", { except: Array.from({ length: 60 }, (_, i) => `${"a".repeat(120)}${i}.com`) }],
      ["/filters", { request: changes }],
      ["/filters", { response: changes }],
      ["/filters", { to: { backends, rewrite: { hostname: "b.com" } } }],
      ["/timeouts", { to: { backends, timeouts: { request: 5 } } }],
      ["/retry", { to: { backends, retry: { on: [503] } } }],
      ["/filters", { to: { redirect: { statusCode: 302 } } }],
      ["/filters", { host: "*.a.com", to: { redirect: { statusCode: 302, scheme: "https" } } }],
      ["/filters", { host: "a.com", to: { redirect: { statusCode: 302, path: { replaces: "segments", value: "/x" } } } }],
      ["/filters", { host: "a.com", to: { redirect: { statusCode: 302, path: { replaces: "all", value: "/x y" } } } }],
      ["/filters", { host: "a.com", to: { redirect: { statusCode: 302, path: { replaces: "all", value: `/${"x".repeat(250)}` } } } }],
    ];
    expect(places.map(([, changed]) => refused(changed)?.at)).toEqual(places.map(([place]) => place));
    const old = { host: "a.com", to: { redirect: { statusCode: 307 as const } } };
    expect(refused(old, { octavia_version: "2.8" })?.message).toContain("Octavia API 2.9");
    expect(refused({ match: { method: "GET" } })?.message).toBe("Octavia's L7 rules cannot match a method");
  });

  it("know the features of the suite, by settings and version", () => {
    const { features } = rulesOf({ responders: { notFound: "default/none" } });
    expect(features).toEqual([
      "Gateway",
      "GatewayAddressEmpty",
      "GatewayFrontendClientCertificateValidation",
      "GatewayHTTPListenerIsolation",
      "GatewayPort8080",
      "GatewayStaticAddresses",
      "HTTPRoute",
      "HTTPRouteBackendProtocolWebSocket",
      "HTTPRouteDestinationPortMatching",
      "HTTPRouteNamedRouteRule",
      "HTTPRouteParentRefPort",
      "ListenerSet",
      "ReferenceGrant",
      "TCPRoute",
      "UDPRoute",
    ]);
    expect(rulesOf().features).not.toContain("GatewayHTTPListenerIsolation");
    expect(rulesOf({ octavia_version: "2.7" })).toMatchObject({ clientValidation: "none" });
    expect(rulesOf({ octavia_version: "2.7" }).features).not.toContain("GatewayFrontendClientCertificateValidation");
  });

  it("serve with ovn connections alone, without weights", () => {
    const rules = rulesOf({}, "ovn");
    expect(rules.routes).toEqual({ TCP: ["TCPRoute"], UDP: ["UDPRoute"] });
    expect(rules.features).not.toContain("HTTPRoute");
    const route = (weights: number[]) => ({
      hosts: [],
      backends: weights.map((weight) => share("web", { weight })),
      owner: specOf("TCPRoute", "db"),
      at: "/spec/rules/0",
    });
    const port = { protocol: "TCP" as const, port: 1 };
    expect(rules.refusesConnection?.(route([1, 1]), port)?.at).toBe("/backendRefs");
    expect([route([1]), route([1, 0])].map((one) => rules.refusesConnection?.(one, port))).toEqual([undefined, undefined]);
    expect(rulesOf().refusesConnection?.(route([1, 1]), port)).toBeUndefined();
  });

  it("serve no TLS listeners, and no hostname that fits into no rule", () => {
    expect(Object.keys(rulesOf().routes)).toEqual(["HTTP", "HTTPS", "TCP", "UDP"]);
    const listener = { protocol: "HTTP", port: 80 };
    expect(rulesOf().refusesListener?.({ ...listener, hostname: "a.com" })).toBeUndefined();
    expect(rulesOf().refusesListener?.({ ...listener, hostname: `${"a.".repeat(110)}com` })?.at).toBe("/hostname");
  });

  it("know the controller and the group of a Gateway", () => {
    const gateway = specOf("Gateway", "web");
    expect(rulesOf().controllers).toEqual(["k8s-lb.io/octavia"]);
    expect(rulesOf({ gatewayController: "example.com/lb" }).controllers).toEqual(["example.com/lb"]);
    expect(rulesOf().share?.(gateway)).toBeUndefined();
    gateway.meta.annotations["loadbalancer.openstack.org/group"] = "edge";
    expect(rulesOf().share?.(gateway)).toBe("edge");
  });
});

describe("regular expressions for Octavia", () => {
  it("are refused where Python or PCRE reads them otherwise", () => {
    const faulty = ["(", "[]a]", "[^]", "(?<n>a)", "(?i)a", "(?#a)", "a\\p{L}", "\\u0041", "\\x4", "(a)\\2", "a{,3}", "ä", "\\k", "\\0"];
    expect(faulty.filter((pattern) => regexFault(pattern) === undefined)).toEqual([]);
    const sound = ["a", "\\(\\?", "[\\]]", "(?:a|b)", "(a)\\1", "\\d+\\.\\w", "a b", "[&<>]", "(?!a)b", "a{1,3}", "\\\\x"];
    expect(sound.filter((pattern) => regexFault(pattern) !== undefined)).toEqual([]);
  });

  it("match the whole value, and reach HAProxy as they mean", () => {
    expect(writtenRegex("/a|/b")).toBe("^(?:/a|/b)$");
    expect(writtenRegex("[&#] \\&\\.")).toBe("^(?:[\\x26\\x23]\\x20\\x26\\.)$");
  });
});
