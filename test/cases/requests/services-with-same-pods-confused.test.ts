import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk";
import { requestChanges } from "../../../sdk/requests/changes";
import { desiredOfSpecs } from "../../../sdk/requests/desired-of-specs";
import { checkExpectations } from "../../../sdk/requests/expectations/check";
import { expectationsIn } from "../../../sdk/requests/expectations/read";
import { RequestExplainer } from "../../../sdk/requests/explain";
import { TARGETS } from "../../../sdk/targets";
import { endpoints, ingressV1, openShiftRoute, service } from "../../support/manifests";

// Of two Services with the same Pods the first was named for the pools of both: expectations of the other failed.

const SETTINGS = { avi: { clusterName: "c1" }, octavia: { service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111" } };
const PODS = ["10.0.0.1", "10.0.0.2"];
const PORTS = [
  { name: "http", port: 80, targetPort: 8080 },
  { name: "other", port: 81, targetPort: 8080 },
];

describe.each(["avi", "octavia"] as const)("on %s", (to) => {
  const target = TARGETS[to];
  const sideOf = (...objects: object[]) => {
    const common = ["alias", "blue", "zeta"].flatMap((name) => [
      service(name, PORTS, "LoadBalancer"),
      endpoints(name, PODS, [
        { name: "http", port: 8080 },
        { name: "other", port: 8080 },
      ]),
    ]);
    const specs = readSpecs([...common, ...objects].map((value) => ({ value })));
    const served = target.balancer!.served(target.translate(specs, { settings: SETTINGS[to] }));
    return { desired: desiredOfSpecs(specs, (known) => target.asks!(known, SETTINGS[to])), served };
  };
  const shop = (a: string, b: string) =>
    ingressV1("shop", [
      { host: "shop.example.com", path: "/a", type: "Prefix", service: a },
      { host: "shop.example.com", path: "/b", type: "Prefix", service: b },
    ]);
  const split = openShiftRoute("split", {
    host: "split.example.com",
    to: { kind: "Service", name: "zeta", weight: 75 },
    alternateBackends: [{ kind: "Service", name: "blue", weight: 25 }],
    port: { targetPort: "http" },
  });

  it.each([
    ["http://shop.example.com/a", { "default/blue:80": 1 }],
    ["http://shop.example.com/b", { "default/alias:80": 1 }],
    ["http://split.example.com/", { "default/zeta:80": "75 %", "default/blue:80": "25 %" }],
    ["tcp://default/zeta:80", { "default/zeta:80": 1 }],
    ["tcp://default/zeta:81", { "default/zeta:81": 1 }],
  ])("%s goes to %j", (request, expected) => {
    const { expectations } = expectationsIn([{ request, to: expected as never }]);
    const [found] = checkExpectations(expectations, new RequestExplainer(sideOf(shop("blue", "alias"), split)));
    expect(found?.misses).toEqual([]);
    expect(found?.explanation.differs).toBe(false);
  });

  it("a rule that goes from one to the other changes no answer", () => {
    expect(requestChanges(sideOf(shop("blue", "alias")), sideOf(shop("blue", "zeta"))).changes).toEqual([]);
  });
});
