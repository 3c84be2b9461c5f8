import { expect, it } from "vitest";
import { root } from "../../support/contour";
import { endpoints, openShiftRoute, served, service } from "../../support/manifests";
import { translateTo } from "../../support/planned";

const messages = (objects: readonly unknown[]) => {
  const inputs = { objects: objects.map((value) => ({ value })), diagnostics: [] };
  const { diagnostics, statuses } = translateTo("routes", inputs, {});
  return [...diagnostics, ...statuses.flatMap((status) => status.diagnostics)].map(({ code, message }) => `${code} ${message}`);
};

// `validate` without --to knows no servers and reported of each drained one that it does not exist (LB1113).
it("a drained server exists", () => {
  const made = service("a", [80]);
  const web = { ...made, metadata: { ...made.metadata, annotations: { "k8s-lb.io/drained": "10.0.0.1" } } };
  const route = openShiftRoute("r", { host: "r.com", to: { kind: "Service", name: "a" } });
  expect(messages([web, endpoints("a", ["10.0.0.1"], 8080), route])).toEqual([]);
});

// A Service with weight 0 was reported to have no weight (LB1519).
it("a weight of 0 is a weight", () => {
  const route = (...services: object[]) => root("default/z", { fqdn: "z.com", routes: [{ match: "/", services }] });
  const around = [...served("a", 1), ...served("b", 2)];
  const [a, b] = ["a", "b"].map((name) => ({ name, port: 80 }));
  expect(messages([...around, route({ ...a, weight: 1 }, { ...b, weight: 0 })])).toEqual([]);
  expect(messages([...around, route({ ...a, weight: 1 }, { ...b })])).toEqual([
    'LB1519 service "b" has no weight beside services that have one, so it gets no traffic',
  ]);
});
