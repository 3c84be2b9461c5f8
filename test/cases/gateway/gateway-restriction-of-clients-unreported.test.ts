import { describe, expect, it, test } from "vitest";
import { readSpecs, translateToAvi, translateToOctavia, translateToRoutes } from "../../../sdk";
import { gateway, gatewayClass, http, httpRoute, rule, tcpRoute } from "../../support/gateway-manifests";
import { endpoints, service } from "../../support/manifests";

// Annotations of Gateways and Routes that restrict clients at other controllers were reported nowhere: everybody could connect.

type Annotations = Record<string, string>;

const annotated = <T extends { metadata: object }>(object: T, annotations: Annotations) => ({
  ...object,
  metadata: { ...object.metadata, annotations },
});

const RANGES = { "nginx.ingress.kubernetes.io/whitelist-source-range": "10.0.0.0/8" };
const AT = "/metadata/annotations/nginx.ingress.kubernetes.io~1whitelist-source-range";
const TARGETS = {
  avi: { controller: "k8s-lb.io/avi", translate: translateToAvi, settings: {} },
  octavia: { controller: "k8s-lb.io/octavia", translate: translateToOctavia, settings: { service_subnet_id: "s" } },
};

const specsOf = (objects: readonly object[]) => readSpecs(objects.map((value) => ({ value })));
const web = [service("web", [80]), endpoints("web", ["10.0.0.1"], 80)];
const set = {
  apiVersion: "gateway.networking.k8s.io/v1",
  kind: "ListenerSet",
  metadata: { name: "more", namespace: "default" },
  spec: { parentRef: { name: "gw" }, listeners: [http("more", { port: 8080 })] },
};
const open = { allowedListeners: { namespaces: { from: "Same" } } };
const listeners = [http("http"), { name: "db", port: 5432, protocol: "TCP" }];

describe.each(Object.entries(TARGETS))("on %s", (_name, { controller, translate, settings }) => {
  const run = (objects: readonly object[], more: object = {}) => {
    const plan = translate(specsOf([gatewayClass("ours", controller), ...web, ...objects]), { settings: { ...settings, ...more } });
    const of = (kind: string) => {
      const status = plan.statuses.find(({ object }) => object.kind === kind)!;
      // of Octavia without responders, which is not the matter here
      return { ...status, diagnostics: status.diagnostics.filter(({ code }) => code !== "LB1706") };
    };
    // Services have load balancers of their own on Octavia
    const made = plan.resources.filter(({ owners }) => owners.some(({ kind }) => kind === "Gateway"));
    return { bodies: JSON.stringify(made), kinds: made.flatMap(({ owners }) => owners.map(({ kind }) => kind)), of };
  };
  const story = (on: string, annotations: Annotations) =>
    [gateway("gw", listeners, open), set, httpRoute("r", "gw#http", [rule("/", { web: 1 })]), tcpRoute("t", "gw#db", "web")].map(
      (object) => (object.kind === on ? annotated(object, annotations) : object),
    );

  it.each(["Gateway", "ListenerSet", "HTTPRoute", "TCPRoute"])("an annotation of a %s is a warning, and the object is partial", (kind) => {
    const { state, diagnostics } = run(story(kind, RANGES)).of(kind);
    expect([state, diagnostics.map(({ code, severity, pointer }) => [code, severity, pointer])]).toEqual([
      "partial",
      [["LB1316", "warning", AT]],
    ]);
  });

  it.each(["HTTPRoute", "TCPRoute"])("a %s is left out where that is set, and its condition says why", (kind) => {
    const { kinds, of } = run(story(kind, RANGES), { lostRestrictions: "refuse" });
    expect(of(kind)).toMatchObject({
      state: "rejected",
      diagnostics: [{ code: "LB1316", severity: "error" }],
      fields: { parents: [{ conditions: [{ type: "Accepted", status: "False", reason: "UnsupportedValue" }, { type: "ResolvedRefs" }] }] },
    });
    expect(of("Gateway").state).toBe("ready");
    expect(kinds).toContain(kind === "HTTPRoute" ? "TCPRoute" : "HTTPRoute");
    expect(kinds).not.toContain(kind);
  });

  it("nothing of a Gateway is served where that is set", () => {
    const { bodies, of } = run(story("Gateway", RANGES), { lostRestrictions: "refuse" });
    expect(bodies).toBe("[]");
    expect(of("Gateway")).toMatchObject({ state: "rejected", diagnostics: [{ code: "LB1316", severity: "error" }] });
    expect(of("Gateway").fields).toMatchObject({ conditions: [{ type: "Accepted", status: "False", reason: "Invalid" }, {}] });
    expect(of("HTTPRoute").state).toBe("rejected");
  });

  it("the listeners of a ListenerSet are left out where that is set", () => {
    const { bodies, of } = run(story("ListenerSet", RANGES), { lostRestrictions: "refuse" });
    expect(bodies).not.toContain("8080");
    expect(of("ListenerSet")).toMatchObject({ state: "rejected", diagnostics: [{ code: "LB1316", severity: "error" }] });
    expect(of("ListenerSet").fields).toMatchObject({ conditions: [{ type: "Accepted", status: "False", reason: "NotAllowed" }, {}] });
    expect(of("Gateway").state).toBe("ready");
  });

  it("an annotation for what is made for a Gateway counts as its own", () => {
    const annotations = { "service.beta.kubernetes.io/azure-load-balancer-internal": "true" };
    const inside = gateway("gw", listeners, { infrastructure: { annotations } });
    const { state, diagnostics } = run([inside, httpRoute("r", "gw", [rule("/", { web: 1 })])]).of("Gateway");
    expect([state, diagnostics.map(({ code, pointer }) => [code, pointer])]).toEqual([
      "partial",
      [["LB1316", "/spec/infrastructure/annotations/service.beta.kubernetes.io~1azure-load-balancer-internal"]],
    ]);
  });

  it("an annotation that restricts nobody changes nothing", () => {
    const { state, diagnostics } = run(story("HTTPRoute", { "example.com/team": "shop" })).of("HTTPRoute");
    expect([state, diagnostics.map(({ code, severity }) => [code, severity])]).toEqual(["ready", [["LB1007", "notice"]]]);
  });
});

test("the group of a Gateway on Octavia is read", () => {
  const grouped = annotated(gateway("gw", listeners), { "loadbalancer.openstack.org/group": "shared" });
  const { controller, settings } = TARGETS.octavia;
  const { statuses } = translateToOctavia(specsOf([gatewayClass("ours", controller), grouped]), { settings });
  const { state, diagnostics } = statuses.find(({ object }) => object.kind === "Gateway")!;
  expect([state, diagnostics.map(({ code }) => code)]).toEqual(["ready", ["LB1706"]]);
});

test("the view of routes reports them, too", () => {
  const objects = [...web, gateway("gw", listeners), annotated(httpRoute("r", "gw#http", [rule("/", { web: 1 })]), RANGES)];
  const { statuses } = translateToRoutes(specsOf(objects));
  expect(statuses.find(({ object }) => object.kind === "HTTPRoute")).toMatchObject({ state: "partial" });
});
