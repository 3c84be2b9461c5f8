import { describe, expect, it } from "vitest";
import { TemporaryFailure } from "../../../sandbox/mizar/engine/kopf";
import { subnetWorkflows, vpcWorkflows } from "../../../sandbox/mizar/workflows/networks";
import { contextOf, created, deleted, droplet, network, object, provisioned, written } from "./mizar-world";

const vpc = (spec: { [field: string]: unknown }, name = "blue") => object("Vpc", name, { status: "Init", ...spec });
const subnet = (spec: { [field: string]: unknown }) => object("Subnet", "net1", { status: "Init", vpc: "blue", ...spec });
const blue = () => [droplet, ...network("blue", "77", {})];

describe("a Vpc in Init", () => {
  it("gets a vni, whatever it brings, and its Dividers", () => {
    const { actions } = vpcWorkflows.init(vpc({ ip: "12.0.0.0", prefix: "8", dividers: 2, vni: "777" }), contextOf([droplet]), []);
    const dividers = created(actions, "Divider");
    expect(dividers.map(({ metadata }) => metadata.name)).toEqual([
      expect.stringMatching(/^blue-d-[0-9a-f-]{36}$/),
      expect.stringMatching(/^blue-d-[0-9a-f-]{36}$/),
    ]);
    expect(dividers[0]?.spec).toMatchObject({ vpc: "blue", status: "Init", createtime: expect.any(String) });
    const [patch] = written(actions, "Vpc", "blue") as [{ spec: { vni: string } }];
    expect(patch).toEqual({
      spec: { ip: "12.0.0.0", prefix: "8", dividers: 2, vni: expect.stringMatching(/^\d{1,8}$/), status: "Provisioned" },
    });
    expect(patch.spec.vni).not.toBe("777");
  });

  it.each([
    [{}, { ip: "10.20.0.0", prefix: "16", dividers: 1 }],
    [{ prefix: "" }, { ip: "10.20.0.0", prefix: "16", dividers: 1 }],
    [
      { ip: "12.0.0.0", prefix: 8, dividers: "3" },
      { ip: "12.0.0.0", prefix: 8, dividers: 3 },
    ],
  ])("has %j written back as %j", (spec, expected) => {
    const { actions } = vpcWorkflows.init(vpc(spec), contextOf([droplet]), []);
    expect(written(actions, "Vpc", "blue")).toEqual([{ spec: expect.objectContaining(expected) }]);
    expect(created(actions, "Divider")).toHaveLength(expected.dividers);
  });

  it.each([
    [{ ip: "12.0.0.1", prefix: "8" }, "12.0.0.1/8 has host bits set"],
    [{ ip: "12.0.0.0", prefix: "33" }, "'12.0.0.0/33' does not appear to be an IPv4 or IPv6 network"],
    [{ ip: "12.0.0.5", prefix: "32" }, "address out of range"],
    [{ dividers: "many" }, "invalid literal for int() with base 10: 'many'"],
  ])("with %j fails for good: %s", (spec, message) => {
    const attempt = () => vpcWorkflows.init(vpc(spec), contextOf([droplet]), []);
    expect(attempt).toThrow(new Error(message));
    expect(attempt).not.toThrow(TemporaryFailure);
  });

  it("waits for a droplet", () => {
    const attempt = () => vpcWorkflows.init(vpc({}), contextOf([]), []);
    expect(attempt).toThrow(new TemporaryFailure("Task: VpcCreate VPC: blue No droplets available."));
    expect(attempt).toThrow(TemporaryFailure);
  });

  it("keeps vni 1 when it is vpc0", () => {
    const { actions } = vpcWorkflows.init(vpc({}, "vpc0"), contextOf([droplet]), []);
    expect(written(actions, "Vpc", "vpc0")).toEqual([{ spec: expect.objectContaining({ vni: "1" }) }]);
  });

  it("says how long it took only where it knows since when", () => {
    const timed = vpc({ createtime: new Date(Date.now() - 2_000).toISOString().slice(0, -1) });
    const delayOf = (actions: Parameters<typeof written>[0]) =>
      (written(actions, "Vpc", "blue")[0] as { spec: { provisiondelay?: string } }).spec;
    expect(Number(delayOf(vpcWorkflows.init(timed, contextOf([droplet]), []).actions).provisiondelay)).toBeGreaterThan(1.9);
    const silent = contextOf([droplet], { provisionDelay: false });
    expect(delayOf(vpcWorkflows.init(timed, silent, []).actions)).not.toHaveProperty("provisiondelay");
    expect(delayOf(vpcWorkflows.init(vpc({}), contextOf([droplet]), []).actions)).not.toHaveProperty("provisiondelay");
  });
});

