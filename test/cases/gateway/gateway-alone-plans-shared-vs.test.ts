import { expect, test } from "vitest";
import { gateway, gatewayClass, http, httpRoute, rule } from "../../support/gateway-manifests";
import { translateTo } from "../../support/planned";

// A Gateway with an HTTPRoute had, beside its own address, an empty shared virtual service with an address, for each shard of its hosts.

const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web", namespace: "default" },
  spec: { ports: [{ port: 80 }] },
};

const GATEWAY = [
  service,
  gatewayClass("ours", "x/y"),
  gateway("edge", [http("l")]),
  httpRoute("shop", "edge", [rule("/", { web: 1 })], ["shop.example.com"]),
  httpRoute("any", "edge", [rule("/any", { web: 1 })]),
];

const ingressClass = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "avi", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
  spec: { controller: "ako.vmware.com/avi-lb" },
};

const ingress = {
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: "web", namespace: "default" },
  spec: {
    rules: [
      {
        host: "shop.example.com",
        http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } }] },
      },
    ],
  },
};

/** Owners of each object with an address, by its name. */
function addresses(objects: object[], naming: string) {
  const settings = { clusterName: "c", naming, gatewayController: "x/y", controllerVersion: "30.2.1" };
  const { owners } = translateTo("avi", { objects: objects.map((value) => ({ value })), diagnostics: [] }, settings);
  return Object.fromEntries(Object.entries(owners).filter(([name]) => name.startsWith("vsvip/")));
}

const NAMINGS = ["ako-1.2", "ako-1.2.1", "ako-2", "ako-2-evh"];

test.each(NAMINGS)("a Gateway alone has one address, naming %s", (naming) => {
  expect(Object.keys(addresses(GATEWAY, naming))).toEqual(["vsvip/c--Gateway-default_edge"]);
});

test.each(NAMINGS)("the shared virtual service of an Ingress is not that of a Route, naming %s", (naming) => {
  const { "vsvip/c--Gateway-default_edge": _gateway, ...shared } = addresses([...GATEWAY, ingressClass, ingress], naming);
  expect(Object.values(shared)).toEqual([["Ingress/default/web"]]);
});
