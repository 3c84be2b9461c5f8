import { describe, expect, it } from "vitest";
import { fieldsOf, inList, resolved, rulesOn, shown } from "../../../../support/resolved-gateways";

const gateway = (listeners: string, more = "") => `
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: { name: edge, namespace: infra, generation: 3 }
spec: { gatewayClassName: test, listeners: [${listeners}]${more} }
`;
const HTTP = "{ name: web, port: 80, protocol: HTTP }";
const service = (name: string, namespace = "infra", more = "") => `---
apiVersion: v1
kind: Service
metadata: { name: ${name}, namespace: ${namespace} }
spec: { ports: [{ port: 80${more} }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: ${name}, namespace: ${namespace} }
subsets: [{ addresses: [{ ip: 10.0.0.1 }], ports: [{ port: 8080 }] }]
`;
const route = (name: string, spec: string, { namespace = "infra", created = "" } = {}) => `---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: ${name}, namespace: ${namespace}, generation: 5${created ? `, creationTimestamp: "${created}"` : ""} }
spec: { parentRefs: [{ name: edge, namespace: infra }], ${spec} }
`;
const to = (...names: string[]) => `backendRefs: [${names.map((name) => `{ name: ${name}, port: 80 }`).join(", ")}]`;

describe("GatewayClass", () => {
  it("of our controller is accepted with its features, and others get no status", () => {
    const found = resolved(`
apiVersion: gateway.networking.k8s.io/v1
kind: GatewayClass
metadata: { name: other }
spec: { controllerName: example.com/other }
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: { name: theirs, namespace: infra }
spec: { gatewayClassName: other, listeners: [${HTTP}] }
`);
    expect(found.statuses.map(({ object }) => object.name)).toEqual(["test"]);
    expect(fieldsOf(found, "GatewayClass", "test")).toMatchObject({
      conditions: [{ type: "Accepted", status: "True", observedGeneration: 7 }],
      supportedFeatures: [{ name: "Gateway" }, { name: "HTTPRoute" }],
    });
    expect(found.gateways).toEqual([]);
    expect(found.diagnostics).toMatchObject([{ code: "LB1707", object: { name: "theirs" } }]);
  });
});

