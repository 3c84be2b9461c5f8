import { expect, test } from "vitest";
import { differing } from "./lib/fields";
import type { Props } from "./lib/host";
import { full, MARK, small } from "./lib/octavia-samples";
import { atRest, created, expectQuiet, idNamed, octaviaWorld, writesSeen } from "./lib/octavia-world";

const world = octaviaWorld();
const get = async (type: string) => (await world.api("GET", `/${type}`))[type] as Props[];

/** What somebody may do by hand: the call, and the number of writes that undo it. */
const DRIFTS: [what: string, method: string, path: () => Promise<string>, body: object | undefined, repairs: number][] = [
  ["the name", "PUT", lb, { loadbalancer: { name: "other" } }, 1],
  ["the description", "PUT", lb, { loadbalancer: { description: "by hand" } }, 1],
  ["our tags", "PUT", lb, { loadbalancer: { tags: ["theirs", MARK] } }, 1],
  ["the state of the load balancer", "PUT", lb, { loadbalancer: { admin_state_up: false } }, 1],
  ["a timeout", "PUT", named("listeners", "web"), { listener: { timeout_client_data: 9 } }, 1],
  ["the networks", "PUT", named("listeners", "web"), { listener: { allowed_cidrs: ["10.0.0.0/8", "0.0.0.0/0"] } }, 1],
  ["networks where there were none", "PUT", named("listeners", "dns"), { listener: { allowed_cidrs: ["10.0.0.0/8"] } }, 1],
  ["the default pool", "PUT", named("listeners", "dns"), { listener: { default_pool_id: null } }, 1],
  ["the algorithm", "PUT", named("pools", "api"), { pool: { lb_algorithm: "SOURCE_IP" } }, 1],
  ["the persistence", "PUT", named("pools", "web"), { pool: { session_persistence: null } }, 1],
  ["persistence where there was none", "PUT", named("pools", "api"), { pool: { session_persistence: { type: "SOURCE_IP" } } }, 1],
  ["the members", "PUT", members("web"), { members: [{ address: "10.9.9.9", protocol_port: 1 }] }, 1],
  ["no members", "PUT", members("api"), { members: [] }, 1],
  ["the monitor", "PUT", named("healthmonitors", "web"), { healthmonitor: { delay: 30, expected_codes: "404" } }, 1],
  ["no monitor", "DELETE", named("healthmonitors", "web"), undefined, 1],
  ["the order of policies", "PUT", named("l7policies", "old"), { l7policy: { position: 1 } }, 1],
  ["another action", "PUT", named("l7policies", "old"), { l7policy: { action: "REJECT" } }, 1],
  ["no policy", "DELETE", named("l7policies", "old"), undefined, 2],
  ["no listener", "DELETE", named("listeners", "dns"), undefined, 1],
  ["no pool", "DELETE", named("pools", "web"), undefined, 3],
];

test.each(DRIFTS)("by hand: %s; a refresh shows it and the next up repairs it", async (what, method, path, body, repairs) => {
  const resource = await created(world, full());
  const id = resource.state?.id ?? "";
  await world.api(method, await path(), body);
  await atRest(world, id);
  const before = resource.state?.inputs ?? {};
  await resource.refresh();
  expect(differing(before, resource.state?.inputs ?? {}).length, what).toBeGreaterThan(0);
  expect(await resource.preview(full()), what).toEqual({ changes: true, replaces: [] });
  world.proxy.calls.splice(0);
  await resource.up(full());
  expect(writesSeen(world), what).toHaveLength(repairs);
  await expectQuiet(resource, full(), what);
});

test("an update repairs what a refresh would have shown, without one", async () => {
  const resource = await created(world, full());
  await world.api("PUT", await named("pools", "api")(), { pool: { lb_algorithm: "SOURCE_IP" } });
  await atRest(world, resource.state?.id ?? "");
  const inputs = { ...full(), loadBalancer: { ...(full().loadBalancer as object), description: "changed" } };
  await resource.up(inputs);
  await expectQuiet(resource, inputs);
});

test("listeners and pools that nobody declared are told and stay", async () => {
  const resource = await created(world, small());
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
  const resource = await created(world, full());
  const id = resource.state?.id ?? "";
  await world.api("PUT", `/loadbalancers/${id}`, { loadbalancer: { tags: ["team-a", "prod", "theirs", MARK] } });
  await atRest(world, id);
  await resource.refresh();
  await expectQuiet(resource, full());
  await resource.up({ ...full(), loadBalancer: { ...(full().loadBalancer as object), tags: ["prod", "new"] } });
  expect((await atRest(world, id))?.tags).toEqual(expect.arrayContaining(["theirs", "new", "prod", MARK]));
  expect((await atRest(world, id))?.tags).not.toContain("team-a");
});

async function lb(): Promise<string> {
  return `/loadbalancers/${await idNamed(world, "loadbalancers", "full")}`;
}

function named(type: string, name: string): () => Promise<string> {
  return async () => `/${type}/${await idNamed(world, type, name)}`;
}

function members(pool: string): () => Promise<string> {
  return async () => `/pools/${await idNamed(world, "pools", pool)}/members`;
}
