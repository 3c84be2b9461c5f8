import { describe, expect, test } from "vitest";
import { calls, world } from "../../lib/avi-world";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { fresh, OWNER as MIZAR_OWNER } from "../../lib/mizar-samples";
import { mizarWorld } from "../../lib/mizar-world";
import { MARK, small } from "../../lib/octavia-samples";
import { octaviaWorld } from "../../lib/octavia-world";
import { OWNER, poolInputs } from "../../lib/samples";

// A first `up` that failed left an inventory of everything it meant to make. The corrected one, with other names, was refused as a
// mass deletion (LB2017) of objects that never existed.

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${10 + i}`);

describe("Avi", () => {
  const started = world();
  const meant = named("pool/wrong--", 20);
  const inventory = (names: string[], more: Props = {}) => ({ names, owner: OWNER, ...more });
  const remaining = async (count: number, names = meant) => {
    const resource = new Resource(started.host, "avi:Inventory");
    await resource.up(inventory(names));
    for (const name of names.slice(0, count))
      await new Resource(started.host, "avi:Pool").up(poolInputs(name.slice("pool/".length)) as never);
    return resource;
  };

  test("what was never made cannot vanish", async () => {
    const resource = await remaining(0);
    expect(await resource.up(inventory(named("pool/right--", 20)))).toBe("updated");
    const some = await remaining(2);
    expect(await some.up(inventory(named("pool/right--", 20)))).toBe("updated");
  });

  test("what was made counts, in the numbers and in the names", async () => {
    const resource = await remaining(8);
    const refused = resource.up(inventory(named("pool/right--", 20)));
    await expect(refused).rejects.toThrow(/LB2017: 8 of 8 objects would be deleted: pool\/wrong--10, .*pool\/wrong--14 and 3 more\n/);
    // of twenty names eight are there, and one of them stays
    await expect(resource.up(inventory(meant.slice(7)))).rejects.toThrow("LB2017: 7 of 8 objects");
    expect(await resource.up(inventory([...meant.slice(0, 3), ...named("pool/right--", 17)]))).toBe("updated");
  });

  test("what somebody else has under these names is not ours to lose", async () => {
    const resource = await remaining(8);
    for (const name of named("wrong--", 6)) started.avi.store.patch("pool", name, { created_by: "ako-c1" } as never);
    expect(await resource.up(inventory([]))).toBe("updated");
  });

  test("with another mark too, and without one as before", async () => {
    const resource = await remaining(8);
    await expect(resource.up(inventory(named("pool/right--", 20), { owner: `${OWNER}-moved` }))).rejects.toThrow("LB2017: 8 of 8");
    const older = new Resource(started.host, "avi:Inventory");
    await older.up({ names: meant });
    started.avi.resetCalls();
    await expect(older.up({ names: [] })).rejects.toThrow("LB2017: 20 of 20");
    expect(calls(started.avi)).toEqual([]);
    await expect(older.up(inventory([]))).rejects.toThrow("LB2017: 8 of 8");
  });

  test("the server is asked only when the names alone would stop the run, and names count while it does not answer", async () => {
    const resource = await remaining(8);
    started.avi.resetCalls();
    expect(await resource.up(inventory(meant.slice(3)))).toBe("updated");
    expect(calls(started.avi)).toEqual([]);
    started.avi.fault({ method: "GET", path: "api/pool", status: 403, times: 50 });
    const refused = resource.up(inventory([]));
    await expect(refused).rejects.toThrow(
      /LB2017: 17 of 17 objects would be deleted: .*the preview could not check which of them exist: LB2014: list of pool: .*upgrade/,
    );
  });
});

describe("Octavia", () => {
  const ground = octaviaWorld();

  test("what was never made cannot vanish, what was made can", async () => {
    const names = [...named("loadbalancers/default/wrong-", 19), "loadbalancers/default/web"];
    const resource = new Resource(ground.host, "octavia:Inventory");
    await resource.up({ names, owner: MARK });
    await new Resource(ground.host, "octavia:LoadBalancer").up(small());
    expect(await resource.up({ names: [], owner: MARK })).toBe("updated");
    const many = new Resource(ground.host, "octavia:Inventory");
    const made = named("default/made-", 6);
    await many.up({ names: made.map((name) => `loadbalancers/${name}`), owner: MARK });
    for (const name of made) {
      const loadBalancer = { ...(small().loadBalancer as Props), name };
      await new Resource(ground.host, "octavia:LoadBalancer").up({ ...small(), loadBalancer });
    }
    await expect(many.up({ names: [], owner: MARK })).rejects.toThrow("LB2017: 6 of 6");
  });
});

describe("Mizar", () => {
  const ground = mizarWorld();

  test("what was never made cannot vanish, what was made can", async () => {
    const names = [...named("vpcs/wrong-", 10), ...named("pods/default/wrong-", 10)];
    const resource = new Resource(ground.host, "mizar:Inventory");
    await resource.up({ names, owner: MIZAR_OWNER });
    expect(await resource.up({ names: [], owner: MIZAR_OWNER })).toBe("updated");
    const many = new Resource(ground.host, "mizar:Inventory");
    const made = Array.from({ length: 6 }, () => fresh("vpc"));
    await many.up({ names: made.map((name) => `vpcs/${name}`), owner: MIZAR_OWNER });
    const spec = { ip: "10.10.0.0", prefix: 16, dividers: 1 };
    await Promise.all(made.map((name) => new Resource(ground.host, "mizar:Vpc").up({ owner: MIZAR_OWNER, metadata: { name }, spec })));
    await expect(many.up({ names: [], owner: MIZAR_OWNER })).rejects.toThrow("LB2017: 6 of 6");
  });
});
