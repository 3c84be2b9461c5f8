import { expect, test } from "vitest";
import { eventually } from "../../../support/eventually";
import { AVI_PROGRAM, endpoints, ingress, service, watchedAvi } from "../../../support/watch-lab";

// Promises of `k8s-lb watch` over a stack whose resources the plugin runs: steps build on each other.

const watched = watchedAvi(AVI_PROGRAM, { K8S_LB_NATIVE: "1" });

const resources = async (): Promise<{ type: string; custom: boolean }[]> =>
  JSON.parse(await watched.world.lab.pulumi(["stack", "export"])).deployment.resources;

test("servers are written without a run, structure waits for review, and an `up` makes both lanes agree", async () => {
  expect((await resources()).filter(({ type }) => type === "k8s-lb:avi:Pool")).toHaveLength(1);
  const watch = await watched.world.watch("--settle", "1h");
  await watched.world.put(endpoints(["10.1.0.2", "10.1.0.3"]));
  await eventually(() => expect(watched.servers()).toEqual(["10.1.0.2", "10.1.0.3"]), 60_000);
  expect(await watch.status()).toMatchObject({ pending: [], troubles: [] });
  await watched.world.put(service("other"), endpoints(["10.1.1.1"], "other"), ingress("other.example.com", "other", "other"));
  await watch.says(/pending since .*create avi:Pool c1--other.example.com.*Ingress shop\/other/);
  const { pending } = await watch.status();
  expect(pending).toMatchObject([{ objects: { "avi:Pool c1--other.example.com_-shop-other": "create" } }]);
  expect(watched.pools()).not.toContain("other.example.com_-shop-other");
  await watched.world.up();
  expect(watched.pools()).toContain("other.example.com_-shop-other");
  await watch.says("nothing is pending");
  await watch.stop();
}, 600_000);

test("--apply all runs the program for structure, and drift has the type of the plugin", async () => {
  const watch = await watched.world.watch("--apply", "all", "--resync", "8s", "--settle", "1h");
  await watched.world.put(ingress("third.example.com", "third"));
  await eventually(() => expect(watched.pools()).toContain("third.example.com_-shop-third"), 150_000);
  await watch.says("nothing is pending");
  watched.avi.store.patch("pool", "c1--shop.example.com_-shop-web", { enabled: false });
  await watch.says(/drift: c1--/);
  await eventually(() => expect(watched.avi.store.list("pool").every(({ enabled }) => enabled !== false)).toBe(true), 150_000);
  await watch.says(/drift: c1--[\s\S]*pulumi up done[\s\S]*no drift/);
  await watch.stop();
}, 600_000);
