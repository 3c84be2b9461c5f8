import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, type KubernetesSandbox, startAviSandbox, startKubernetesSandbox } from "../../../sandbox";
import { AVI_PROGRAM, addressesIn, aviEnv, endpoints, eventually, ingress, service, WatchLab } from "../../support/watch-lab";

// One story on the real engine and the real command: Pods move and the pool follows; a new host waits for a person.

let world: WatchLab;
let avi: AviSandbox;
let cluster: KubernetesSandbox;

const servers = () => addressesIn(avi.store.list("pool").map((pool) => pool.servers ?? []));

beforeAll(async () => {
  [avi, cluster] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startKubernetesSandbox({})]);
  world = new WatchLab(cluster.kubeconfig, aviEnv(avi));
  await world.begin(AVI_PROGRAM, [service(), endpoints(["10.1.0.1"]), ingress("shop.example.com")]);
});

afterAll(async () => {
  world?.dispose();
  await Promise.all([avi?.close(), cluster?.close()]);
});

test("servers follow the Pods at once, and a new host waits for a person", async () => {
  expect(servers()).toEqual(["10.1.0.1"]);
  const watch = await world.watch("--settle", "2s");
  await world.put(endpoints(["10.1.0.1", "10.1.0.2"]));
  await eventually(() => expect(servers()).toEqual(["10.1.0.1", "10.1.0.2"]), 5_000);
  // the state follows by itself, and without a write
  await watch.says("pulumi up done");
  await world.put(ingress("other.example.com"));
  await watch.says(/pending since .*create avi:Pool c1--other.example.com.*Ingress shop\/web/);
  expect(avi.store.list("pool").map(({ name }) => name)).toEqual(["c1--shop.example.com_-shop-web"]);
  const waits = { objects: { "avi:Pool c1--other.example.com_-shop-web": "create" }, causes: [{ kind: "Ingress", name: "web" }] };
  expect(await watch.status()).toMatchObject({ ready: true, pending: [waits] });
  // members go on
  await world.put(endpoints(["10.1.0.3"]));
  await eventually(() => expect(servers()).toEqual(["10.1.0.3"]), 5_000);
  await world.up();
  await watch.says("nothing is pending");
  expect(await watch.stop()).toBeLessThan(5_000);
}, 240_000);
