// Resources of Avi with pools of their own: what stands in the state, order, ids, and what is refused by name.
import { beforeAll, describe, expect, test } from "vitest";
import { KINDS, providerText } from "../../provider";
import { OBJECT_KINDS } from "../../resources/avi";
import { world } from "./lib/avi-world";
import { Resource } from "./lib/engine";
import type { Props } from "./lib/host";
import { prepareSamples, SAMPLES } from "./lib/samples";

const started = world();
beforeAll(prepareSamples);

test("the code of every kind stands in the state with exactly these bytes", () => {
  expect([...KINDS.keys()].map(providerText)).toEqual([
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:Pool")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:Certificate")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:SharedVS")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:SniVS")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:DedicatedVS")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:PassthroughVS")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:L4VS")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:GatewayVS")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:StaticRoutes")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:Inventory")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:Summary")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("octavia:LoadBalancer")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("octavia:Inventory")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("octavia:Summary")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("mizar:Vpc")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("mizar:Subnet")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("mizar:ArktosNetwork")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("mizar:PlacedPod")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("mizar:PlacedService")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("mizar:Addresses")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("mizar:Inventory")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("mizar:Summary")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("kubernetes:ObjectStatus")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("kubernetes:ObjectStatuses")',
  ]);
});

describe.each(SAMPLES)("$kind", (sample) => {
  const created = async () => {
    await sample.prepare?.(started);
    const resource = new Resource(started.host, sample.kind);
    await resource.up(sample.inputs());
    return resource;
  };

  test("the order of lists with names or addresses means nothing", async () => {
    const resource = await created();
    const reversed = JSON.parse(JSON.stringify(sample.inputs()), (key, value) =>
      Array.isArray(value) && ["servers", "members", "services", "health_monitor_refs", "dns_info", "poolGroups", "policies"].includes(key)
        ? value.reverse()
        : value,
    ) as Props;
    expect(await resource.preview(reversed)).toEqual({ changes: false, replaces: [] });
  });

  test("an object that vanished is made again", async () => {
    const resource = await created();
    const { name: primary = "", type = "pool" } = OBJECT_KINDS.find((kind) => kind.type === sample.kind)?.primary ?? {};
    const { name } = sample.inputs()[primary] as { name: string };
    started.avi.store.remove(type, name);
    expect(await resource.refresh()).toBe(true);
    expect(await resource.preview(sample.inputs())).toEqual({ changes: true, replaces: [] });
    expect(await resource.up(sample.inputs())).toBe("updated");
    expect(started.avi.store.get(type, name)).toBeDefined();
    expect(await resource.preview(sample.inputs())).toEqual({ changes: false, replaces: [] });
  });

  test("an id without a tenant is no id", async () => {
    await expect(new Resource(started.host, sample.kind).import("no-tenant")).rejects.toThrow("LB2021");
  });

  test("missing and misspelt inputs are named without showing a value", async () => {
    const { host } = started;
    const { failures } = await host.check({}, { __provider: providerText(sample.kind), poool: { key: "TOP-SECRET" } });
    expect(failures.every(({ property, reason }) => property === "" && reason.startsWith("LB2016") && !reason.includes("SECRET"))).toBe(
      true,
    );
    expect(failures.some(({ reason }) => reason.includes("poool"))).toBe(true);
    // the owner is missing, too, but the plugin fills it in
    expect(failures.length).toBeGreaterThan(1);
  });
});
