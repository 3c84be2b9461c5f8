import { expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { served } from "../../support/manifests";

// An HTTPRoute with a regular expression and without type RegularExpression was ready, although no request has such a path.

const gateway = [
  {
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "GatewayClass",
    metadata: { name: "avi" },
    spec: { controllerName: "k8s-lb.io/avi" },
  },
  {
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "Gateway",
    metadata: { name: "g", namespace: "default" },
    spec: { gatewayClassName: "avi", listeners: [{ name: "http", port: 80, protocol: "HTTP" }] },
  },
];

function messages(...paths: object[]) {
  const matches = paths.map((path) => ({ path }));
  const route = {
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "HTTPRoute",
    metadata: { name: "r", namespace: "default" },
    spec: { parentRefs: [{ name: "g" }], rules: [{ matches, backendRefs: [{ name: "a", port: 80 }] }] },
  };
  const specs = readSpecs([...gateway, ...served("a", 1), route].map((value) => ({ value })));
  const { statuses } = translateToAvi(specs, { settings: { clusterName: "c", naming: "ako-2" } });
  const found = statuses.find(({ object }) => object.kind === "HTTPRoute")?.diagnostics ?? [];
  return found.filter(({ code }) => code === "LB1219").map(({ pointer, message }) => `${pointer}: ${message}`);
}

it("a prefix or an exact path that looks like a pattern is a warning", () => {
  expect(messages({ type: "PathPrefix", value: "/api/(.*)" }, { value: "/shop" }, { type: "Exact", value: "/v.+/x" })).toEqual([
    "/spec/rules/0/matches/0/path: /api/(.*) looks like a pattern, but is compared as it is written (PathPrefix): no request has this path",
    "/spec/rules/0/matches/2/path: /v.+/x looks like a pattern, but is compared as it is written (Exact): no request has this path",
  ]);
});

it("a regular expression is none", () => {
  expect(messages({ type: "RegularExpression", value: "/api/(.*)" })).toEqual([]);
});
