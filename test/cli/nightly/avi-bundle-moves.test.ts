import { afterAll, beforeAll, expect, test } from "vitest";
import { calls, environment, world, writes } from "../../sandbox/lib/avi-world";
import { Resource } from "../../sandbox/lib/engine";
import { type Host, type Props, startHost } from "../../sandbox/lib/host";
import { type ApiProxy, startProxy } from "../../sandbox/lib/proxy";
import { OWNER, poolInputs, prepareSamples, SAMPLES } from "../../sandbox/lib/samples";
import { identified } from "../../support/identified";
import { byTier } from "../../support/tier";

// Pools pass between resources of their own and the resource that uses them. Each run has a process of its own, as the engine starts one.

const started = world();
let proxy: ApiProxy;
beforeAll(async () => {
  await prepareSamples();
  proxy = await startProxy(started.avi.url);
});
afterAll(() => proxy?.close());

const apart = SAMPLES.find(({ kind }) => kind === "avi:SharedVS");
const urn = (kind: string, name: string) =>
  `urn:pulumi:dev::shop::k8s-lb:avi:KubernetesCluster$pulumi-nodejs:dynamic/k8s-lb-${kind}::${name}`;
const POOLS = ["c1--a", "c1--b"];
const pool = (name: string): Props => ({ ...(poolInputs(name) as unknown as Props), ...identified(urn("avi:Pool", name)) });
const shard = (bundled: boolean, more: Props = {}): Props => ({
  ...(apart?.inputs() ?? {}),
  ...(bundled ? { pools: POOLS.map((name) => poolInputs(name).pool as unknown as Props) } : {}),
  ...more,
  ...identified(urn("avi:SharedVS", "shard")),
});
const inventory = (): Props => ({
  owner: OWNER,
  names: [...POOLS.map((name) => `pool/${name}`), "virtualservice/c1--Shared-L7-0"],
  preflight: false,
  ...identified(urn("avi:Inventory", "inventory")),
});

type Stack = Record<"inventory" | "c1--a" | "c1--b" | "shard", Resource["state"]>;

/** One `up`: what is registered is made or changed in order, and then what is registered no more is deleted. */
async function up(stack: Partial<Stack>, bundled: boolean, more: Props = {}): Promise<void> {
  const host = await startHost({ env: { ...environment(started.avi), AVI_CONTROLLER: proxy.url } });
  try {
    await run(host, stack, bundled, more);
  } finally {
    host.stop();
  }
}

async function run(host: Host, stack: Partial<Stack>, bundled: boolean, more: Props): Promise<void> {
  const registered: [keyof Stack, string, Props][] = [
    ["inventory", "avi:Inventory", inventory()],
    ...(bundled ? [] : POOLS.map((name): [keyof Stack, string, Props] => [name as keyof Stack, "avi:Pool", pool(name)])),
    ["shard", "avi:SharedVS", shard(bundled, more)],
  ];
  const on = async (name: keyof Stack, kind: string, work: (resource: Resource) => Promise<unknown>) => {
    const resource = new Resource(host, kind);
    resource.state = stack[name];
    await work(resource).finally(() => {
      stack[name] = resource.state;
    });
  };
  for (const [name, kind, inputs] of registered) await on(name, kind, (resource) => resource.up(inputs));
  const kept = new Set(registered.map(([name]) => name));
  for (const name of [...POOLS].reverse() as (keyof Stack)[])
    if (!kept.has(name)) await on(name, "avi:Pool", (resource) => resource.destroy());
}

const stands = () => POOLS.map((name) => started.avi.store.get("pool", name)?.uuid);

