import { expect, it } from "vitest";
import { ingress, PEM, service, translate } from "../../unit/sdk/targets/avi/ako-world";

// A controller refuses a VsVip that has a name twice, in whatever letters. Under namespace shards hosts of different Ingresses never meet,
// so two spellings did.
it("stands there once, however it is spelled", () => {
  const route = {
    apiVersion: "route.openshift.io/v1",
    kind: "Route",
    metadata: { name: "a", namespace: "default" },
    spec: { host: "Shop.avi.internal", to: { kind: "Service", name: "web" }, tls: { termination: "edge", certificate: PEM, key: "key" } },
  };
  const { objects, children } = translate({ l7ShardingScheme: "namespace" }, service("web"), route, ingress("b", "shop.avi.internal"));
  expect(objects.vsvip?.map(({ dns_info }) => dns_info)).toEqual([
    [{ fqdn: "my-cluster--Shared-L7-0.admin.avi.internal" }, { fqdn: "Shop.avi.internal" }],
  ]);
  expect(children).toHaveLength(1);
});

it("stands there once where Services share a VIP and a name", () => {
  const shared = (name: string, port: number, fqdn: string) =>
    service(
      name,
      { type: "LoadBalancer", ports: [{ port }] },
      { "ako.vmware.com/enable-shared-vip": "one", "external-dns.alpha.kubernetes.io/hostname": fqdn },
    );
  const { objects } = translate({ naming: "ako-2" }, shared("a", 80, "x.avi.internal"), shared("b", 81, "X.avi.internal"));
  expect(objects.vsvip?.map(({ dns_info }) => dns_info)).toEqual([[{ fqdn: "x.avi.internal" }]]);
});
