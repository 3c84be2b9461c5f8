import { beforeAll, describe, expect, test } from "vitest";
import { KINDS, providerText } from "../../provider";
import { UNKNOWN } from "../../provider/lifecycle/json";
import { Resource } from "./lib/engine";
import { withValue } from "./lib/fields";
import type { Props } from "./lib/host";
import { prepareSamples, SAMPLES } from "./lib/samples";
import { calls, world } from "./lib/world";

const started = world();
beforeAll(prepareSamples);

test("the code of every kind stands in the state with exactly these bytes", () => {
  expect([...KINDS.keys()].map(providerText)).toEqual([
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:Pool")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:SharedVS")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:SniVS")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:PassthroughVS")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:L4VS")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:StaticRoutes")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:Inventory")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("octavia:LoadBalancer")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("octavia:Inventory")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("mizar:Vpc")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("mizar:Subnet")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("mizar:ArktosNetwork")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("mizar:PlacedPod")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("mizar:PlacedService")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("mizar:Addresses")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("mizar:Inventory")',
    'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("kubernetes:ObjectStatus")',
  ]);
});

/** Every place of a bag, bodies and lists included. */
function places(path: string, value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => places(`${path}.${key}`, member))];
}

describe.each(SAMPLES)("$kind", (sample) => {
  const created = async () => {
    await sample.prepare?.(started);
    const resource = new Resource(started.host, sample.kind);
    await resource.up(sample.inputs());
    return resource;
  };

  test("a value that preview cannot know is a change wherever it stands, and never an error or a call", async () => {
    const resource = await created();
    started.avi.resetCalls();
    for (const path of Object.entries(sample.inputs()).flatMap(([key, value]) => places(key, value))) {
      const { changes } = await resource.preview(withValue(sample.inputs(), path, UNKNOWN));
      expect(changes, path).toBe(true);
    }
    expect(calls(started.avi)).toEqual([]);
  });

  test("the order of lists with names or addresses means nothing", async () => {
    const resource = await created();
    const reversed = JSON.parse(JSON.stringify(sample.inputs()), (key, value) =>
      Array.isArray(value) && ["servers", "members", "services", "health_monitor_refs", "dns_info", "poolGroups", "policies"].includes(key)
        ? value.reverse()
        : value,
    ) as Props;
    expect(await resource.preview(reversed)).toEqual({ changes: false, replaces: [] });
  });

  test("another name, tenant or cloud replaces, deleting first", async () => {
    const resource = await created();
    const slot = sample.kind === "avi:Pool" ? "pool" : "virtualService";
    for (const [field, value] of [
      ["name", "c1--renamed"],
      ["tenant_ref", "/api/tenant?name=other"],
      ["cloud_ref", "/api/cloud?name=vcenter-cloud"],
    ] as const) {
      expect(await resource.preview(withValue(sample.inputs(), `${slot}.${field}`, value)), field).toEqual({
        changes: true,
        replaces: [slot],
      });
    }
  });

  test("missing and misspelt inputs are named without showing a value", async () => {
    const { host } = started;
    const { failures } = await host.check({}, { __provider: providerText(sample.kind), poool: { key: "TOP-SECRET" } });
    expect(failures.every(({ property, reason }) => property === "" && reason.startsWith("LB2016") && !reason.includes("SECRET"))).toBe(
      true,
    );
    expect(failures.some(({ reason }) => reason.includes("poool"))).toBe(true);
    expect(failures.length).toBeGreaterThan(2);
  });
});
