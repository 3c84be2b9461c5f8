import { describe, expect, it } from "vitest";
import { service, translate } from "../../unit/sdk/targets/avi/ako-world";

// Services with one key of enable-shared-vip and different addresses, AviInfraSettings or L4Rules: the values of the first by name counted, and the
// others were ready (ako.md 1.1: such services "are an error and the group is not built"). Two with one port gave a virtual service with that
// port twice, which a controller refuses.
const KEY = "ako.vmware.com/enable-shared-vip";
const INFRA = "aviinfrasetting.ako.vmware.com/name";
const L4 = "ako.vmware.com/l4rule";
const shared = (name: string, ports: number[], { annotations = {}, ...spec }: { annotations?: object; [field: string]: unknown } = {}) =>
  service(
    name,
    { type: "LoadBalancer", ports: ports.map((port) => ({ port, name: `p${port}`, protocol: "TCP" })), ...spec },
    { [KEY]: "one", ...annotations },
  );
const rules = [
  { apiVersion: "ako.vmware.com/v1beta1", kind: "AviInfraSetting", metadata: { name: "gold" }, spec: { seGroup: { name: "gold" } } },
  { apiVersion: "ako.vmware.com/v1alpha2", kind: "L4Rule", metadata: { name: "rule", namespace: "default" }, spec: {} },
];
const world = (...services: object[]) => translate({ naming: "ako-2" }, ...rules, ...services);
const stateOf = ({ plan }: ReturnType<typeof world>, name: string) => plan.statuses.find(({ object }) => object.name === name)?.state;

describe("Services that share a VIP", () => {
  it.each([
    ["addresses", { loadBalancerIP: "10.0.0.5" }, { loadBalancerIP: "10.0.0.6" }],
    ["addresses, one in an annotation", { loadBalancerIP: "10.0.0.5" }, { annotations: { "ako.vmware.com/load-balancer-ip": "10.0.0.6" } }],
    ["AviInfraSettings", {}, { annotations: { [INFRA]: "gold" } }],
    ["L4Rules", { annotations: { [L4]: "rule" } }, {}],
  ])("are not served with different %s", (_what, first, second) => {
    const plan = world(shared("a", [80], first), shared("b", [81], second), shared("c", [82], { annotations: { [KEY]: "two" } }));
    expect(plan.objects.virtualservice?.map(({ name }) => name)).toEqual(["my-cluster--default-two"]);
    expect(plan.objects.pool?.map(({ name }) => name)).toEqual(["my-cluster--default-c-two-TCP-82"]);
    expect([stateOf(plan, "a"), stateOf(plan, "b")]).toEqual(["rejected", "rejected"]);
    expect(plan.said("LB1401").map(({ object }) => object.name)).toEqual(["a", "b"]);
  });

  it("have the address that one of them names", () => {
    const both = world(shared("a", [80]), shared("b", [81], { loadBalancerIP: "10.0.0.6" }));
    expect(both.said("LB1401")).toEqual([]);
    expect(both.one("vsvip", "my-cluster--default-one")?.vip).toMatchObject([{ ip_address: { addr: "10.0.0.6", type: "V4" } }]);
  });

  it("have each port once: the older one keeps it", () => {
    const young = shared("a", [80, 443]);
    const old = shared("b", [80]);
    const dated = (spec: ReturnType<typeof shared>, creationTimestamp: string) => ({
      ...spec,
      metadata: { ...spec.metadata, creationTimestamp },
    });
    const both = world(dated(young, "2025-01-01T00:00:00Z"), dated(old, "2024-01-01T00:00:00Z"));
    expect(both.objects.pool?.map(({ name }) => name)).toEqual(["my-cluster--default-a-one-TCP-443", "my-cluster--default-b-one-TCP-80"]);
    const vs = both.one("virtualservice", "my-cluster--default-one") as { services: { port: number }[] } | undefined;
    expect(vs?.services.map(({ port }) => port)).toEqual([443, 80]);
    expect(both.said("LB1408").map(({ object }) => object.name)).toEqual(["a"]);
  });

  it("lose a name in DNS with their last port", () => {
    const both = world(shared("a", [80]), shared("b", [80]));
    expect(both.one("vsvip", "my-cluster--default-one")?.dns_info).toEqual([{ fqdn: "a.default.avi.internal" }]);
    expect(stateOf(both, "b")).toBe("rejected");
  });
});
