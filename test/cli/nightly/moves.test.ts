import { describe, expect, test } from "vitest";
import { move, NOTHING_LOST, named, ONCE, PLAIN, passthrough, SECURE, specs } from "../../support/moves";
import { everySecond } from "../../support/tier";

// Changes that move hosts, on the real engine: after every single write of a run everything that was served before and is after is served.

describe.each(everySecond(["ako-1.2", "ako-2", "ako-2-evh"] as const))("%s: nobody is without a virtual service", (naming) => {
  test("when Ingresses are renamed", { timeout: 200_000 }, async () => {
    const renamed = specs({ plain: "web2", secure: "pay2" });
    expect(await move({ settings: { naming } }, { specs: renamed, settings: { naming }, ...ONCE })).toEqual(NOTHING_LOST);
  });

  test("when there are more shards, and fewer", { timeout: 400_000 }, async () => {
    const [small, large] = [{ settings: { naming } }, { settings: { naming, shardVSSize: "LARGE" } }];
    expect(await move(small, large)).toEqual(NOTHING_LOST);
    expect(await move(large, { ...small, ...ONCE })).toEqual(NOTHING_LOST);
  });
});

test("renamed cluster", { timeout: 200_000 }, async () => {
  expect(await move({}, { settings: { clusterName: "c2" }, ...ONCE })).toEqual(NOTHING_LOST);
});

describe("renamed component", () => {
  test("with an alias", { timeout: 200_000 }, async () => {
    expect(await move({}, { name: "other", aliases: [{ name: "main" }] })).toEqual(NOTHING_LOST);
  });

  test("with adopt", { timeout: 200_000 }, async () => {
    expect(await move({}, { name: "other", adopt: true })).toEqual(NOTHING_LOST);
  });
});

test("a renamed host is served under its new name, the old one goes; with a run between that has both the new one is there before", {
  timeout: 300_000,
}, async () => {
  const [old, ...rest] = PLAIN;
  const renamed = { specs: specs({ hosts: [...rest, ...named("z")] }) };
  expect(await move({}, renamed)).toEqual({ lost: [old], routes: true });
  expect(await move({}, { specs: specs({ hosts: [...PLAIN, ...named("z")] }) }, renamed)).toEqual({ lost: [old], routes: true });
});

const evh = { naming: "ako-2-evh" };
const sni = { naming: "ako-2" };
const apart = { naming: "ako-2", shardVSSize: "DEDICATED" };
test.each(
  everySecond([
    ["1.2 to 2", {}, sni],
    ["2 to 1.2", sni, {}],
    ["SNI to EVH", sni, evh],
    ["EVH to SNI", evh, sni],
    ["shards to one virtual service per host", sni, apart],
    ["one virtual service per host to shards", apart, sni],
    ["EVH shards to one virtual service per host", evh, { ...evh, shardVSSize: "DEDICATED" }],
  ] as const),
)("from %s", { timeout: 200_000 }, async (_what, before, after) => {
  expect(await move({ settings: before }, { settings: after, ...ONCE })).toEqual(NOTHING_LOST);
});

describe("shards by namespace instead of host", () => {
  const by = (l7ShardingScheme: string, shardVSSize: string) => ({ settings: { l7ShardingScheme, shardVSSize } });
  const [hosts, namespaces] = [by("hostname", "LARGE"), by("namespace", "LARGE")];

  test("in one run: it comes to its end, and only plain hosts are lost for a moment", { timeout: 200_000 }, async () => {
    const { lost, routes: kept } = await move(hosts, { ...namespaces, ...ONCE });
    expect(kept).toBe(true);
    expect(lost.filter((host) => !PLAIN.includes(host))).toEqual([]);
  });

  test("on one shard a child takes its hosts from the one that goes, each for a moment without one", { timeout: 300_000 }, async () => {
    const [before, after] = [by("hostname", "SMALL"), by("namespace", "SMALL")];
    const renamed = { ...after, specs: specs({ secure: "pay2" }) };
    const { lost, routes } = await move(
      before,
      { ...after, ...ONCE },
      { ...renamed, ...ONCE },
      { ...before, specs: renamed.specs, ...ONCE },
    );
    expect(lost.sort()).toEqual(SECURE);
    expect(routes).toBe(true);
  });

  test("with both beside each other for a while nobody is", { timeout: 300_000 }, async () => {
    const beside = { name: "beside", settings: { ...namespaces.settings, clusterName: "c2" } };
    expect(await move(hosts, [hosts, beside], beside)).toEqual(NOTHING_LOST);
  });
});

test("more shards for passthrough, and fewer", { timeout: 400_000 }, async () => {
  const through = [...specs(), ...named("p", "q", "r").map(passthrough)];
  const by = (passthroughShardSize: string) => ({ specs: through, settings: { passthroughShardSize } });
  expect(await move(by("SMALL"), by("LARGE"))).toEqual(NOTHING_LOST);
  expect(await move(by("LARGE"), { ...by("SMALL"), ...ONCE })).toEqual(NOTHING_LOST);
});
