import { expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { node, service } from "../../support/manifests";
import { loadBalancers } from "../../support/planned";

// A timeout that the provider ovn, or an API before 2.1, cannot set was dropped, and this was not reported.

const PREFIX = "loadbalancer.openstack.org/";
const translate = (annotations: Record<string, string>, settings: Record<string, unknown>) => {
  const base = service(
    "web",
    [80, 81].map((port) => ({ name: `p${port}`, port, nodePort: 30000 + port })),
    "LoadBalancer",
  );
  const objects = [{ ...base, metadata: { ...base.metadata, annotations } }, node("n", "10.0.0.1")];
  const given = { naming: "occm", subnet_id: "s", internal_lb: true, ...settings };
  return translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings: given });
};
const OVN = { lb_provider: "ovn", lb_method: "SOURCE_IP_PORT" };

it.each([
  ["the provider ovn", OVN, "the provider ovn cannot do it"],
  ["an old API", { octavia_version: "2.0" }, "it needs Octavia API 2.1, the cloud has 2.0"],
])("%s: each annotation is named, once", (_what, settings, why) => {
  const plan = translate({ [`${PREFIX}timeout-client-data`]: "1000", [`${PREFIX}timeout-tcp-inspect`]: "5" }, settings);
  expect(loadBalancers(plan)[0]?.inputs.loadBalancer.listeners?.[0]).not.toHaveProperty("timeout_client_data");
  expect(plan.statuses[0]?.diagnostics).toMatchObject([
    {
      code: "LB1404",
      pointer: "/metadata/annotations/loadbalancer.openstack.org~1timeout-client-data",
      message: `timeout-client-data is left out: ${why}`,
    },
    {
      code: "LB1404",
      pointer: "/metadata/annotations/loadbalancer.openstack.org~1timeout-tcp-inspect",
      message: `timeout-tcp-inspect is left out: ${why}`,
    },
  ]);
});

it("what nobody asks for needs no words", () => {
  expect(translate({}, OVN).statuses[0]?.diagnostics).toEqual([]);
});
