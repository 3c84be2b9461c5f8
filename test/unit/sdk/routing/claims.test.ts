import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../../sdk/frontends";
import { TARGETS } from "../../../../sdk/targets";
import { edge, give, root, to as toService } from "../../../support/contour";
import { served as servedContour } from "../../../support/contour-on-targets";
import { ingressV1, openShiftRoute, served } from "../../../support/manifests";

const CLAIMS = [{ hosts: ["*.team-a.example.com", "team-a.example.com"], namespaces: ["team-a"] }];
const TO = ["avi", "octavia"] as const;
const SETTINGS = { avi: { defaultIngController: true }, octavia: { service_subnet_id: "s", defaultIngController: true } };

function translated(to: (typeof TO)[number], objects: readonly object[], settings: object = { claims: CLAIMS }) {
  const specs = readSpecs(objects.map((value) => ({ value })));
  const plan = TARGETS[to].translate(specs, { settings: { ...SETTINGS[to], ...settings } });
  const states = Object.fromEntries(
    plan.statuses.map(({ object: { kind, namespace, name }, state }) => [`${kind} ${namespace}/${name}`, state]),
  );
  const faults = plan.statuses.flatMap(({ diagnostics }) => diagnostics).filter(({ code }) => code === "LB1221");
  return { plan, states, faults };
}

const inNamespace = (namespace: string, objects: readonly object[]) =>
  objects.map((one) => ({ ...one, metadata: { ...(one as { metadata: object }).metadata, namespace } }));
const ingressOf = (namespace: string, host?: string) =>
  inNamespace(namespace, [...served("web", 1), ingressV1("shop", [{ host, path: "/", service: "web" }])]);

