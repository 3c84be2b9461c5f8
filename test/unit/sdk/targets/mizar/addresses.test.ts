import { describe, expect, it } from "vitest";
import { base, endpoint, network, pod, service, subnet, translate, vpc } from "../../../../support/mizar";

const ips = (objects: unknown[]) => Object.fromEntries(translate(objects).shown.pods.map(({ name, ip }) => [name, ip]));

describe("addresses", () => {
  it("are the lowest free ones, in the order of creation and then of the documents", () => {
    expect(ips([...base, pod("b"), pod("a")])).toEqual({ b: "10.10.1.2", a: "10.10.1.3" });
    expect(ips([...base, pod("b", { created: "2021-01-01T00:00:00Z" }), pod("a", { created: "2020-01-01T00:00:00Z" })])).toEqual({
      a: "10.10.1.2",
      b: "10.10.1.3",
    });
    expect(ips([...base, pod("new"), pod("old", { created: "2020-01-01T00:00:00Z" })])).toEqual({ old: "10.10.1.2", new: "10.10.1.3" });
  });

  it("that are asked for come before those that are taken at random", () => {
    expect(ips([...base, pod("any"), pod("asks", { nic: { ip: "10.10.1.2" } })])).toEqual({ asks: "10.10.1.2", any: "10.10.1.3" });
  });

  it("that somebody has stay, whoever comes", () => {
    const old = [
      pod("a", { podIP: "10.10.1.9" }),
      pod("b", { annotations: { "mizar.futurewei.com/network_user_input": '{"ip":"10.10.2.4"}' } }),
    ];
    const all = [...base, pod("greedy", { nic: { ip: "10.10.1.9" } }), pod("first"), ...old];
    expect(ips(all)).toEqual({ a: "10.10.1.9", b: "10.10.2.4", first: "10.10.1.2" });
    expect(translate(all).errors("Pod", "greedy")).toEqual(["LBIpInUse"]);
  });

  it("of Endpoints are used, but an Endpoint's own Pod or Service keeps them", () => {
    const used = [
      endpoint("a-internal-customerA-eth0", { ip: "10.10.1.5", vpc: "v", net: "net1" }),
      endpoint("s-default-customerA", { ip: "10.10.1.3", net: "net1", type: "scaled" }),
      endpoint("foreign", { ip: "10.10.1.2" }),
      endpoint("elsewhere", { ip: "10.10.1.4", vpc: "w" }),
      endpoint("empty", {}),
    ];
    const { podOf, serviceOf } = translate([...base, ...used, pod("b"), pod("a"), service("s")]);
    expect([podOf("a")?.ip, podOf("b")?.ip, serviceOf("s")?.endpoint.ip]).toEqual(["10.10.1.5", "10.10.1.4", "10.10.1.3"]);
  });

  it("that do not fit the Network any more are replaced, with a warning", () => {
    const { podOf, status } = translate([...base, pod("p", { podIP: "10.20.0.7" })]);
    expect(podOf("p")?.ip).toBe("10.10.1.2");
    expect(status("Pod", "p")).toMatchObject({ state: "ready", diagnostics: [{ code: "LB1605", severity: "warning" }] });
  });

  it("are shared by Pods and Services of a subnet, in one order", () => {
    const { podOf, serviceOf } = translate([...base, service("s"), pod("p"), service("t")]);
    expect([serviceOf("s")?.endpoint.ip, podOf("p")?.ip, serviceOf("t")?.endpoint.ip]).toEqual(["10.10.1.2", "10.10.1.3", "10.10.1.4"]);
  });

  it("may be the same in two VPCs", () => {
    const other = [vpc("w", "10.10.0.0", 16), subnet("w1", "w", "10.10.1.0", 24), network("n", "w", {}, "customerB")];
    expect(ips([...base, ...other, pod("a"), pod("b", { net: "n", tenant: "customerB" })])).toEqual({ a: "10.10.1.2", b: "10.10.1.2" });
  });

  it("run out: .2 to .7 of a /29, as Mizar counts", () => {
    const small = [vpc("v", "10.0.0.0", 16), subnet("s", "v", "10.0.0.0", 29), network("vpc-1", "v")];
    const pods = Array.from({ length: 7 }, (_, i) => pod(`p${i}`));
    const { shown, errors, status } = translate([...small, ...pods]);
    expect(shown.pods.map(({ ip }) => ip)).toEqual([2, 3, 4, 5, 6, 7].map((n) => `10.0.0.${n}`));
    expect(errors("Pod", "p6")).toEqual(["LBPermanent"]);
    expect(status("Subnet", "s")?.diagnostics).toMatchObject([
      { code: "LB1603", message: "0 of 6 addresses of subnet s (10.0.0.0/29) are left" },
    ]);
  });

  it("of a rejected Pod are free again", () => {
    const { podOf, errors } = translate([...base, pod("bad", { nic: [{ ip: "10.10.1.2" }, { ip: "10.10.1.1" }] }), pod("p")]);
    expect(errors("Pod", "bad")).toEqual(["LBIpInUse"]);
    expect(podOf("p")?.ip).toBe("10.10.1.2");
  });

  it("two objects that Mizar would know under one name are not both placed", () => {
    const { errors } = translate([...base, pod("a", { namespace: "b-c" }), pod("a-b", { namespace: "c" })]);
    expect(errors("Pod", "a-b")).toEqual(["LBBadRequest"]);
  });
});
