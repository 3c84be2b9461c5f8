import { describe, expect, it } from "vitest";
import { frontEndOf, readSpecs } from "../../../../../sdk/frontends";
import { gateway } from "../../../../../sdk/frontends/gateway";
import { gatewayReader } from "../../../../../sdk/frontends/gateway/gateway-reader";
import { httpRouteReader } from "../../../../../sdk/frontends/gateway/http-route-reader";
import { namedObjects } from "../../../../../sdk/frontends/gateway/named-objects";
import { kindOf, ownerNames, parseManifests, readObjects, UNKNOWN } from "../../../../../sdk/specs";
import { configMapReader } from "../../../../../sdk/specs/kinds/config-map";
import { backend, gatewayWith, httpRoute, httpRule, listener, listeners, object, only, readGateway } from "../../../../support/gateway";

const GROUP = "gateway.networking.k8s.io";
const target = { group: "", kind: "Service", name: "app" };
const l4 = { rules: [{ backendRefs: [backend()] }] };

/** A spec of each kind, and the versions of it that some release serves. */
const KINDS: readonly (readonly [kind: string, versions: readonly string[], spec: object])[] = [
  ["GatewayClass", [`${GROUP}/v1`, `${GROUP}/v1beta1`], { controllerName: "a.b/c" }],
  ["Gateway", [`${GROUP}/v1`, `${GROUP}/v1beta1`], { gatewayClassName: "c", listeners: [listener()] }],
  ["ListenerSet", [`${GROUP}/v1`], { parentRef: { name: "g" }, listeners: [listener()] }],
  ["XListenerSet", ["gateway.networking.x-k8s.io/v1alpha1"], { parentRef: { name: "g" }, listeners: [listener()] }],
  ["HTTPRoute", [`${GROUP}/v1`, `${GROUP}/v1beta1`], {}],
  ["GRPCRoute", [`${GROUP}/v1`, `${GROUP}/v1alpha2`], {}],
  ["TLSRoute", [`${GROUP}/v1`, `${GROUP}/v1alpha3`, `${GROUP}/v1alpha2`], { hostnames: ["a.b"], ...l4 }],
  ["TCPRoute", [`${GROUP}/v1`, `${GROUP}/v1alpha2`], l4],
  ["UDPRoute", [`${GROUP}/v1`, `${GROUP}/v1alpha2`], l4],
  [
    "ReferenceGrant",
    [`${GROUP}/v1`, `${GROUP}/v1beta1`],
    { from: [{ group: "", kind: "K", namespace: "b" }], to: [{ group: "", kind: "Secret" }] },
  ],
  [
    "BackendTLSPolicy",
    [`${GROUP}/v1`, `${GROUP}/v1alpha3`],
    { targetRefs: [target], validation: { hostname: "h", wellKnownCACertificates: "System" } },
  ],
];

