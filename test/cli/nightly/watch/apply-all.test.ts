import { expect, test } from "vitest";
import { eventually } from "../../../support/eventually";
import { endpoints, ingress, watchedAvi } from "../../../support/watch-lab";

// Promises of `--apply all` and `--resync`, with the real engine: steps build on each other.

const watched = watchedAvi();

/** Somebody switches a pool off by hand. */
const switchOff = () => watched.avi.store.patch("pool", "c1--shop.example.com_-shop-web", { enabled: false });
const isOn = () => watched.avi.store.list("pool").every(({ enabled }) => enabled !== false);

test("--apply all applies what the guards let pass, and repairs drift", async () => {
  const watch = await watched.world.watch("--apply", "all", "--resync", "8s", "--settle", "1h");
  await watched.world.put(ingress("other.example.com", "other"));
  await eventually(() => expect(watched.pools()).toContain("other.example.com_-shop-other"), 150_000);
  await watch.says("nothing is pending");
  switchOff();
  await watch.says(/drift: c1--/);
  await eventually(() => expect(isOn()).toBe(true), 150_000);
  await watch.says(/drift: c1--[\s\S]*pulumi up done[\s\S]*no drift/);
  expect(watch.said.match(/drift: c1--/g)).toHaveLength(1);
  await watch.stop();
}, 600_000);

test("--resync reports drift otherwise, but not the servers that it wrote itself", async () => {
  const watch = await watched.world.watch("--resync", "3s", "--settle", "1h");
  await watched.world.put(endpoints(["10.1.0.4"]));
  await eventually(() => expect(watched.servers()).toEqual(["10.1.0.4"]), 60_000);
  await watch.says("no drift");
  expect(watch.said).not.toContain("drift: c1");
  switchOff();
  await watch.says(/drift: c1--/);
  expect(await watch.status()).toMatchObject({ drift: [{ type: "pulumi-nodejs:dynamic/k8s-lb-avi:Pool" }] });
  expect(isOn()).toBe(false);
  await watch.stop();
}, 600_000);
