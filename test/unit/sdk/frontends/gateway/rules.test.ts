import { describe, expect, it } from "vitest";
import { backend, faultsOf, gatewayWith, httpRoute, httpRule, listener, listeners, object } from "../../../../support/gateway";

type Case = readonly [what: string, given: unknown, faults: readonly string[]];

const check = (cases: readonly Case[]) =>
  it.each(cases)("%s", (_what, given, faults) => {
    const places = faultsOf(given).map((fault) => fault.split(" ")[0]);
    expect(places).toEqual(faults);
  });

const https = (tls?: object) => listener({ port: 443, protocol: "HTTPS", ...(tls ? { tls } : {}) });
const certificate = { certificateRefs: [{ name: "cert" }] };
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe("a GatewayClass", () => {
  const of = (spec: object) => object("GatewayClass", spec);
  check([
    ["names a controller", of({ controllerName: "example.com/lb" }), []],
    ["without a controller", of({}), ["/spec/controllerName"]],
    ["of a controller without a domain", of({ controllerName: "lb" }), ["/spec/controllerName"]],
    [
      "with parameters that have no name",
      of({ controllerName: "a.b/c", parametersRef: { group: "", kind: "ConfigMap" } }),
      ["/spec/parametersRef/name"],
    ],
    ["with a description of 65 characters", of({ controllerName: "a.b/c", description: "d".repeat(65) }), ["/spec/description"]],
    ["with a description of 64 characters outside the basic plane", of({ controllerName: "a.b/c", description: "😀".repeat(64) }), []],
  ]);
});

describe("listeners of a Gateway", () => {
  check([
    ["none", listeners(), ["/spec/listeners"]],
    ["65", listeners(...times(65, (i) => listener({ name: `n${i}`, port: i + 1 }))), ["/spec/listeners"]],
    ["no class", object("Gateway", { listeners: [listener()] }), ["/spec/gatewayClassName"]],
    ["no spec", { ...gatewayWith(), spec: undefined }, ["/spec"]],
    ["tls on HTTP", listeners(listener({ tls: certificate })), ["/spec/listeners/0/tls"]],
    ["tls on TCP", listeners(listener({ protocol: "TCP", tls: certificate })), ["/spec/listeners/0/tls"]],
    ["tls on UDP", listeners(listener({ protocol: "UDP", tls: certificate })), ["/spec/listeners/0/tls"]],
    ["HTTPS that passes TLS through", listeners(https({ mode: "Passthrough" })), ["/spec/listeners/0/tls/mode"]],
    ["HTTPS without tls (trap 17)", listeners(https()), []],
    ["HTTPS with a certificate", listeners(https(certificate)), []],
    ["HTTPS without a certificate", listeners(https({})), ["/spec/listeners/0/tls/certificateRefs"]],
    ["HTTPS with options alone", listeners(https({ options: { "a.b/c": "d" } })), []],
    ["TLS without tls", listeners(listener({ protocol: "TLS" })), ["/spec/listeners/0/tls/mode"]],
    ["TLS that is passed through", listeners(listener({ protocol: "TLS", tls: { mode: "Passthrough" } })), []],
    ["another mode", listeners(https({ ...certificate, mode: "Maybe" })), ["/spec/listeners/0/tls/mode"]],
    ["65 certificates", listeners(https({ certificateRefs: times(65, () => ({ name: "c" })) })), ["/spec/listeners/0/tls/certificateRefs"]],
    [
      "17 options",
      listeners(https({ ...certificate, options: Object.fromEntries(times(17, (i) => [`k${i}`, "v"])) })),
      ["/spec/listeners/0/tls/options"],
    ],
    ["a hostname on TCP", listeners(listener({ protocol: "TCP", hostname: "a.b" })), ["/spec/listeners/0/hostname"]],
    ["a hostname on UDP", listeners(listener({ protocol: "UDP", hostname: "a.b" })), ["/spec/listeners/0/hostname"]],
    ["a hostname in capitals", listeners(listener({ hostname: "A.b" })), ["/spec/listeners/0/hostname"]],
    ["a wildcard inside a hostname", listeners(listener({ hostname: "a.*.b" })), ["/spec/listeners/0/hostname"]],
    ["a hostname of 254 characters", listeners(listener({ hostname: "a".repeat(254) })), ["/spec/listeners/0/hostname"]],
    ["an empty hostname", listeners(listener({ hostname: "" })), ["/spec/listeners/0/hostname"]],
    ["port 0", listeners(listener({ port: 0 })), ["/spec/listeners/0/port"]],
    ["port 65536", listeners(listener({ port: 65536 })), ["/spec/listeners/0/port"]],
    ["a port in quotes", listeners(listener({ port: "80" })), ["/spec/listeners/0/port"]],
    ["a name in capitals", listeners(listener({ name: "Web" })), ["/spec/listeners/0/name"]],
    ["a protocol with a domain", listeners(listener({ protocol: "example.com/QUIC" })), []],
    ["a protocol of no form", listeners(listener({ protocol: "a b" })), ["/spec/listeners/0/protocol"]],
    ["two names that are equal", listeners(listener(), listener({ port: 81 })), ["/spec/listeners/1/name"]],
    ["two that are equal but for the name", listeners(listener(), listener({ name: "b" })), ["/spec/listeners/1"]],
    ["two with one port and two hostnames", listeners(listener({ hostname: "a.b" }), listener({ name: "b", hostname: "c.d" })), []],
    ["two with one port, one of them without hostname", listeners(listener({ hostname: "a.b" }), listener({ name: "b" })), []],
    ["two with one hostname", listeners(listener({ hostname: "a.b" }), listener({ name: "b", hostname: "a.b" })), ["/spec/listeners/1"]],
    [
      "9 kinds",
      listeners(listener({ allowedRoutes: { kinds: times(9, () => ({ kind: "HTTPRoute" })) } })),
      ["/spec/listeners/0/allowedRoutes/kinds"],
    ],
    [
      "namespaces of another word",
      listeners(listener({ allowedRoutes: { namespaces: { from: "None" } } })),
      ["/spec/listeners/0/allowedRoutes/namespaces/from"],
    ],
    [
      "the same rules for a ListenerSet",
      object("ListenerSet", { parentRef: { name: "g" }, listeners: [listener({ tls: certificate })] }),
      ["/spec/listeners/0/tls"],
    ],
    ["a ListenerSet without parent", object("ListenerSet", { listeners: [listener()] }), ["/spec/parentRef"]],
  ]);
});

