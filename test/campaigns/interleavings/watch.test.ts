import { afterAll, beforeAll, expect } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { FakeCluster } from "../../support/fake-cluster";
import { FakeProgram, ownComponent, poolsOf, shop, watchOver } from "../../support/watched";
import { type Case, type CaseDraw, campaign } from "../lib/campaign";

// A person's `pulumi up` in the middle of a watch: it writes servers that it read before they moved. Whenever they move, before, between or
// after its writes, no stale member is left 5 s after its end.

const SERVICES = ["a", "b", "c", "d", "e"];
const LIMIT_MS = 5_000;

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());

async function interleaved(draw: CaseDraw): Promise<number> {
  const [cluster, component] = [new FakeCluster(), ownComponent()];
  for (const one of SERVICES) {
    cluster.put(shop.service(one));
    cluster.put(shop.endpoints(one, [1]));
    cluster.put(shop.ingress(one, one));
  }
  const program = new FakeProgram(cluster, avi, [component]);
  await program.up();
  // it looks into the history as often as in production
  const watcher = await watchOver(program, cluster, { debounceMs: 300, historyMs: undefined });
  try {
    const last = new Map(SERVICES.map((one) => [one, 1]));
    let moves = 0;
    const move = (what: string) => {
      const of = SERVICES[draw(`${what} which`, SERVICES.length)] ?? "a";
      const host = 2 + (++moves % 200);
      last.set(of, host);
      cluster.put(shop.endpoints(of, [host]));
    };
    // what has moved before is an update of this run, and so may be overtaken
    for (let i = 0; i <= draw("before", 5); i++) move(`before ${i}`);
    if (draw("new host", 3) === 0) cluster.put(shop.ingress("new", "a"));
    await new Promise((done) => setTimeout(done, draw("head start", 400)));
    const strikes = new Set([draw("first", 8), draw("second", 8), draw("third", 8)]);
    await program.up({}, async (step) => {
      if (!strikes.has(step)) return;
      move(`step ${step}`);
      await new Promise((done) => setTimeout(done, draw(`wait ${step}`, 30)));
    });
    const ended = performance.now();
    // pools are named after the object that names the Service; the new host has that of `a`
    const serviceOf = (pool: string) => pool.slice(-1).replace("w", "a");
    const stale = () =>
      Object.entries(poolsOf(avi, component)).filter(([pool, servers]) => servers.join() !== `10.1.0.${last.get(serviceOf(pool))}`);
    while (stale().length > 0 && performance.now() - ended < LIMIT_MS) await new Promise((done) => setTimeout(done, 20));
    expect(stale()).toEqual([]);
    return performance.now() - ended;
  } finally {
    await watcher.close();
  }
}

const cases = Array.from(
  { length: 100 },
  (_, round): Case => ({
    name: `interleaving ${round + 1}`,
    async run(draw) {
      const took = await interleaved(draw);
      return { verdict: took < 100 ? "never stale" : "right in time", words: `${Math.round(took)} ms after the end of the up` };
    },
  }),
);
campaign("a person's up beside a watch", cases, { sample: 3, limitMs: 30_000 });
