import { expect, test } from "vitest";
import { endpoints, ingress, watchedAvi } from "../../../support/watch-lab";

// Promises of `--apply none` and `--once`, with the real engine: steps build on each other.

const watched = watchedAvi();

const writes = () => watched.avi.calls().filter(({ method, path }) => method !== "GET" && path !== "/login");

/** Events on an object of the cluster. */
async function eventsOn(name: string): Promise<string[]> {
  const type = (await watched.world.client.find("v1", "Event"))!.type;
  const events = await watched.world.client.list(type, {});
  return events.filter((one) => (one.involvedObject as { name?: string }).name === name).map(({ message }) => String(message));
}

test("--apply none writes nothing, and tells what would be", async () => {
  watched.avi.resetCalls();
  const watch = await watched.world.watch("--apply", "none", "--settle", "500ms");
  await watched.world.put(endpoints(["10.1.0.1", "10.1.0.2"]));
  await watch.says(/c1--shop.example.com_-shop-web: would have 2 servers/);
  await watched.world.put(ingress("other.example.com", "other"));
  await watch.says(/pending since .*create avi:Pool c1--other.example.com_-shop-other.*Ingress shop\/other/);
  await watch.says("pulumi preview done");
  await watch.stop();
  expect(writes()).toEqual([]);
  expect(await eventsOn("other")).toEqual([expect.stringMatching(/^waits for `pulumi up`: create avi:Pool c1--other/)]);
}, 600_000);

test("--once writes servers, tells what is pending, and ends", async () => {
  const watch = watched.world.run("--once", "--log", "json");
  expect(await watch.ended).toBe(0);
  expect(watched.servers()).toEqual(["10.1.0.1", "10.1.0.2"]);
  expect(watched.pools()).toEqual(["shop.example.com_-shop-web"]);
  const lines = watch.said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(expect.objectContaining({ what: "begin", msg: "watching test" }));
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: expect.stringMatching(/^pending since .*create avi:Pool c1--other.example.com/) }),
  );
}, 600_000);

test("--once tells with 3 that a server could not be written", async () => {
  await watched.world.put(endpoints(["10.1.0.3"]));
  watched.avi.fault({ method: "PUT", path: "/api/pool", status: 403, times: 50 });
  const watch = watched.world.run("--once");
  expect(await watch.ended).toBe(3);
  expect(watch.said).toMatch(/LB\d{4}: Pool [\s\S]*next try/);
}, 600_000);
