import { afterEach, beforeEach, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { FakeCluster } from "../../../support/fake-cluster";
import { FakeProgram, ownComponent, poolsOf, shop, watchOver } from "../../../support/watched";
import { freshApi } from "../../../unit/provider/avi/controller";

// A watch began with a write of every pool, which reads each by itself, and was ready at once: the first change waited behind all of them, 40 s
// with a thousand pools at the pace of a real controller.

const HOSTS = 60;
let avi: AviSandbox;
beforeEach(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterEach(() => avi?.close());

async function stack() {
  const [cluster, component] = [new FakeCluster(), ownComponent()];
  const names = Array.from({ length: HOSTS }, (_, i) => `web${i}`);
  for (const name of names) for (const one of [shop.service(name), shop.endpoints(name, [1]), shop.ingress(name, name)]) cluster.put(one);
  const program = new FakeProgram(cluster, avi, [component]);
  await program.up();
  avi.resetCalls();
  return { cluster, component, program };
}
const ofPools = (method: string) => avi.calls().filter((call) => call.method === method && call.path.includes("/api/pool"));

test("all pools are read with a list before the watch is ready, and nothing waits then", async () => {
  const { cluster, program } = await stack();
  const watcher = await watchOver(program, cluster);
  expect(watcher.ready()).toBe(false);
  await expect.poll(() => watcher.ready(), { timeout: 10_000 }).toBe(true);
  expect(ofPools("GET")).toHaveLength(1);
  expect(watcher.queue().waiting).toBe(0);
  cluster.put(shop.endpoints("web7", [2]));
  await expect.poll(() => ofPools("PUT").length).toBe(1);
  expect(ofPools("GET")).toHaveLength(2);
  await watcher.close();
});

test("a pool that another watch has left with old servers is written", async () => {
  const { cluster, component, program } = await stack();
  const api = freshApi(avi);
  const scope = { tenant: "admin", cloud: "Default-Cloud" };
  const [name = ""] = avi.store.list("pool").flatMap(({ name }) => (String(name).includes("web5.") ? [String(name)] : []));
  const pool = await api.find("pool", name, scope);
  if (!pool) throw new Error("no pool of web5");
  await api.replace("pool", pool.uuid, { ...pool, servers: [{ ip: { addr: "10.1.0.9", type: "V4" }, port: 8080 }] }, scope);
  expect(Object.values(poolsOf(avi, component)).flat()).toContain("10.1.0.9");
  avi.resetCalls();
  const watcher = await watchOver(program, cluster);
  await watcher.idle();
  expect(new Set(Object.values(poolsOf(avi, component)).flat())).toEqual(new Set(["10.1.0.1"]));
  expect(ofPools("PUT")).toHaveLength(1);
  await watcher.close();
});

test("a change while the pools are read waits for none of them", async () => {
  const { cluster, component, program } = await stack();
  avi.fault({ method: "GET", path: "api/pool?page_size", delayMs: 3000 });
  const watcher = await watchOver(program, cluster);
  cluster.put(shop.endpoints("web7", [2]));
  await expect.poll(() => Object.values(poolsOf(avi, component)).flat()).toContain("10.1.0.2");
  expect(watcher.ready()).toBe(false);
  await watcher.close();
});