describe("listeners", () => {
  it.each([
    [
      "valid",
      HTTP,
      ["Accepted=True Accepted", "Conflicted=False NoConflicts", "Programmed=True Programmed", "ResolvedRefs=True ResolvedRefs"],
    ],
    [
      "of an unknown protocol",
      "{ name: web, port: 80, protocol: example.com/X }",
      ["Accepted=False UnsupportedProtocol", "Conflicted=False NoConflicts", "Programmed=False Invalid", "ResolvedRefs=True ResolvedRefs"],
    ],
    [
      "with an unknown kind",
      "{ name: web, port: 80, protocol: HTTP, allowedRoutes: { kinds: [{ kind: FooRoute }, { kind: HTTPRoute }] } }",
      ["Accepted=True Accepted", "Conflicted=False NoConflicts", "Programmed=True Programmed", "ResolvedRefs=False InvalidRouteKinds"],
    ],
    [
      "with unknown kinds alone",
      "{ name: web, port: 80, protocol: HTTP, allowedRoutes: { kinds: [{ kind: FooRoute }] } }",
      ["Accepted=True Accepted", "Conflicted=False NoConflicts", "Programmed=False Invalid", "ResolvedRefs=False InvalidRouteKinds"],
    ],
    [
      "without its Secret",
      "{ name: web, port: 443, protocol: HTTPS, tls: { certificateRefs: [{ name: gone }] } }",
      ["Accepted=True Accepted", "Conflicted=False NoConflicts", "Programmed=False Invalid", "ResolvedRefs=False InvalidCertificateRef"],
    ],
    [
      "HTTPS without tls",
      "{ name: web, port: 443, protocol: HTTPS }",
      ["Accepted=True Accepted", "Conflicted=False NoConflicts", "Programmed=False Invalid", "ResolvedRefs=False InvalidCertificateRef"],
    ],
    [
      "with a Secret that is not granted",
      "{ name: web, port: 443, protocol: HTTPS, tls: { certificateRefs: [{ name: gone, namespace: other }] } }",
      ["Accepted=True Accepted", "Conflicted=False NoConflicts", "Programmed=False Invalid", "ResolvedRefs=False RefNotPermitted"],
    ],
  ])("%s", (_what, listener, conditions) => {
    expect(inList(fieldsOf(resolved(gateway(listener)), "Gateway", "edge"), "listeners", 0)).toEqual(conditions);
  });

  it.each([
    ["another protocol", "{ name: b, port: 80, protocol: TCP }", "ProtocolConflict"],
    ["the same hostname", "{ name: b, port: 80, protocol: HTTP, hostname: a.example }", undefined],
    ["UDP", "{ name: b, port: 80, protocol: UDP }", undefined],
  ])("on a port that has %s", (_what, other, reason) => {
    const fields = fieldsOf(resolved(gateway(`${HTTP}, ${other}`)), "Gateway", "edge");
    const conflicts = [0, 1].map((index) => inList(fields, "listeners", index)[1]);
    const expected = reason ? `Conflicted=True ${reason}` : "Conflicted=False NoConflicts";
    expect(conflicts).toEqual([expected, expected]);
    expect(shown(fields.conditions)[0]).toBe(reason ? "Accepted=False ListenersNotValid" : "Accepted=True Accepted");
  });

  it("leave a Gateway with a good one accepted, with the reason ListenersNotValid", () => {
    const fields = fieldsOf(resolved(gateway(`${HTTP}, { name: b, port: 81, protocol: example.com/X }`)), "Gateway", "edge");
    expect(shown(fields.conditions)).toEqual(["Accepted=True ListenersNotValid", "Programmed=True Programmed"]);
  });

  it("count the Routes that are attached, also without their Secret", () => {
    const found = resolved(
      gateway("{ name: web, port: 443, protocol: HTTPS, hostname: a.example, tls: { certificateRefs: [{ name: gone }] } }") +
        route("fits", `hostnames: [a.example]`) +
        route("other", `hostnames: [b.example]`),
    );
    expect(fieldsOf(found, "Gateway", "edge")).toMatchObject({ listeners: [{ attachedRoutes: 1 }] });
    expect(inList(fieldsOf(found, "HTTPRoute", "other"), "parents", 0)[0]).toBe("Accepted=False NoMatchingListenerHostname");
  });

  it("keep the certificate of a Secret that is gone, and not one that was never granted", () => {
    const at = (ref: string) => resolved(gateway(`{ name: web, port: 443, protocol: HTTPS, tls: { certificateRefs: [${ref}] } }`)).gateways;
    expect(at("{ name: gone }")).toMatchObject([{ ports: [{ port: 443, certificates: [], keepsCertificates: true }] }]);
    expect(at("{ name: gone, namespace: other }")).toEqual([]);
  });
});

describe("ListenerSets", () => {
  const set = (name: string, listeners: string, created: string) => `---
apiVersion: gateway.networking.k8s.io/v1
kind: ListenerSet
metadata: { name: ${name}, namespace: infra, creationTimestamp: "${created}" }
spec: { parentRef: { name: edge }, listeners: [${listeners}] }
`;
  const A = "{ name: a, port: 80, protocol: HTTP, hostname: a.example }";
  const B = "{ name: b, port: 80, protocol: HTTP, hostname: b.example }";

  it("are refused unless the Gateway allows them", () => {
    const fields = fieldsOf(resolved(gateway(HTTP) + set("more", A, "2026-01-01T00:00:00Z")), "ListenerSet", "more");
    expect(shown(fields.conditions)).toEqual(["Accepted=False NotAllowed", "Programmed=False NotAllowed"]);
  });

  it("lose conflicts to the Gateway and to older ones", () => {
    const found = resolved(
      gateway(A, ", allowedListeners: { namespaces: { from: Same } }") +
        set("late", `${B}`, "2026-01-02T00:00:00Z") +
        set("early", `${A}, ${B}`, "2026-01-01T00:00:00Z"),
    );
    const early = fieldsOf(found, "ListenerSet", "early");
    expect([0, 1].map((index) => inList(early, "listeners", index)[1])).toEqual([
      "Conflicted=True HostnameConflict",
      "Conflicted=False NoConflicts",
    ]);
    expect(shown(early.conditions)[0]).toBe("Accepted=True ListenersNotValid");
    expect(shown(fieldsOf(found, "ListenerSet", "late").conditions)).toEqual([
      "Accepted=False ListenersNotValid",
      "Programmed=False ListenersNotValid",
    ]);
    expect(fieldsOf(found, "Gateway", "edge")).toMatchObject({ attachedListenerSets: 1 });
  });
});

