import { afterAll, beforeAll, expect, test } from "vitest";
import { KubernetesError } from "../../../../provider/kubernetes/errors";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import type { ReportedEvent } from "../../../../sdk/watch/terms/reported-event";
import { FakeCluster } from "../../../support/fake-cluster";
import { FakeProgram, ownComponent, poolsOf, shop, watchOver } from "../../../support/watched";

// An Ingress named a Secret that was not there yet, as it is until cert-manager has made it: while the watch looked for the Secret it took
// the cluster for empty, and reported on the Ingress that everything would be deleted. Where the Secret could not be read that went on for ever.

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());

async function begin() {
  const [cluster, component, reported] = [new FakeCluster(), ownComponent(), [] as ReportedEvent[]];
  for (const object of [shop.service("a"), shop.endpoints("a", [1]), shop.ingress("a", "a"), shop.ingress("b", "a")]) cluster.put(object);
  const program = new FakeProgram(cluster, avi, [component]);
  await program.up();
  const listed = cluster.client.listed;
  /** Lists of single Secrets come with this. */
  const late = { answer: () => Promise.resolve() };
  cluster.client.listed = async (type, options) => {
    if (options?.fieldSelector?.startsWith("metadata.name=")) await late.answer();
    return listed(type, options);
  };
  const watcher = await watchOver(program, cluster, { emit: (one) => void reported.push(one) });
  await watcher.idle();
  const ingress = shop.ingress("a", "a");
  const withSecret = { ...ingress, spec: { ...(ingress.spec as object), tls: [{ hosts: ["a.example.com"], secretName: "soon" }] } };
  const foretold = () =>
    reported.flatMap((one) => (one.what === "pending" ? one.pending : [])).flatMap(({ objects }) => Object.keys(objects));
  return { cluster, late, watcher, program, withSecret, foretold, servers: () => poolsOf(avi, component) };
}

test("what a missing Secret changes is judged when it is known to be missing", async () => {
  const { cluster, late, watcher, withSecret, foretold } = await begin();
  late.answer = () => new Promise((done) => setTimeout(done, 300));
  cluster.put(withSecret);
  await expect.poll(() => watcher.pending()).toHaveLength(1);
  await watcher.idle();
  expect(foretold().filter((name) => name.includes("b.example.com"))).toEqual([]);
  expect(cluster.told.map(({ message }) => message).join()).not.toContain("b.example.com");
  await watcher.close();
});

test("a Secret that cannot be read keeps no change of servers from the load balancer", async () => {
  const { cluster, late, watcher, program, withSecret, foretold, servers } = await begin();
  late.answer = () => Promise.reject(new KubernetesError({ reason: "forbidden", status: 403, text: "secrets is forbidden" }));
  const previews = program.previews;
  cluster.put(withSecret);
  await expect.poll(() => program.previews).toBeGreaterThan(previews);
  expect(foretold()).toEqual([]);
  await program.up();
  cluster.put(shop.endpoints("a", [2]));
  cluster.reset(true);
  await expect.poll(servers).toMatchObject({ "b.example.com_-shop-b": ["10.1.0.2"] });
  await watcher.close();
});