describe("the rest of a Gateway", () => {
  const addresses = (...list: object[]) => gatewayWith({ addresses: list });
  const labels = (map: object) => gatewayWith({ infrastructure: { labels: map } });
  const validation = (more: object = {}) => ({
    validation: { caCertificateRefs: [{ group: "", kind: "ConfigMap", name: "ca" }], ...more },
  });
  const frontend = (value: object) => gatewayWith({ tls: { frontend: value } });
  check([
    ["17 addresses", addresses(...times(17, (i) => ({ value: `10.0.0.${i}` }))), ["/spec/addresses"]],
    ["an address that is none", addresses({ value: "10.0.0" }), ["/spec/addresses/0/value"]],
    ["an address with zeros, which API servers take", addresses({ value: "10.0.0.01" }), []],
    ["an IPv6 address", addresses({ type: "IPAddress", value: "2001:db8::1" }), []],
    ["an address without a value", addresses({}), []],
    ["a hostname that is none", addresses({ type: "Hostname", value: "a_b" }), ["/spec/addresses/0/value"]],
    ["a type with a domain", addresses({ type: "example.com/pool", value: "any text" }), []],
    ["a type without a domain", addresses({ type: "pool" }), ["/spec/addresses/0/type"]],
    ["an address twice", addresses({ value: "10.0.0.1" }, { value: "10.0.0.1" }), ["/spec/addresses/1/value"]],
    ["a hostname twice", addresses({ type: "Hostname", value: "a.b" }, { type: "Hostname", value: "a.b" }), ["/spec/addresses/1/value"]],
    ["any address twice", addresses({}, {}), []],
    ["9 labels", labels(Object.fromEntries(times(9, (i) => [`k${i}`, "v"]))), ["/spec/infrastructure/labels"]],
    ["a label with a key of no form", labels({ "a*b": "v" }), ["/spec/infrastructure/labels/a*b"]],
    ["a label with a long domain", labels({ [`${"a".repeat(253)}/b`]: "v" }), [`/spec/infrastructure/labels/${"a".repeat(253)}~1b`]],
    ["a label with a value of no form", labels({ a: "b c" }), ["/spec/infrastructure/labels/a"]],
    [
      "17 annotations",
      gatewayWith({ infrastructure: { annotations: Object.fromEntries(times(17, (i) => [`k${i}`, "v"])) } }),
      ["/spec/infrastructure/annotations"],
    ],
    [
      "listeners of others from another word",
      gatewayWith({ allowedListeners: { namespaces: { from: "Some" } } }),
      ["/spec/allowedListeners/namespaces/from"],
    ],
    ["clients without a default", frontend({}), ["/spec/tls/frontend/default"]],
    [
      "clients without authorities",
      frontend({ default: validation({ caCertificateRefs: [] }) }),
      ["/spec/tls/frontend/default/validation/caCertificateRefs"],
    ],
    ["clients of another mode", frontend({ default: validation({ mode: "Never" }) }), ["/spec/tls/frontend/default/validation/mode"]],
    [
      "clients of one port twice",
      frontend({ default: {}, perPort: times(2, () => ({ port: 443, tls: validation() })) }),
      ["/spec/tls/frontend/perPort/1/port"],
    ],
  ]);
});

