import { describe, expect, it } from "vitest";
import { base, endpoint, network, pod, subnet, translate, vpc } from "../../../../support/mizar";

describe("placement of Pods", () => {
  it.each([
    ["neither: the first subnet of the VPC", undefined, "net1", "10.10.1.2"],
    ["an empty annotation", "", "net1", "10.10.1.2"],
    ["an object without fields", {}, "net1", "10.10.1.2"],
    ["a list without interfaces", [], "net1", "10.10.1.2"],
    ["only the name of the interface", { name: "eth0" }, "net1", "10.10.1.2"],
    ["a subnet", { subnet: "net2" }, "net2", "10.10.2.2"],
    ["a subnet by its range", { subnet: "10.10.2.0/24" }, "net2", "10.10.2.2"],
    ["an address", { ip: "10.10.2.12" }, "net2", "10.10.2.12"],
    ["both", { subnet: "net2", ip: "10.10.2.12" }, "net2", "10.10.2.12"],
    ["a list with one interface", [{ name: "eth0", ip: "10.10.2.12" }], "net2", "10.10.2.12"],
    ["the last address of a subnet, as Mizar would give it", { ip: "10.10.1.255" }, "net1", "10.10.1.255"],
  ])("%s", (_, nic, net, ip) => {
    const { podOf, errors } = translate([...base, pod("nginx", { nic })]);
    expect(errors("Pod", "nginx")).toEqual([]);
    expect(podOf("nginx")).toMatchObject({ podName: "nginx-internal-customerA", vpc: "v", subnet: net, ip, prefix: "24" });
    expect(podOf("nginx")?.gateway).toBe(net === "net1" ? "10.10.1.1" : "10.10.2.1");
  });

  it.each([
    ["a subnet that does not exist", { subnet: "net9" }, "LBSubnetNotFound", ["net9", "nginx-internal-customerA"]],
    ["a range that is no subnet", { subnet: "10.10.9.0/24" }, "LBSubnetNotFound", ["10.10.9.0/24"]],
    ["a subnet of another VPC", { subnet: "other" }, "LBSubnetNotInVpc", ["Subnet other of pod", "does not belong to VPC v"]],
    ["an address outside the subnet", { subnet: "net1", ip: "10.10.2.12" }, "LBIpOutsideSubnet", ["10.10.2.12", "net1", "10.10.1.0/24"]],
    ["an address in no subnet", { ip: "10.10.9.9" }, "LBNoSubnetContainsIp", ["10.10.9.9", "VPC v"]],
    ["the gateway", { ip: "10.10.1.1" }, "LBIpInUse", ["10.10.1.1", "gateway"]],
    ["the address of the network", { ip: "10.10.1.0" }, "LBIpInUse", ["10.10.1.0"]],
    ["an address that an Endpoint has", { ip: "10.10.1.7" }, "LBIpInUse", ["10.10.1.7", "somebody-internal-customerA-eth0"]],
    ["an address that is none", { ip: "10.10.1.300" }, "LBBadRequest", ["10.10.1.300"]],
    ["an annotation that is not JSON", "{name: eth0}", "LBBadRequest", ["not JSON"]],
    ["a field of the wrong type", { subnet: 7 }, "LBBadRequest", ["subnet"]],
  ])("rejects %s", (_, nic, code, mentions) => {
    const others = [vpc("w", "10.20.0.0", "16"), subnet("other", "w", "10.20.1.0", "24")];
    const used = endpoint("somebody-internal-customerA-eth0", { ip: "10.10.1.7", vpc: "v", net: "net1" });
    const { podOf, errors, status } = translate([...base, ...others, used, pod("nginx", { nic })]);
    expect(errors("Pod", "nginx")).toEqual([code]);
    expect(status("Pod", "nginx")?.state).toBe("rejected");
    const { message, remedy, pointer } = status("Pod", "nginx")!.diagnostics[0]!;
    for (const text of mentions) expect(message).toContain(text);
    expect(remedy).toBeTruthy();
    expect(pointer).toBe("/metadata/annotations/arktos.futurewei.com~1nic");
    expect(podOf("nginx")).toBeUndefined();
  });

  it("writes the annotations of the seed and those that today's Mizar reads, and keeps what was there", () => {
    const nic = '{"name": "eth0", "ip": "10.10.1.12", "subnet": "net1"}';
    const { podOf } = translate([
      ...base,
      pod("nginx", { nic, annotations: { mine: "x", "arktos.futurewei.com/network-readiness": "false" } }),
    ]);
    expect(podOf("nginx")?.annotations).toEqual({
      mine: "x",
      "arktos.futurewei.com/nic": nic,
      "arktos.futurewei.com/network-readiness": "true",
      "mizar.futurewei.com/network_user_input": '{"vpc":"vpc-1","net":"net1","ip":"10.10.1.12"}',
      "mizar.com/vpc": "v",
      "mizar.com/subnet": "net1",
    });
  });

  it("gives each interface of a list an address", () => {
    const { podOf, shown } = translate([...base, pod("p", { nic: [{ subnet: "net2" }, { subnet: "net1" }, { ip: "10.10.1.2" }] })]);
    expect(podOf("p")?.interfaces?.map(({ name, ip }) => [name, ip])).toEqual([
      ["eth0", "10.10.2.2"],
      ["eth1", "10.10.1.3"],
      ["eth2", "10.10.1.2"],
    ]);
    expect(podOf("p")?.subnet).toBe("net2");
    expect(shown.stores.pods_net_store).toEqual({ net1: ["p-internal-customerA"], net2: ["p-internal-customerA"] });
  });

  it("takes the annotation as the mapping that the seed prints", () => {
    const given = pod("nginx");
    const metadata = { ...given.metadata, annotations: { "arktos.futurewei.com/nic": { ip: "10.10.2.12" } } };
    expect(translate([...base, { ...given, metadata }]).podOf("nginx")?.ip).toBe("10.10.2.12");
  });
});

