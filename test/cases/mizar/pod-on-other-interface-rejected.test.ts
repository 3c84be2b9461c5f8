// Mizar names the endpoint of a Pod after the interface of its node. On nodes without an eth0 every Pod that ran was rejected: its address
// seemed to be another's.
import { describe, expect, it } from "vitest";
import { base, endpoint, pod, translate } from "../../support/mizar";

const at = (name: string, ip: string, more = {}) => endpoint(name, { ip, vpc: "v", net: "net1", type: "simple", ...more });

describe("a Pod on a node whose interface is not eth0", () => {
  it("keeps its address beside its endpoint", () => {
    const { podOf, errors } = translate([...base, pod("p", { podIP: "10.10.1.5" }), at("p-internal-customerA-ens3", "10.10.1.5")]);
    expect(errors("Pod", "p")).toEqual([]);
    expect(podOf("p")?.ip).toBe("10.10.1.5");
  });

  it("has the address of its endpoint before its status says so, whatever the Pod calls its interface", () => {
    const { podOf, taken } = translate([...base, pod("p", { nic: { name: "net0" } }), at("p-internal-customerA-ens3", "10.10.1.5")]);
    expect(podOf("p")?.ip).toBe("10.10.1.5");
    expect(taken).toEqual({ v: { "10.10.1.5": "p-internal-customerA-net0" } });
  });

  it("does not take the endpoint of another interface of its own, of a Service, or of another Pod", () => {
    const nic = [{ name: "a" }, { name: "b" }];
    const two = translate([...base, pod("p", { nic }), at("p-internal-customerA-b", "10.10.1.5")]);
    expect(two.podOf("p")?.interfaces?.map(({ ip }) => ip)).toEqual(["10.10.1.2", "10.10.1.5"]);
    const scaled = at("p-internal-customerA-x", "10.10.1.5", { type: "scaled" });
    for (const other of [scaled, at("p-internal-customerA-x-eth0", "10.10.1.5"), at("q-internal-customerA-ens3", "10.10.1.5")])
      expect(translate([...base, pod("p"), other]).podOf("p")?.ip).toBe("10.10.1.2");
  });
});
