import { expect, test } from "vitest";
import { describeObject } from "../../../resources/diagnostic";
import { ownValue } from "../../../resources/own-value";
import { TARGETS } from "../../../sdk/targets";

// Every object of JavaScript has `constructor`, `toString` and their like: a selector with `{ key: constructor, operator: Exists }` took every
// namespace, so that the Route of another team was served, and nodes "had" the label. Keys that come from others count if they are own ones.

const KEYS = ["constructor", "toString", "hasOwnProperty", "__proto__", "valueOf"];

const octavia = (specs: object[], settings: object) => {
  const objects = specs.map((value) => ({ value }));
  return TARGETS.octavia.translate(TARGETS.octavia.read(objects, []), {
    settings: { naming: "occm", cluster_name: "c", subnet_id: "s", ...settings },
  });
};
const meta = (name: string, namespace = "shop") => ({ name, namespace });

const gatewayFor = (expression: object) => [
  { apiVersion: "v1", kind: "Namespace", metadata: { name: "other" } },
  {
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "GatewayClass",
    metadata: { name: "lb" },
    spec: { controllerName: "k8s-lb.io/octavia" },
  },
  {
    ...{ apiVersion: "gateway.networking.k8s.io/v1", kind: "Gateway", metadata: meta("edge") },
    spec: {
      gatewayClassName: "lb",
      listeners: [
        {
          ...{ name: "http", port: 80, protocol: "HTTP" },
          allowedRoutes: { namespaces: { from: "Selector", selector: { matchExpressions: [expression] } } },
        },
      ],
    },
  },
  {
    ...{ apiVersion: "gateway.networking.k8s.io/v1", kind: "HTTPRoute", metadata: meta("theirs", "other") },
    spec: { parentRefs: [{ name: "edge", namespace: "shop" }], rules: [{ backendRefs: [{ name: "web", port: 80 }] }] },
  },
];
const stateOfRoute = (expression: object) =>
  octavia(gatewayFor(expression), {})
    .statuses.find(({ object }) => object.kind === "HTTPRoute")
    ?.diagnostics.map(({ message }) => message);

test.each(KEYS)("a selector that asks for the label %s takes no namespace without it", (key) => {
  const refused = expect.stringContaining("allows no Routes of namespace");
  const [taken, spared] = [
    { key, operator: "DoesNotExist" },
    { key, operator: "Exists" },
  ].map(stateOfRoute);
  expect(spared).not.toEqual(taken);
  expect(JSON.stringify(spared)).toContain("namespace");
  expect(taken?.some((message) => refused.asymmetricMatch(message))).toBe(false);
});

const service = (annotations: object) => [
  {
    ...{ apiVersion: "v1", kind: "Node", metadata: { name: "n1" } },
    status: { addresses: [{ type: "InternalIP", address: "10.0.0.7" }], conditions: [{ type: "Ready", status: "True" }] },
  },
  {
    ...{ apiVersion: "v1", kind: "Service", metadata: { ...meta("web"), annotations } },
    spec: { type: "LoadBalancer", ports: [{ name: "http", port: 80, nodePort: 30080 }] },
  },
];

test.each(KEYS)("no node has the label %s that a Service asks for, and there is no class of that name", (key) => {
  const selected = octavia(service({ "loadbalancer.openstack.org/node-selector": key }), {});
  expect(JSON.stringify(TARGETS.octavia.objects(selected, {}))).not.toContain("10.0.0.7");
  const classed = octavia(service({ "loadbalancer.openstack.org/class": key }), {});
  const reported = classed.statuses.flatMap(({ object, diagnostics }) =>
    diagnostics.map(({ code }) => `${describeObject(object)} ${code}`),
  );
  expect(reported).toContain("Service shop/web LB1402");
});

test.each(KEYS)("an annotation of the name %s is one that nobody reads", (key) => {
  const metadata = JSON.parse(`{"name":"web","namespace":"shop","annotations":{"${key}":"x"}}`);
  const specs = [{ apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata, spec: { ingressClassName: "avi", rules: [] } }];
  const plan = TARGETS.avi.translate(
    TARGETS.avi.read(
      specs.map((value) => ({ value })),
      [],
    ),
    { settings: { clusterName: "c" } },
  );
  expect(plan.statuses.flatMap(({ diagnostics }) => diagnostics).filter(({ code }) => code === "LB1310")).toEqual([]);
});

test("own gives a key of the map itself alone", () => {
  expect(KEYS.map((key) => ownValue({ a: "b" }, key))).toEqual(KEYS.map(() => undefined));
  expect(ownValue({ constructor: "mine" } as never, "constructor")).toBe("mine");
});