describe("the Network of a Pod", () => {
  it("is the tenant's default where no label names one", () => {
    const specs = [...base, network("default", "v"), pod("p", { net: null })];
    expect(translate(specs).podOf("p")?.annotations["mizar.futurewei.com/network_user_input"]).toContain('"vpc":"default"');
    expect(translate(specs, { defaultNetwork: "vpc-1" }).podOf("p")?.annotations["mizar.futurewei.com/network_user_input"]).toContain(
      "vpc-1",
    );
  });

  it.each([
    ["is missing", pod("p", { net: "nowhere" }), "LBNetworkNotFound", "/metadata/labels/arktos.futurewei.com~1network"],
    ["belongs to another tenant", pod("p", { tenant: "customerB" }), "LBNetworkNotFound", "/metadata/labels/arktos.futurewei.com~1network"],
    ["is the default, and there is none", pod("p", { net: null }), "LBNetworkNotFound", "/metadata/labels/arktos.futurewei.com~1network"],
    ["has no VPC", pod("p", { net: "lost" }), "LBVpcNotFound", "/metadata/labels/arktos.futurewei.com~1network"],
  ])("rejects the Pod where it %s", (_, given, code, pointer) => {
    const { status, errors } = translate([...base, network("lost", "gone"), given]);
    expect(errors("Pod", "p")).toEqual([code]);
    expect(status("Pod", "p")?.diagnostics[0]?.pointer).toBe(pointer);
  });

  it("leaves Pods of other networks and of the node's network alone", () => {
    const flat = network("flat", undefined, { type: "flat" });
    const { status, shown } = translate([
      ...base,
      flat,
      pod("p", { net: "flat", nic: { ip: "1.2.3.4" } }),
      pod("q", { spec: { hostNetwork: true } }),
    ]);
    expect([status("Pod", "p")?.state, status("Pod", "q")?.state]).toEqual(["skipped", "skipped"]);
    expect(shown.pods).toEqual([]);
  });

  it("may be replaced by the annotations of today's Mizar", () => {
    const at = (annotations: Record<string, string>) => translate([...base, pod("p", { net: null, annotations })]);
    expect(at({ "mizar.com/vpc": "v" }).podOf("p")).toMatchObject({ subnet: "net1", ip: "10.10.1.2" });
    expect(at({ "mizar.com/vpc": "v", "mizar.com/subnet": "net2" }).podOf("p")?.subnet).toBe("net2");
    expect(at({ "mizar.com": '{"vpc": "v", "subnet": "net2"}' }).podOf("p")?.subnet).toBe("net2");
    expect(at({ "mizar.com/vpc": "w" }).errors("Pod", "p")).toEqual(["LBVpcNotFound"]);
    expect(at({ "mizar.com/vpc": "v", "mizar.com/subnet": "net9" }).errors("Pod", "p")).toEqual(["LBSubnetNotFound"]);
    expect(at({ "mizar.com": "v" }).errors("Pod", "p")).toEqual(["LBBadRequest"]);
  });

  it("is Mizar's own VPC in a cluster without tenants", () => {
    const { podOf } = translate([
      vpc("vpc0", "10.20.0.0", 16),
      subnet("net0", "vpc0", "10.20.0.0", 16),
      pod("p0", { net: null, tenant: "", namespace: "default" }),
    ]);
    expect(podOf("p0")).toMatchObject({ podName: "p0-default-", vpc: "vpc0", subnet: "net0", ip: "10.20.0.2", prefix: "16" });
  });
});
