import { describe, expect, test } from "vitest";
import { withChosen } from "../../../../provider/lifecycle/preview/summary";
import { readSpecs } from "../../../../sdk/frontends";
import { layoutOf, type Plan } from "../../../../sdk/plan";
import { planMove } from "../../../../sdk/plan/moves";
import { withNumbers } from "../../../../sdk/plan/numbered-moves";
import { requestChanges } from "../../../../sdk/requests/changes";
import { RequestExplainer } from "../../../../sdk/requests/explain";
import { TARGETS } from "../../../../sdk/targets";
import { desiredRulesBy, requestSide } from "../../../../sdk/targets/request-side";
import { reviewOf } from "../../../support/review";

// A Service that gets another `loadBalancerIP`: a preview had no line where the load balancer had chosen the address before, `plan-move` said that
// clients notice nothing of another floating IP, and `request tcp://<loadBalancerIP>` called the Service of the specs closed.

const UUID = "4f6c1c1e-1111-4111-8111-111111111111";
const SETTINGS = {
  avi: { clusterName: "c", naming: "ako-2", controllerVersion: "30.2.1" },
  octavia: { naming: "occm", cluster_name: "c", subnet_id: UUID, floating_network_id: UUID },
};
type Target = keyof typeof SETTINGS;

const specs = (loadBalancerIP?: string, internal = false) => [
  {
    apiVersion: "v1",
    kind: "Service",
    metadata: {
      name: "web",
      namespace: "default",
      ...(internal ? { annotations: { "service.beta.kubernetes.io/openstack-internal-load-balancer": "true" } } : {}),
    },
    spec: { type: "LoadBalancer", loadBalancerIP, ports: [{ port: 80, targetPort: 8080, nodePort: 30080 }] },
  },
  {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: { name: "web", namespace: "default" },
    subsets: [{ addresses: [{ ip: "10.1.0.1" }], ports: [{ port: 8080 }] }],
  },
  {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: "n1" },
    status: { addresses: [{ type: "InternalIP", address: "10.0.0.11" }], conditions: [{ type: "Ready", status: "True" }] },
  },
];

function sideOf(to: Target, objects: object[]) {
  const target = TARGETS[to];
  const read = readSpecs(objects.map((value) => ({ value })));
  const plan: Plan = target.translate(read, { settings: SETTINGS[to] });
  const side = requestSide(target, read, SETTINGS[to], plan);
  if (!side) throw new Error("nothing answers requests");
  return { plan, side, asked: desiredRulesBy(target, read, SETTINGS[to]) };
}

const CASES = (["avi", "octavia"] as const).flatMap((to) => [
  { to, was: "203.0.113.10", is: "203.0.113.20", internal: false },
  { to, was: undefined, is: "203.0.113.20", internal: false },
]);
const ALL = [...CASES, { to: "octavia" as const, was: undefined, is: "10.0.0.77", internal: true }];

describe.each(ALL)("on $to, from $was to $is", ({ to, was, is, internal }) => {
  const [before, after] = [sideOf(to, specs(was, internal)), sideOf(to, specs(is, internal))];
  const numbers = `${was ?? "an address that the load balancer chose"} -> ${is}`;

  test("a preview has the numbers", () => {
    const settings = SETTINGS[to];
    const lines = reviewOf(to, { specs: specs(was, internal), settings }, { specs: specs(is, internal), settings });
    expect(lines.join("\n")).toContain(
      `~ Service default/web: ${numbers}; the old address is given up: its clients reach nothing any more`,
    );
  });

  test("plan-move counts a move, with what clients notice", () => {
    const layouts = [before, after].map(({ plan }) => layoutOf(plan)) as [ReturnType<typeof layoutOf>, ReturnType<typeof layoutOf>];
    const move = planMove(...layouts, () => ({ changes: ["floatingIp"], replaces: [] }));
    const { places, outages } = withNumbers(move, layouts[1].places, requestChanges(before.side, after.side).addresses);
    expect(places).toMatchObject([{ what: "Service default/web", state: "moves", address: "changes" }]);
    expect(outages).toMatchObject([
      { what: "Service default/web", why: expect.stringContaining(`${numbers}; the old address is given up: unreachable`) },
    ]);
  });

  test("an address that is no longer named stays, and is no line", () => {
    expect(requestChanges(after.side, before.side).addresses).toHaveLength(was === undefined ? 0 : 1);
  });

  test("a request to the number asks for the Service", () => {
    const { side, asked } = after;
    const found = new RequestExplainer({ ...(asked ? { desired: asked } : {}), served: side.served }).explain({ url: `tcp://${is}:80` });
    expect(found).toMatchObject({ differs: false, answer: { kind: "forward" }, asked: { kind: "forward" } });
  });
});

