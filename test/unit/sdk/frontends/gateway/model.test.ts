import { describe, expect, it } from "vitest";
import { fieldsOf, gateway, HTTP, inList, resolved, route, rulesOn, service, shown, to } from "../../../../support/resolved-gateways";

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

  it("lose a listener to the Gateway without the others on its port", () => {
    const tcp = "{ name: tcp, port: 80, protocol: TCP }";
    const open = gateway(HTTP, ", allowedListeners: { namespaces: { from: Same } }");
    const found = resolved(open + set("more", `${A}, ${tcp}, ${B}`, "2026-01-01T00:00:00Z"));
    const fields = fieldsOf(found, "ListenerSet", "more");
    expect([0, 1, 2].map((index) => inList(fields, "listeners", index)[1])).toEqual([
      "Conflicted=False NoConflicts",
      "Conflicted=True ProtocolConflict",
      "Conflicted=False NoConflicts",
    ]);
    expect(shown(fields.conditions)[0]).toMatch(/^Accepted=True/);
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
      "b.a.example segments / -> a*1",
      "*.a.example segments / -> a*1",
      "* exact /e -> a*1",
      "* regex /r -> a*1",
      "* segments /longer -> a*1",
      "* segments /x v=1 -> a*1",
      "* segments /x -> a*1",
      "* segments /x -> a*1",
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
    expect(rulesOn(found, 80)).toEqual(["*.a.example-b.a.example segments / -> a*1", "*-b.a.example-*.a.example segments / -> a*1"]);
  });

  it("redirect to the port of the scheme or the listener, without the usual one", () => {
    const redirect = (spec: string) => `rules: [{ filters: [{ type: RequestRedirect, requestRedirect: { ${spec} } }] }]`;
    const at = (listener: string, spec: string) =>
      rulesOn(resolved(gateway(listener) + route("r", redirect(spec))), 8080).concat(
        rulesOn(resolved(gateway(listener) + route("r", redirect(spec))), 80),
      );
    const ODD = "{ name: web, port: 8080, protocol: HTTP }";
    expect(at(ODD, "hostname: b.example")).toEqual(['* segments / -> redirect {"hostname":"b.example","port":8080,"statusCode":302}']);
    expect(at(ODD, "scheme: https")).toEqual(['* segments / -> redirect {"scheme":"https","statusCode":302}']);
    expect(at(HTTP, "statusCode: 301")).toEqual(['* segments / -> redirect {"statusCode":301}']);
    expect(at(HTTP, "port: 443, scheme: https")).toEqual(['* segments / -> redirect {"scheme":"https","statusCode":302}']);
  });
});