describe("rules of a port", () => {
  it("go by host, then exact paths, regular expressions, longer prefixes, headers, age and order", () => {
    const found = resolved(
      gateway(HTTP) +
        service("a") +
        route("young", `rules: [{ matches: [{ path: { value: /x } }], ${to("a")} }]`, { created: "2026-01-02T00:00:00Z" }) +
        route(
          "old",
          `rules: [{ matches: [{ path: { value: /x } }, { path: { value: /x }, headers: [{ name: v, value: "1" }] }], ${to("a")} }]`,
          {
            created: "2026-01-01T00:00:00Z",
          },
        ) +
        route("host", `hostnames: ["*.a.example", b.a.example], rules: [{ ${to("a")} }]`) +
        route(
          "paths",
          `rules: [{ matches: [{ path: { value: /longer } }, { path: { type: RegularExpression, value: /r } }, { path: { type: Exact, value: /e } }], ${to("a")} }]`,
        ),
    );
    expect(rulesOn(found, 80)).toEqual([
      "b.a.example PathPrefix / -> a*1",
      "*.a.example PathPrefix / -> a*1",
      "* Exact /e -> a*1",
      "* RegularExpression /r -> a*1",
      "* PathPrefix /longer -> a*1",
      "* PathPrefix /x v=1 -> a*1",
      "* PathPrefix /x -> a*1",
      "* PathPrefix /x -> a*1",
    ]);
    const [port] = found.gateways[0]?.ports ?? [];
    expect(port && "rules" in port && port.rules.slice(6).map(({ owner }) => owner.ref.name)).toEqual(["old", "young"]);
  });

  it("leave the requests of a more specific listener to it", () => {
    const found = resolved(
      gateway(
        `${HTTP}, { name: wild, port: 80, protocol: HTTP, hostname: "*.a.example" }, { name: one, port: 80, protocol: HTTP, hostname: b.a.example }`,
      ) +
        service("a") +
        `---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: any, namespace: infra }
spec: { parentRefs: [{ name: edge, sectionName: web }, { name: edge, sectionName: wild }], rules: [{ ${to("a")} }] }
`,
    );
    expect(rulesOn(found, 80)).toEqual(["*.a.example-b.a.example PathPrefix / -> a*1", "*-b.a.example-*.a.example PathPrefix / -> a*1"]);
  });

  it("redirect to the port of the scheme or the listener, without the usual one", () => {
    const redirect = (spec: string) => `rules: [{ filters: [{ type: RequestRedirect, requestRedirect: { ${spec} } }] }]`;
    const at = (listener: string, spec: string) =>
      rulesOn(resolved(gateway(listener) + route("r", redirect(spec))), 8080).concat(
        rulesOn(resolved(gateway(listener) + route("r", redirect(spec))), 80),
      );
    const ODD = "{ name: web, port: 8080, protocol: HTTP }";
    expect(at(ODD, "hostname: b.example")).toEqual(['* PathPrefix / -> redirect {"hostname":"b.example","port":8080,"statusCode":302}']);
    expect(at(ODD, "scheme: https")).toEqual(['* PathPrefix / -> redirect {"scheme":"https","statusCode":302}']);
    expect(at(HTTP, "statusCode: 301")).toEqual(['* PathPrefix / -> redirect {"statusCode":301}']);
    expect(at(HTTP, "port: 443, scheme: https")).toEqual(['* PathPrefix / -> redirect {"scheme":"https","statusCode":302}']);
  });
});

