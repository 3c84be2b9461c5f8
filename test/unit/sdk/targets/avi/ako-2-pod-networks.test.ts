import { describe, expect, it } from "vitest";
import { translate } from "./ako-world";

const node = (name: string, address: string, annotations: object = {}, spec: object = { podCIDR: "10.9.0.0/24" }) => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name, annotations },
  spec,
  status: {
    addresses: [
      { type: "InternalIP", address },
      { type: "InternalIP", address: "fd00::1" },
    ],
  },
});
const subnets = (value: unknown) => ({ "k8s.ovn.org/node-subnets": typeof value === "string" ? value : JSON.stringify(value) });
const translated = (cniPlugin: string, ...nodes: object[]) => {
  const { objects, said } = translate({ naming: "ako-2", cniPlugin }, ...nodes);
  const routes = JSON.stringify(objects.vrfcontext ?? []).matchAll(/"prefix":\{"ip_addr":\{"addr":"([^"]*)"[^}]*\},"mask":(\d+)/g);
  return { routes: [...routes].map(([, addr, mask]) => `${addr}/${mask}`), said };
};

describe("Pod networks of OVN-Kubernetes", () => {
  it("are those of the annotation: one, or one of each family", () => {
    const one = node("n1", "10.0.0.1", subnets({ default: "10.128.0.0/23", blue: "10.200.0.0/16" }));
    const both = node("n2", "10.0.0.2", subnets({ default: ["10.128.2.0/23", "fd01::/64"] }));
    expect(translated("ovn-kubernetes", one, both).routes).toEqual(["10.128.0.0/23", "10.128.2.0/23", "fd01::/64"]);
    expect(translated("", one).routes).toEqual(["10.9.0.0/24"]);
  });

  it.each([
    ["is missing", {}],
    ["is no JSON", subnets("10.128.0.0/23")],
    ["has no default", subnets({ blue: "10.128.0.0/23" })],
    ["holds no network", subnets({ default: ["10.128.0.0"] })],
  ])("give a node no route where the annotation %s, which LB1106 says", (_why, annotations) => {
    const { routes, said } = translated("ovn-kubernetes", node("n1", "10.0.0.1", annotations));
    expect(routes).toEqual([]);
    expect(said("LB1106").map(({ message }) => message)).toEqual([
      "node n1 has no network in the annotation k8s.ovn.org/node-subnets and gets no static route",
    ]);
  });

  it("are told once to be elsewhere for plugins that keep them in objects of their own", () => {
    const nodes = [node("n1", "10.0.0.1"), node("n2", "10.0.0.2", {}, { podCIDR: "10.9.1.0/24" })];
    for (const [plugin, kind] of [
      ["calico", "BlockAffinity"],
      ["openshift", "HostSubnet"],
      ["cilium", "CiliumNode"],
    ] as const) {
      const { routes, said } = translated(plugin, ...nodes);
      expect(routes).toEqual(["10.9.0.0/24", "10.9.1.0/24"]);
      expect(said("LB1302").map(({ message }) => message)).toEqual([expect.stringContaining(kind)]);
    }
    expect(translated("antrea", ...nodes).said("LB1302")).toEqual([]);
    const annotated = node("n1", "10.0.0.1", { "ako.vmware.com/pod-cidrs": "10.7.0.0/24" });
    expect(translated("calico", annotated)).toMatchObject({ routes: ["10.7.0.0/24"] });
    expect(translated("calico", annotated).said("LB1302")).toEqual([]);
  });
});