describe("a floating IP that goes or comes, with or without a number", () => {
  const reviewed = (before: object[], after: object[]) =>
    reviewOf("octavia", { specs: before, settings: SETTINGS.octavia }, { specs: after, settings: SETTINGS.octavia }).slice(0, 2);
  const moved = (before: object[], after: object[]) => {
    const [old, next] = [sideOf("octavia", before), sideOf("octavia", after)];
    const layouts = [old, next].map(({ plan }) => layoutOf(plan)) as [ReturnType<typeof layoutOf>, ReturnType<typeof layoutOf>];
    const move = planMove(...layouts, () => ({ changes: ["floatingIp"], replaces: [] }));
    return withNumbers(move, layouts[1].places, requestChanges(old.side, next.side).addresses).outages;
  };

  test.each([
    [undefined, "its floating IP is given up"],
    ["203.0.113.10", "its floating IP 203.0.113.10 is given up"],
  ])("of a Service that becomes internal, with %s, is a loss: clients noticed nothing", (number, text) => {
    expect(reviewed(specs(number), specs(undefined, true))).toEqual([
      "1 address is given up",
      `  ~ Service default/web: ${text}: clients outside reach nothing any more`,
    ]);
    expect(moved(specs(number), specs(undefined, true))).toMatchObject([
      { what: "Service default/web", why: expect.stringContaining(text) },
    ]);
  });

  test("of a Service that was internal opens it, which is no outage", () => {
    expect(reviewed(specs(undefined, true), specs())).toEqual([
      "1 address is opened to clients outside",
      "  ~ Service default/web: gets a floating IP: clients outside reach it",
    ]);
    expect(moved(specs(undefined, true), specs())).toEqual([]);
  });

  test("is not known of a state of before, nor of a load balancer that the specs name by its id", () => {
    const [inside, open] = [sideOf("octavia", specs(undefined, true)).side, sideOf("octavia", specs()).side];
    const { outside: _, ...address } = open.served.addresses[0]!;
    const known = { ...open, served: { ...open.served, addresses: [address] } };
    expect(requestChanges(known, inside).addresses).toEqual([]);
    const [service, ...others] = specs() as [{ metadata: object }, ...object[]];
    const annotations = { "loadbalancer.openstack.org/load-balancer-id": UUID };
    const guest = { ...service, metadata: { ...service.metadata, annotations } };
    expect(sideOf("octavia", [guest, ...others]).side.served.addresses.map(({ outside }) => outside)).toEqual([undefined]);
  });
});

test("a preview has the number that the load balancer chose, and none where the specs name that one", () => {
  const chosen = { what: "Service default/web", was: [], is: ["10.0.0.20"] };
  const change = {
    resource: "octavia:LoadBalancer web",
    specs: "Service default/web",
    fields: [],
    unreviewed: [],
    replaced: false,
    repairs: [],
  };
  expect(withChosen([chosen], [{ ...change, address: "10.0.0.10" }])).toEqual([{ ...chosen, was: ["10.0.0.10"] }]);
  expect(withChosen([chosen], [{ ...change, address: "10.0.0.20" }])).toEqual([]);
  expect(withChosen([chosen], [change])).toEqual([chosen]);
});
