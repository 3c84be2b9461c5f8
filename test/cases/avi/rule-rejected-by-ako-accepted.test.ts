// AKO 2.2.1 rejects more rules than ours did: an L4Rule with `revokeVipRoute: true` outside NSX-T, an empty or wrong address, a network
// that the controller does not have under its identifier.
import { expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { endpoints, service } from "../../support/manifests";

const rule = (kind: string, spec: object) => ({
  apiVersion: `ako.vmware.com/${kind === "L4Rule" ? "v1alpha2" : "v1beta1"}`,
  kind,
  metadata: { name: "r", ...(kind === "AviInfraSetting" ? {} : { namespace: "default" }) },
  spec,
});
const annotated = (annotations: object) => {
  const balanced = service("web", [80], "LoadBalancer");
  return { ...balanced, metadata: { ...balanced.metadata, annotations: { "ako.vmware.com/l4rule": "r", ...annotations } } };
};
const run = (kind: string, spec: object, controllerObjects?: object[], annotations = {}) => {
  const given = [annotated(annotations), endpoints("web", ["10.0.0.1"], 80), rule(kind, spec)];
  const settings = { naming: "ako-2", ...(controllerObjects ? { controllerObjects } : {}) };
  const plan = translateToAvi(readSpecs(given.map((value) => ({ value }))), { settings });
  const status = plan.statuses.find(({ object }) => object.kind === kind);
  return { said: [status?.state, status?.description], vs: aviObjects(plan).objects.virtualservice?.[0] };
};
const accepted = ["Accepted", ""];
const nsxt = [{ type: "cloud", body: { name: "Default-Cloud", vtype: "CLOUD_NSXT" } }];
const network = (spec: object) => ({ network: spec });
const net = [{ type: "network", body: { name: "net", uuid: "network-1" } }];

it("an L4Rule revokes the route of a VIP on NSX-T only", () => {
  const refused = run("L4Rule", { revokeVipRoute: true, loadBalancerIP: "10.1.1.1" });
  expect(refused.said).toEqual(["Rejected", "revokeVipRoute is only supported for NSX-T clouds"]);
  expect(refused.vs).not.toHaveProperty("revoke_vip_route");
  expect(run("L4Rule", { revokeVipRoute: false }).said).toEqual(accepted);
  const other = [{ type: "cloud", body: { name: "Other", vtype: "CLOUD_NSXT" } }];
  expect(run("L4Rule", { revokeVipRoute: true }, other).said[0]).toBe("Rejected");
  const known = run("L4Rule", { revokeVipRoute: true }, nsxt);
  expect([known.said, known.vs?.revoke_vip_route]).toEqual([accepted, true]);
});

it("a VIP that Services share keeps its route", () => {
  const { said, vs } = run("L4Rule", { revokeVipRoute: true }, nsxt, { "ako.vmware.com/enable-shared-vip": "key" });
  expect(said).toEqual(accepted);
  expect(vs).toMatchObject({ analytics_profile_ref: "/api/analyticsprofile?name=System-Analytics-Profile" });
  expect(vs).not.toHaveProperty("revoke_vip_route");
});

it.each([
  ["L4Rule", { loadBalancerIP: "" }, "loadBalancerIP  is not valid"],
  ["HostRule", { virtualhost: { fqdn: "a.com", tcpSettings: { loadBalancerIP: "fd00::1" } } }, "loadBalancerIP fd00::1 is not a valid IP"],
  ["AviInfraSetting", network({ vipNetworks: [{ networkUUID: "network-2" }] }), 'network "network-2" not found on controller'],
  ["AviInfraSetting", network({ nodeNetworks: [{ networkUUID: "gone" }] }), 'network "gone" not found on controller'],
])("%s is rejected: %o", (kind, spec, error) => {
  expect(run(kind, spec, net).said).toEqual(["Rejected", error]);
});

it.each([
  ["L4Rule", { loadBalancerIP: "fd00::1" }],
  ["HostRule", { virtualhost: { fqdn: "a.com", tcpSettings: { loadBalancerIP: "10.1.1.1" } } }],
  ["AviInfraSetting", network({ vipNetworks: [{ networkUUID: "network-1" }] })],
])("%s is accepted: %o", (kind, spec) => {
  expect(run(kind, spec, net).said).toEqual(accepted);
});
