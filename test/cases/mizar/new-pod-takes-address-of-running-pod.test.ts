// Today's Mizar chooses addresses by itself. The one that a Pod really has was free for others where something else had been planned for it.
import { describe, expect, it } from "vitest";
import { base, pod, translate } from "../../support/mizar";

const planned = (ip: string) => ({ "mizar.futurewei.com/network_user_input": JSON.stringify({ vpc: "vpc-1", net: "net1", ip }) });

describe("the address in the status of a Pod", () => {
  it("counts before the one that was written down for it", () => {
    const { podOf } = translate([...base, pod("new"), pod("old", { podIP: "10.10.1.2", annotations: planned("10.10.1.5") })]);
    expect([podOf("old")?.ip, podOf("new")?.ip]).toEqual(["10.10.1.2", "10.10.1.3"]);
  });

  it("is in use also while the Pod asks for another one", () => {
    const { podOf, taken, errors } = translate([
      ...base,
      pod("new"),
      pod("greedy", { nic: { ip: "10.10.1.2" } }),
      pod("old", { podIP: "10.10.1.2", nic: { ip: "10.10.1.12" } }),
    ]);
    expect([podOf("old")?.ip, podOf("new")?.ip]).toEqual(["10.10.1.12", "10.10.1.3"]);
    expect(errors("Pod", "greedy")).toEqual(["LBIpInUse"]);
    expect(taken).toEqual({ v: { "10.10.1.2": "old-internal-customerA-eth0" } });
  });

  it("is in use also while the Pod is rejected", () => {
    const { podOf, errors } = translate([
      ...base,
      pod("new"),
      pod("first", { podIP: "10.10.1.9" }),
      pod("old", { podIP: "10.10.1.2", nic: { ip: "10.10.1.9" } }),
    ]);
    expect(errors("Pod", "old")).toEqual(["LBIpInUse"]);
    expect(podOf("new")?.ip).toBe("10.10.1.3");
  });

  it("is that of the interface that wants it", () => {
    const nic = [{ ip: "10.10.1.2" }, { ip: "10.10.1.3" }];
    const { podOf } = translate([...base, pod("p", { podIP: "10.10.1.3", nic })]);
    expect(podOf("p")?.interfaces?.map(({ ip }) => ip)).toEqual(["10.10.1.2", "10.10.1.3"]);
  });
});
