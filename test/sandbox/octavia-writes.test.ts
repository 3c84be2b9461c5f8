// Ways to write a load balancer: at once, object by object, and in batches.
import { describe, expect, test } from "vitest";
import { Resource } from "./lib/engine";
import { full, small } from "./lib/octavia-samples";
import { octaviaWorld, writesSeen } from "./lib/octavia-world";
import { created, expectQuiet } from "./lib/world";

const world = octaviaWorld();

describe.each([
  ["small", small],
  ["full", full],
])("a %s load balancer", (_name, sample) => {
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
  const resource = await created(world, "octavia:LoadBalancer", base);
  await expectQuiet(resource, base);
});
