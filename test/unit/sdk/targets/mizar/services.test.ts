import { describe, expect, it } from "vitest";
import { base, network, service, subnet, translate, vpc } from "../../../../support/mizar";

const external = [...base.slice(0, 3), network("vpc-1", "v", { service: { ipam: "External" } })];

describe("Services", () => {
  it("get a scaled endpoint in the first subnet; with ipam External its address becomes the clusterIP", () => {
    const { serviceOf, shown, owners } = translate([...external, service("my-service")]);
    expect(serviceOf("my-service")).toEqual({
      name: "my-service",
      namespace: "default",
      tenant: "customerA",
      clusterIP: "10.10.1.2",
      endpoint: { name: "my-service-default-customerA", type: "scaled", vpc: "v", net: "net1", ip: "10.10.1.2" },
      bouncersUpdatedInVpc: "v",
    });
    expect(shown.stores.services_arktosnet_store).toEqual({ "vpc-1": ["my-service"] });
    expect(owners["services/my-service-default-customerA"]).toEqual(["Service/customerA/default/my-service"]);
  });

  it("get their clusterIP from the cluster elsewhere", () => {
    expect(translate([...base, service("s")]).serviceOf("s")).toMatchObject({ clusterIP: null, endpoint: { ip: "10.10.1.2" } });
  });

  it("use the tenant's default Network without a label", () => {
    const specs = [
      ...base,
      vpc("d", "11.0.0.0", 16),
      subnet("d-subnet", "d", "11.0.0.0", 18),
      network("default", "d"),
      service("s", {}, {}),
    ];
    const { serviceOf, shown } = translate(specs);
    expect(serviceOf("s")?.endpoint).toMatchObject({ vpc: "d", net: "d-subnet", ip: "11.0.0.2" });
    expect(shown.stores.services_arktosnet_store).toEqual({ default: ["s"] });
  });

  it("are rejected where the label names no Network of the tenant, but not for want of a default", () => {
    expect(translate([...base, service("s", {}, { net: "nowhere" })]).errors("Service", "s")).toEqual(["LBNetworkNotFound"]);
    expect(translate([...base, service("s", {}, {})]).status("Service", "s")?.state).toBe("skipped");
  });

  it.each([
    ["headless", { clusterIP: "None" }],
    ["ExternalName", { type: "ExternalName", ports: [] }],
  ])("that have no address are skipped: %s", (_, spec) => {
    const { status, shown } = translate([...base, service("s", spec)]);
    expect(status("Service", "s")?.state).toBe("skipped");
    expect(shown.services).toEqual([]);
  });

  it("name what they ask for and do not get", () => {
    const wish = {
      type: "LoadBalancer",
      ipFamilies: ["IPv4", "IPv6"],
      loadBalancerIP: "192.0.2.1",
      loadBalancerSourceRanges: ["10.0.0.0/8"],
      sessionAffinity: "ClientIP",
      externalTrafficPolicy: "Local",
      externalIPs: ["192.0.2.2"],
    };
    const { status } = translate([...base, service("s", wish), service("plain", { type: "ClusterIP", ipFamilies: ["IPv4"] })]);
    const reported = (name: string) => status("Service", name)?.diagnostics.map(({ code, pointer }) => `${code} ${pointer}`);
    expect(reported("s")?.sort()).toEqual(
      Object.keys(wish)
        .map((field) => `LB1006 /spec/${field}`)
        .sort(),
    );
    expect(status("Service", "s")?.state).toBe("ready");
    expect(reported("plain")).toEqual([]);
  });

  it("keep the clusterIP they have", () => {
    const { serviceOf } = translate([...external, service("new"), service("old", { clusterIP: "10.10.1.2" })]);
    expect(serviceOf("old")).toMatchObject({ clusterIP: "10.10.1.2", endpoint: { ip: "10.10.1.2" } });
    expect(serviceOf("new")?.endpoint.ip).toBe("10.10.1.3");
  });

  it("keep it whatever subnet an annotation names", () => {
    const given = service("s", { clusterIP: "10.10.1.2" });
    const annotated = { ...given, metadata: { ...given.metadata, annotations: { "mizar.com/vpc": "v", "mizar.com/subnet": "net2" } } };
    const { serviceOf } = translate([...external, annotated, service("t")]);
    expect(serviceOf("s")?.endpoint).toMatchObject({ net: "net1", ip: "10.10.1.2" });
    expect(serviceOf("t")?.endpoint.ip).toBe("10.10.1.3");
  });

  it("take a clusterIP from outside the VPC as the operator does, with a warning", () => {
    const { serviceOf, status } = translate([...base, service("s", { clusterIP: "10.96.0.10" })]);
    expect(serviceOf("s")).toMatchObject({ clusterIP: "10.96.0.10", endpoint: { ip: "10.96.0.10", net: "net1" } });
    expect(status("Service", "s")).toMatchObject({ state: "ready", diagnostics: [{ code: "LB1604" }] });
  });

  it("lie in the service ranges of their Network", () => {
    const ranged = [...base.slice(0, 3), network("vpc-1", "v", { service: { ipam: "External", cidrs: ["10.10.2.128/25"] } })];
    const { serviceOf, errors } = translate([...ranged, service("s"), service("bad", { clusterIP: "10.10.1.9" })]);
    expect(serviceOf("s")?.endpoint).toMatchObject({ net: "net2", ip: "10.10.2.128" });
    expect(errors("Service", "bad")).toEqual(["LBIpOutsideSubnet"]);
  });

  it("lie in the first subnet, with a warning, where no subnet is in those ranges", () => {
    const specs = [...base.slice(0, 3), network("vpc-1", "v", { service: { cidrs: ["10.96.0.0/12"] } }), service("s")];
    const { serviceOf, status } = translate(specs);
    expect(serviceOf("s")?.endpoint).toMatchObject({ net: "net1", ip: "10.10.1.2" });
    expect(status("Service", "s")?.diagnostics).toMatchObject([{ code: "LB1604", severity: "warning" }]);
  });

  it("have two-part endpoint names in a cluster without tenants", () => {
    const specs = [vpc("vpc0", "10.20.0.0", 16), subnet("net0", "vpc0", "10.20.0.0", 16), service("s", {}, { tenant: "" })];
    expect(translate(specs).serviceOf("s")?.endpoint.name).toBe("s-default");
  });

  it("of two tenants may have one name", () => {
    const { shown } = translate([
      ...base,
      network("vpc-1", "v", {}, "customerB"),
      service("s"),
      service("s", {}, { net: "vpc-1", tenant: "customerB" }),
    ]);
    expect(shown.services.map(({ endpoint: { name, ip } }) => `${name} ${ip}`)).toEqual([
      "s-default-customerA 10.10.1.2",
      "s-default-customerB 10.10.1.3",
    ]);
  });
});
