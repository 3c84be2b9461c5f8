import { describe, expect, it } from "vitest";
import { avi, ingress, service, slice, translate } from "../../unit/sdk/targets/avi/ako-world";

// Servers of both families went into every pool, nodes had their last address, and in NodePort mode a Service of type LoadBalancer behind an
// Ingress had no servers (AKO's PopulateServers, PopulateServersForNodePort, GetIPFromNode).
const node = (name: string, addresses: string[], annotations: object = {}, podCIDRs: string[] = []) => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name, annotations },
  spec: { podCIDRs },
  status: { addresses: addresses.map((address) => ({ type: "InternalIP", address })) },
});
const slices = [slice("IPv4", "10.244.0.5"), slice("IPv6", "fd00::5")];

interface AkoPool {
  servers?: { ip: { addr: string }; port: number }[];
}
const POOL = "my-cluster--shop.avi.internal_-default-shop";
const translated = (settings: object, spec: object, ...more: object[]) =>
  translate({ naming: "ako-2", ...settings }, avi(), service("web", spec), ingress("shop", "shop.avi.internal"), ...more);
const serversOf = (settings: object, spec: object, ...more: object[]) =>
  (translated(settings, spec, ...more).one("pool", POOL) as AkoPool | undefined)?.servers?.map(({ ip, port }) => `${ip.addr} ${port}`);

describe("endpoints", () => {
  it("are of the families of the Service", () => {
    expect(serversOf({}, { ipFamilies: ["IPv4"] }, ...slices)).toEqual(["10.244.0.5 8080"]);
    expect(serversOf({}, { ipFamilies: ["IPv4", "IPv6"] }, ...slices)).toEqual(["10.244.0.5 8080", "fd00::5 8080"]);
  });

  it("are of the family of the settings, and it is said when none is left", () => {
    expect(serversOf({ ipFamily: "V6" }, {}, ...slices)).toEqual(["fd00::5 8080"]);
    const { said, one } = translated({ ipFamily: "V4" }, { ipFamilies: ["IPv6"] }, slices[1] ?? {});
    expect([one("pool", POOL)?.servers, said("LB1413").length]).toEqual([undefined, 1]);
  });
});

describe("nodes", () => {
  const nodePort = { serviceType: "NodePort" };
  const http = (type: string) => ({ type, ports: [{ port: 80, name: "http", nodePort: 30080 }] });

  it("serve a Service of type LoadBalancer behind an Ingress", () => {
    expect(serversOf(nodePort, http("LoadBalancer"), node("a", ["10.0.0.1"]))).toEqual(["10.0.0.1 30080"]);
    expect(serversOf({}, { type: "LoadBalancer" }, ...slices)).toBeUndefined();
  });

  it("have their first address, or that of the network plugin", () => {
    const calico = node("a", ["10.0.0.1", "10.0.0.2"], { "projectcalico.org/IPv4Address": "10.9.0.1/24" });
    expect(serversOf(nodePort, http("NodePort"), calico)).toEqual(["10.0.0.1 30080"]);
    expect(serversOf({ ...nodePort, cniPlugin: "calico" }, http("NodePort"), calico)).toEqual(["10.9.0.1 30080"]);
    const antrea = node("a", ["10.0.0.1"], { "node.antrea.io/transport-addresses": "10.8.0.1,fd00:8::1" });
    expect(serversOf({ ...nodePort, cniPlugin: "antrea", ipFamily: "V6" }, http("NodePort"), antrea)).toEqual(["fd00:8::1 30080"]);
  });

  it("are no servers of a Service that skips node ports", () => {
    const lb = service("web", http("LoadBalancer"), { "skipnodeport.ako.vmware.com/enabled": "true" });
    const { one } = translate({ naming: "ako-2", ...nodePort }, lb, node("a", ["10.0.0.1"]), ...slices);
    const pool = one("pool", "my-cluster--default-web-TCP-80") as AkoPool | undefined;
    expect(pool?.servers?.map(({ ip, port }) => `${ip.addr} ${port}`)).toEqual(["10.244.0.5 8080", "fd00::5 8080"]);
  });
});

it("the routes to the Pods of a node are over its address of their family", () => {
  const both = node("a", ["10.0.0.1", "10.0.0.2", "fd00::1"], {}, ["10.244.0.0/24", "fd00:244::/64"]);
  const routesOf = (settings: object) => {
    const [vrf] = translate({ naming: "ako-2", ...settings }, both).objects.vrfcontext ?? [];
    const routes = vrf?.static_routes as { next_hop: { addr: string } }[] | undefined;
    return routes?.map(({ next_hop }) => next_hop.addr);
  };
  expect(routesOf({})).toEqual(["10.0.0.1", "fd00::1"]);
  expect(routesOf({ ipFamily: "V4" })).toEqual(["10.0.0.1"]);
});