test.each([
  ["into the resource that uses them", false, true],
  ["out of the resource that uses them", true, false],
])("pools pass %s without a write, and go with it at the end", async (_what, before, after) => {
  const stack: Partial<Stack> = {};
  await up(stack, before);
  const uuids = stands();
  expect(uuids.every(Boolean)).toBe(true);
  started.avi.resetCalls();
  await up(stack, after);
  expect(writes(started.avi)).toEqual([]);
  expect(stands()).toEqual(uuids);
  const host = await startHost({ env: { ...environment(started.avi), AVI_CONTROLLER: proxy.url } });
  const resource = new Resource(host, "avi:SharedVS");
  resource.state = stack.shard;
  expect(await resource.preview(shard(after))).toEqual({ changes: false, replaces: [] });
  host.stop();
  await destroyed(stack);
  expect(stands()).toEqual([undefined, undefined]);
});

/** A destroy: nothing is registered, and the last that was made goes first. */
async function destroyed(stack: Partial<Stack>): Promise<void> {
  const host = await startHost({ env: { ...environment(started.avi), AVI_CONTROLLER: proxy.url } });
  const shared = new Resource(host, "avi:SharedVS");
  shared.state = stack.shard;
  await shared.destroy();
  for (const name of [...POOLS].reverse() as (keyof Stack)[]) {
    const own = new Resource(host, "avi:Pool");
    own.state = stack[name];
    await own.destroy();
  }
  host.stop();
}

test("a pool that leaves a bundle is deleted when nothing refers to it any more", async () => {
  const stack: Partial<Stack> = {};
  await up(stack, true);
  const poolGroup = apart?.inputs().poolGroup as Props & { members: Props[] };
  started.avi.resetCalls();
  const [first] = POOLS.map((name) => poolInputs(name).pool as unknown as Props);
  await up(stack, true, { pools: [first as Props], poolGroup: { ...poolGroup, members: poolGroup.members.slice(0, 1) } });
  expect(writes(started.avi)).toEqual(["PUT poolgroup", "DELETE pool"]);
  expect(stack.shard?.outs.uuids).not.toHaveProperty("pool/c1--b");
});

test("a run that is cut off while pools pass is finished by the next", async () => {
  for (const [before, after] of [
    [false, true],
    [true, false],
  ] as const) {
    started.avi.reset();
    const stack: Partial<Stack> = {};
    await up(stack, before);
    // something to write, so that there are calls that fail
    const more = { poolGroup: { ...(apart?.inputs().poolGroup as Props), min_servers: 3 } };
    started.avi.resetCalls();
    await up(structuredClone(stack), after, more);
    const count = calls(started.avi).length;
    // every call in the tier `release`, every seventh in the others
    for (let at = 0; at < count; at += byTier({ pr: 7, nightly: 7, release: 1 })) {
      started.avi.reset();
      const own: Partial<Stack> = {};
      await up(own, before);
      proxy.cut({ when: at % 2 ? "after" : "before", skip: at });
      const failed = await up(own, after, more).then(
        () => false,
        () => true,
      );
      proxy.cut(undefined);
      await up(own, after, more);
      expect({ at, failed, pools: stands().filter(Boolean).length }).toEqual({ at, failed: expect.any(Boolean), pools: 2 });
      started.avi.resetCalls();
      await up(own, after, more);
      expect(writes(started.avi)).toEqual([]);
    }
  }
}, 300_000);

test("an update of one pool looks at that pool alone", async () => {
  const stack: Partial<Stack> = {};
  await up(stack, true);
  started.avi.resetCalls();
  const [first, second] = POOLS.map((name) => poolInputs(name).pool as unknown as Props);
  await up(stack, true, { pools: [{ ...first, lb_algorithm: "LB_ALGORITHM_LEAST_CONNECTIONS" }, second as Props] });
  expect(calls(started.avi).filter((call) => call.endsWith(" pool"))).toEqual(["GET pool", "PUT pool"]);
  expect(stack.shard?.outs.uuids).toMatchObject({ "pool/c1--a": stands()[0], "pool/c1--b": stands()[1] });
  started.avi.resetCalls();
  await up(stack, true, { pools: [{ ...first, lb_algorithm: "LB_ALGORITHM_LEAST_CONNECTIONS" }, second as Props], keepServers: ["c1--b"] });
  expect(writes(started.avi)).toEqual([]);
});
