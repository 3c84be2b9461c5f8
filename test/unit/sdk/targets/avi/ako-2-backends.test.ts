import { describe, expect, it } from "vitest";
import { avi, ingress, service, translate } from "./ako-world";

const ako2 = { naming: "ako-2" };
const POOL = "my-cluster--shop.avi.internal_-default-shop";

const slice = (name: string, ...ports: { name?: string; port: number }[]) => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name, namespace: "default", labels: { "kubernetes.io/service-name": "web" } },
  addressType: "IPv4",
  endpoints: [{ addresses: ["10.1.0.1"], conditions: { ready: true } }],
  ports,
});
const node = {
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: "n1" },
  status: { addresses: [{ type: "InternalIP", address: "10.0.0.1" }] },
};
const two = [
  { port: 81, name: "a" },
  { port: 82, name: "b" },
];

describe("a route that names no port of the Service", () => {
  const serversOf = (settings: object, ...manifests: object[]) => {
    const { one, said } = translate({ ...ako2, ...settings }, avi(), ingress("shop", "shop.avi.internal"), ...manifests);
    const ports = [...JSON.stringify(one("pool", POOL)?.servers ?? []).matchAll(/"port":(\d+)/g)].map(([, port]) => Number(port));
    return [ports, said("LB1302").filter(({ message }) => message.includes("its only port")).length, said("LB1102").length];
  };

  it("is served by the only port of the only EndpointSlice, which a notice says", () => {
    const one = service("web", { ports: [{ port: 81, name: "http", targetPort: 8080 }] });
    expect(serversOf({}, one, slice("web-1", { name: "http", port: 8080 }))).toEqual([[8080], 1, 0]);
    expect(serversOf({}, service("web", { ports: two }), slice("web-1", { name: "b", port: 8082 }))).toEqual([[8082], 1, 0]);
  });

  it("has no servers of several EndpointSlices or ports", () => {
    const several = service("web", { ports: two });
    expect(serversOf({}, several, slice("web-1", { name: "a", port: 8081 }, { name: "b", port: 8082 }))).toEqual([[], 0, 1]);
    expect(serversOf({}, several, slice("web-1", { name: "a", port: 8081 }), slice("web-2", { name: "a", port: 8083 }))).toEqual([
      [],
      0,
      1,
    ]);
  });

  it("is served by the port without a name of all EndpointSlices, if it is a number", () => {
    const unnamed = service("web", { ports: [{ port: 81, targetPort: 8080 }] });
    const at = (name: string, address: string, port: { name?: string; port: number }) => {
      const one = slice(name, port);
      return { ...one, endpoints: one.endpoints.map((endpoint) => ({ ...endpoint, addresses: [address] })) };
    };
    const both = [at("web-1", "10.1.0.1", { name: "", port: 8080 }), at("web-2", "10.1.0.2", { port: 8080 })];
    expect(serversOf({}, unnamed, ...both)).toEqual([[8080, 8080], 1, 0]);
    expect(
      serversOf({}, unnamed, at("web-1", "10.1.0.1", { name: "a", port: 1 }), at("web-2", "10.1.0.2", { name: "b", port: 2 })),
    ).toEqual([[], 0, 1]);
    const byName = JSON.parse(JSON.stringify(ingress("named", "named.avi.internal")).replace('"number":80', '"name":"other"'));
    const { objects, said } = translate(ako2, avi(), byName, unnamed, ...both);
    expect([objects.pool?.map(({ servers }) => servers), said("LB1102").length]).toEqual([[undefined], 1]);
  });

  it("is served by the node port of a Service with one port alone", () => {
    const on = (...ports: object[]) => service("web", { type: "NodePort", ports });
    const nodePort = { serviceType: "NodePort" };
    expect(serversOf(nodePort, on({ port: 81, nodePort: 30081 }), node)).toEqual([[30081], 1, 0]);
    expect(serversOf(nodePort, on({ ...two[0], nodePort: 30081 }, { ...two[1], nodePort: 30082 }), node)).toEqual([[], 0, 1]);
  });

  it("has no servers in the generation before", () => {
    const { objects, said } = translate(
      {},
      avi(),
      ingress("shop", "shop.avi.internal"),
      service("web", { ports: [{ port: 81 }] }),
      slice("web-1", { port: 8080 }),
    );
    expect([objects.pool?.[0]?.servers, said("LB1102").length]).toEqual([undefined, 1]);
  });
});

it("Services of type LoadBalancer are behind routes where layer7Only gives them no address of their own", () => {
  const given = [
    avi(),
    ingress("shop", "shop.avi.internal"),
    service("web", { type: "LoadBalancer" }),
    slice("web-1", { name: "http", port: 8080 }),
  ];
  const { one, said, objects } = translate({ ...ako2, layer7Only: true }, ...given);
  expect(one("pool", POOL)?.servers).toMatchObject([{ ip: { addr: "10.1.0.1" }, port: 8080 }]);
  expect([said("LB1115"), objects.l4policyset ?? []]).toEqual([[], []]);
  expect(translate(ako2, ...given).said("LB1115")).toHaveLength(1);
});
