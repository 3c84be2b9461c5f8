import { expect, test } from "vitest";
import { eventually } from "../../../support/eventually";
import { AVI_PROGRAM, endpoints, ingress, watchedAvi } from "../../../support/watch-lab";

// With `--apply all` a change that fails an expectation of `requests` waits, with the real engine: steps build on each other.

const EXPECTATIONS = [{ request: "http://shop.example.com/", to: "shop/web:80" }];
const watched = watchedAvi(AVI_PROGRAM.replace("settings:", `requests: ${JSON.stringify(EXPECTATIONS)},\n  settings:`));

const SHOP = "shop.example.com_-shop-web";
const AGAIN = "shop.example.com_-shop-again";
const REASON = /LB1124: requests: 1 of 1 requests fail:.*FAILED {2}GET http:\/\/shop\.example\.com\//;
const refused = [{ causes: [{ kind: "Ingress", name: "web" }], refused: expect.stringMatching(REASON) }];

test("a change that fails an expectation is pending with the reason, servers go on, and it is applied once the expectation holds", async () => {
  const watch = await watched.world.watch("--apply", "all", "--settle", "1h");
  await watched.world.put(ingress("shpo.example.com"));
  await eventually(async () => expect(await watch.status()).toMatchObject({ pending: refused, held: [] }), 150_000);
  await watch.says(REASON);

  await watched.world.put(endpoints(["10.1.0.7"]));
  await eventually(() => expect(watched.servers()).toEqual(["10.1.0.7"]), 60_000);
  expect(watched.pools()).toEqual([SHOP]);

  await watched.world.put(ingress("shop.example.com", "again"));
  await eventually(() => expect(watched.pools().sort()).toEqual([AGAIN, "shpo.example.com_-shop-web"]), 150_000);
  await eventually(async () => expect(await watch.status()).toMatchObject({ pending: [], troubles: [] }), 60_000);
  await watch.stop();
}, 600_000);

test("a watch that begins while an expectation fails: structure waits, other servers go on", async () => {
  await watched.world.remove(ingress("shop.example.com", "again"));
  const watch = await watched.world.watch("--apply", "all", "--settle", "1h");
  await watched.world.put(endpoints(["10.1.0.9"]));
  await eventually(() => expect(watched.servers()).toContain("10.1.0.9"), 60_000);
  await eventually(
    async () => expect(await watch.status()).toMatchObject({ pending: [{ refused: expect.stringMatching(REASON) }] }),
    150_000,
  );
  expect(watched.pools()).toContain(AGAIN);
  await watch.stop();
}, 600_000);
