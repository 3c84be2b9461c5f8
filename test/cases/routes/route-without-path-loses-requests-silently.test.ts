import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk";
import { TARGETS, type TargetName } from "../../../sdk/targets";
import { ingressV1, openShiftRoute, served } from "../../support/manifests";

// An older Route without a path lost all of its requests to a younger path `/` of its host, and nothing said so.

const FORMS: [TargetName, Record<string, string>][] = [
  ["avi", { clusterName: "c1", naming: "ako-2" }],
  ["avi", { clusterName: "c1", naming: "ako-2-evh" }],
  ["avi", { clusterName: "c1", naming: "ako-1.2" }],
  ["octavia", { service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111" }],
];
const CLASS = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "avi", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
  spec: { controller: "ako.vmware.com/avi-lb" },
};
const [OLD, YOUNG] = ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"];
const route = (service: string, created: string) =>
  openShiftRoute("r", { host: "shop.ex.com", to: { kind: "Service", name: service } }, created);
const ingress = (path: string, created: string) =>
  ingressV1("i", [{ host: "shop.ex.com", path, type: "Prefix", service: "blog" }], { created });

describe.each(FORMS)("on %s %j", (to, settings) => {
  const losersOf = (...objects: object[]) => {
    const specs = readSpecs([CLASS, ...served("web", 1), ...served("blog", 2), ...objects].map((value) => ({ value })));
    return TARGETS[to]
      .translate(specs, { settings })
      .statuses.flatMap(({ object, diagnostics }) => diagnostics.flatMap(({ code }) => (code === "LB1203" ? [object.kind] : [])));
  };

  it("one of a Route without a path and an Ingress for / is told that it gets nothing", () => {
    expect(losersOf(route("web", OLD), ingress("/", YOUNG))).toHaveLength(1);
    expect(losersOf(ingress("/", OLD), route("web", YOUNG))).toEqual(["Route"]);
  });

  it("other paths take a part only", () => expect(losersOf(route("web", OLD), ingress("/cart", YOUNG))).toEqual([]));
});

it("on Avi with the names of AKO 2 it is the Route, however old", () => {
  const specs = readSpecs(
    [CLASS, ...served("web", 1), ...served("blog", 2), route("web", OLD), ingress("/", YOUNG)].map((value) => ({ value })),
  );
  const { statuses } = TARGETS.avi.translate(specs, { settings: { clusterName: "c1", naming: "ako-2" } });
  const warned = statuses.flatMap(({ object, diagnostics }) => diagnostics.map(({ code, message }) => `${object.kind} ${code} ${message}`));
  expect(warned).toContain("Route LB1203 shop.ex.com without a path gets no request: the path / of Ingress default/i takes them all");
});
