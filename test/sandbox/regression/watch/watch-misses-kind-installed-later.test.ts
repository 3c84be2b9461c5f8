import { afterAll, beforeAll, expect, test } from "vitest";
import { KubernetesError } from "../../../../provider/kubernetes/errors";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { FakeCluster } from "../../../support/fake-cluster";
import { FakeProgram, ownComponent, shop, watchOver } from "../../../support/watched";

// A watch asked once, at its beginning, which kinds the cluster serves. Who installed a CustomResourceDefinition later had to restart it, and
// until then what the objects of this kind say was neither followed nor reported.

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());

async function watched(refused: { isRefused: boolean } = { isRefused: false }) {
  const [cluster, component] = [new FakeCluster(), ownComponent()];
  for (const object of [shop.service("a"), shop.endpoints("a", [1]), shop.ingress("a", "a")]) cluster.put(object);
  const { client } = cluster;
  const { listed } = client;
  let isInstalled = false;
  client.serves = async ({ kind }) => kind !== "IngressRoute" || isInstalled;
  client.listed = async (type, options) => {
    if (type.kind === "IngressRoute" && refused.isRefused) throw new KubernetesError({ reason: "forbidden", status: 403, text: "no" });
    return listed(type, options);
  };
  const program = new FakeProgram(cluster, avi, [component]);
  await program.up();
  const watcher = await watchOver(program, cluster, { resyncMs: 50 });
  const install = () => {
    cluster.put(ROUTE);
    isInstalled = true;
  };
  return { cluster, watcher, install };
}

const ROUTE = {
  apiVersion: "contour.heptio.com/v1beta1",
  kind: "IngressRoute",
  metadata: { name: "b", namespace: "shop" },
  spec: { virtualhost: { fqdn: "b.example.com" }, routes: [{ match: "/", services: [{ name: "a", port: 80 }] }] },
};

test("objects of a kind that was installed while the watch runs are pending", async () => {
  const { watcher, install } = await watched();
  await new Promise((done) => setTimeout(done, 150));
  expect(watcher.pending()).toEqual([]);
  install();
  await expect.poll(() => JSON.stringify(watcher.pending())).toContain("b.example.com");
  expect(watcher.pending()[0]?.causes).toMatchObject([{ kind: "IngressRoute", name: "b" }]);
  await watcher.close();
});

test("a kind that may not be read holds up nothing of the others", async () => {
  const refused = { isRefused: true };
  const { cluster, watcher, install } = await watched(refused);
  install();
  await expect.poll(() => watcher.activeErrors().join()).toContain("no");
  await expect.poll(() => watcher.ready()).toBe(true);
  cluster.put(shop.ingress("c", "a"));
  await expect.poll(() => JSON.stringify(watcher.pending())).toContain("c.example.com");
  refused.isRefused = false;
  await expect.poll(() => JSON.stringify(watcher.pending())).toContain("b.example.com");
  await watcher.close();
});