describe("parents of a Route", () => {
  const of = (...parentRefs: object[]) => httpRoute({ parentRefs });
  check([
    ["33", of(...times(33, (i) => ({ name: `g${i}` }))), ["/spec/parentRefs"]],
    ["without a name", of({}), ["/spec/parentRefs/0/name"]],
    ["one twice", of({ name: "g" }, { name: "g" }), ["/spec/parentRefs/1/sectionName"]],
    ["one by two sections", of({ name: "g", sectionName: "a" }, { name: "g", sectionName: "b" }), []],
    ["one by the same section", of({ name: "g", sectionName: "a" }, { name: "g", sectionName: "a" }), ["/spec/parentRefs/1/sectionName"]],
    ["one with and without a section", of({ name: "g", sectionName: "a" }, { name: "g" }), ["/spec/parentRefs/1/sectionName"]],
    ["one by two ports alone", of({ name: "g", port: 80 }, { name: "g", port: 81 }), []],
    ["one by one port twice", of({ name: "g", port: 80 }, { name: "g", port: 80 }), ["/spec/parentRefs/1/sectionName"]],
    ["one with and without a port", of({ name: "g", port: 80 }, { name: "g" }), ["/spec/parentRefs/1/sectionName"]],
    ["one name in two namespaces", of({ name: "g" }, { name: "g", namespace: "b" }), []],
    ["one name of two kinds", of({ name: "g" }, { name: "g", kind: "ListenerSet" }), []],
    ["a namespace that is none", of({ name: "g", namespace: "a.b" }), ["/spec/parentRefs/0/namespace"]],
    ["a group that is none", of({ name: "g", group: "a_b" }), ["/spec/parentRefs/0/group"]],
    ["a kind that is none", of({ name: "g", kind: "1" }), ["/spec/parentRefs/0/kind"]],
    ["a Service of the core group", of({ name: "g", group: "", kind: "Service" }), []],
  ]);
});

describe("paths of an HTTPRoute", () => {
  const of = (value: string, type = "PathPrefix") => httpRule({ matches: [{ path: { type, value } }] });
  const at = ["/spec/rules/0/matches/0/path/value"];
  check([
    ...["a", "", "//", "/./a", "/../a", "/a%2fb", "/a%2Fb", "/a#b", "/a/..", "/a/.", "/a b", "/[", "/%zz", "/ä"].map(
      (path): Case => [`prefix ${path}`, of(path), at],
    ),
    ...["a", "/a//b", "/a/.."].map((path): Case => [`exact ${path}`, of(path, "Exact"), at]),
    ...["/", "/a/", "/a.b", "/%41", "/a;b=c", "/~a/.b", "/a..b"].map((path): Case => [`prefix ${path}`, of(path), []]),
    ["a regular expression", of("^/a//[b]#", "RegularExpression"), []],
    ["1025 characters", of(`/${"a".repeat(1024)}`), at],
    ["another type", of("/", "Prefix"), ["/spec/rules/0/matches/0/path/type"]],
  ]);
});

