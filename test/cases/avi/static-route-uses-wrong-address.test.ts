import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { node } from "../../support/manifests";

const withMore = (name: string, podCIDR: string, ...ips: string[]) => ({
  ...node(name, undefined, podCIDR),
  status: { addresses: ips.map((address) => ({ type: "InternalIP", address })) },
});

function routesOf(naming: string, ...nodes: unknown[]) {
  const plan = translateToAvi(readSpecs(nodes.map((value) => ({ value }))), { settings: { clusterName: "c", naming } });
  const [vrf] = aviObjects(plan).objects.vrfcontext ?? [];
  return { vrf, said: plan.diagnostics.map(({ code, object }) => [code, object.name]) };
}

describe("the static route of a node with several InternalIPs", () => {
  it.each(["ako-1.2", "ako-2"])("leads to the first, of the family of its Pods (%s)", (naming) => {
    const { vrf } = routesOf(naming, withMore("n1", "10.244.1.0/24", "10.0.0.1", "10.9.0.1", "fd00::1"));
    expect(vrf?.static_routes).toMatchObject([{ prefix: { ip_addr: { addr: "10.244.1.0" } }, next_hop: { addr: "10.0.0.1", type: "V4" } }]);
  });
});

describe("static routes of nodes with one Pod network", () => {
  const nodes = [node("n1", "10.0.0.1", "10.244.1.0/24"), node("n2", "10.0.0.2", "10.244.1.0/25"), node("n3", "10.0.0.3", "10.244.3.0/24")];

  it("are there for the first with ako-2, and the others are told", () => {
    const { vrf, said } = routesOf("ako-2", ...nodes);
    expect(vrf?.static_routes).toMatchObject([{ next_hop: { addr: "10.0.0.1" } }, { next_hop: { addr: "10.0.0.3" } }]);
    expect(said).toEqual([["LB1118", "n2"]]);
  });

  it("are there for each before, as 1.2 looked at no other node", () => {
    expect(routesOf("ako-1.2", ...nodes).vrf?.static_routes).toHaveLength(3);
  });
});
