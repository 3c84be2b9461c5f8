import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { FakeCluster } from "../../../support/fake-cluster";
import { FakeProgram, ownComponent, poolsOf, shop, watchOver } from "../../../support/watched";

// A component for one Service whose Service was deleted could not be translated any more (LB1110). Until it was started again the watch
// judged nothing, also after the component had gone from the program.

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());

const balanced = () => ({ ...shop.service("one"), spec: { type: "LoadBalancer", ports: [{ port: 80 }] } });

async function begin() {
  const [cluster, one, all] = [new FakeCluster(), { ...ownComponent(), kind: "Service", name: "one" }, ownComponent()];
  for (const object of [balanced(), shop.endpoints("one", [1]), shop.service("a"), shop.endpoints("a", [1])]) cluster.put(object);
  const program = new FakeProgram(cluster, avi, [one]);
  await program.up();
  const watcher = await watchOver(program, cluster);
  await watcher.idle();
  return { cluster, program, watcher, one, all };
}

test("a program without the component is followed, whenever its Service went", async () => {
  const { cluster, program, watcher, all } = await begin();
  program.components = [all];
  cluster.remove("Service", "one");
  cluster.put(shop.ingress("a", "a"));
  await new Promise((done) => setTimeout(done, 50));
  await program.up();
  await new Promise((done) => setTimeout(done, 100));
  cluster.put(shop.endpoints("a", [2]));
  await expect.poll(() => poolsOf(avi, all)).toEqual({ "a.example.com_-shop-a": ["10.1.0.2"] });
  await expect.poll(() => watcher.activeErrors()).toEqual([]);
  await watcher.close();
});

test("the refusal of the preview is told of the Service that went, and what moves meanwhile ends nothing", async () => {
  const { cluster, program, watcher, one } = await begin();
  const preview = program.preview.bind(program);
  program.preview = () => Promise.reject(new Error("LB1110: this component takes exactly one Service, the specs contain 0"));
  cluster.remove("Service", "one");
  await expect.poll(() => watcher.pending()).toMatchObject([{ causes: [{ name: "one" }], refused: expect.stringMatching(/^LB1110/) }]);
  cluster.put(shop.endpoints("one", [2]));
  cluster.reset(true);
  program.preview = preview;
  cluster.put(balanced());
  await expect.poll(() => poolsOf(avi, one)).toEqual({ "shop-one-80": ["10.1.0.2"] });
  await expect.poll(() => [watcher.pending(), watcher.activeErrors()]).toEqual([[], []]);
  await watcher.close();
});