describe("matches and rules of an HTTPRoute", () => {
  const match = (value: object) => httpRule({ matches: [value] });
  const header = (more: object = {}) => ({ name: "a", value: "b", ...more });
  const most = (rules: number, matches: number) => httpRoute({ rules: times(rules, () => ({ matches: times(matches, () => ({})) })) });
  const timeouts = (request?: string, backendRequest?: string) => httpRule({ timeouts: { request, backendRequest } });
  check([
    ["17 hostnames", httpRoute({ hostnames: times(17, (i) => `h${i}`) }), ["/spec/hostnames"]],
    ["a hostname in capitals", httpRoute({ hostnames: ["a.b", "A.b"] }), ["/spec/hostnames/1"]],
    ["rules that are empty", httpRoute({ rules: [] }), ["/spec/rules"]],
    ["17 rules", httpRoute({ rules: times(17, () => ({})) }), ["/spec/rules"]],
    ["128 matches in all", most(2, 64), []],
    ["129 matches in all", httpRoute({ rules: [...times(2, () => ({ matches: times(64, () => ({})) })), {}] }), ["/spec/rules"]],
    ["65 matches in a rule", most(1, 65), ["/spec/rules/0/matches"]],
    ["a header twice", match({ headers: [header(), header({ value: "c" })] }), ["/spec/rules/0/matches/0/headers/1/name"]],
    ["a header in two spellings", match({ headers: [header(), header({ name: "A" })] }), []],
    ["a header of no form", match({ headers: [header({ name: "a b" })] }), ["/spec/rules/0/matches/0/headers/0/name"]],
    ["a header without value", match({ headers: [{ name: "a" }] }), ["/spec/rules/0/matches/0/headers/0/value"]],
    [
      "a header with a value of 4097 characters",
      match({ headers: [header({ value: "v".repeat(4097) })] }),
      ["/spec/rules/0/matches/0/headers/0/value"],
    ],
    ["a header of another type", match({ headers: [header({ type: "Prefix" })] }), ["/spec/rules/0/matches/0/headers/0/type"]],
    ["17 headers", match({ headers: times(17, (i) => header({ name: `h${i}` })) }), ["/spec/rules/0/matches/0/headers"]],
    ["a query parameter twice", match({ queryParams: [header(), header()] }), ["/spec/rules/0/matches/0/queryParams/1/name"]],
    [
      "a query parameter with a value of 1025 characters",
      match({ queryParams: [header({ value: "v".repeat(1025) })] }),
      ["/spec/rules/0/matches/0/queryParams/0/value"],
    ],
    ["another method", match({ method: "FETCH" }), ["/spec/rules/0/matches/0/method"]],
    ["a backend that takes longer than the request", timeouts("1s", "1500ms"), ["/spec/rules/0/timeouts/backendRequest"]],
    ["a backend that takes as long as the request", timeouts("1m30s", "90s"), []],
    ["a request without end", timeouts("0s", "1h"), []],
    ["a duration of no form", timeouts("1d"), ["/spec/rules/0/timeouts/request"]],
    ["a retry for a code below 400", httpRule({ retry: { codes: [399] } }), ["/spec/rules/0/retry/codes/0"]],
    ["a retry for a code twice", httpRule({ retry: { codes: [500, 500] } }), ["/spec/rules/0/retry/codes/1"]],
    ["a negative number of attempts", httpRule({ retry: { attempts: -1 } }), ["/spec/rules/0/retry/attempts"]],
  ]);
});

describe("backends", () => {
  const of = (more: object) => httpRule({ backendRefs: [backend(more)] });
  check([
    ["a Service without port", of({ port: undefined }), ["/spec/rules/0/backendRefs/0/port"]],
    ["another kind without port", of({ port: undefined, group: "example.com", kind: "Bucket" }), []],
    ["a Service of another group without port", of({ port: undefined, group: "example.com" }), []],
    ["port 0", of({ port: 0 }), ["/spec/rules/0/backendRefs/0/port"]],
    ["a negative weight", of({ weight: -1 }), ["/spec/rules/0/backendRefs/0/weight"]],
    ["a weight of 1000001", of({ weight: 1_000_001 }), ["/spec/rules/0/backendRefs/0/weight"]],
    ["17", httpRule({ backendRefs: times(17, () => backend()) }), ["/spec/rules/0/backendRefs"]],
  ]);
});
