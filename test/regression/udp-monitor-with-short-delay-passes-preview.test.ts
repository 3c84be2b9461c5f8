import { expect, it } from "vitest";
import { readSpecs } from "../../sdk/frontends";
import { translateToOctavia } from "../../sdk/targets/octavia/translate";
import { node, service } from "../support/manifests";

// Octavia takes no UDP-CONNECT monitor with a delay below 3 seconds. The preview passed, and `up` failed for the whole load balancer.
function warnings(protocol: string, annotations: object, settings: object = {}) {
  const base = service("web", [{ port: 53, nodePort: 30053, protocol }], "LoadBalancer");
  const prefixed = Object.entries({ "enable-health-monitor": "true", ...annotations }).map(([key, value]) => [
    `loadbalancer.openstack.org/${key}`,
    value,
  ]);
  const objects = [{ ...base, metadata: { ...base.metadata, annotations: Object.fromEntries(prefixed) } }, node("a", "192.168.1.1")];
  const plan = translateToOctavia(readSpecs(objects.map((value) => ({ value }))), {
    settings: { naming: "occm", subnet_id: "s", ...settings },
  });
  return plan.statuses.flatMap(({ diagnostics }) => diagnostics.filter(({ message }) => message.includes("delay")));
}

it.each([
  ["an annotation", { "health-monitor-delay": "1" }, {}],
  ["the settings", {}, { monitor_delay: 2 }],
])("is said of a delay from %s", (_from, annotations, settings) => {
  expect(warnings("UDP", annotations, settings)).toMatchObject([{ code: "LB1302", severity: "warning" }]);
});

it("is no matter for 3 seconds, and for TCP", () => {
  expect([warnings("UDP", { "health-monitor-delay": "3" }), warnings("TCP", { "health-monitor-delay": "1" })]).toEqual([[], []]);
});
