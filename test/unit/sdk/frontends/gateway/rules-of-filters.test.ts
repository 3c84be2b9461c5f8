import { describe, expect, it } from "vitest";
import { backend, faultsOf, httpRule, object } from "../../../../support/gateway";

type Case = readonly [what: string, given: unknown, faults: readonly string[]];

const check = (cases: readonly Case[]) =>
  it.each(cases)("%s", (_what, given, faults) => {
    const places = faultsOf(given).map((fault) => fault.split(" ")[0]);
    expect(places).toEqual(faults);
  });

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe("filters", () => {
  const of = (...filters: object[]) => httpRule({ filters });
  const headers = { type: "RequestHeaderModifier", requestHeaderModifier: { set: [{ name: "a", value: "b" }] } };
  const mirror = (more: object) => ({ type: "RequestMirror", requestMirror: { backendRef: backend(), ...more } });
  const redirect = (value: object = {}) => ({ type: "RequestRedirect", requestRedirect: value });
  const rewrite = (value: object = {}) => ({ type: "URLRewrite", urlRewrite: value });
  const cors = (value: object) => ({ type: "CORS", cors: value });
  const prefix = { path: { type: "ReplacePrefixMatch", replacePrefixMatch: "/x" } };
  const at = (rest: string) => [`/spec/rules/0/filters/${rest}`];
  const types = [
    "RequestHeaderModifier",
    "ResponseHeaderModifier",
    "RequestMirror",
    "RequestRedirect",
    "URLRewrite",
    "CORS",
    "ExtensionRef",
  ];
  const memberOf = (type: string) =>
    type === "URLRewrite" ? "urlRewrite" : type === "CORS" ? "cors" : `${type[0]?.toLowerCase()}${type.slice(1)}`;
  check([
    ...types.map((type): Case => [`${type} without its field`, of({ type }), at(`0/${memberOf(type)}`)]),
    ["with the field of another type", of({ ...headers, urlRewrite: {} }), at("0/urlRewrite")],
    ["of another type", of({ type: "Compress" }), at("0/type")],
    ["without a type", of({}), at("0/type")],
    ["of one type twice", of(headers, headers), at("1/type")],
    ["two mirrors", of(mirror({}), mirror({})), []],
    ["a redirect and a rewrite", of(redirect(), rewrite()), at("1/type")],
    ["17", of(...times(17, () => mirror({}))), ["/spec/rules/0/filters"]],
    [
      "a header twice",
      of({ type: "ResponseHeaderModifier", responseHeaderModifier: { add: times(2, () => ({ name: "a", value: "b" })) } }),
      at("0/responseHeaderModifier/add/1/name"),
    ],
    [
      "a header without value",
      of({ type: "ResponseHeaderModifier", responseHeaderModifier: { add: [{ name: "a", value: "" }] } }),
      at("0/responseHeaderModifier/add/0/value"),
    ],
    [
      "a removed header twice",
      of({ type: "RequestHeaderModifier", requestHeaderModifier: { remove: ["a", "a"] } }),
      at("0/requestHeaderModifier/remove/1"),
    ],
    ["a mirror with two shares", of(mirror({ percent: 5, fraction: { numerator: 5 } })), at("0/requestMirror/fraction")],
    ["a mirror of 101 percent", of(mirror({ percent: 101 })), at("0/requestMirror/percent")],
    ["a mirror of more than all", of(mirror({ fraction: { numerator: 3, denominator: 2 } })), at("0/requestMirror/fraction/numerator")],
    ["a mirror to a Service without port", of(mirror({ backendRef: { name: "app" } })), at("0/requestMirror/backendRef/port")],
    ["a redirect with another code", of(redirect({ statusCode: 304 })), at("0/requestRedirect/statusCode")],
    ["a redirect with another scheme", of(redirect({ scheme: "ftp" })), at("0/requestRedirect/scheme")],
    ["a redirect to a wildcard", of(redirect({ hostname: "*.b" })), at("0/requestRedirect/hostname")],
    ["a redirect beside backends", httpRule({ filters: [redirect()], backendRefs: [backend()] }), at("0/type")],
    ["a path of another type", of(redirect({ path: { type: "Append" } })), at("0/requestRedirect/path/type")],
    ["a path without its field", of(rewrite({ path: { type: "ReplaceFullPath" } })), at("0/urlRewrite/path/replaceFullPath")],
    ["a path with both fields", of(rewrite({ path: { ...prefix.path, replaceFullPath: "/" } })), at("0/urlRewrite/path/replaceFullPath")],
    ["a prefix of the only match", of(redirect(prefix)), []],
    [
      "a redirect of a prefix with two matches",
      httpRule({ filters: [redirect(prefix)], matches: [{}, {}] }),
      at("0/requestRedirect/path/type"),
    ],
    [
      "a rewrite of a prefix with an exact match",
      httpRule({ filters: [rewrite(prefix)], matches: [{ path: { type: "Exact" } }] }),
      at("0/urlRewrite/path/type"),
    ],
    [
      "a rewrite of a prefix in the filters of a backend",
      httpRule({ backendRefs: [backend({ filters: [rewrite(prefix)] })], matches: [{}, {}] }),
      ["/spec/rules/0/backendRefs/0/filters/0/urlRewrite/path/type"],
    ],
    [
      "a filter of a backend twice",
      httpRule({ backendRefs: [backend({ filters: [headers, headers] })] }),
      ["/spec/rules/0/backendRefs/0/filters/1/type"],
    ],
    ["all origins and another", of(cors({ allowOrigins: ["https://a.b", "*"] })), at("0/cors/allowOrigins/1")],
    ["all methods and another", of(cors({ allowMethods: ["*", "GET"] })), at("0/cors/allowMethods/0")],
    ["all headers and another", of(cors({ allowHeaders: ["*", "a"] })), at("0/cors/allowHeaders/0")],
    ["an origin twice", of(cors({ allowOrigins: ["https://a.b", "https://a.b"] })), at("0/cors/allowOrigins/1")],
    ["an origin without a scheme", of(cors({ allowOrigins: ["a.b"] })), at("0/cors/allowOrigins/0")],
    ["an age of 0", of(cors({ maxAge: 0 })), at("0/cors/maxAge")],
    ["an extension without a group", of({ type: "ExtensionRef", extensionRef: { kind: "K", name: "n" } }), at("0/extensionRef/group")],
    ["ExternalAuth without its field", of({ type: "ExternalAuth" }), at("0/externalAuth")],
  ]);
});

