import { expect, it } from "vitest";
import { avi, ingress, service, translate } from "../../unit/sdk/targets/avi/ako-world";

// A controller refuses a virtual service whose address and port another one has. Specs that ask for that passed the preview as ready.
const ADDRESS = "10.9.9.9";
const balanced = (name: string, port: number, spec: object = {}, annotations: object = {}) => {
  const ports = [{ name: "p", port, targetPort: 8080, ...spec }];
  return service(name, { type: "LoadBalancer", loadBalancerIP: ADDRESS, ports }, annotations);
};
const rule = (fqdn: string) => ({
  apiVersion: "ako.vmware.com/v1beta1",
  kind: "HostRule",
  metadata: { name: "rule", namespace: "default" },
  spec: { virtualhost: { fqdn, fqdnType: "Contains", tcpSettings: { loadBalancerIP: ADDRESS } } },
});
const world = (settings: object, ...specs: object[]) => translate({ naming: "ako-2", ...settings }, avi(), service("web"), ...specs);

it("is said of the younger of two Services", () => {
  const old = balanced("b", 80);
  const { said, plan } = world({}, balanced("a", 80), { ...old, metadata: { ...old.metadata, creationTimestamp: "2024-01-01T00:00:00Z" } });
  expect(said("LB1408").map(({ object, message }) => [object.name, message])).toEqual([
    ["a", "10.9.9.9 has port TCP 80 for my-cluster--default-b of Service default/b already: a controller refuses my-cluster--default-a"],
  ]);
  expect(plan.statuses.map(({ object, state }) => [object.name, state])).toContainEqual(["a", "partial"]);
});

it.each([
  ["the shared virtual services", "my-cluster--Shared-L7-", "LARGE", "my-cluster--Shared-L7-6"],
  ["hosts with virtual services of their own", "avi.internal", "DEDICATED", "my-cluster--kuard.avi.internal-L7-dedicated"],
])("is said of a HostRule that means several of %s", (_what, fqdn, shardVSSize, refused) => {
  const hosts = [ingress("a", "foo.avi.internal"), ingress("b", "kuard.avi.internal")];
  const { said } = world({ shardVSSize }, ...hosts, rule(fqdn));
  expect(said("LB1408").map(({ object }) => object.name)).toEqual(["rule"]);
  expect(said("LB1408")[0]?.message).toContain(`a controller refuses ${refused}`);
});

it("is no matter for other ports, other protocols, and Services that share a VIP", () => {
  const shared = { "ako.vmware.com/enable-shared-vip": "one" };
  const apart = world({}, balanced("a", 80), balanced("b", 81), balanced("c", 80, { protocol: "UDP" }));
  const together = world({}, balanced("a", 80, {}, shared), balanced("b", 81, {}, shared));
  expect([apart.said("LB1408"), together.said("LB1408")]).toEqual([[], []]);
});
