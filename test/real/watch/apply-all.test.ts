import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, type KubernetesSandbox, startAviSandbox, startKubernetesSandbox } from "../../../sandbox";
import { AVI_PROGRAM, addressesIn, aviEnv, endpoints, eventually, ingress, service, WatchLab } from "../../support/watch-lab";

// What `--apply all` and `--resync` promise, with the real engine: steps build on each other.

let world: WatchLab;
let avi: AviSandbox;
let cluster: KubernetesSandbox;

const pools = () => avi.store.list("pool").map(({ name }) => String(name).slice("c1--".length));
const servers = () => addressesIn(avi.store.list("pool").map((pool) => pool.servers ?? []));

/** Somebody switches a pool off by hand. */
const switchOff = () => avi.store.patch("pool", "c1--shop.example.com_-shop-web", { enabled: false });
const isOn = () => avi.store.list("pool").every(({ enabled }) => enabled !== false);

beforeAll(async () => {
  [avi, cluster] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startKubernetesSandbox({})]);
  world = new WatchLab(cluster.kubeconfig, aviEnv(avi));
  await world.begin(AVI_PROGRAM, [service(), endpoints(["10.1.0.1"]), ingress("shop.example.com")]);
});

afterAll(async () => {
  world?.dispose();
  await Promise.all([avi?.close(), cluster?.close()]);
});

test("--apply all applies what the guards let pass, and repairs drift", async () => {
  const watch = await world.watch("--apply", "all", "--resync", "8s", "--settle", "1h");
  await world.put(ingress("other.example.com", "other"));
  await eventually(() => expect(pools()).toContain("other.example.com_-shop-other"), 60_000);
  await watch.says("nothing is pending");
  switchOff();
  await watch.says(/drift: c1--/);
  await eventually(() => expect(isOn()).toBe(true), 60_000);
  await watch.says(/drift: c1--[\s\S]*pulumi up done[\s\S]*no drift/);
  expect(watch.said.match(/drift: c1--/g)).toHaveLength(1);
  await watch.stop();
}, 180_000);

test("--resync reports drift otherwise, but not the servers that it wrote itself", async () => {
  const watch = await world.watch("--resync", "3s", "--settle", "1h");
  await world.put(endpoints(["10.1.0.4"]));
  await eventually(() => expect(servers()).toEqual(["10.1.0.4"]), 5_000);
  await watch.says("no drift");
  expect(watch.said).not.toContain("drift: c1");
  switchOff();
  await watch.says(/drift: c1--/);
  expect(await watch.status()).toMatchObject({ drift: [{ type: "pulumi-nodejs:dynamic/k8s-lb-avi:Pool" }] });
  expect(isOn()).toBe(false);
  await watch.stop();
}, 180_000);