describe("kinds and versions", () => {
  it("are all in the table, and served where they are read", () => {
    expect(gateway.kinds.map(({ kind, apiVersions }) => [kind, apiVersions])).toEqual(KINDS.map(([kind, versions]) => [kind, versions]));
    const served = gateway.sources.map(({ kind, types }) => [
      kind,
      types.map(({ group, version }) => (group ? `${group}/${version}` : version)),
    ]);
    expect(served).toEqual(KINDS.map(([kind, versions]) => [kind, versions]));
  });

  it.each(KINDS.flatMap(([kind, versions, spec]) => versions.map((version) => [kind, version, spec] as const)))(
    "%s of %s is read",
    (kind, version, spec) => {
      const { objects, diagnostics } = readGateway([object(kind, spec, version)]);
      expect(objects.map(({ spec: { ref } }) => [ref.kind, ref.apiVersion])).toEqual([[kind, version]]);
      expect(diagnostics.filter(({ pointer }) => pointer !== "/metadata/namespace")).toEqual([]);
    },
  );

  it("have selectors and statuses where they ask, and no kind that another front end reads", () => {
    for (const reader of gateway.kinds) {
      const source = gateway.sources.find(({ kind }) => kind === reader.kind);
      expect("selectable" in (source ?? {}), reader.kind).toBe(reader.asks === true);
      expect("status" in (source ?? {}), reader.kind).toBe(!["ReferenceGrant", "ConfigMap"].includes(reader.kind));
      expect("clusterScoped" in reader, reader.kind).toBe(reader.kind === "GatewayClass");
      expect(kindOf({ apiVersion: reader.apiVersions[0] ?? "", kind: reader.kind })).toBe(reader.kind);
      const others = reader.apiVersions.map((apiVersion) => frontEndOf({ apiVersion, kind: reader.kind })?.name ?? "gateway");
      expect(new Set(others), reader.kind).toEqual(new Set(["gateway"]));
    }
  });

  it("of a GatewayClass have no namespace", () => {
    const { objects, diagnostics } = readGateway([object("GatewayClass", { controllerName: "a.b/c" })]);
    expect(ownerNames(objects.map(({ spec }) => spec.ref))).toEqual(["GatewayClass/x"]);
    expect(diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([["LB1006", "/metadata/namespace"]]);
  });
});

describe("what is not read", () => {
  const found = (value: unknown) => readGateway([value]).diagnostics.map(({ code, severity, pointer }) => [code, severity, pointer]);

  it.each([
    ["useDefaultGateways of a Route", httpRoute({ useDefaultGateways: "All" }), "/spec/useDefaultGateways"],
    ["defaultScope of a Gateway", gatewayWith({ defaultScope: "All" }), "/spec/defaultScope"],
    ["session persistence", httpRule({ sessionPersistence: { type: "Cookie" } }), "/spec/rules/0/sessionPersistence"],
    [
      "session persistence of a GRPCRoute",
      object("GRPCRoute", { rules: [{ sessionPersistence: {} }] }),
      "/spec/rules/0/sessionPersistence",
    ],
    [
      "ExternalAuth",
      httpRule({ filters: [{ type: "ExternalAuth", externalAuth: { protocol: "HTTP", http: {} } }] }),
      "/spec/rules/0/filters/0/externalAuth",
    ],
    [
      "ExternalAuth of a backend",
      httpRule({ backendRefs: [backend({ filters: [{ type: "ExternalAuth", externalAuth: { protocol: "GRPC", grpc: {} } }] })] }),
      "/spec/rules/0/backendRefs/0/filters/0/externalAuth",
    ],
  ])("is a warning for %s", (_what, given, at) => {
    expect(found(given)).toEqual([["LB1006", "warning", at]]);
    expect(readGateway([given]).faulty).toEqual([]);
  });

  it("keeps the type of a filter that is not read, so that its rule is not served without it", () => {
    const { spec } = only(httpRule({ filters: [{ type: "ExternalAuth", externalAuth: { protocol: "HTTP", http: {} } }] }), httpRouteReader);
    expect(spec.rules[0]?.filters[0]?.type).toBe("ExternalAuth");
  });

  it("is a warning for a slip at any depth, and an error for two rules of one name", () => {
    const slip = httpRule({ matches: [{ path: { valeu: "/a" } }], backendRefs: [{ ...backend(), weigth: 3 }] });
    expect(found(slip)).toEqual([
      ["LB1006", "warning", "/spec/rules/0/matches/0/path/valeu"],
      ["LB1006", "warning", "/spec/rules/0/backendRefs/0/weigth"],
    ]);
    expect(found(listeners(listener({ allowedRoute: {} })))).toEqual([["LB1006", "warning", "/spec/listeners/0/allowedRoute"]]);
    expect(found(httpRoute({ rules: [{ name: "r" }, {}, { name: "r" }] }))).toEqual([["LB1003", "error", "/spec/rules/2/name"]]);
  });

  it.each(["XBackend", "XBackendTrafficPolicy", "XMesh"])("is a notice for the experimental kind %s", (kind) => {
    expect(found(object(kind, {}, "gateway.networking.x-k8s.io/v1alpha1"))).toEqual([["LB1005", "notice", ""]]);
  });

  it("is a notice for a Gateway of Istio, and an error for a version or kind that is a slip", () => {
    expect(found(object("Gateway", {}, "networking.istio.io/v1"))).toEqual([["LB1005", "notice", ""]]);
    expect(found(object("Gateway", {}, `${GROUP}/v2`))).toEqual([["LB1005", "error", "/apiVersion"]]);
    expect(found(object("HTTPRout", {}, `${GROUP}/v1`))).toEqual([["LB1005", "error", "/kind"]]);
  });

  it("stays a warning for HTTPProxy, though a grant of its group is read", () => {
    const { diagnostics } = readSpecs([{ value: object("HTTPProxy", {}, "projectcontour.io/v1") }]);
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["LB1005", "warning"]]);
  });
});

