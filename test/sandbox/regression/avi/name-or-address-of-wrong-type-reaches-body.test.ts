import { describe, expect, test } from "vitest";
import { messageFaults } from "../../../../provider/avi/message";
import { readSpecs, translateToAvi, translateToOctavia } from "../../../../sdk";
import { aviObjects } from "../../../../sdk/targets/avi/objects";
import { endpoints, node, openShiftRoute, service } from "../../../support/manifests";

// A name in spec.loadBalancerIP became the address of a VIP, and two names in external-dns' annotation one FQDN with a comma: the controller
// refuses both, in the middle of a run. Every name and address that reaches a body is checked by type, whichever field it comes from.

const SETTINGS = { naming: "ako-2", vipNetworkList: [{ networkName: "n" }], subDomains: ["example.com"] };
const web = [service("web", [80]), endpoints("web", ["10.0.0.1"], 80)];
const FQDN = "external-dns.alpha.kubernetes.io/hostname";

function balanced(spec: object = {}, annotations: object = {}) {
  const lb = service("lb", [{ port: 80, nodePort: 30080 }], "LoadBalancer");
  return [{ ...lb, metadata: { ...lb.metadata, annotations }, spec: { ...lb.spec, ...spec } }, endpoints("lb", ["10.0.0.9"], 80)];
}

function avi(objects: readonly object[], settings: object = {}) {
  const plan = translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings: { ...SETTINGS, ...settings } });
  const all = [...plan.statuses.flatMap((one) => one.diagnostics), ...plan.diagnostics];
  const messages = all.map(({ code, severity, pointer, message }) => `${code} ${severity} ${pointer}: ${message}`);
  const { vsvip = [], pool = [] } = aviObjects(plan).objects as { [type: string]: { [field: string]: unknown }[] };
  const [status] = plan.statuses;
  return {
    state: status?.state,
    said: messages,
    dns: vsvip.map((one) => one.dns_info),
    vips: vsvip.map((one) => one.vip),
    servers: pool.map((one) => one.servers),
  };
}

describe("a Service of type LoadBalancer on Avi", () => {
  test("with a name as loadBalancerIP gets an address of the network", () => {
    const { state, said, vips } = avi(balanced({ loadBalancerIP: "lb.example.com" }));
    expect([state, said]).toEqual([
      "partial",
      ['LB1218 error /spec/loadBalancerIP: spec.loadBalancerIP must be an address, got "lb.example.com"; one is allocated'],
    ]);
    expect(JSON.stringify(vips)).not.toContain("lb.example.com");
  });

  test("has each name of external-dns' annotation", () => {
    const { said, dns } = avi(balanced({}, { [FQDN]: "a.example.com, b.example.com.,a.example.com" }));
    expect([said, dns]).toEqual([[], [[{ fqdn: "a.example.com" }, { fqdn: "b.example.com" }]]]);
  });

  test("has none of those that are no names", () => {
    const { said, dns } = avi(balanced({}, { [FQDN]: "a.example.com;b.example.com,c.example.com" }));
    expect(dns).toEqual([[{ fqdn: "c.example.com" }]]);
    expect(said).toEqual([
      expect.stringContaining('LB1403 warning /metadata/annotations/external-dns.alpha.kubernetes.io~1hostname: "a.example.com;b'),
    ]);
    expect(avi(balanced({}, { [FQDN]: "not a name" })).dns).toEqual([[{ fqdn: "lb.default.example.com" }]]);
  });

  test("is told that its names are not used where none are made", () => {
    const { said, dns } = avi(balanced({}, { [FQDN]: "a.example.com" }), { autoFQDN: "disabled" });
    expect([dns, said]).toEqual([[undefined], [expect.stringContaining("LB1302 warning")]]);
  });
});

