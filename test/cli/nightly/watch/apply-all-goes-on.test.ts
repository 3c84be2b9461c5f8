import { expect, test } from "vitest";
import { eventually } from "../../../support/eventually";
import { endpoints, ingress, service, watchedAvi } from "../../../support/watch-lab";

// With `--apply all` a fault of one object takes nothing away and stops nothing else, with the real engine: steps build on each other.

const watched = watchedAvi();
const SHOP = "shop.example.com_-shop-web";

const toWeb = { service: { name: "web", port: { number: 80 } } };
/** A backend that is no Service: the path is ignored. */
const toBucket = { resource: { kind: "Bucket", name: "b" } };

const at = (name: string, path: object) => {
  const host = name === "web" ? "shop.example.com" : `${name}.example.com`;
  const paths = [{ path: "/", pathType: "Prefix", backend: toWeb, ...path }];
  return { ...ingress(host, name), spec: { rules: [{ host, http: { paths } }] } };
};
const servers = (pool: string) => JSON.stringify(watched.avi.store.list("pool").find(({ name }) => String(name).endsWith(pool))?.servers);

test("an object whose fault takes something away is held at its last known good version, and all else goes on", async () => {
  const watch = await watched.world.watch("--apply", "all", "--settle", "1h");
  await watched.world.put(at("web", { backend: toBucket }));
  await watch.says(
    /Ingress shop\/web is held at its last known good version, all other objects are applied: .*the backend is not a Service/,
  );
  await watched.world.put(ingress("other.example.com", "other"));
  await eventually(() => expect(watched.pools()).toContain("other.example.com_-shop-other"), 150_000);
  expect(watched.pools()).toContain(SHOP);
  await watched.world.put(endpoints(["10.1.0.7"]));
  await eventually(() => expect(servers(SHOP)).toContain("10.1.0.7"), 60_000);
  const held = [{ object: { kind: "Ingress", name: "web" }, known: true }];
  await eventually(async () => expect(await watch.status()).toMatchObject({ pending: [], held }), 60_000);
  expect(await events()).toContainEqual(expect.stringContaining("is held at its last known good version"));

  // a new object for which the program would stop is left out, and the rest goes on, too
  await watched.world.put(at("bad", { pathType: "prefix" }));
  await watched.world.put(ingress("third.example.com", "third"));
  await watch.says(/Ingress shop\/bad is left out, all other objects are applied/);
  await eventually(() => expect(watched.pools()).toContain("third.example.com_-shop-third"), 150_000);
  expect(watched.pools()).toContain(SHOP);

  await watched.world.remove(at("bad", {}));
  await watched.world.put(at("web", { path: "/new" }));
  await watch.says("no object is held at an earlier version");
  await eventually(() => expect(watched.pools()).toContain("shop.example.com_new-shop-web"), 150_000);
  await eventually(() => expect(watched.pools()).not.toContain(SHOP), 60_000);
  await watch.stop();
}, 600_000);

test("a path to a Service without Endpoints is held, and applied with its servers when they come", async () => {
  const watch = await watched.world.watch("--apply", "all", "--settle", "1h");
  await watched.world.put(service("late"));
  await watched.world.put(at("third", { path: "/late", backend: { service: { name: "late", port: { number: 80 } } } }));
  await watch.says(/Ingress shop\/third is held at its last known good version, .*its new pool would have no servers/);
  await watched.world.put(ingress("fourth.example.com", "fourth"));
  await eventually(() => expect(watched.pools()).toContain("fourth.example.com_-shop-fourth"), 150_000);
  expect(watched.pools()).toContain("third.example.com_-shop-third");
  expect(watched.pools()).not.toContain("third.example.com_late-shop-third");

  await watched.world.put(endpoints(["10.1.0.8"], "late"));
  await watch.says("no object is held at an earlier version");
  await eventually(() => expect(servers("third.example.com_late-shop-third")).toContain("10.1.0.8"), 150_000);
  await watch.stop();
}, 600_000);

test("a watch that begins with such a fault has no earlier version: structure waits, other servers go on", async () => {
  await watched.world.put(at("web", { path: "/new", backend: toBucket }));
  const watch = await watched.world.watch("--apply", "all", "--settle", "1h");
  await watched.world.put(endpoints(["10.1.0.9"]));
  await eventually(() => expect(servers("shop-other")).toContain("10.1.0.9"), 60_000);
  const pending = [{ refused: expect.stringContaining("LB2017") }];
  await eventually(async () => expect(await watch.status()).toMatchObject({ pending, held: [] }), 150_000);
  expect(servers("shop.example.com_new-shop-web")).toContain("10.1.0.7");
  await watch.stop();
}, 600_000);

async function events(): Promise<string[]> {
  const type = (await watched.world.client.find("v1", "Event"))?.type;
  if (!type) return [];
  return (await watched.world.client.list(type)).map((event) => String(Reflect.get(event, "message") ?? Reflect.get(event, "note")));
}
