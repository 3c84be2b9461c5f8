import { describe, expect, it } from "vitest";
import { backendTlsPolicyReader } from "../../../../../sdk/frontends/gateway/backend-tls-policy-reader";
import { gatewayReader } from "../../../../../sdk/frontends/gateway/gateway-reader";
import { grpcRouteReader } from "../../../../../sdk/frontends/gateway/grpc-route-reader";
import { httpRouteReader } from "../../../../../sdk/frontends/gateway/http-route-reader";
import { listenerSetReader } from "../../../../../sdk/frontends/gateway/listener-set-reader";
import { tcpRouteReader } from "../../../../../sdk/frontends/gateway/tcp-route-reader";
import { UNKNOWN } from "../../../../../sdk/specs";
import { backend, gatewayWith, httpRoute, httpRule, listener, object, only } from "../../../../support/gateway";

const ANY_PATH = { path: { type: "PathPrefix", value: "/" }, headers: [], queryParams: [] };

describe("defaults of a Gateway", () => {
  it("are those of the definition", () => {
    const { spec } = only(gatewayWith({ addresses: [{ value: "192.0.2.1" }] }), gatewayReader);
    expect(spec).toEqual({
      gatewayClassName: "c",
      listeners: [listener({ allowedRoutes: { namespaces: { from: "Same" }, kinds: [] } })],
      addresses: [{ type: "IPAddress", value: "192.0.2.1" }],
      allowedListeners: { namespaces: { from: "None" } },
    });
  });

  it("fill in certificates, kinds of routes and selectors", () => {
    const tls = { certificateRefs: [{ name: "cert" }] };
    const allowedRoutes = { kinds: [{ kind: "TCPRoute" }], namespaces: { from: "Selector", selector: {} } };
    const given = gatewayWith({
      listeners: [listener({ protocol: "HTTPS", tls, allowedRoutes })],
      tls: {
        frontend: { default: { validation: { caCertificateRefs: [{ group: "", kind: "ConfigMap", name: "ca" }] } } },
        backend: { clientCertificateRef: { name: "mine" } },
      },
      infrastructure: {},
    });
    const { spec } = only(given, gatewayReader);
    expect(spec.listeners[0]?.tls).toEqual({
      mode: "Terminate",
      certificateRefs: [{ group: "", kind: "Secret", name: "cert" }],
      options: {},
    });
    expect(spec.listeners[0]?.allowedRoutes).toEqual({
      kinds: [{ group: "gateway.networking.k8s.io", kind: "TCPRoute" }],
      namespaces: { from: "Selector", selector: { matchLabels: {}, matchExpressions: [] } },
    });
    expect(spec.tls).toEqual({
      frontend: {
        default: { validation: { caCertificateRefs: [{ group: "", kind: "ConfigMap", name: "ca" }], mode: "AllowValidOnly" } },
        perPort: [],
      },
      backend: { clientCertificateRef: { group: "", kind: "Secret", name: "mine" } },
    });
    expect(spec.infrastructure).toEqual({ labels: {}, annotations: {} });
  });

  it("of a ListenerSet name a Gateway as parent", () => {
    const { spec } = only(object("ListenerSet", { parentRef: { name: "g" }, listeners: [listener()] }), listenerSetReader);
    expect(spec.parentRef).toEqual({ group: "gateway.networking.k8s.io", kind: "Gateway", name: "g" });
    expect(spec.listeners[0]?.allowedRoutes.namespaces).toEqual({ from: "Same" });
  });
});

