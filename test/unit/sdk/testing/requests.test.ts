import { expect, it } from "vitest";
import { readSpecs, translateToAvi, translateToOctavia } from "../../../../sdk";
import { answerOf, failedRequests } from "../../../../sdk/testing";
import { ingressV1, served } from "../../../support/manifests";

const specsOf = (...given: object[]) => readSpecs(given.map((value) => ({ value })));
const shop = (path: string) => [
  ...served("web", 1),
  ...served("cart", 2),
  ingressV1("shop", [
    { host: "shop.example.com", path: "/", type: "Prefix", service: "web" },
    { host: "shop.example.com", path, type: "Prefix", service: "cart" },
  ]),
];
const MUST = [{ request: "http://shop.example.com/cart", to: "default/cart:80" }];

it("answers a request of a plan, by its rule", () => {
  for (const plan of [translateToAvi(specsOf(...shop("/cart"))), translateToOctavia(specsOf(...shop("/cart")))]) {
    const { answer, rule } = answerOf(plan, "http://shop.example.com/cart/1");
    expect(answer).toMatchObject({ kind: "forward", to: [{ service: "default/cart:80", share: 1 }] });
    expect(rule).toMatchObject({ object: "Ingress default/shop", pointer: "/spec/rules/1/http/paths/0" });
    expect(answerOf(plan, { url: "http://other.example.com/", method: "POST" }).rule).toBeNull();
  }
  expect(() => answerOf(translateToAvi(specsOf()), "nothing")).toThrow(
    new TypeError("nothing is not a URL of a request: write http://, https://, tls://, tcp:// or udp:// and a port where it has none"),
  );
});

it("lists the requests of a plan that fail", () => {
  expect(failedRequests(translateToAvi(specsOf(...shop("/cart"))), MUST)).toEqual([]);
  expect(failedRequests(translateToAvi(specsOf(...shop("/crat"))), MUST)).toEqual([
    expect.stringMatching(
      /^FAILED {2}GET http:\/\/shop\.example\.com\/cart\n {2}expected {2}default\/cart:80\n {2}is {8}default\/web:80\n {2}rule {6}Ingress default\/shop/,
    ),
  ]);
  expect(() => failedRequests(translateToAvi(specsOf()), "missing.yaml")).toThrow(/LB1125: requests: missing\.yaml: cannot be read/);
});

it("names the grant that is gone for a Route into another namespace", () => {
  const gateway = {
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "Gateway",
    metadata: { name: "edge", namespace: "default" },
    spec: { gatewayClassName: "lb", listeners: [{ name: "web", protocol: "HTTP", port: 80 }] },
  };
  const gatewayClass = {
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "GatewayClass",
    metadata: { name: "lb" },
    spec: { controllerName: "k8s-lb.io/octavia" },
  };
  const route = {
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "HTTPRoute",
    metadata: { name: "shop", namespace: "default" },
    spec: {
      parentRefs: [{ name: "edge" }],
      hostnames: ["shop.example.com"],
      rules: [{ backendRefs: [{ name: "web", namespace: "team", port: 80 }] }],
    },
  };
  const team = served("web", 1).map((one) => ({ ...one, metadata: { ...one.metadata, namespace: "team" } }));
  const grant = {
    apiVersion: "gateway.networking.k8s.io/v1beta1",
    kind: "ReferenceGrant",
    metadata: { name: "shop", namespace: "team" },
    spec: { from: [{ group: "gateway.networking.k8s.io", kind: "HTTPRoute", namespace: "default" }], to: [{ group: "", kind: "Service" }] },
  };
  const must = [{ request: "http://shop.example.com/", to: "team/web:80" }];
  const plan = (...more: object[]) =>
    translateToOctavia(specsOf(gatewayClass, gateway, route, ...team, ...more), { settings: { service_subnet_id: "s" } });
  expect(failedRequests(plan(grant), must)).toEqual([]);
  const [failure = ""] = failedRequests(plan(), must);
  expect(failure).toContain("is        503");
  expect(failure).toMatch(/because {3}LB17\d\d HTTPRoute default\/shop .*ReferenceGrant/);
});
