// A run that would take many servers or hosts away is stopped, and one that only looks like it is not.
import { describe, expect, it, test } from "vitest";
import { calls, world } from "./lib/avi-world";
import { Resource } from "./lib/engine";
import type { Props } from "./lib/host";
import { MARK } from "./lib/octavia-samples";
import { octaviaWorld } from "./lib/octavia-world";
import { OWNER, poolInputs } from "./lib/samples";

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${10 + i}`);
const places = (count: number, servers: number | "kept" = 2) =>
  Object.fromEntries(named("https://shop.example.com/", count).map((place) => [place, servers]));

describe("without a server to ask", () => {
  const started = world();
  const second = async (before: Props, news: Props) => {
    const resource = new Resource(started.host, "avi:Inventory");
    await resource.up(before);
    return resource.up(news).catch(({ message }: Error) => message);
  };

  it.each([
    // more than a third and more than 5, or all of at least 3
    [{ names: named("pool/", 20) }, { names: named("pool/", 14) }, "updated"],
    [{ names: named("pool/", 15) }, { names: named("pool/", 9) }, "6 of 15 objects would be deleted"],
    [{ names: named("pool/", 6) }, { names: named("pool/", 1) }, "updated"],
    [{ names: named("pool/", 5) }, { names: [] }, "5 of 5 objects would be deleted"],
    [{ names: named("pool/", 3) }, { names: [] }, "3 of 3 objects would be deleted"],
    [{ names: named("pool/", 2) }, { names: [] }, "updated"],
    // one of two Ingresses brings six objects with its pool
    [
      { names: ["pool/a", "pool/b", ...named("vsvip/", 3), ...named("poolgroup/", 3), ...named("virtualservice/", 4)] },
      { names: ["pool/a", "vsvip/10", "poolgroup/10", ...named("virtualservice/", 2)] },
      "updated",
    ],
    // the last three secure hosts of many
    [{ names: [...named("pool/", 20), ...named("sslkeyandcertificate/", 3)] }, { names: named("pool/", 20) }, "updated"],
  ])("deletes, case %#", async (before, news, expected) => {
    expect(await second(before, news)).toContain(expected);
  });

  it.each([
    [places(20), places(20, 0), "20 of 20 routes would lose all servers: https://shop.example.com/10, "],
    [places(20), { ...places(20), ...places(6, 0) }, "updated"],
    [places(15), { ...places(15), ...places(6, 0) }, "6 of 15 routes would lose all servers"],
    [places(5), {}, "5 of 5 routes"],
    [places(2), places(2, 0), "updated"],
    // what had no servers loses none, and what stays because its input is missing loses none either
    [{ ...places(20), ...places(8, 0) }, places(20, 0), "12 of 12 routes"],
    [places(20), places(20, "kept"), "same"],
    [places(20, "kept"), places(20, 0), "20 of 20 routes"],
    [places(20, 0), places(20, 3), "updated"],
  ])("drains, case %#", async (before, served, expected) => {
    const names = named("pool/", 30);
    expect(await second({ names, served: before }, { names, served })).toContain(expected);
  });

  test("how many servers there are is no change, whether there are any is", async () => {
    const resource = new Resource(started.host, "avi:Inventory");
    const names = ["pool/a"];
    await resource.up({ names, served: { "http://a/": 1, "http://b/": 0 } });
    expect(await resource.up({ names, served: { "http://a/": 7, "http://b/": 0 } })).toBe("same");
    expect(await resource.up({ names, served: { "http://a/": 7, "http://b/": 1 } })).toBe("updated");
    await resource.refresh();
    expect(await resource.preview({ names, served: { "http://a/": 3, "http://b/": 2 } })).toEqual({ changes: false, replaces: [] });
  });

  const sources = { "web/shop.yaml": { Ingress: 4, Service: 4 }, "cluster prod": { Service: 9 }, "web/pay.yaml": { Ingress: 1 } };
  const NONE = { names: [], owner: "" };
  it.each([
    [
      { ...sources, "web/shop.yaml": {} },
      "likely cause: web/shop.yaml had 4 Ingress, 4 Service and has none now: is the file gone or empty",
    ],
    [{ "web/shop.yaml": sources["web/shop.yaml"] }, "likely cause: cluster prod had 9 Service and has none now: do kubeconfig, context,"],
    [{ ...sources, "web/shop.yaml": { Ingress: 1, Service: 4 } }, "likely cause: web/shop.yaml has 1 Ingress (4 before)"],
    [sources, "likely cause: a setting (class, DNS domains, names, node selector) or empty Endpoints; the specs are as many as before"],
  ])("names the source that gives less, case %#", async (now, expected) => {
    const message = await second({ names: named("pool/", 9), sources }, { ...NONE, sources: now as Props });
    expect(message).toContain(expected);
    expect(message).toContain("If you want this, set `allowMassDelete: true` for one run.");
  });

  test("a renamed cluster is named as what it is", async () => {
    const message = await second({ names: named("pool/a", 9), owner: `${OWNER}/a` }, { names: named("pool/b", 9), owner: `${OWNER}/b` });
    // nothing of the first run was made, and so nothing can vanish
    expect(message).toBe("updated");
    const resource = new Resource(started.host, "avi:Inventory");
    await resource.up({ names: named("pool/a", 4), owner: OWNER });
    for (const name of named("a", 4)) await new Resource(started.host, "avi:Pool").up(poolInputs(name) as never);
    const refused = resource.up({ names: named("pool/b", 4), owner: `${OWNER}-b` });
    await expect(refused).rejects.toThrow(
      `likely cause: the cluster or the component was renamed, the mark goes from ${OWNER} to ${OWNER}-b`,
    );
  });

  test("the server is asked once when places would be drained, and not when few would", async () => {
    const resource = new Resource(started.host, "avi:Inventory");
    const names = ["pool/web"];
    await resource.up({ names, owner: OWNER, served: places(20) });
    await new Resource(started.host, "avi:Pool").up(poolInputs("web") as never);
    started.avi.resetCalls();
    expect(await resource.up({ names, owner: OWNER, served: { ...places(20), ...places(5, 0) } })).toBe("updated");
    expect(calls(started.avi)).toEqual([]);
    await expect(resource.up({ names, owner: OWNER, served: places(20, 0) })).rejects.toThrow("15 of 15 routes");
    expect(calls(started.avi)).toEqual(["GET pool"]);
  });
});

describe("hosts of one load balancer of Octavia", () => {
  const ground = octaviaWorld();

  test("are counted although the load balancer stays", async () => {
    const resource = new Resource(ground.host, "octavia:Inventory");
    const inventory = (served: Props) => ({ names: ["loadbalancers/hosts"], owner: MARK, served });
    await resource.up(inventory(places(9)));
    // it was never made, which explains one place and not nine
    await expect(resource.up(inventory(places(1)))).rejects.toThrow("LB2017: 7 of 9 routes would lose all servers");
    expect(await resource.up({ ...inventory(places(1)), allowMassDelete: true })).toBe("updated");
  });
});
