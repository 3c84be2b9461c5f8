import { describe, expect, test } from "vitest";
import { Resource } from "./lib/engine";
import { full, small } from "./lib/octavia-samples";
import { created, expectQuiet, NONE, octaviaWorld, writesSeen } from "./lib/octavia-world";

const world = octaviaWorld();

describe.each([
  ["small", small],
  ["full", full],
])("a %s load balancer", (_name, sample) => {
  test("is made by one write and has an empty preview afterwards", async () => {
    const resource = new Resource(world.host, "octavia:LoadBalancer");
    await resource.up(sample());
    expect(writesSeen(world)).toEqual(["POST /loadbalancers"]);
    // Nothing is listed afterwards where the answers tell everything: the version and the name before, the statuses after.
    const looks = world.proxy.calls.filter(({ method, path }) => method === "GET" && !/loadbalancers\/[^/]+$/.test(path));
    if (sample === small) expect(looks.length).toBeLessThanOrEqual(3);
    expect(resource.state?.outs).toMatchObject({ provisioningStatus: "ACTIVE", vipAddress: expect.stringMatching(/\d/) });
    world.proxy.calls.splice(0);
    expect(await resource.preview(sample())).toEqual(NONE);
    expect(world.proxy.calls).toEqual([]);
  });

  test("reads back exactly the inputs that were declared", async () => {
    const resource = await created(world, sample());
    await expectQuiet(resource, sample());
    expect(await resource.up(sample())).toBe("same");
    expect(writesSeen(world)).toEqual([]);
  });

  test("sends nothing in an update that the server holds already", async () => {
    const { state } = await created(world, sample());
    await world.host.update(state?.id ?? "", state?.outs ?? {}, state?.inputs ?? {});
    expect(writesSeen(world)).toEqual([]);
  });

  test("is deleted by one write and leaves nothing", async () => {
    const resource = await created(world, sample());
    await resource.destroy();
    expect(writesSeen(world)).toEqual(["DELETE /loadbalancers/*?cascade=true"]);
    for (const type of ["loadbalancers", "listeners", "pools", "healthmonitors", "l7policies"]) {
      expect((await world.api("GET", `/${type}`))[type]).toEqual([]);
    }
  });

  test("is made, changed and deleted object by object where the provider wants it so", async () => {
    const inputs = { ...sample(), serial: true, cascadeDelete: false };
    const resource = new Resource(world.host, "octavia:LoadBalancer");
    await resource.up(inputs);
    const [first, second, third] = writesSeen(world);
    expect([first, second, third]).toEqual(["POST /loadbalancers", "POST /listeners", "POST /pools"]);
    await expectQuiet(resource, inputs);
    world.proxy.calls.splice(0);
    await resource.destroy();
    expect(writesSeen(world).every((call) => call.startsWith("DELETE ") && !call.includes("cascade"))).toBe(true);
    expect((await world.api("GET", "/loadbalancers")).loadbalancers).toEqual([]);
    expect((await world.api("GET", "/pools")).pools).toEqual([]);
  });

  test("is imported from its id alone, and the program that describes it previews nothing", async () => {
    const first = await created(world, sample());
    const imported = new Resource(world.host, "octavia:LoadBalancer");
    await imported.import(first.state?.id ?? "");
    expect(await imported.preview(sample())).toEqual(NONE);
    expect(await imported.up(sample())).toBe("same");
    expect(writesSeen(world)).toEqual([]);
    const moved = { ...sample(), owner: "pulumi-k8s-lb:moved/test/c1" };
    expect(await imported.up(moved)).toBe("updated");
    expect(writesSeen(world)).toEqual(["PUT /loadbalancers/*"]);
    await expectQuiet(imported, moved);
    await imported.destroy();
  });
});

test("a load balancer that is gone is not there any more for a refresh, and deleting it is no error", async () => {
  const resource = await created(world, small());
  const last = structuredClone(resource.state);
  await world.api("DELETE", `/loadbalancers/${last?.id}?cascade=true`);
  await new Promise((done) => setTimeout(done, 100));
  expect(await resource.refresh()).toBe(false);
  resource.state = last;
  await resource.destroy();
});

test("more members than one body holds follow in a batch", async () => {
  const name = "a long name ".repeat(20);
  const members = Array.from({ length: 700 }, (_, i) => ({ name, address: `10.${i >> 8}.${i & 255}.1`, protocol_port: 80 }));
  const inputs = small();
  const body = inputs.loadBalancer as { listeners: { default_pool: { members: object[] } }[] };
  (body.listeners[0] as { default_pool: { members: object[] } }).default_pool.members = members;
  const resource = new Resource(world.host, "octavia:LoadBalancer");
  await resource.up(inputs);
  expect(writesSeen(world)).toEqual([
    "POST /loadbalancers",
    "PUT /pools/*/members?additive_only=true",
    "PUT /pools/*/members?additive_only=true",
  ]);
  await expectQuiet(resource, inputs);
});

test("a pool that speaks TLS to its members is made with everything else", async () => {
  const base = small();
  const body = base.loadBalancer as { listeners: { default_pool: object }[] };
  for (const listener of body.listeners) Object.assign(listener, { protocol: "HTTP" });
  for (const { default_pool: pool } of body.listeners) Object.assign(pool, { protocol: "HTTP", tls_enabled: true });
  const resource = await created(world, base);
  await expectQuiet(resource, base);
});