describe("backends", () => {
  it.each([
    ["absent", to("gone"), "BackendNotFound", ["* PathPrefix / -> 500"]],
    ["partly absent", to("a", "gone"), "BackendNotFound", ["* PathPrefix / -> a*1+gone*1!"]],
    ["of another kind", "backendRefs: [{ kind: Foo, group: example.com, name: a }]", "InvalidKind", ["* PathPrefix / -> 500"]],
    ["without the port", "backendRefs: [{ name: a, port: 81 }]", "BackendNotFound", ["* PathPrefix / -> 500"]],
    ["not granted", "backendRefs: [{ name: b, namespace: other, port: 80 }]", "RefNotPermitted", ["* PathPrefix / -> 500"]],
    ["none", "backendRefs: []", undefined, ["* PathPrefix / -> 500"]],
    ["without weight", "backendRefs: [{ name: a, port: 80, weight: 0 }]", undefined, ["* PathPrefix / -> 500"]],
    ["with a protocol that is not spoken", "backendRefs: [{ name: h2, port: 80 }]", "UnsupportedProtocol", ["* PathPrefix / -> 500"]],
    [
      "with an extension",
      `filters: [{ type: ExtensionRef, extensionRef: { group: x.io, kind: F, name: f } }], ${to("a")}`,
      "InvalidKind",
      ["* PathPrefix / -> 500"],
    ],
  ])("%s", (_what, rule, reason, rules) => {
    const found = resolved(
      gateway(HTTP) +
        service("a") +
        service("b", "other") +
        service("h2", "infra", ", appProtocol: kubernetes.io/h2c") +
        route("r", `rules: [{ ${rule} }]`),
    );
    expect(rulesOn(found, 80)).toEqual(rules);
    expect(inList(fieldsOf(found, "HTTPRoute", "r"), "parents", 0)).toEqual([
      "Accepted=True Accepted",
      reason ? `ResolvedRefs=False ${reason}` : "ResolvedRefs=True ResolvedRefs",
    ]);
  });

  it("of another namespace are used where a ReferenceGrant names the Route's namespace and kind", () => {
    const grant = (kind: string) => `---
apiVersion: gateway.networking.k8s.io/v1beta1
kind: ReferenceGrant
metadata: { name: g, namespace: other }
spec: { from: [{ group: gateway.networking.k8s.io, kind: ${kind}, namespace: infra }], to: [{ group: "", kind: Service, name: b }] }
`;
    const text = gateway(HTTP) + service("b", "other") + route("r", "rules: [{ backendRefs: [{ name: b, namespace: other, port: 80 }] }]");
    expect(rulesOn(resolved(text + grant("HTTPRoute")), 80)).toEqual(["* PathPrefix / -> b*1"]);
    expect(rulesOn(resolved(text + grant("TCPRoute")), 80)).toEqual(["* PathPrefix / -> 500"]);
  });
});

