import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { KubernetesObject } from "../../provider/kubernetes/types";
import { type AviSandbox, startAviSandbox } from "../../sandbox";
import { Watcher } from "../../sdk/watch/watcher";
import { FakeCluster } from "../support/fake-cluster";
import { COMPONENT, FakeProgram, followFake } from "../support/watched";

// Whatever happens in a cluster, and to the connection with it: what flows through a watch ends with what one `pulumi up` at the end gives.

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());

const SERVICES = ["a", "b", "c"] as const;

const service = (name: string): KubernetesObject => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace: "shop" },
  spec: { ports: [{ port: 80 }] },
});
const endpoints = (name: string, hosts: readonly number[]): KubernetesObject => ({
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name, namespace: "shop" },
  subsets: hosts.length > 0 ? [{ addresses: hosts.map((host) => ({ ip: `10.1.0.${host}` })), ports: [{ port: 8080 }] }] : [],
});
const ingress = (host: string, to: string): KubernetesObject => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: host, namespace: "shop" },
  spec: {
    rules: [
      {
        host: `${host}.example.com`,
        http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: to, port: { number: 80 } } } }] },
      },
    ],
  },
});

type Deed =
  | { do: "endpoints"; of: string; hosts: number[] }
  | { do: "ingress"; host: string; to: string }
  | { do: "connection"; how: "reset" | "forget" | "hold" | "release" | "backwards" | "bookmark" | "twice" }
  | { do: "up"; meanwhile: { of: string; hosts: number[] }[] }
  | { do: "pause" };

const name = fc.constantFrom(...SERVICES);
const hosts = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 });
const moved = fc.record({ of: name, hosts });
const deed = fc.oneof(
  { weight: 6, arbitrary: moved.map((one): Deed => ({ do: "endpoints", ...one })) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("ingress" as const), host: fc.constantFrom("x", "y"), to: name }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("connection" as const),
      how: fc.constantFrom("reset", "forget", "hold", "release", "backwards", "bookmark", "twice"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("up" as const), meanwhile: fc.array(moved, { maxLength: 2 }) }) },
  { weight: 2, arbitrary: fc.constant<Deed>({ do: "pause" }) },
);

function change(cluster: FakeCluster, { of, hosts: list }: { of: string; hosts: readonly number[] }): void {
  cluster.put(endpoints(of, list));
}

async function act(deed: Deed, cluster: FakeCluster, program: FakeProgram): Promise<void> {
  if (deed.do === "endpoints") change(cluster, deed);
  else if (deed.do === "ingress") cluster.put(ingress(deed.host, deed.to));
  else if (deed.do === "pause") await new Promise((done) => setTimeout(done, 15));
  else if (deed.do === "up") {
    // what moves after a person's run has read the cluster is overtaken by what that run writes
    await program.up({}, async () => {
      for (const one of deed.meanwhile) change(cluster, one);
      await new Promise((done) => setTimeout(done, 15));
    });
  } else if (deed.how === "reset" || deed.how === "forget") cluster.reset(deed.how === "forget");
  else if (deed.how === "hold") cluster.hold();
  else if (deed.how === "bookmark") cluster.bookmark();
  else if (deed.how === "twice") cluster.twice = !cluster.twice;
  else cluster.release(deed.how === "backwards");
}

let runs = 0;

/** A component of its own, so that all runs may share one controller. */
function component() {
  const clusterName = `c${++runs}`;
  return {
    ...COMPONENT,
    options: { owner: `pulumi-k8s-lb:p/s/${clusterName}/main`, settings: { clusterName, disableStaticRouteSync: true } },
  };
}

/** Servers of each pool of a component, names without their cluster. */
function pools(owner: string): Record<string, string[]> {
  const [, , cluster = ""] = owner.split("/");
  const own = avi.store.list("pool").filter((pool) => String(pool.name).startsWith(`${cluster}--`));
  const servers = (list: unknown) => (JSON.stringify(list ?? []).match(/10\.1\.0\.\d+/g) ?? []).sort();
  return Object.fromEntries(own.map((pool) => [String(pool.name).slice(cluster.length), servers(pool.servers)]));
}

test("any sequence of events ends with what one run at the end gives", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 25 }), async (deeds) => {
      const [cluster, watched, once] = [new FakeCluster(), component(), component()];
      for (const one of SERVICES) {
        cluster.put(service(one));
        cluster.put(endpoints(one, [1]));
      }
      cluster.put(ingress("x", "a"));
      cluster.put(ingress("z", "a"));
      const program = new FakeProgram(cluster, avi, [watched]);
      await program.up();
      const watcher = new Watcher(program, {
        apply: "members",
        debounceMs: 3,
        resyncMs: 3_600_000,
        settleMs: 3_600_000,
        emptyAfterMs: 30,
        historyMs: 20,
        planFile: "",
        tell: () => undefined,
        follow: followFake(cluster),
      });
      await watcher.start();
      try {
        for (const one of deeds) await act(one, cluster, program);
        cluster.release();
        await program.up();
        const single = new FakeProgram(cluster, avi, [once]);
        await single.up();
        await vi.waitFor(() => expect(pools(watched.options.owner)).toEqual(pools(once.options.owner)), { timeout: 4_000, interval: 10 });
        expect(watcher.troubles()).toEqual([]);
      } finally {
        await watcher.close();
      }
    }),
    { numRuns: 12 },
  );
}, 60_000);

test("while nothing but servers moves, nobody has to run anything", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 25 }), async (deeds) => {
      const [cluster, watched, once] = [new FakeCluster(), component(), component()];
      for (const one of SERVICES) {
        cluster.put(service(one));
        cluster.put(endpoints(one, [1]));
        cluster.put(ingress(one, one));
      }
      const program = new FakeProgram(cluster, avi, [watched]);
      await program.up();
      const watcher = new Watcher(program, {
        apply: "members",
        debounceMs: 3,
        resyncMs: 3_600_000,
        settleMs: 3_600_000,
        emptyAfterMs: 30,
        historyMs: 20,
        planFile: "",
        tell: () => undefined,
        follow: followFake(cluster),
      });
      await watcher.start();
      try {
        for (const one of deeds) if (one.do !== "ingress") await act(one, cluster, program);
        cluster.release();
        await new FakeProgram(cluster, avi, [once]).up();
        await vi.waitFor(() => expect(pools(watched.options.owner)).toEqual(pools(once.options.owner)), { timeout: 4_000, interval: 10 });
      } finally {
        await watcher.close();
      }
    }),
    { numRuns: 12 },
  );
}, 60_000);