describe.each(TO)("claims on %s", (to) => {
  it.each([
    ["its own host", "team-a", "x.team-a.example.com", "ready"],
    ["its own host, deep below", "team-a", "x.y.team-a.example.com", "ready"],
    ["the host of others", "team-b", "x.team-a.example.com", "rejected"],
    ["the host of others in capitals", "team-b", "X.Team-A.example.com", "rejected"],
    ["a wildcard below a claim", "team-b", "*.x.team-a.example.com", "rejected"],
    ["the whole domain", "team-b", "team-a.example.com", "rejected"],
    ["a host that nobody claims", "team-b", "b.example.com", "ready"],
    ["a host that only ends alike", "team-b", "notteam-a.example.com", "ready"],
  ])("%s", (_, namespace, host, state) => {
    const { states, faults } = translated(to, ingressOf(namespace, host));
    expect(states["Ingress team-b/shop"] ?? states["Ingress team-a/shop"]).toBe(state);
    expect(faults.length > 0).toBe(state === "rejected");
  });

  it("names the host, its namespaces and the remedy at the rule", () => {
    const [fault] = translated(to, ingressOf("team-b", "x.team-a.example.com")).faults;
    expect(fault).toMatchObject({
      code: "LB1221",
      pointer: "/spec/rules/0/http/paths/0",
      message: "x.team-a.example.com belongs to namespace team-a (setting claims); the rule of namespace team-b is ignored",
      remedy: expect.stringContaining("setting claims"),
    });
  });

  it("serves the claimant where an older object of others wants its host", () => {
    const [old, own] = [ingressOf("team-b", "x.team-a.example.com"), ingressOf("team-a", "x.team-a.example.com")];
    const aged = old.map((one) => ({ ...one, metadata: { ...one.metadata, creationTimestamp: "2020-01-01T00:00:00Z" } }));
    expect(translated(to, [...aged, ...own]).states).toMatchObject({ "Ingress team-b/shop": "rejected", "Ingress team-a/shop": "ready" });
  });

  it("refuses a Route of OpenShift too", () => {
    const route = openShiftRoute("shop", { host: "x.team-a.example.com", to: { kind: "Service", name: "web" } });
    expect(translated(to, inNamespace("team-b", [...served("web", 1), route])).states).toMatchObject({ "Route team-b/shop": "rejected" });
  });

  it("asks the root of a delegation: it has the host, whoever serves a part of it", () => {
    const parts = (rootIn: string, edgeIn: string) => [
      ...servedContour(`${rootIn}/a`, 1),
      ...servedContour(`${edgeIn}/b`, 2),
      root(`${rootIn}/r`, { fqdn: "x.team-a.example.com", routes: [toService("/", "a"), give("/sub", `${edgeIn}/e`)] }),
      edge(`${edgeIn}/e`, [toService("/sub", "b")]),
    ];
    expect(translated(to, parts("team-a", "team-b")).faults).toEqual([]);
    expect(translated(to, parts("team-b", "team-a")).faults).not.toEqual([]);
  });

  it("takes names of a Route of Gateway API that others claim, and keeps the rest", () => {
    const gateway = [
      {
        apiVersion: "gateway.networking.k8s.io/v1",
        kind: "GatewayClass",
        metadata: { name: "lb" },
        spec: { controllerName: `k8s-lb.io/${to}` },
      },
      {
        apiVersion: "gateway.networking.k8s.io/v1",
        kind: "Gateway",
        metadata: { name: "web", namespace: "infra" },
        spec: {
          gatewayClassName: "lb",
          listeners: [{ name: "http", port: 80, protocol: "HTTP", allowedRoutes: { namespaces: { from: "All" } } }],
        },
      },
    ];
    const route = (...hostnames: string[]) => ({
      apiVersion: "gateway.networking.k8s.io/v1",
      kind: "HTTPRoute",
      metadata: { name: "shop" },
      spec: { parentRefs: [{ name: "web", namespace: "infra" }], hostnames, rules: [{ backendRefs: [{ name: "web", port: 80 }] }] },
    });
    const of = (namespace: string, ...hostnames: string[]) =>
      translated(to, [...gateway, ...inNamespace(namespace, [...served("web", 1), route(...hostnames)])]);
    expect(of("team-a", "x.team-a.example.com").faults).toEqual([]);
    const all = of("team-b", "x.team-a.example.com");
    expect(JSON.stringify(all.plan.statuses.find(({ object }) => object.kind === "HTTPRoute")?.fields)).toContain('"HostnameClaimed"');
    const some = of("team-b", "x.team-a.example.com", "b.example.com");
    expect(some.faults).toMatchObject([{ pointer: "/spec/hostnames" }]);
    expect(some.states["HTTPRoute team-b/shop"]).toBe("partial");
    expect(Object.keys(some.plan.facts.served ?? {}).filter((place) => place.includes("example.com"))).toEqual([
      expect.stringContaining("b.example.com"),
    ]);
  });

  it("with claimsOnly refuses what nobody claims, and every host", () => {
    const settings = { claims: CLAIMS, claimsOnly: true };
    expect(translated(to, ingressOf("team-b", "b.example.com"), settings).states).toMatchObject({ "Ingress team-b/shop": "rejected" });
    expect(translated(to, ingressOf("team-a", "x.team-a.example.com"), settings).faults).toEqual([]);
    const rest = {
      apiVersion: "networking.k8s.io/v1",
      kind: "Ingress",
      metadata: { name: "rest", namespace: "team-b" },
      spec: { defaultBackend: { service: { name: "web", port: { number: 80 } } } },
    };
    if (to === "octavia")
      expect(translated(to, [...ingressOf("team-b"), rest], settings).faults.map(({ object }) => object.name)).toContain("rest");
  });

  it("reads the labels of Namespaces, own ones alone", () => {
    const claims: object[] = [
      { hosts: ["*.a.example.com"], namespaceLabels: { team: "a", constructor: "x" } },
      { hosts: ["*.b.example.com"], namespaceLabels: { team: "b" } },
    ];
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "team-b", labels: { team: "b" } } };
    expect(translated(to, [namespace, ...ingressOf("team-b", "x.b.example.com")], { claims }).faults).toEqual([]);
    const [fault] = translated(to, [namespace, ...ingressOf("team-b", "x.a.example.com")], { claims }).faults;
    expect(fault?.message).toContain("x.a.example.com belongs to namespaces with team=a and constructor=x (setting claims)");
    expect(translated(to, ingressOf("team-b", "x.b.example.com"), { claims }).faults).toHaveLength(1);
    const unlabelled = [{ hosts: ["*.b.example.com"], namespaces: ["team-a"], namespaceLabels: {} }];
    expect(translated(to, ingressOf("team-b", "x.b.example.com"), { claims: unlabelled }).faults).toHaveLength(1);
  });

  it.each([
    [{ claims: [{ hosts: [] }] }],
    [{ claims: [{ hosts: ["a.com"] }] }],
    [{ claims: [{ hosts: ["a.com/x"], namespaces: ["a"] }] }],
    [{ claims: [{ hosts: ["a.com"], namespace: ["a"] }] }],
    [{ claims: "nonsense" }],
  ])("a wrong setting is an error: %j", (settings) => {
    expect(translated(to, [], settings).plan.diagnostics).toMatchObject([{ code: "LB1305", pointer: "/claims" }]);
  });
});
