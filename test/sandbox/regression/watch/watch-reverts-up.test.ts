import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { FakeCluster } from "../../../support/fake-cluster";
import { FakeProgram, ownComponent, poolsOf, shop, watchOver } from "../../../support/watched";

// An Ingress led to another Service, and a person's `up` had put its servers into the pool. Where a refresh followed within a moment, or the
// Ingress was changed between the beginning of the run and its look at the cluster, the watch wrote the servers of the old Service again.

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());

async function begin() {
  const [cluster, component] = [new FakeCluster(), ownComponent()];
  for (const [index, name] of ["a", "b"].entries()) {
    cluster.put(shop.service(name));
    cluster.put(shop.endpoints(name, [index + 1]));
  }
  for (const host of ["x", "y"]) cluster.put(shop.ingress(host, "a"));
  const program = new FakeProgram(cluster, avi, [component]);
  await program.up();
  const watcher = await watchOver(program, cluster);
  await watcher.idle();
  const servers = () => poolsOf(avi, component);
  /** Everything that is written until then. */
  const seen = async (ms: number) => {
    const all = new Set<string>();
    for (const end = Date.now() + ms; Date.now() < end; await new Promise((done) => setTimeout(done, 5))) all.add(String(servers()[X]));
    return [...all];
  };
  return { cluster, program, watcher, servers, seen };
}

const [X, Y] = ["x.example.com_-shop-x", "y.example.com_-shop-y"];
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

test("an up that was followed by a refresh counts, while another change waits", async () => {
  const { cluster, program, watcher, servers, seen } = await begin();
  cluster.put(shop.ingress("x", "b"));
  await expect.poll(() => watcher.pending()).toHaveLength(1);
  const runs = program.runs.bind(program);
  const before = await runs();
  program.runs = async () => before;
  await program.up();
  await pause(20);
  cluster.put(shop.ingress("y", "b"));
  const [up] = await runs();
  if (up) program.runs = async (most = 20) => [{ ...up, id: "refresh", kind: "refresh" }, up, ...before].slice(0, most);
  expect(await seen(300)).toEqual(["10.1.0.2"]);
  cluster.put(shop.endpoints("b", [3]));
  await expect.poll(servers).toEqual({ [X]: ["10.1.0.3"], [Y]: ["10.1.0.1"] });
  await expect.poll(() => watcher.pending().map(({ objects }) => Object.keys(objects).length)).toEqual([1]);
  await watcher.close();
});

test("what an up has read is its own although it changed after the run began", async () => {
  const { cluster, program, watcher, seen } = await begin();
  program.preview = () => new Promise(() => undefined);
  const began = Date.now();
  await pause(20);
  cluster.put(shop.ingress("x", "b"));
  await expect.poll(() => watcher.pending()).toHaveLength(1);
  const runs = program.runs.bind(program);
  program.runs = async () => (await runs()).map((run) => ({ ...run, started: began }));
  await program.up();
  expect(await seen(300)).toEqual(["10.1.0.2"]);
});
