import { describe, expect, it } from "vitest";
import { fieldsOf, gateway, HTTP, inList, resolved, route, rulesOn, service, shown, to } from "../../../../support/resolved-gateways";

describe("backends", () => {
  it.each([
    ["absent", to("gone"), "BackendNotFound", ["* segments / -> 500"]],
    ["partly absent", to("a", "gone"), "BackendNotFound", ["* segments / -> a*1+gone*1!"]],
    ["of another kind", "backendRefs: [{ kind: Foo, group: example.com, name: a }]", "InvalidKind", ["* segments / -> 500"]],
    ["without the port", "backendRefs: [{ name: a, port: 81 }]", "BackendNotFound", ["* segments / -> 500"]],
    ["not granted", "backendRefs: [{ name: b, namespace: other, port: 80 }]", "RefNotPermitted", ["* segments / -> 500"]],
    ["none", "backendRefs: []", undefined, ["* segments / -> 500"]],
    ["without weight", "backendRefs: [{ name: a, port: 80, weight: 0 }]", undefined, ["* segments / -> 500"]],
    ["with a protocol that is not spoken", "backendRefs: [{ name: h2, port: 80 }]", "UnsupportedProtocol", ["* segments / -> 500"]],
    [
      "with an extension",
      `filters: [{ type: ExtensionRef, extensionRef: { group: x.io, kind: F, name: f } }], ${to("a")}`,
      "InvalidKind",
      ["* segments / -> 500"],
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
    expect(rulesOn(resolved(text + grant("HTTPRoute")), 80)).toEqual(["* segments / -> b*1"]);
    expect(rulesOn(resolved(text + grant("TCPRoute")), 80)).toEqual(["* segments / -> 500"]);
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
    expect(rulesOn(some, 80)).toEqual(["* segments / -> a*1"]);
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
