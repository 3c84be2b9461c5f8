// An update repairs drift that no refresh has shown; what others added stays.
import { expect, test } from "vitest";
import type { Props } from "./lib/host";
import { full, MARK, small } from "./lib/octavia-samples";
import { atRest, idNamed, octaviaWorld } from "./lib/octavia-world";
import { created, expectQuiet } from "./lib/world";

const world = octaviaWorld();
const get = async (type: string) => (await world.api("GET", `/${type}`))[type] as Props[];

test("an update repairs what a refresh would have shown, without one", async () => {
  const resource = await created(world, "octavia:LoadBalancer", full());
  await world.api("PUT", await named("pools", "api")(), { pool: { lb_algorithm: "SOURCE_IP" } });
  await atRest(world, resource.state?.id ?? "");
  const inputs = { ...full(), loadBalancer: { ...(full().loadBalancer as object), description: "changed" } };
  await resource.up(inputs);
  await expectQuiet(resource, inputs);
});

test("listeners and pools that nobody declared are told and stay", async () => {
  const resource = await created(world, "octavia:LoadBalancer", small());
  const loadbalancer_id = resource.state?.id ?? "";
  await world.api("POST", "/listeners", { listener: { name: "extra", protocol: "HTTP", protocol_port: 81, loadbalancer_id } });
  await atRest(world, loadbalancer_id);
  const pool = { name: "extra", protocol: "HTTP", lb_algorithm: "ROUND_ROBIN", loadbalancer_id };
  await world.api("POST", "/pools", { pool });
  await atRest(world, loadbalancer_id);
  await world.api("POST", "/pools", { pool: { ...pool, name: "default/web:TCP:80" } });
  await atRest(world, loadbalancer_id);
  await resource.refresh();
  const others = resource.state?.outs.others as string[];
  expect(others.sort()).toEqual([
    "listener extra (TCP:81) without a mark",
    "pool default/web:TCP:80 without a mark",
    "pool extra without a mark",
  ]);
  await expectQuiet(resource, small());
  expect([(await get("listeners")).length, (await get("pools")).length]).toEqual([2, 3]);
});

test("tags of others stay, also when ours change", async () => {
  const resource = await created(world, "octavia:LoadBalancer", full());
  const id = resource.state?.id ?? "";
  await world.api("PUT", `/loadbalancers/${id}`, { loadbalancer: { tags: ["team-a", "prod", "theirs", MARK] } });
  await atRest(world, id);
  await resource.refresh();
  await expectQuiet(resource, full());
  await resource.up({ ...full(), loadBalancer: { ...(full().loadBalancer as object), tags: ["prod", "new"] } });
  expect((await atRest(world, id))?.tags).toEqual(expect.arrayContaining(["theirs", "new", "prod", MARK]));
  expect((await atRest(world, id))?.tags).not.toContain("team-a");
});

function named(type: string, name: string): () => Promise<string> {
  return async () => `/${type}/${await idNamed(world, type, name)}`;
}
