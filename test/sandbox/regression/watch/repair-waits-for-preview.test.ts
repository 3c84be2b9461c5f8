import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import type { ReportedEvent } from "../../../../sdk/watch/terms/reported-event";
import { eventually } from "../../../support/eventually";
import { FakeCluster } from "../../../support/fake-cluster";
import { FakeProgram, ownComponent, poolsOf, shop, watchOver } from "../../../support/watched";

// After each run of somebody's a preview looks at what is left, and of a large stack that takes minutes. A second run that ended meanwhile
// waited for it, and so did the servers which it had overtaken; and a state that could not be read after a run was never read again.

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());

/** One Service with a host, and a watch over both. */
async function begin() {
  const [cluster, component, reported] = [new FakeCluster(), ownComponent(), [] as ReportedEvent[]];
  for (const object of [shop.service("a"), shop.endpoints("a", [1]), shop.ingress("a", "a")]) cluster.put(object);
  const program = new FakeProgram(cluster, avi, [component]);
  await program.up();
  const watcher = await watchOver(program, cluster, { emit: (one) => void reported.push(one) });
  const servers = () => Object.values(poolsOf(avi, component)).join();
  /** A person's run that has read the servers before they move, and writes them after. */
  const overtake = async (host: number) => {
    cluster.put(shop.endpoints("a", [host]));
    await eventually(() => expect(servers()).toBe(`10.1.0.${host}`));
    await program.up({}, async (step) => {
      if (step === 0) cluster.put(shop.endpoints("a", [host + 1]));
      if (step === 0) await eventually(() => expect(servers()).toBe(`10.1.0.${host + 1}`));
    });
  };
  return { program, watcher, told: reported, servers, overtake };
}

test("a server that somebody's run has overtaken is right again although a preview goes on", async () => {
  const { program, watcher, servers, overtake } = await begin();
  let end = () => {};
  const hanging = new Promise<void>((done) => {
    end = done;
  });
  const preview = program.preview.bind(program);
  program.preview = () => hanging.then(preview);
  await overtake(2);
  await eventually(() => expect(servers()).toBe("10.1.0.3"));
  await overtake(4);
  await eventually(() => expect(servers()).toBe("10.1.0.5"));
  end();
  await watcher.close();
});

test("a state that cannot be read is read as soon as it can be, and told once", async () => {
  const { program, watcher, told, servers, overtake } = await begin();
  const resources = program.resources.bind(program);
  program.resources = () => Promise.reject(new Error("error: read state: connection refused"));
  await overtake(2);
  const failures = () => told.flatMap((one) => (one.what === "failure" && !one.known ? [one.message] : []));
  await eventually(() => expect(failures()).toHaveLength(1));
  await new Promise((done) => setTimeout(done, 200));
  expect(failures()).toEqual(["error: read state: connection refused"]);
  expect(watcher.activeErrors()).toEqual(failures());
  program.resources = resources;
  await eventually(() => expect(servers()).toBe("10.1.0.3"));
  await eventually(() => expect(watcher.activeErrors()).toEqual([]));
  await watcher.close();
});
