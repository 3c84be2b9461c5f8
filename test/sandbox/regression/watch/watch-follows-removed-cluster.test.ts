import { afterAll, beforeAll, expect, test } from "vitest";
import { KubernetesError } from "../../../../provider/kubernetes/errors";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { FollowedCluster } from "../../../../sdk/kubernetes/follow";
import { followList } from "../../../../sdk/kubernetes/stream";
import type { ReportedEvent } from "../../../../sdk/watch/terms/reported-event";
import { FakeCluster } from "../../../support/fake-cluster";
import { FakeProgram, followOne, ownComponent, poolsOf, shop, watchOver } from "../../../support/watched";

// A cluster that was followed by half, because another could not be, kept the process of a watch that had reported its error. The trouble of a
// cluster that the program no longer reads stayed in `watch status`. A server that forgot at once what it had listed was asked without a pause.

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());

const silent = { listed: () => undefined, event: () => undefined, state: () => undefined, outage: () => undefined };

test("nothing is followed of a cluster that cannot be followed as a whole", async () => {
  const { client, patience } = new FakeCluster();
  const signals: AbortSignal[] = [];
  const failing: typeof client = {
    ...client,
    serves: async ({ kind }) => {
      if (kind !== "IngressClass") return true;
      throw new KubernetesError({ reason: "unavailable", status: 503, text: "away" });
    },
    watch: (type, options) => {
      signals.push(options.signal);
      return client.watch(type, options);
    },
  };
  await expect(FollowedCluster.begin({}, "routing", () => silent, { client: failing, patience })).rejects.toThrow("away");
  await new Promise((done) => setTimeout(done, 20));
  expect(signals).toEqual([]);
});

test("the trouble of a cluster ends with the program that read it", async () => {
  const [old, fresh, one, other] = [new FakeCluster(), new FakeCluster(), ownComponent(), ownComponent()];
  for (const cluster of [old, fresh]) for (const object of [shop.service("a"), shop.endpoints("a", [1])]) cluster.put(object);
  const program = new FakeProgram(old, avi, [one]);
  await program.up();
  const reported: ReportedEvent[] = [];
  const follow: ReturnType<typeof followOne> = (components, ...more) =>
    followOne(components[0]?.name === "other" ? fresh : old)(components, ...more);
  const watcher = await watchOver(program, old, { follow, emit: (what) => void reported.push(what) });
  old.client.watch = () => Promise.reject(new KubernetesError({ reason: "unavailable", status: 0, text: "socket hang up" }));
  old.reset();
  await expect.poll(() => watcher.activeErrors().join()).toContain("socket hang up");
  program.components = [{ ...other, name: "other" }];
  await program.up();
  await expect.poll(() => watcher.activeErrors()).toEqual([]);
  expect(reported).toContainEqual({ what: "outage", cluster: "fake", kind: undefined, gone: true });
  await watcher.close();
});

test("a pool is not emptied where the stream of its servers is interrupted from the beginning", async () => {
  const [cluster, component] = [new FakeCluster(), ownComponent()];
  for (const object of [shop.service("a"), shop.endpoints("a", [1]), shop.ingress("a", "a")]) cluster.put(object);
  const program = new FakeProgram(cluster, avi, [component]);
  await program.up();
  cluster.put(shop.endpoints("a", []));
  const { client } = cluster;
  const { watch, listed } = client;
  let tries = 0;
  client.watch = (type, options) => {
    if (type.kind !== "Endpoints") return watch(type, options);
    tries++;
    return Promise.reject(new KubernetesError({ reason: "unavailable", status: 0, text: "socket hang up" }));
  };
  client.listed = async (type, options) => {
    if (type.kind === "Ingress") await expect.poll(() => tries).toBeGreaterThan(0);
    return listed(type, options);
  };
  // after its first failure the stream of Endpoints is tried again only when all else has long been read
  const patience = { random: Math.random, sleep: () => new Promise<void>((done) => setTimeout(done, 60_000).unref()) };
  const watcher = await watchOver(program, { client, patience });
  await new Promise((done) => setTimeout(done, 200));
  expect(Object.values(poolsOf(avi, component)).join()).toBe("10.1.0.1");
  await watcher.close();
});

test("a server that forgets at once what it has listed is asked later and later", async () => {
  const expired = new KubernetesError({ reason: "expired", status: 410, text: "too old resource version" });
  const client = { listed: async () => ({ objects: [], resourceVersion: "7" }), watch: () => Promise.reject(expired) };
  const end = new AbortController();
  const pauses: number[] = [];
  const patience = {
    random: () => 1,
    sleep: async (ms: number) => {
      if (ms !== 1000 || pauses.at(-1) === 500) pauses.push(ms);
      if (pauses.length === 4) end.abort();
    },
  };
  const states: string[] = [];
  const listener = { list: () => undefined, event: () => undefined, state: (state: string) => void states.push(state) };
  const type = { group: "", version: "v1", plural: "nodes", kind: "Node", namespaced: false, tenanted: false };
  await followList(client, type, {}, listener, { signal: end.signal, patience });
  expect(pauses[0]).toBe(500);
  expect(states.filter((state) => state === "expired").length).toBeLessThan(6);
});