describe("a GRPCRoute", () => {
  const of = (rule: object) => object("GRPCRoute", { rules: [rule] });
  const method = (value: object) => of({ matches: [{ method: value }] });
  const at = (rest: string) => [`/spec/rules/0/${rest}`];
  check([
    ["without service and method", method({}), at("matches/0/method/method")],
    ["with a service of no form", method({ service: "a-b" }), at("matches/0/method/service")],
    ["with a method of no form", method({ method: "a.b" }), at("matches/0/method/method")],
    ["with a regular expression", method({ type: "RegularExpression", service: "a-.*" }), []],
    ["with a filter of HTTPRoutes", of({ filters: [{ type: "URLRewrite", urlRewrite: {} }] }), at("filters/0/type")],
    [
      "with a filter twice",
      of({ filters: times(2, () => ({ type: "RequestHeaderModifier", requestHeaderModifier: {} })) }),
      at("filters/1/type"),
    ],
    ["with a backend without port", of({ backendRefs: [{ name: "app" }] }), at("backendRefs/0/port")],
    ["with 129 matches", object("GRPCRoute", { rules: times(3, () => ({ matches: times(43, () => ({})) })) }), ["/spec/rules"]],
  ]);
});

describe.each(["TLSRoute", "TCPRoute", "UDPRoute"])("a %s", (kind) => {
  const of = (more: object) => object(kind, { ...(kind === "TLSRoute" ? { hostnames: ["a.b"] } : {}), ...more });
  check([
    ["without rules", of({}), ["/spec/rules"]],
    ["with two rules", of({ rules: times(2, () => ({ backendRefs: [backend()] })) }), ["/spec/rules"]],
    ["without backends", of({ rules: [{}] }), ["/spec/rules/0/backendRefs"]],
    ["with an empty list of backends", of({ rules: [{ backendRefs: [] }] }), ["/spec/rules/0/backendRefs"]],
    ["with a backend without port", of({ rules: [{ backendRefs: [{ name: "app" }] }] }), ["/spec/rules/0/backendRefs/0/port"]],
    ["that is sound", of({ rules: [{ name: "r", backendRefs: [backend()] }] }), []],
  ]);
});

describe("hostnames of a TLSRoute", () => {
  const of = (...hostnames: string[]) => object("TLSRoute", { hostnames, rules: [{ backendRefs: [backend()] }] });
  check([
    ["none", of(), ["/spec/hostnames"]],
    ["an address", of("a.b", "10.0.0.1"), ["/spec/hostnames/1"]],
    ["1025", of(...times(1025, (i) => `h${i}`)), ["/spec/hostnames"]],
    ["a wildcard", of("*.a.b"), []],
  ]);
});

