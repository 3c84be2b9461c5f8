import { describe, expect, test } from "vitest";
import { cloud, fresh } from "./cloud";

const world = cloud();
const LBS = "/v2/lbaas/loadbalancers";
const numbered = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `id-${i}`, name: `n${i}` }));

/** A server that gives at most `most` a page and says so by a link, as Octavia does: also when nothing follows. */
function paged(path: string, key: string, objects: { id: string }[], most: number): void {
  world.handle((call) => {
    const url = new URL(call.path, "http://x");
    if (url.pathname !== path) return undefined;
    const limit = Math.min(most, Number(url.searchParams.get("limit")));
    const start = objects.findIndex(({ id }) => id === url.searchParams.get("marker")) + 1;
    const page = objects.slice(start, start + limit);
    const links = page.length === limit ? { [`${key}_links`]: [{ rel: "next", href: "http://elsewhere/?limit=None" }] } : {};
    return { body: { [key]: page, ...links } };
  });
}

describe("a list", () => {
  test.each([
    ["the limit of the server is ours", 2000, 1000, 3],
    ["the server gives less than we ask for", 250, 100, 3],
    ["everything fits", 20, 1000, 1],
    ["there is nothing", 0, 1000, 1],
  ])("is read to its end when %s", async (_what, objects, most, requests) => {
    paged(LBS, "loadbalancers", numbered(objects), most);
    const found = await fresh(world).octavia.list(LBS, "loadbalancers", { project_id: "p", tags: ["a", "b"], name: undefined });
    expect(found).toHaveLength(objects);
    expect(world.count(`GET ${LBS}?project_id=p&tags=a&tags=b&limit=1000`)).toBe(requests);
  });

  test("of Barbican goes by offset", async () => {
    world.handle((call) => {
      const url = new URL(call.path, "http://x");
      if (url.pathname !== "/v1/secrets") return undefined;
      const [offset, limit] = ["offset", "limit"].map((name) => Number(url.searchParams.get(name))) as [number, number];
      const all = Array.from({ length: 230 }, (_, i) => ({ secret_ref: `http://b/v1/secrets/${i}` }));
      const next = offset + limit < all.length ? "http://b/v1/secrets?offset=..." : null;
      return { body: { secrets: all.slice(offset, offset + limit), total: all.length, next } };
    });
    expect(await fresh(world).keyManager.list("/v1/secrets", "secrets")).toHaveLength(230);
    expect(world.count("GET /v1/secrets")).toBe(3);
  });

  test("that does not end is an error", async () => {
    let next = 0;
    world.handle(() => ({ body: { pools: [{ id: `id-${next++}` }], pools_links: [{ rel: "next" }] } }));
    await expect(fresh(world).octavia.list("/v2/lbaas/pools", "pools")).rejects.toThrow("LB2015: the list of pools does not end");
    expect(world.count("GET /v2/lbaas/pools")).toBe(1000);
  });

  test("that repeats its last page ends", async () => {
    world.handle(() => ({ body: { pools: [{ id: "same" }], pools_links: [{ rel: "next" }] } }));
    expect(await fresh(world).octavia.list("/v2/lbaas/pools", "pools")).toHaveLength(1);
  });

  test("that is none is an error", async () => {
    world.handle(() => ({ body: {} }));
    await expect(fresh(world).octavia.list(LBS, "loadbalancers")).rejects.toThrow(/LB2015: list of loadbalancers: GET .* was answered 200/);
  });
});

describe("shared lists", () => {
  test("serve a thousand reads with a page per type", async () => {
    paged(LBS, "loadbalancers", numbered(1000), 1000);
    const listeners = numbered(1000).map(({ id }) => ({ id: `l-${id}`, loadbalancers: [{ id }] }));
    paged("/v2/lbaas/listeners", "listeners", listeners, 1000);
    const { octavia } = fresh(world);
    const found = await Promise.all(
      numbered(1000).map(async ({ id }) => {
        const [lb] = await octavia.find("loadbalancers", { id });
        const children = await octavia.find("listeners", { loadbalancer_id: id });
        return [lb?.id, children.map((child) => child.id)];
      }),
    );
    expect(found[7]).toEqual(["id-7", ["l-id-7"]]);
    // A full page always has a next link, also when nothing follows.
    expect(world.count("GET /v2/lbaas/")).toBe(4);
    expect(world.count(`GET ${LBS}?project_id=p-1`)).toBe(2);
  });

  test("are not worth it for one or two", async () => {
    paged(LBS, "loadbalancers", numbered(2), 1000);
    const { octavia } = fresh(world);
    await Promise.all([octavia.find("loadbalancers", { id: "id-0" }), octavia.find("loadbalancers", { name: "n1", project_id: "p-2" })]);
    expect(
      world.calls
        .slice(1)
        .map((call) => call.path)
        .sort(),
    ).toEqual([`${LBS}?id=id-0&limit=1000`, `${LBS}?name=n1&project_id=p-2&limit=1000`]);
  });

  test("are forgotten at any write, and what they lack is asked for", async () => {
    paged(LBS, "loadbalancers", numbered(5), 1000);
    const { octavia } = fresh(world);
    const readAll = () => Promise.all(numbered(5).map(({ id }) => octavia.find("loadbalancers", { id })));
    await readAll();
    await readAll();
    expect(world.count(`GET ${LBS}`)).toBe(1);
    await octavia.about("x").put("/v2/lbaas/pools/1", {});
    await readAll();
    expect(world.count(`GET ${LBS}`)).toBe(2);
    await octavia.find("loadbalancers", { name: "newcomer" });
    expect(world.count(`GET ${LBS}?name=newcomer`)).toBe(1);
  });

  test("know monitors by their pool and policies by their listener", async () => {
    world.script("GET /v2/lbaas/healthmonitors", { body: { healthmonitors: [{ id: "m", pools: [{ id: "p1" }] }] } });
    world.script("GET /v2/lbaas/l7policies", {
      body: {
        l7policies: [
          { id: "a", listener_id: "l1" },
          { id: "b", listener_id: "l1" },
        ],
      },
    });
    const { octavia } = fresh(world);
    const three = <T>(ask: () => Promise<T>) => Promise.all([ask(), ask(), ask()]);
    expect((await three(() => octavia.find("healthmonitors", { pool_id: "p1" })))[2]).toMatchObject([{ id: "m" }]);
    expect((await three(() => octavia.find("l7policies", { listener_id: "l1" })))[2]).toMatchObject([{ id: "a" }, { id: "b" }]);
  });
});