describe("faulty objects", () => {
  it("are named with field, problem and remedy, and contribute nothing", () => {
    const { objects, faulty, diagnostics } = readGateway([
      httpRule({ filters: [{ type: "Compress" }], backendRefs: [{ name: "app" }] }),
      gatewayWith(),
    ]);
    expect(objects.map(({ spec }) => spec.ref.kind)).toEqual(["Gateway"]);
    expect(faulty.map(({ kind, name }) => `${kind}/${name}`)).toEqual(["HTTPRoute/x"]);
    expect(diagnostics.map(({ code, pointer, message, remedy }) => [code, pointer, message, remedy])).toEqual([
      [
        "LB1003",
        "/spec/rules/0/filters/0/type",
        'spec.rules[0].filters[0].type must be RequestHeaderModifier, ResponseHeaderModifier, RequestMirror, ExtensionRef, RequestRedirect, URLRewrite, CORS, ExternalAuth, got "Compress"',
        "Correct spec.rules[0].filters[0].type.",
      ],
      [
        "LB1003",
        "/spec/rules/0/backendRefs/0/port",
        "spec.rules[0].backendRefs[0].port is missing; it must be the port of a Service, between 1 and 65535",
        "Set spec.rules[0].backendRefs[0].port.",
      ],
    ]);
  });

  it("name a number that is read in two ways", () => {
    const text = `apiVersion: ${GROUP}/v1\nkind: Gateway\nmetadata: { name: g }\nspec: { gatewayClassName: c, listeners: [{ name: a, port: 0080, protocol: HTTP }] }`;
    const { objects, diagnostics } = parseManifests(text, "g.yaml");
    const [fault] = readObjects(objects, diagnostics, { kinds: gateway.kinds }).diagnostics;
    expect(fault).toMatchObject({ code: "LB1003", pointer: "/spec/listeners/0/port", message: expect.stringContaining("is 0080") });
  });

  it("name what is not known at preview", () => {
    const [fault] = readGateway([httpRoute({ hostnames: [UNKNOWN] })]).diagnostics;
    expect(fault).toMatchObject({ code: "LB1003", pointer: "/spec/hostnames/0", message: expect.stringContaining("not known at preview") });
  });
});

describe("ConfigMaps", () => {
  const configMap = (data: unknown) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "ca" }, data });

  it("keep their texts alone, and are never faulty", () => {
    const { values } = only(configMap({ "ca.crt": "PEM", port: 8080, later: UNKNOWN }), configMapReader);
    expect(values).toEqual({ "ca.crt": "PEM", later: UNKNOWN });
    for (const data of [undefined, null, "text", ["a"], 7]) expect(only(configMap(data), configMapReader).values).toEqual({});
  });

  it("and Secrets are named by what refers to them", () => {
    const tls = { certificateRefs: [{ name: "a" }, { name: "b", namespace: "n" }, { group: "g.io", kind: "Vault", name: "c" }] };
    const clients = { default: { validation: { caCertificateRefs: [{ group: "", kind: "ConfigMap", name: "d" }] } } };
    const gatewayObject = gatewayWith({
      listeners: [listener({ protocol: "HTTPS", tls }), listener({ tls })],
      tls: { frontend: clients, backend: { clientCertificateRef: { name: "e" } } },
    });
    const policy = object("BackendTLSPolicy", {
      targetRefs: [target],
      validation: { hostname: "h", caCertificateRefs: [{ group: "", kind: "ConfigMap", name: "f" }] },
    });
    const faulty = object("ListenerSet", { listeners: { tls: { certificateRefs: "g", clientCertificateRef: [null, { name: 7 }] } } });
    expect(namedObjects([gatewayObject, policy, faulty, httpRoute({ certificateRefs: [{ name: "h" }] })])).toEqual([
      { kind: "Secret", namespace: "a", name: "a" },
      { kind: "Secret", namespace: "n", name: "b" },
      { kind: "ConfigMap", namespace: "a", name: "d" },
      { kind: "Secret", namespace: "a", name: "e" },
      { kind: "ConfigMap", namespace: "a", name: "f" },
    ]);
  });
});

describe("values that are null", () => {
  it("are absent, also where they would be required or have a default", () => {
    const withNulls = gatewayWith({
      addresses: null,
      listeners: [listener({ hostname: null, tls: null, allowedRoutes: { namespaces: null, kinds: null } })],
    });
    expect(only(withNulls, gatewayReader).spec).toStrictEqual(only(gatewayWith(), gatewayReader).spec);
    expect(readGateway([gatewayWith({ gatewayClassName: null })]).diagnostics.map(({ pointer }) => pointer)).toEqual([
      "/spec/gatewayClassName",
    ]);
    expect(readGateway([httpRoute({ rules: [null] })]).diagnostics.map(({ pointer }) => pointer)).toEqual(["/spec/rules/0"]);
  });
});
