import { describe, expect, it } from "vitest";
import { endpoints, openShiftRoute, service } from "../../support/manifests";
import { onAviAs, onOctaviaAs } from "../../support/said";

// The integer of a Route's targetPort is the port of the Pods. Where the Service calls it by a name, only the endpoints show the number; the
// pool was empty, and an alternate Service lost its share.

const named = (name: string, ...last: number[]) => [
  service(name, [
    { name: "admin", port: 81, targetPort: "admin" },
    { name: "http", port: 80, targetPort: "web" },
  ]),
  endpoints(
    name,
    last.map((one) => `10.0.0.${one}`),
    [
      { name: "admin", port: 9000 },
      { name: "http", port: 8080 },
    ],
  ),
];
const to = (name: string) => ({ kind: "Service", name, weight: 100 });
const route = openShiftRoute("r", { host: "r.com", to: to("a"), alternateBackends: [to("b")], port: { targetPort: 8080 } });
const objects = [...named("a", 1), ...named("b", 2), route];

describe("the servers are those on that port", () => {
  it("on Octavia", () => {
    const { balancer, about } = onOctaviaAs(objects);
    const members = balancer?.pools?.flatMap((pool) => pool.members ?? []) ?? [];
    expect(members.map(({ address, protocol_port, weight }) => [address, protocol_port, weight])).toEqual([
      ["10.0.0.1", 8080, 1],
      ["10.0.0.2", 8080, 1],
    ]);
    expect(about("r")).toEqual({ state: "ready", said: [] });
  });

  it("on Avi", () => {
    const { objects: made, about } = onAviAs("ako-1.2", objects);
    expect(made.pool?.map(({ servers }) => servers)).toMatchObject([[{ ip: { addr: "10.0.0.1" }, port: 8080 }], [{ port: 8080 }]]);
    expect(about("r").state).toBe("ready");
  });

  it("where one name means another port in each Pod", () => {
    const [web] = named("a", 1);
    const subsets = [8080, 8081].map((port, i) => ({ addresses: [{ ip: `10.0.1.${i}` }], ports: [{ name: "http", port }] }));
    const both = { ...endpoints("a", [], 1), subsets };
    const only = openShiftRoute("r", { host: "r.com", to: to("a"), port: { targetPort: 8081 } });
    const { balancer } = onOctaviaAs([web, both, only]);
    expect(balancer?.pools?.[0]?.members?.map(({ address, protocol_port }) => [address, protocol_port])).toEqual([["10.0.1.1", 8081]]);
  });
});