test("aliases of a HostRule and its name in global load balancing are names", () => {
  const rule = {
    apiVersion: "ako.vmware.com/v1beta1",
    kind: "HostRule",
    metadata: { name: "r" },
    spec: { virtualhost: { fqdn: "a.example.com", aliases: ["b.example.com", "c d"], gslb: { fqdn: "a,b" } } },
  };
  const { said } = avi([rule]);
  expect(said.filter((line) => line.startsWith("LB1312 warning"))).toEqual([
    'LB1312 warning /spec/virtualhost/aliases/1: "c d" is not a DNS name; it is left out',
    'LB1312 warning /spec/virtualhost/gslb/fqdn: "a,b" is not a DNS name; it is left out',
  ]);
});

test.each([
  ["vipNetworkList", [{ networkName: "n", cidr: "10.0.0.0" }]],
  ["nodeNetworkList", [{ networkName: "n", cidrs: ["anywhere"] }]],
  ["subDomains", ["example.com", "a b"]],
  ["defaultDomain", "a,b"],
])("the setting %s has ranges or names", (key, value) => {
  expect(avi([], { [key]: value }).said).toEqual([expect.stringContaining(`LB1305 error /${key}`)]);
});

test("the subdomain of a Route is a name", () => {
  const route = openShiftRoute("r", { subdomain: "a b", to: { kind: "Service", name: "web" } });
  expect(avi([route, ...web], { defaultDomain: "example.com" }).said).toEqual([expect.stringContaining("LB1003 error /spec/subdomain")]);
});

test("the address of a node outside is an address", () => {
  const broken = { ...node("a"), status: { addresses: [{ type: "ExternalIP", address: "gateway" }] } };
  expect(avi([broken]).said).toEqual([expect.stringContaining("LB1003 error /status/addresses/0/address")]);
});

test.each(["projectcalico.org/IPv4Address", "node.antrea.io/transport-addresses"])("the address of a node in %s is one", (name) => {
  const plugin = { ...node("a", "10.0.0.1"), metadata: { name: "a", annotations: { [name]: "host-a/24" } } };
  const { said, servers } = avi([plugin, ...balanced()], {
    serviceType: "NodePort",
    cniPlugin: name.includes("calico") ? "calico" : "antrea",
  });
  expect(said).toEqual([expect.stringContaining(`LB1403 warning /metadata/annotations/${name.replace("/", "~1")}`)]);
  expect(JSON.stringify(servers)).toContain("10.0.0.1");
});

test("the hostname that the OpenStack cloud provider shows is a name", () => {
  const specs = readSpecs(
    [node("a", "10.0.0.1"), ...balanced({}, { "loadbalancer.openstack.org/hostname": "a,b" })].map((value) => ({ value })),
  );
  const { statuses, shown } = translateToOctavia(specs, { settings: { naming: "occm", subnet_id: "s", internal_lb: true } });
  expect(statuses[0]!.diagnostics.map(({ code }) => code)).toEqual(["LB1403"]);
  expect(JSON.stringify(shown)).not.toContain("a,b");
});

test.each([
  ["VsVip", { vip: [{ ip_address: { addr: "lb.example.com", type: "V4" } }] }, ["vip", 0, "ip_address", "addr"]],
  ["VsVip", { dns_info: [{ fqdn: "a.example.com,b.example.com" }] }, ["dns_info", 0, "fqdn"]],
  ["VirtualService", { vh_domain_name: ["a.example.com", "b c"] }, ["vh_domain_name"]],
  ["Pool", { servers: [{ ip: { addr: "10.0.0.1:80", type: "V4" }, port: 80 }] }, ["servers", 0, "ip", "addr"]],
])("a body of %s with another text fails at preview", (message, body, path) => {
  expect(messageFaults(message, body as never, []).map((fault) => fault.path)).toEqual([path]);
});

test("names, wildcards and addresses of each family pass", () => {
  const body = {
    dns_info: [{ fqdn: "*.example.com" }, { fqdn: "a_b.example.com" }],
    vip: [{ ip6_address: { addr: "fd00::5", type: "V6" }, ip_address: { addr: "10.0.0.1", type: "V4" } }],
  };
  expect(messageFaults("VsVip", body as never, [])).toEqual([]);
});