describe("Routes", () => {
  it("copy the reference into their status and name their own generation", () => {
    const found = resolved(gateway(HTTP) + route("r", `rules: [{ ${to("gone")} }]`));
    expect(fieldsOf(found, "HTTPRoute", "r")).toMatchObject({
      parents: [
        {
          parentRef: { group: "gateway.networking.k8s.io", kind: "Gateway", namespace: "infra", name: "edge" },
          controllerName: "example.com/test",
          conditions: [{ observedGeneration: 5 }, { observedGeneration: 5 }],
        },
      ],
    });
  });

  it("lose the rules that the target cannot serve, and say so", () => {
    const bad = `{ matches: [{ method: GET }], ${to("a")} }`;
    const some = resolved(gateway(HTTP) + service("a") + route("r", `rules: [${bad}, { ${to("a")} }]`));
    expect(inList(fieldsOf(some, "HTTPRoute", "r"), "parents", 0)).toEqual([
      "Accepted=True Accepted",
      "PartiallyInvalid=True UnsupportedValue",
      "ResolvedRefs=True ResolvedRefs",
    ]);
    expect(JSON.stringify(fieldsOf(some, "HTTPRoute", "r"))).toContain("Dropped Rule 0: method is not read");
    expect(rulesOn(some, 80)).toEqual(["* PathPrefix / -> a*1"]);
    const all = resolved(gateway(HTTP) + service("a") + route("r", `rules: [${bad}]`));
    expect(inList(fieldsOf(all, "HTTPRoute", "r"), "parents", 0)[0]).toBe("Accepted=False UnsupportedValue");
    expect(all.diagnostics.filter(({ code }) => code !== "LB1110")).toMatchObject([
      { code: "LB1703", pointer: "/spec/rules/0/matches/0/method" },
    ]);
    expect(fieldsOf(all, "Gateway", "edge")).toMatchObject({ listeners: [{ attachedRoutes: 0 }] });
  });

  it.each([
    ["sectionName: none", "NoMatchingParent"],
    ["port: 81", "NoMatchingParent"],
  ])("that mean a listener with %s are attached to none", (ref, reason) => {
    const text = `---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: r, namespace: infra }
spec: { parentRefs: [{ name: edge, ${ref} }] }
`;
    expect(inList(fieldsOf(resolved(gateway(HTTP) + text), "HTTPRoute", "r"), "parents", 0)[0]).toBe(`Accepted=False ${reason}`);
  });

  it("of another namespace are not allowed unless the listener says so", () => {
    const text = (listener: string) => gateway(listener) + route("r", "hostnames: []", { namespace: "apps" });
    const accepted = (listener: string) => inList(fieldsOf(resolved(text(listener)), "HTTPRoute", "r"), "parents", 0)[0];
    expect(accepted(HTTP)).toBe("Accepted=False NotAllowedByListeners");
    expect(accepted("{ name: web, port: 80, protocol: HTTP, allowedRoutes: { namespaces: { from: All } } }")).toBe(
      "Accepted=True Accepted",
    );
    const selector = "{ from: Selector, selector: { matchLabels: { kubernetes.io/metadata.name: apps } } }";
    expect(accepted(`{ name: web, port: 80, protocol: HTTP, allowedRoutes: { namespaces: ${selector} } }`)).toBe("Accepted=True Accepted");
  });

  it("of TCP are all counted on one listener, and the oldest gets the connections", () => {
    const tcp = (name: string, created: string) => `---
apiVersion: gateway.networking.k8s.io/v1
kind: TCPRoute
metadata: { name: ${name}, namespace: infra, creationTimestamp: "${created}" }
spec: { parentRefs: [{ name: edge }], rules: [{ ${to("a")} }] }
`;
    const found = resolved(
      gateway("{ name: t, port: 9000, protocol: TCP }") +
        service("a") +
        tcp("late", "2026-01-02T00:00:00Z") +
        tcp("early", "2026-01-01T00:00:00Z"),
    );
    expect(fieldsOf(found, "Gateway", "edge")).toMatchObject({ listeners: [{ attachedRoutes: 2 }] });
    expect(found.gateways[0]?.ports).toMatchObject([{ protocol: "TCP", port: 9000, routes: [{ owner: { ref: { name: "early" } } }] }]);
    expect(found.gateways[0]?.ports[0]).toMatchObject({ routes: { length: 1 } });
  });
});

describe("addresses", () => {
  it("of another type are refused, and one that cannot be had leaves the Gateway unprogrammed", () => {
    const at = (address: string) =>
      resolved(gateway(HTTP, `, addresses: [${address}]`), {
        refusesAddress: (one) => (one === "192.0.2.1" ? "it is not ours" : undefined),
      });
    const conditions = (address: string) => shown(fieldsOf(at(address), "Gateway", "edge").conditions);
    expect(conditions("{ type: Hostname, value: a.example }")).toEqual(["Accepted=False UnsupportedAddress", "Programmed=False Invalid"]);
    expect(conditions("{ value: 192.0.2.1 }")).toEqual(["Accepted=True Accepted", "Programmed=False AddressNotUsable"]);
    expect(at("{ value: 192.0.2.1 }").gateways).toEqual([]);
    expect(at("{ value: 192.0.2.2 }").gateways).toMatchObject([{ addresses: ["192.0.2.2"] }]);
  });
});
