import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { FakeCluster } from "../../../support/fake-cluster";
import { FakeProgram, ownComponent, poolsOf, shop, watchOver } from "../../../support/watched";

// A write that had failed was reported in `watch status`, and as exit code of --once, for ever where the servers were right in the end without it;
// and a process that did not lead any more went on counting what it had not written.

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());

async function begin(leadership?: { leads: boolean; tell?: (leader: boolean) => void }) {
  const [cluster, component] = [new FakeCluster(), ownComponent()];
  for (const object of [shop.service("a"), shop.endpoints("a", [1]), shop.ingress("a", "a")]) cluster.put(object);
  const program = new FakeProgram(cluster, avi, [component]);
  await program.up();
  const onChange = (listener: (leader: boolean) => void) => {
    if (leadership) leadership.tell = listener;
    return () => undefined;
  };
  const more = leadership ? { leadership: { isLeader: () => leadership.leads, onChange } } : {};
  const watcher = await watchOver(program, cluster, { ...more, emptyAfterMs: 300 });
  await watcher.idle();
  const servers = () => Object.values(poolsOf(avi, component)).join();
  return { cluster, watcher, servers };
}

const refuse = (times: number) => avi.fault({ method: "GET", path: "api/pool", status: 403, times });

test("a trouble is over when the servers are as they are to be", async () => {
  const { cluster, watcher } = await begin();
  refuse(1);
  cluster.put(shop.endpoints("a", [2]));
  await expect.poll(() => watcher.activeErrors()).toHaveLength(1);
  cluster.put(shop.endpoints("a", [1]));
  await expect.poll(() => watcher.activeErrors()).toEqual([]);
  await watcher.close();
});

test("who does not lead any more waits for nothing, and counts anew how long a pool has been empty", async () => {
  const leadership: Parameters<typeof begin>[0] = { leads: true };
  const { cluster, watcher, servers } = await begin(leadership);
  const lead = (leader: boolean) => {
    Object.assign(leadership ?? {}, { leads: leader });
    leadership?.tell?.(leader);
  };
  refuse(1);
  cluster.put(shop.endpoints("a", [2]));
  await expect.poll(() => watcher.activeErrors()).toHaveLength(1);
  lead(false);
  expect([watcher.queue().waiting, watcher.activeErrors()]).toEqual([0, []]);
  lead(true);
  await expect.poll(servers).toBe("10.1.0.2");
  cluster.put(shop.endpoints("a", []));
  await expect.poll(() => watcher.queue().waiting).toBe(1);
  lead(false);
  cluster.put(shop.endpoints("a", [2]));
  await new Promise((done) => setTimeout(done, 400));
  cluster.put(shop.endpoints("a", []));
  await new Promise((done) => setTimeout(done, 20));
  lead(true);
  await new Promise((done) => setTimeout(done, 150));
  expect(servers()).toBe("10.1.0.2");
  await expect.poll(servers).toBe("");
  await watcher.close();
});
