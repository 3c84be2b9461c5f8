import { expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { endpoints, node, service } from "../../support/manifests";
import { loadBalancers } from "../../support/planned";

// An IPv4 Service that wants an IPv6 address for its floating IP was ready, and the check of its load balancer stopped the whole preview.

const translate = (naming: string, spec: object, settings: object = {}) => {
  const base = service("web", [{ name: "http", port: 80, nodePort: 30080 }], "LoadBalancer");
  const objects = [{ ...base, spec: { ...base.spec, ...spec } }, endpoints("web", [], []), node("n", "10.0.0.1")];
  const given = { naming, subnet_id: "s", service_subnet_id: "s", floating_network_id: "ext", external_svc_net: "ext", ...settings };
  return translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings: given });
};

it.each(["occm", "kuryr"])("%s: it is refused alone", (naming) => {
  const plan = translate(naming, { loadBalancerIP: "2001:db8::7" });
  expect(loadBalancers(plan)).toEqual([]);
  expect(plan.statuses[0]).toMatchObject({
    state: "rejected",
    description: "spec.loadBalancerIP must be an IPv4 address, as floating IPs are, got 2001:db8::7",
    diagnostics: expect.arrayContaining([expect.objectContaining({ code: "LB1218", pointer: "/spec/loadBalancerIP" })]),
  });
});

it("an internal or IPv6 Service of the cloud provider has it as its VIP", () => {
  for (const [spec, settings] of [
    [{ ipFamilies: ["IPv6"] }, {}],
    [{}, { internal_lb: true }],
  ]) {
    const [planned] = loadBalancers(translate("occm", { loadBalancerIP: "2001:db8::7", ...spec }, settings));
    expect(planned?.inputs.loadBalancer).toMatchObject({ vip_address: "2001:db8::7" });
  }
});
