// Children that others add to a load balancer of ours, and what an imported state does not know.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../provider/lifecycle/bodies/json";
import { type Beside, sampleOf } from "../lib/octavia-by-hand";
import { type OpenStackUnderTest, octaviaCloud } from "../lib/octavia-cloud";

let cloud: OpenStackUnderTest;
let beside: Beside;
beforeAll(async () => {
  cloud = await octaviaCloud();
  beside = await cloud.beside();
}, 60_000);
afterEach(() => cloud.clear());
afterAll(() => cloud?.stop());

test.each(["listener plain", "pool web", "l7policy to-url"])(
  "%s: a mark that was taken off by hand is told once and restored",
  async (title) => {
    const inputs = sampleOf(beside, true);
    const resource = await cloud.resource(inputs);
    await cloud.refreshed(resource);
    const before = await cloud.snapshot();
    await cloud.byHand(title, () => ({ tags: ["mine"] }));
    const reported = await cloud.refreshed(resource);
    expect(reported.map((drift) => [drift.class, drift.what])).toEqual([
      ["guarded", expect.stringMatching(/^owner mark of \w+ \S+ taken off by hand$/)],
    ]);
    expect((await resource.preview(inputs)).changes).toBe(true);
    await resource.up(inputs);
    expect(await cloud.snapshot()).toBe(before);
    expect(await cloud.refreshed(resource)).toEqual([]);
    expect((await resource.preview(inputs)).changes).toBe(false);
  },
);

test("a state that was edited knows nothing of what nobody declared: the first refresh reports nothing of it, the next one does", async () => {
  const inputs = sampleOf(beside, false);
  const resource = await cloud.resource(inputs);
  for (const key of ["__others", "__unseen", "__marked"]) delete resource.state?.outs[key];
  await cloud.byHand("listener plain", () => ({ description: "old", timeout_client_data: 9 }));
  expect(await cloud.refreshed(resource)).toEqual([]);
  expect((await resource.preview(inputs)).changes).toBe(false);
  await cloud.byHand("listener plain", () => ({ description: "new", timeout_client_data: 10 }));
  expect((await cloud.refreshed(resource)).map(({ class: of, field }) => `${of} ${field}`).sort()).toEqual([
    "guarded timeout_client_data",
    "other description",
  ]);
});

test("children that others add are told once and left alone; what is added inside ours goes", async () => {
  const inputs = sampleOf(beside, true);
  const resource = await cloud.resource(inputs);
  await cloud.refreshed(resource);
  const { octavia } = cloud.openstack;
  const [pool] = await octavia.list("/v2/lbaas/pools", "pools", { name: "web" });
  const added = async (path: string, body: JsonObject) => {
    await octavia.post(`/v2/lbaas${path}`, body);
    await cloud.rest();
  };
  const listener = { name: "theirs", protocol: "TCP", protocol_port: 9000, loadbalancer_id: String(resource.state?.id) };
  await added("/listeners", { listener });
  await added(`/pools/${pool?.id}/members`, { member: { address: "10.9.9.9", protocol_port: 1 } });
  const reported = await cloud.refreshed(resource);
  expect(reported.map(({ class: of, what }) => `${of}: ${what}`).sort()).toEqual([
    "declared: server 10.9.9.9 added by hand",
    "other: listener theirs (TCP:9000) without a mark was added by others and is left alone",
  ]);
  await resource.up(inputs);
  expect(await cloud.refreshed(resource)).toEqual([]);
  expect((await octavia.list("/v2/lbaas/listeners", "listeners")).map(({ name }) => name)).toContain("theirs");
  expect((await octavia.list(`/v2/lbaas/pools/${pool?.id}/members`, "members")).length).toBe(2);
});
