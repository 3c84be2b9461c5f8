import { expect, test } from "vitest";
import { eventually } from "../../../support/eventually";
import { ENDS_MS, endpoints, ingress, watchedAvi } from "../../../support/watch-lab";

// One story on the real engine and the real command: Pods move and the pool follows; a new host waits for a person.

const watched = watchedAvi();

test("servers follow the Pods at once, and a new host waits for a person", async () => {
  expect(watched.servers()).toEqual(["10.1.0.1"]);
  const watch = await watched.world.watch("--settle", "2s");
  await watched.world.put(endpoints(["10.1.0.1", "10.1.0.2"]));
  await eventually(() => expect(watched.servers()).toEqual(["10.1.0.1", "10.1.0.2"]), 60_000);
  // the state follows by itself, and without a write
  await watch.says("pulumi up done");
  await watched.world.put(ingress("other.example.com"));
  await watch.says(/pending since .*create avi:Pool c1--other.example.com.*Ingress shop\/web/);
  expect(watched.avi.store.list("pool").map(({ name }) => name)).toEqual(["c1--shop.example.com_-shop-web"]);
  const waits = { objects: { "avi:Pool c1--other.example.com_-shop-web": "create" }, causes: [{ kind: "Ingress", name: "web" }] };
  expect(await watch.status()).toMatchObject({ ready: true, pending: [waits] });
  // members go on
  await watched.world.put(endpoints(["10.1.0.3"]));
  await eventually(() => expect(watched.servers()).toEqual(["10.1.0.3"]), 60_000);
  await watched.world.up();
  await watch.says("nothing is pending");
  expect(await watch.stop()).toBeLessThan(ENDS_MS);
}, 600_000);
