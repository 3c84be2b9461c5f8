import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { FakeCluster } from "../../support/fake-cluster";
import { draws } from "../../support/tier";
import { FakeProgram, ownComponent, poolsOf, shop, watchOver } from "../../support/watched";

// Whatever happens in a cluster, and to the connection with it: what flows through a watch ends with what one `pulumi up` at the end gives.

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());

const SERVICES = ["a", "b", "c"] as const;

/** Events of streams: broken, broken and forgotten (410), late, one kind later than the others, in the wrong order, silent, repeated. */
const HOW = ["reset", "forget", "hold", "hold Services", "release", "backwards", "bookmark", "only bookmarks", "twice"] as const;

type WatchStep =
  | { do: "endpoints"; of: string; hosts: number[] }
  | { do: "ingress"; host: string; to: string }
  | { do: "connection"; how: (typeof HOW)[number] }
  | { do: "up"; meanwhile: { of: string; hosts: number[] }[] }
  | { do: "pause" };

const name = fc.constantFrom(...SERVICES);
const hosts = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 });
const moved = fc.record({ of: name, hosts });
const deed = fc.oneof(
  { weight: 6, arbitrary: moved.map((one): WatchStep => ({ do: "endpoints", ...one })) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("ingress" as const), host: fc.constantFrom("x", "y"), to: name }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("connection" as const),
      how: fc.constantFrom(...HOW),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("up" as const), meanwhile: fc.array(moved, { maxLength: 2 }) }) },
  { weight: 2, arbitrary: fc.constant<WatchStep>({ do: "pause" }) },
);

function change(cluster: FakeCluster, { of, hosts: list }: { of: string; hosts: readonly number[] }): void {
  cluster.put(shop.endpoints(of, list));
}

async function act(deed: WatchStep, cluster: FakeCluster, program: FakeProgram): Promise<void> {
  if (deed.do === "endpoints") change(cluster, deed);
  else if (deed.do === "ingress") cluster.put(shop.ingress(deed.host, deed.to));
  else if (deed.do === "pause") await new Promise((done) => setTimeout(done, 15));
  else if (deed.do === "up") {
    // what moves after a person's run has read the cluster is overtaken by what that run writes
    await program.up({}, async (step) => {
      if (step > 0) return;
      for (const one of deed.meanwhile) change(cluster, one);
      await new Promise((done) => setTimeout(done, 15));
    });
  } else if (deed.how === "reset" || deed.how === "forget") cluster.reset(deed.how === "forget");
  else if (deed.how === "hold") cluster.hold();
  else if (deed.how === "hold Services") cluster.hold("Service");
  else if (deed.how === "bookmark") cluster.bookmark();
  else if (deed.how === "only bookmarks") cluster.forgetHeld();
  else if (deed.how === "twice") cluster.twice = !cluster.twice;
  else cluster.release(deed.how === "backwards");
}

/** A cluster of three Services, its stack and its watch, through all deeds; then what one run on an empty controller gives. */
async function through(deeds: readonly WatchStep[], hosts: readonly (readonly [string, string])[], person: boolean): Promise<void> {
  const [cluster, watched, once] = [new FakeCluster(), ownComponent(), ownComponent()];
  for (const one of SERVICES) {
    cluster.put(shop.service(one));
    cluster.put(shop.endpoints(one, [1]));
  }
  for (const [host, to] of hosts) cluster.put(shop.ingress(host, to));
  const program = new FakeProgram(cluster, avi, [watched]);
  await program.up();
  const watcher = await watchOver(program, cluster);
  try {
    for (const one of deeds) await act(one, cluster, program);
    cluster.release();
    if (person) await program.up();
    await new FakeProgram(cluster, avi, [once]).up();
    await vi.waitFor(() => expect(poolsOf(avi, watched)).toEqual(poolsOf(avi, once)), { timeout: 4_000, interval: 10 });
    if (person) expect(watcher.activeErrors()).toEqual([]);
  } finally {
    await watcher.close();
  }
}

/** Events that the watch never delivers; the list that follows contains their changes. */
const NEVER_TOLD: WatchStep[] = [
  { do: "connection", how: "hold" },
  { do: "endpoints", of: "a", hosts: [] },
  { do: "connection", how: "only bookmarks" },
];

const deeds = fc.array(deed, { minLength: 1, maxLength: 25 });

test("any sequence of events ends with what one run at the end gives", async () => {
  const hosts = [
    ["x", "a"],
    ["z", "a"],
  ] as const;
  await fc.assert(
    fc.asyncProperty(deeds, (all) => through(all, hosts, true)),
    { numRuns: draws(12) },
  );
}, 180_000);

test("while nothing but servers moves, nobody has to run anything", async () => {
  const hosts = SERVICES.map((one) => [one, one] as const);
  const members = deeds.map((all) => all.filter((one) => one.do !== "ingress"));
  await fc.assert(
    fc.asyncProperty(members, (all) => through(all, hosts, false)),
    { numRuns: draws(12), examples: [[NEVER_TOLD]] },
  );
}, 180_000);