describe("a provisioned Vpc", () => {
  const rescaled = (from: unknown, to: unknown) =>
    vpcWorkflows.provisioned(provisioned("Vpc", "blue", { vni: "77" }), contextOf(blue()), [
      { field: "dividers", from: from as number, to: to as number },
    ]);

  it("gets the Dividers that are missing and loses those too many", () => {
    expect(created(rescaled(1, 3).actions, "Divider")).toHaveLength(2);
    expect(deleted(rescaled("2", 1).actions)).toEqual(["blue-d-1"]);
    expect(rescaled("2", 2).actions).toEqual([]);
  });

  it("goes when its subnets are gone, with its Dividers", () => {
    const [, parent] = blue();
    const full = contextOf([droplet, ...network("blue", "77", { net1: ["10.1.0.0", "16"] })]);
    expect(vpcWorkflows.deleted(parent as never, full)).toBeUndefined();
    expect(deleted(vpcWorkflows.deleted(parent as never, contextOf(blue()))?.actions ?? [])).toEqual(["blue-d-1"]);
  });

  it("that was never provisioned is let go with an error", () => {
    expect(() => vpcWorkflows.deleted(vpc({}), contextOf(blue()))).toThrow("NoneType");
  });

  it("leaves its Dividers behind when the real operator was started again", () => {
    const context = contextOf(blue(), { mode: "head" });
    const [, parent] = blue();
    expect(() => vpcWorkflows.deleted(parent as never, context)).toThrow("pop from an empty list");
    context.memory.owns("blue", ["a", "b"]);
    expect(deleted(vpcWorkflows.deleted(parent as never, context)?.actions ?? [])).toEqual(["a"]);
  });
});

describe("a Subnet in Init", () => {
  const failing =
    (objects: Parameters<typeof contextOf>[0], spec = {}) =>
    () =>
      subnetWorkflows.init(subnet(spec), contextOf(objects), []);

  it("waits for a droplet, then its VPC, then a Divider of it", () => {
    const [, parent] = blue();
    expect(failing([])).toThrow(new TemporaryFailure("Task: NetCreate Net: net1 No droplets available."));
    expect(failing([droplet])).toThrow(new TemporaryFailure("Task: NetCreate Net: net1 VPC blue not yet created"));
    expect(failing(blue(), { vpc: "" })).toThrow(new TemporaryFailure("Task: NetCreate Net: net1 VPC  not yet created"));
    expect(failing([droplet, parent as never])).toThrow(new TemporaryFailure("Task: NetCreate Net: net1 Dividers not available"));
  });

  it("takes the vni of its VPC, and nobody asks whether it lies in it", () => {
    const { actions } = subnetWorkflows.init(subnet({ ip: "99.0.0.0", prefix: "24", vni: "5", bouncers: "2" }), contextOf(blue()), []);
    expect(written(actions, "Subnet", "net1")).toEqual([
      { spec: { ip: "99.0.0.0", prefix: "24", vpc: "blue", vni: "77", bouncers: 2, status: "Provisioned" } },
    ]);
    expect(created(actions, "Bouncer").map(({ spec }) => spec)).toEqual([
      expect.objectContaining({ net: "net1", vpc: "blue", vni: "77", nip: "99.0.0.0", prefix: "24" }),
      expect.anything(),
    ]);
  });
});

describe("a provisioned Subnet", () => {
  const objects = () => [droplet, ...network("blue", "77", { net1: ["10.1.0.0", "16"], net2: ["10.2.0.0", "16"] })];
  const of = (name: string) => objects().find(({ metadata }) => metadata.name === name) as never;

  it("gets more bouncers, never fewer", () => {
    const change = (from: number, to: number) =>
      subnetWorkflows.provisioned(of("net1"), contextOf(objects()), [{ field: "bouncers", from, to }]);
    expect(created(change(1, 3).actions, "Bouncer")).toHaveLength(2);
    expect(created(change(3, 1).actions, "Bouncer")).toEqual([]);
    expect(deleted(change(3, 1).actions)).toEqual([]);
  });

  it("is where the host endpoint of each droplet goes, if it is the first of its VPC", () => {
    const { actions } = subnetWorkflows.provisioned(of("net2"), contextOf(objects()), []);
    expect(created(actions, "Endpoint")).toEqual([
      expect.objectContaining({
        metadata: { name: "worker-default--hostep-77" },
        spec: expect.objectContaining({ type: "host", net: "net1", vpc: "blue", ip: "172.18.0.3", prefix: "32", status: "Init" }),
      }),
    ]);
  });

  it("goes when its endpoints are gone, with bouncers and host endpoints", () => {
    const pod = provisioned("Endpoint", "p", { net: "net1", type: "simple", ip: "10.1.0.2" });
    const host = provisioned("Endpoint", "h", { net: "net1", type: "host" });
    expect(subnetWorkflows.deleted(of("net1"), contextOf([...objects(), pod, host]))).toBeUndefined();
    expect(deleted(subnetWorkflows.deleted(of("net1"), contextOf([...objects(), host]))?.actions ?? [])).toEqual(["h", "net1-b-1"]);
  });

  it("never goes where the real operator made it, and does after the operator was started again", () => {
    const context = contextOf(objects(), { mode: "head" });
    expect(subnetWorkflows.deleted(of("net1"), context)).toBeDefined();
    const fresh = contextOf(blue(), { mode: "head" });
    subnetWorkflows.init(subnet({}), fresh, []).remember?.();
    expect(subnetWorkflows.deleted(of("net1"), fresh)).toBeUndefined();
  });
});
