import { describe, expect, it } from "vitest";
import { base, network, pod, subnet, translate, vpc } from "../../../../../support/mizar";

const network2 = (spec: Record<string, unknown>) => ({
  apiVersion: "arktos.futurewei.com/v1",
  kind: "Network",
  metadata: { name: "n", tenant: "customerA" },
  spec,
});

describe("Networks", () => {
  it("of type mizar are tied to their VPC and tenant; several may share a VPC", () => {
    const { shown, status, owners } = translate([...base, network("vpc-2", "v"), network("vpc-1", "v", {}, "customerB")]);
    expect(shown.stores).toMatchObject({
      vpcs_arktosnet_store: { "vpc-1": ["v"], "vpc-2": ["v"] },
      arktosnets_tenant_store: { customerA: ["vpc-1", "vpc-2"], customerB: ["vpc-1"] },
      nets_vpc_store: { v: ["net1", "net2"] },
    });
    expect(status("Network", "vpc-2")?.state).toBe("ready");
    expect(Object.keys(owners).filter((id) => id.startsWith("networks/"))).toEqual([
      "networks/customerA/vpc-1",
      "networks/customerB/vpc-1",
      "networks/customerA/vpc-2",
    ]);
    expect(owners["networks/customerB/vpc-1"]).toEqual(["Network/customerB/vpc-1"]);
  });

  it.each([
    ["no type", network2({ vpcID: "v" }), "LBMissingRequiredField", "/spec/type"],
    ["an empty type", network2({ type: "", vpcID: "v" }), "LBMissingRequiredField", "/spec/type"],
    ["no spec", network2({}), "LBMissingRequiredField", "/spec/type"],
    ["no VPC", network2({ type: "mizar" }), "LBMissingRequiredField", "/spec/vpcID"],
    ["a VPC that does not exist", network("n", "gone"), "LBVpcNotFound", "/spec/vpcID"],
    ["a VPC without subnets", network("n", "bare"), "LBVpcHasNoSubnet", "/spec/vpcID"],
  ])("are rejected with %s", (_, given, code, pointer) => {
    const { status, shown } = translate([
      vpc("v", "10.10.0.0", 16),
      subnet("net1", "v", "10.10.1.0", 24),
      vpc("bare", "10.20.0.0", 16),
      given,
    ]);
    expect(status("Network", "n")).toMatchObject({ state: "rejected", diagnostics: [{ code, pointer, severity: "error" }] });
    expect(shown.stores).toMatchObject({ vpcs_arktosnet_store: {}, arktosnets_tenant_store: {} });
    expect(shown.networks).toEqual([]);
  });

  it.each(["flat", "vpc", "Mizar"])("of type %s are left alone", (type) => {
    const { status, shown } = translate([...base, network("other", "v", { type })]);
    expect(status("Network", "other")?.state).toBe("skipped");
    expect(shown.stores.arktosnets_tenant_store).toEqual({ customerA: ["vpc-1"] });
  });

  it("with a value that the CRD refuses bear a code of the contract beside our own", () => {
    const { status } = translate([...base, network("n", "v", { service: { ipam: "Somebody" } })]);
    expect(status("Network", "n")).toMatchObject({ state: "rejected", diagnostics: [{ code: "LB1003" }, { code: "LBBadRequest" }] });
  });

  it("belong to the tenant of the settings where they name none", () => {
    const { shown, podOf } = translate([...base.slice(0, 3), network("vpc-1", "v", {}, ""), pod("p", { tenant: "" })], { tenant: "t1" });
    expect(shown.stores.arktosnets_tenant_store).toEqual({ t1: ["vpc-1"] });
    expect(podOf("p")?.podName).toBe("p-internal-t1");
    expect(shown.networks[0]?.metadata).toEqual({ name: "vpc-1", tenant: "t1" });
  });

  it("of one tenant may be asked to have VPCs that do not overlap", () => {
    const specs = [
      ...base,
      vpc("w", "10.10.128.0", 17),
      subnet("w1", "w", "10.10.128.0", 24),
      network("n", "w"),
      network("m", "w", {}, "customerB"),
    ];
    expect(translate(specs).errors("Network", "n")).toEqual([]);
    const disjoint = translate(specs, { disjointVpcs: "true" });
    expect(disjoint.errors("Network", "n")).toEqual(["LB1602", "LBBadRequest"]);
    expect(disjoint.errors("Network", "m")).toEqual([]);
  });
});

describe("VPCs and subnets", () => {
  it("are shown as they would be: a new one asks for its provisioning", () => {
    const { shown } = translate([
      {
        apiVersion: "mizar.com/v1",
        kind: "Vpc",
        metadata: { name: "v", uid: "1", annotations: { "kopf.zalando.org/x": "y" } },
        spec: { ip: "10.0.0.0", prefix: 8 },
      },
      subnet("s", "v", "10.1.0.0", "16"),
    ]);
    expect(shown.vpcs).toEqual([
      {
        apiVersion: "mizar.com/v1",
        kind: "Vpc",
        metadata: { name: "v", namespace: "default" },
        spec: { ip: "10.0.0.0", prefix: 8, dividers: 1, status: "Init" },
      },
    ]);
    expect(shown.subnets[0]?.spec).toEqual({ vpc: "v", ip: "10.1.0.0", prefix: "16", bouncers: 1, status: "Provisioned" });
  });

  it.each([
    ["outside its VPC", subnet("s", "v", "10.20.1.0", 24), "LBSubnetOutsideVpc"],
    ["larger than its VPC", subnet("s", "v", "10.0.0.0", 8), "LBSubnetOutsideVpc"],
    ["of a VPC that does not exist", subnet("s", "gone", "10.10.1.0", 24), "LBVpcNotFound"],
    ["without a VPC", subnet("s", "", "10.10.1.0", 24), "LBMissingRequiredField"],
    ["without an address", subnet("s", "v", "", 24), "LBMissingRequiredField"],
    ["with host bits", subnet("s", "v", "10.10.1.5", 24), "LBPermanent"],
    ["without room", subnet("s", "v", "10.10.1.0", 31), "LBPermanent"],
    ["in a namespace that the operator does not see", subnet("s", "v", "10.10.1.0", 24, { namespace: "red" }), "LBNeverProvisioned"],
  ])("a subnet %s is rejected", (_, given, code) => {
    const { errors, shown } = translate([vpc("v", "10.10.0.0", 16), given]);
    expect(errors("Subnet", "s")).toEqual([code]);
    expect(shown.subnets).toEqual([]);
  });

  it("names the rule of the operator", () => {
    expect(translate([vpc("v", "12.0.0.1", "8")]).status("Vpc", "v")?.description).toContain("12.0.0.1/8 has host bits set");
  });

  it("two subnets of one VPC must not overlap: the later one is rejected", () => {
    const { errors, status } = translate([...base, subnet("net3", "v", "10.10.1.128", 25)]);
    expect(errors("Subnet", "net3")).toEqual(["LB1601", "LBBadRequest"]);
    expect(status("Subnet", "net3")?.description).toContain("overlaps with subnet net1 (10.10.1.0/24)");
    expect(errors("Subnet", "net1")).toEqual([]);
  });

  it("a Pod in a subnet outside its VPC is rejected", () => {
    const specs = [vpc("v", "10.10.0.0", 16), subnet("net1", "v", "10.20.1.0", 24), network("vpc-1", "v")];
    for (const nic of [undefined, { subnet: "net1" }, { ip: "10.20.1.9" }])
      expect(translate([...specs, pod("p", { nic })]).errors("Pod", "p")).toEqual(["LBSubnetOutsideVpc"]);
  });
});
