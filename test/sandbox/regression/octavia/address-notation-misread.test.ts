import { describe, expect, it } from "vitest";
import { check } from "../../../../provider/octavia/preview/check";
import { desiredTree } from "../../../../provider/octavia/tree/desired";
import { normalTree } from "../../../../provider/octavia/tree/normal";
import { readSpecs } from "../../../../sdk/frontends";
import { translateToOctavia } from "../../../../sdk/targets/octavia/translate";
import { node, service } from "../../../support/manifests";
import { loadBalancers } from "../../../support/planned";

// Libraries for addresses read `10/8` as 0.0.0.10/8 and `010.0.0.5` as 8.0.0.5. Kubernetes refuses the one and reads the other in decimal.

const translate = (objects: object[], settings: Record<string, unknown> = {}) =>
  translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings: { naming: "occm", subnet_id: "s", ...settings } });
const web = (spec: object = {}) => {
  const base = service("web", [{ name: "http", port: 80, nodePort: 30080 }], "LoadBalancer");
  return { ...base, spec: { ...base.spec, ...spec } };
};
const slice = (address: string) => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: "web-1", namespace: "default", labels: { "kubernetes.io/service-name": "web" } },
  addressType: "IPv4",
  endpoints: [{ addresses: [address] }],
  ports: [{ name: "http", port: 8080 }],
});
const listener = (plan: ReturnType<typeof translate>) => loadBalancers(plan)[0]?.inputs.loadBalancer.listeners?.[0];
const members = (plan: ReturnType<typeof translate>) => (listener(plan)?.default_pool as { members?: object[] } | undefined)?.members;

describe("specs", () => {
  it.each(["10/8", "10.0/8", "0x0a.0.0.0/8", "fd00::1%eth0/64", "10.0.0.0/255.0.0.0"])("%s is no source range", (range) => {
    const plan = translate([web({ loadBalancerSourceRanges: [range] }), node("n", "10.0.0.1")]);
    expect(loadBalancers(plan)).toEqual([]);
    expect(plan.statuses[0]).toMatchObject({ state: "rejected", diagnostics: [{ code: "LB1407" }] });
  });

  it("leading zeros mean nothing in source ranges, in addresses of nodes and endpoints, and in loadBalancerIP", () => {
    const spec = { loadBalancerSourceRanges: ["010.001.0.9/16"], loadBalancerIP: "203.000.113.009" };
    const plan = translate([web(spec), node("n", "010.0.0.012")], { floating_network_id: "ext" });
    expect(listener(plan)?.allowed_cidrs).toEqual(["10.1.0.0/16"]);
    expect(members(plan)).toMatchObject([{ address: "10.0.0.12" }]);
    expect(loadBalancers(plan)[0]?.inputs.floatingIp).toMatchObject({ floating_ip_address: "203.0.113.9" });
    const l2 = { naming: "kuryr", member_mode: "L2", pod_subnet_id: "pods", pod_subnet_cidr: "10.1.0.0/16", node_subnet_id: "nodes" };
    expect(members(translate([web(), slice("010.1.0.5")], l2))).toMatchObject([{ address: "10.1.0.5", subnet_id: "pods" }]);
  });

  it("a setting is a whole range", () => {
    for (const cidr of ["10/8", "010.0.0.0/8"])
      expect(translate([], { service_subnet_cidr: cidr }).diagnostics).toMatchObject([{ code: "LB1305" }]);
  });
});

describe("octavia.LoadBalancer", () => {
  const body = (address: string, cidr = "10.0.0.0/8") => ({
    name: "web",
    vip_subnet_id: "s",
    listeners: [
      {
        protocol: "TCP",
        protocol_port: 80,
        allowed_cidrs: [cidr],
        default_pool: { name: "web", protocol: "TCP", lb_algorithm: "ROUND_ROBIN", members: [{ address, protocol_port: 80 }] },
      },
    ],
  });
  const reasons = (loadBalancer: ReturnType<typeof body>) =>
    check({ owner: "me", loadBalancer })
      .map(({ reason }) => reason)
      .join("\n");

  it("refuses what the API refuses, instead of sending another address", () => {
    for (const address of ["10.1", "010.0.0.5", "0xa000005"]) {
      expect(reasons(body(address))).toContain(`"${address}" is no IP address`);
      const sent = desiredTree(normalTree(body(address)), { owner: "me", tags: true, shared: false, restored: false }, {});
      expect(sent.pools[0]?.members).toMatchObject([{ address }]);
    }
    for (const cidr of ["10/8", "010.0.0.0/8"]) expect(reasons(body("10.0.0.1", cidr))).toContain(`"${cidr}" is no network in CIDR form`);
    expect(reasons(body("10.0.0.1"))).toBe("");
  });

  it("still knows one spelling of IPv6", () => {
    const sent = desiredTree(normalTree(body("FD00:0:0::5")), { owner: "me", tags: true, shared: false, restored: false }, {});
    expect(sent.pools[0]?.members).toMatchObject([{ address: "fd00::5" }]);
  });
});
