// A Service with two ports of no name, or of one, was taken, which no API server does: both got the servers of the first, so TLS went to the
// clear-text port of the Pods. Neither does one take a load balancer that has no address inside.
import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { svc } from "../../support/hostile-manifests";

const messages = (spec: Record<string, unknown>) =>
  readSpecs([{ value: svc(spec) }]).diagnostics.map(({ code, pointer, message }) => `${code} ${pointer}: ${message}`);

test("several ports without a name", () => {
  const missing = "name is missing; of several ports each must have one";
  expect(messages({ ports: [{ port: 80 }, { name: "", port: 443 }] })).toEqual([
    `LB1003 /spec/ports/0/name: spec.ports[0].${missing}`,
    `LB1003 /spec/ports/1/name: spec.ports[1].${missing}`,
  ]);
});

test("two ports of one name, whatever their protocols", () => {
  expect(
    messages({
      ports: [
        { name: "dns", port: 53 },
        { name: "dns", port: 53, protocol: "UDP" },
      ],
    }),
  ).toEqual(['LB1003 /spec/ports/1/name: spec.ports[1].name is "dns" as that of spec.ports[0]']);
});

test.each(["LoadBalancer", "NodePort"])("a headless Service of type %s", (type) => {
  expect(messages({ type, clusterIP: "None" })).toEqual([
    `LB1003 /spec/clusterIP: spec.clusterIP must not be None for a Service of type ${type}`,
  ]);
});

test("one port needs no name, and a headless Service is one", () => {
  expect(messages({ ports: [{ port: 80 }], clusterIP: "None" })).toEqual([]);
});
