import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../../../../sdk/frontends";
import { translateToOctavia } from "../../../../../../sdk/targets/octavia/translate";
import { endpoints, service } from "../../../../../support/manifests";
import { loadBalancers } from "../../../../../support/planned";

const settings = { service_subnet_id: "services", pod_subnet_id: "pods", pod_subnet_cidr: "10.1.0.0/16", node_subnet_id: "nodes" };
const translate = (objects: unknown[], more: Record<string, unknown> = {}) =>
  translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings: { ...settings, ...more } });
const codes = (plan: ReturnType<typeof translate>) => plan.statuses.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));

function clusterIp(fields: Record<string, unknown> = {}, annotations: Record<string, string> = {}) {
  const web = service("web", [80]);
  return { ...web, metadata: { ...web.metadata, annotations }, spec: { ...web.spec, clusterIP: "10.96.0.10", ...fields } };
}
const backed = [clusterIp(), endpoints("web", ["10.1.0.5"], 8080)];

describe("load balancers as Kuryr makes them", () => {
  it("keeps a load balancer with an empty pool for a Service without endpoints", () => {
    const plan = translate([clusterIp(), endpoints("web", [], 8080)]);
    expect(loadBalancers(plan)[0]?.inputs.loadBalancer.listeners?.[0]?.default_pool).toMatchObject({ members: [] });
    expect(plan.statuses[0]).toMatchObject({ state: "ready", diagnostics: [{ code: "LB1104", severity: "notice" }] });
  });

  it("takes an address without leading zeros and reports one outside the subnet", () => {
    const plan = translate([clusterIp({ clusterIP: "010.096.000.010" })], { service_subnet_cidr: "172.16.0.0/16" });
    expect(loadBalancers(plan)[0]?.inputs.loadBalancer.vip_address).toBe("10.96.0.10");
    expect(codes(plan)).toContain("LB1406");
  });

  it("puts members on the Pods' subnet in L2 mode, and on the nodes' where the address is outside", () => {
    const plan = translate([clusterIp(), endpoints("web", ["10.1.0.5", "192.168.0.9"], 8080)], { member_mode: "L2" });
    const pool = loadBalancers(plan)[0]?.inputs.loadBalancer.listeners?.[0]?.default_pool;
    expect(pool).toMatchObject({ members: [{ subnet_id: "pods" }, { subnet_id: "nodes" }] });
  });

  it("leaves out what the API version cannot take, and says so", () => {
    const ports = [
      { name: "t", port: 53, protocol: "TCP" },
      { name: "u", port: 53, protocol: "UDP" },
      { name: "s", port: 99, protocol: "SCTP" },
    ];
    const names = (version: string) =>
      loadBalancers(translate([clusterIp({ ports })], { octavia_version: version }))[0]?.inputs.loadBalancer.listeners?.map((l) => l.name);
    expect(names("2.30")).toEqual(["default/web:SCTP:99", "default/web:TCP:53", "default/web:UDP:53"]);
    expect(names("v2.22")).toEqual(["default/web:TCP:53", "default/web:UDP:53"]);
    expect(names("2.12")).toEqual(["default/web:TCP:53"]);
    expect(codes(translate([clusterIp({ ports })], { octavia_version: "2.12" })).filter((code) => code === "LB1404")).toHaveLength(2);
  });

  it("takes timeouts from the annotations, else the settings, and reports those that are no numbers", () => {
    const annotations = { "openstack.org/kuryr-timeout-client-data": "7000", "openstack.org/kuryr-timeout-member-data": "soon" };
    const plan = translate([clusterIp({}, annotations)], { timeout_member_data: "9000" });
    expect(loadBalancers(plan)[0]?.inputs.loadBalancer.listeners?.[0]).toMatchObject({
      timeout_client_data: 7000,
      timeout_member_data: 9000,
    });
    expect(codes(plan)).toContain("LB1403");
  });

  it("tags everything, and below API 2.5 describes what has a description", () => {
    const tagged = loadBalancers(translate(backed, { resource_tags: "a,b" }))[0]?.inputs.loadBalancer;
    expect([tagged?.tags, tagged?.listeners?.[0]?.tags]).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
    const described = loadBalancers(translate(backed, { resource_tags: "a,b", octavia_version: "2.4" }))[0]?.inputs.loadBalancer;
    expect(described).toMatchObject({ description: "a,b", listeners: [{ description: "a,b" }] });
    expect(JSON.stringify(described)).not.toContain("tags");
  });

  it("restricts listeners to source ranges, by a security group where listeners cannot", () => {
    const open = { loadBalancerSourceRanges: ["10.0.0.9/24", "fd00::/64"] };
    const listener = loadBalancers(translate([clusterIp(open)]))[0]?.inputs.loadBalancer.listeners?.[0];
    expect(listener).toMatchObject({ allowed_cidrs: ["10.0.0.0/24"], admin_state_up: true });
    const old = loadBalancers(translate([clusterIp(open)], { octavia_version: "2.11" }))[0]?.inputs;
    expect(old?.loadBalancer.listeners?.[0]).not.toHaveProperty("allowed_cidrs");
    expect(old?.securityGroup?.rules).toMatchObject([
      { ethertype: "IPv4", remote_ip_prefix: "10.0.0.0/24", protocol: "tcp", port: 80 },
      { ethertype: "IPv6", remote_ip_prefix: "fd00::/64" },
    ]);
    const ovn = translate([clusterIp(open)], { provider: "ovn" });
    expect(loadBalancers(ovn)[0]?.inputs.securityGroup).toBeUndefined();
    expect(codes(ovn)).toContain("LB1316");
  });

  it("refuses a source range that is not a network, and makes nothing", () => {
    const plan = translate([clusterIp({ loadBalancerSourceRanges: ["everywhere"] }), backed[1]]);
    expect(loadBalancers(plan)).toEqual([]);
    expect(plan.statuses[0]).toMatchObject({
      state: "rejected",
      diagnostics: [{ code: "LB1407", pointer: "/spec/loadBalancerSourceRanges" }],
    });
  });

  it("gives a floating IP of the network, or the one the Service names, which is kept", () => {
    const balanced = (more: object) => clusterIp({ type: "LoadBalancer", ...more });
    const network = { external_svc_net: "ext" };
    expect(loadBalancers(translate([balanced({})], network))[0]?.inputs.floatingIp).toMatchObject({ floating_network_id: "ext" });
    expect(loadBalancers(translate([balanced({ loadBalancerIP: "203.0.113.7" })], network))[0]?.inputs.floatingIp).toEqual({
      floating_ip_address: "203.0.113.7",
      keep: true,
    });
    expect(codes(translate([balanced({})]))).toContain("LB1409");
  });

  it("skips Services of a load balancer class that is another controller's", () => {
    const plan = translate([clusterIp({ type: "LoadBalancer", loadBalancerClass: "acme.io/lb" })]);
    expect(plan.statuses[0]).toMatchObject({ state: "skipped", description: expect.stringContaining("acme.io/lb") });
  });
});