describe("defaults of an HTTPRoute", () => {
  it.each([
    ["no rules", {}, { matches: [ANY_PATH], filters: [], backendRefs: [] }],
    ["rules that are null", { rules: null }, { matches: [ANY_PATH], filters: [], backendRefs: [] }],
    ["a rule without matches", { rules: [{}] }, { matches: [ANY_PATH], filters: [], backendRefs: [] }],
    ["a match without a path", { rules: [{ matches: [{}] }] }, { matches: [ANY_PATH], filters: [], backendRefs: [] }],
  ])("give one rule that takes everything for %s", (_what, spec, rule) => {
    expect(only(httpRoute(spec), httpRouteReader).spec).toEqual({ parentRefs: [], hostnames: [], rules: [rule] });
  });

  it("keep an empty list of matches out: it takes everything, too", () => {
    expect(only(httpRule({ matches: [] }), httpRouteReader).spec.rules[0]?.matches).toEqual([ANY_PATH]);
  });

  it.each([
    ["a path with a value alone", { matches: [{ path: { value: "/a" } }] }, "/matches/0/path", { type: "PathPrefix", value: "/a" }],
    ["a path with a type alone", { matches: [{ path: { type: "Exact" } }] }, "/matches/0/path", { type: "Exact", value: "/" }],
    ["a header", { matches: [{ headers: [{ name: "h", value: "v" }] }] }, "/matches/0/headers/0", { type: "Exact", name: "h", value: "v" }],
    [
      "a query parameter",
      { matches: [{ queryParams: [{ name: "q", value: "v" }] }] },
      "/matches/0/queryParams/0",
      { type: "Exact", name: "q", value: "v" },
    ],
    [
      "a backend",
      { backendRefs: [backend()] },
      "/backendRefs/0",
      { group: "", kind: "Service", name: "app", port: 80, weight: 1, filters: [] },
    ],
    [
      "a weight of 0",
      { backendRefs: [backend({ weight: 0 })] },
      "/backendRefs/0",
      { group: "", kind: "Service", name: "app", port: 80, weight: 0, filters: [] },
    ],
    [
      "a redirect",
      { filters: [{ type: "RequestRedirect", requestRedirect: {} }] },
      "/filters/0",
      { type: "RequestRedirect", requestRedirect: { statusCode: 302 } },
    ],
    [
      "a mirror",
      { filters: [{ type: "RequestMirror", requestMirror: { backendRef: backend(), fraction: { numerator: 5 } } }] },
      "/filters/0/requestMirror",
      { backendRef: { group: "", kind: "Service", name: "app", port: 80 }, fraction: { numerator: 5, denominator: 100 } },
    ],
    [
      "changed headers",
      { filters: [{ type: "RequestHeaderModifier", requestHeaderModifier: { remove: ["a"] } }] },
      "/filters/0/requestHeaderModifier",
      { set: [], add: [], remove: ["a"] },
    ],
    [
      "CORS",
      { filters: [{ type: "CORS", cors: {} }] },
      "/filters/0/cors",
      { allowOrigins: [], allowMethods: [], allowHeaders: [], exposeHeaders: [], maxAge: 5 },
    ],
    ["retries", { retry: { codes: [503] } }, "/retry", { codes: [503], attempts: 1 }],
  ])("fill in %s", (_what, rule, at, expected) => {
    const { spec } = only(httpRule(rule), httpRouteReader);
    const found = at
      .split("/")
      .slice(1)
      .reduce<unknown>((value, part) => Reflect.get(Object(value), part), spec.rules[0]);
    expect(found).toEqual(expected);
  });

  it("add group and kind to a parent, and no namespace", () => {
    const written = { name: "g", sectionName: "web", port: 80 };
    const { spec } = only(httpRoute({ parentRefs: [written, { name: "g", namespace: "b", kind: "ListenerSet" }] }), httpRouteReader);
    expect(spec.parentRefs).toStrictEqual([
      { group: "gateway.networking.k8s.io", kind: "Gateway", ...written },
      { group: "gateway.networking.k8s.io", kind: "ListenerSet", name: "g", namespace: "b" },
    ]);
  });
});

describe("other kinds", () => {
  it("leave a GRPCRoute without rules as it is, and a match without a method", () => {
    expect(only(object("GRPCRoute", {}), grpcRouteReader).spec.rules).toEqual([]);
    const { spec } = only(object("GRPCRoute", { rules: [{ matches: [{}, { method: { service: "a.B" } }] }, {}] }), grpcRouteReader);
    expect(spec.rules).toEqual([
      { matches: [{ headers: [] }, { headers: [], method: { type: "Exact", service: "a.B" } }], filters: [], backendRefs: [] },
      { matches: [], filters: [], backendRefs: [] },
    ]);
  });

  it("fill in the backend of a TCPRoute, and lists of a BackendTLSPolicy", () => {
    const { spec } = only(object("TCPRoute", { rules: [{ backendRefs: [backend()] }] }), tcpRouteReader);
    expect(spec.rules).toEqual([{ backendRefs: [{ group: "", kind: "Service", name: "app", port: 80, weight: 1 }] }]);
    const policy = {
      targetRefs: [{ group: "", kind: "Service", name: "app" }],
      validation: { hostname: "h", wellKnownCACertificates: "System" },
    };
    expect(only(object("BackendTLSPolicy", policy), backendTlsPolicyReader).spec).toEqual({
      targetRefs: policy.targetRefs,
      validation: { hostname: "h", wellKnownCACertificates: "System", caCertificateRefs: [], subjectAltNames: [] },
      options: {},
    });
  });

  it("keep generation and creation, and values that are not known at preview", () => {
    const metadata = { name: "x", namespace: "a", generation: 7, creationTimestamp: "2026-01-02T03:04:05Z" };
    const route = only({ ...httpRule({ backendRefs: [backend({ port: UNKNOWN })] }), metadata }, httpRouteReader);
    expect(route.generation).toBe(7);
    expect(route.meta.creationTimestamp).toBe("2026-01-02T03:04:05Z");
    expect(route.spec.rules[0]?.backendRefs[0]?.port).toBe(UNKNOWN);
    expect(only(gatewayWith({ addresses: [{ value: UNKNOWN }, { value: UNKNOWN }] }), gatewayReader).spec.addresses).toEqual([
      { type: "IPAddress", value: UNKNOWN },
      { type: "IPAddress", value: UNKNOWN },
    ]);
    expect("generation" in only(httpRoute(), httpRouteReader)).toBe(false);
  });
});