describe("a ReferenceGrant", () => {
  const from = { group: "g.io", kind: "HTTPRoute", namespace: "b" };
  const to = { group: "", kind: "Service" };
  const of = (spec: object) => object("ReferenceGrant", spec, "gateway.networking.k8s.io/v1beta1");
  check([
    ["that is sound", of({ from: [from], to: [to] }), []],
    ["from nowhere", of({ from: [], to: [to] }), ["/spec/from"]],
    ["to nothing", of({ from: [from] }), ["/spec/to"]],
    ["from no namespace", of({ from: [{ ...from, namespace: undefined }], to: [to] }), ["/spec/from/0/namespace"]],
    ["to an object with an empty name", of({ from: [from], to: [{ ...to, name: "" }] }), ["/spec/to/0/name"]],
  ]);
});

describe("a BackendTLSPolicy", () => {
  const target = (more: object = {}) => ({ group: "", kind: "Service", name: "app", ...more });
  const of = (validation: object, ...targetRefs: object[]) =>
    object("BackendTLSPolicy", { targetRefs, validation: { hostname: "a.b", ...validation } });
  const system = { wellKnownCACertificates: "System" };
  const ca = { caCertificateRefs: [{ group: "", kind: "ConfigMap", name: "ca" }] };
  const san = (value: object) => of({ ...system, subjectAltNames: [value] }, target());
  check([
    ["that is sound", of(ca, target()), []],
    ["without targets", of(ca), ["/spec/targetRefs"]],
    ["without an authority", of({}, target()), ["/spec/validation/caCertificateRefs"]],
    ["with two kinds of authorities", of({ ...ca, ...system }, target()), ["/spec/validation/wellKnownCACertificates"]],
    [
      "with well-known authorities of no form",
      of({ wellKnownCACertificates: "all" }, target()),
      ["/spec/validation/wellKnownCACertificates"],
    ],
    ["with a wildcard as name", of({ ...ca, hostname: "*.b" }, target()), ["/spec/validation/hostname"]],
    ["with a target twice", of(ca, target(), target()), ["/spec/targetRefs/1/sectionName"]],
    ["with two ports of a target", of(ca, target({ sectionName: "a" }), target({ sectionName: "b" })), []],
    ["with a target and a port of it", of(ca, target(), target({ sectionName: "b" })), ["/spec/targetRefs/1/sectionName"]],
    [
      "with a name that is a URI",
      san({ type: "Hostname", uri: "a://b" }),
      ["/spec/validation/subjectAltNames/0/hostname", "/spec/validation/subjectAltNames/0/uri"],
    ],
    [
      "with a URI that is a name",
      san({ type: "URI", hostname: "a.b" }),
      ["/spec/validation/subjectAltNames/0/hostname", "/spec/validation/subjectAltNames/0/uri"],
    ],
    ["with a URI", san({ type: "URI", uri: "spiffe://a/b" }), []],
    ["with a URI without a scheme", san({ type: "URI", uri: "a/b" }), ["/spec/validation/subjectAltNames/0/uri"]],
  ]);
});

describe("v1alpha2 of the kinds for connections", () => {
  const of = (kind: string, spec: object, version = "v1alpha2") => ({
    ...object(kind, { rules: [{ backendRefs: [backend()] }], ...spec }),
    apiVersion: `gateway.networking.k8s.io/${version}`,
  });
  const two = { rules: [{ backendRefs: [backend()] }, { backendRefs: [backend()] }] };
  const names = (count: number) => ({ hostnames: times(count, (i) => `n${i}.com`) });
  check([
    ["a TLSRoute without hostnames", of("TLSRoute", {}), []],
    ["a TLSRoute with 17 hostnames", of("TLSRoute", names(17)), ["/spec/hostnames"]],
    ["a TLSRoute of v1alpha3 without hostnames", of("TLSRoute", {}, "v1alpha3"), ["/spec/hostnames"]],
    ["a TCPRoute of v1 with two rules", of("TCPRoute", two, "v1"), ["/spec/rules"]],
    ...["TLSRoute", "TCPRoute", "UDPRoute"].map((kind): Case => [`a ${kind} with two rules: the second has no effect`, of(kind, two), []]),
    ["a TCPRoute with 17 rules", of("TCPRoute", { rules: times(17, () => two.rules[0]) }), ["/spec/rules"]],
  ]);
});
