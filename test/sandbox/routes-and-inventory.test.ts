// The two kinds of Avi without objects of their own: static routes, and the inventory that stops a mass deletion.
import { describe, expect, test } from "vitest";
import { providerText } from "../../provider";
import { world, writes } from "./lib/avi-world";
import { Resource } from "./lib/engine";
import { OWNER } from "./lib/samples";

const started = world();
const NONE = { changes: false, replaces: [] };

const nodes = (...numbers: number[]) => numbers.map((n) => ({ prefix: `10.244.${n}.0/24`, nextHop: `10.0.0.${100 + n}` }));
const inputs = (routes = nodes(1, 2, 3)) => ({ owner: OWNER, clusterName: "c1", vrfContext: "global", cloud: "Default-Cloud", routes });

interface StoredRoute {
  route_id: string;
  labels?: unknown;
}

/** `global` exists once per cloud; ours is the one of Default-Cloud. */
function vrf(): { [key: string]: unknown } & { static_routes?: StoredRoute[] } {
  const cloud = started.avi.store.get("cloud", "Default-Cloud")?.uuid;
  const found = started.avi.store
    .list("vrfcontext")
    .find((context) => context.name === "global" && String(context.cloud_ref).includes(String(cloud)));
  return found as ReturnType<typeof vrf>;
}
const ids = () => (vrf().static_routes ?? []).map(({ route_id }) => route_id);
const stranger = (id: string) => ({
  route_id: id,
  prefix: { ip_addr: { addr: "192.168.0.0", type: "V4" }, mask: 16 },
  next_hop: { addr: "10.0.0.9", type: "V4" },
});
const write = (routes: unknown[]) => started.avi.store.put("vrfcontext", { ...vrf(), static_routes: routes } as never);

describe("avi:StaticRoutes", () => {
  test("writes beside the routes of others, keeps ids stable, and deletes only its own", async () => {
    write([stranger("other-1"), stranger("c1-extra-1")]);
    const resource = new Resource(started.host, "avi:StaticRoutes");
    await resource.up(inputs());
    expect(resource.state?.id).toBe("admin/Default-Cloud/global/c1");
    expect(ids()).toEqual(["other-1", "c1-extra-1", "c1-1", "c1-2", "c1-3"]);
    expect(vrf().static_routes?.[2]?.labels).toEqual([{ key: "clustername", value: "c1" }]);
    expect(await resource.preview(inputs())).toEqual(NONE);
    expect(await resource.preview(inputs(nodes(3, 1, 2)))).toEqual(NONE);

    await resource.up(inputs(nodes(1, 3, 4)));
    expect(ids()).toEqual(["other-1", "c1-extra-1", "c1-1", "c1-3", "c1-2"]);
    await resource.refresh();
    expect(await resource.preview(inputs(nodes(1, 3, 4)))).toEqual(NONE);

    await resource.destroy();
    expect(ids()).toEqual(["other-1", "c1-extra-1"]);
  });

  test("repairs what somebody changed by hand, and writes nothing when all is right", async () => {
    const resource = new Resource(started.host, "avi:StaticRoutes");
    await resource.up(inputs());
    write((vrf().static_routes ?? []).slice(0, 2));
    await resource.refresh();
    expect(resource.state?.inputs.routes).toEqual(nodes(1, 2));
    expect((await resource.preview(inputs())).changes).toBe(true);
    await resource.up(inputs());
    expect(ids()).toEqual(["c1-1", "c1-2", "c1-3"]);
    started.avi.resetCalls();
    const { id = "", outs = {}, inputs: declared = {} } = resource.state ?? {};
    await started.host.update(id, outs, declared);
    expect(writes(started.avi)).toEqual([]);
  });

  test("merges again when another cluster wrote in between, and after a lost answer", async () => {
    const resource = new Resource(started.host, "avi:StaticRoutes");
    started.avi.fault({ method: "PUT", path: "vrfcontext", status: 412, times: 2 });
    started.avi.fault({ method: "PUT", path: "vrfcontext", dropAfterCommit: true });
    await resource.up(inputs());
    expect(ids()).toEqual(["c1-1", "c1-2", "c1-3"]);
  });

  test("is imported from its id, and gone when its routes are", async () => {
    await new Resource(started.host, "avi:StaticRoutes").up(inputs());
    const imported = new Resource(started.host, "avi:StaticRoutes");
    await imported.import("admin/Default-Cloud/global/c1");
    expect(imported.state?.inputs.routes).toEqual(nodes(1, 2, 3));
    write([]);
    expect(await imported.refresh()).toBe(false);
  });

  test("another name of the cluster is one write, which leaves no Pod without a route", async () => {
    const resource = new Resource(started.host, "avi:StaticRoutes");
    await resource.up(inputs());
    started.avi.resetCalls();
    expect(await resource.up({ ...inputs(), clusterName: "c2" })).toBe("updated");
    expect(writes(started.avi)).toEqual(["PUT vrfcontext"]);
    expect(ids()).toEqual(["c2-1", "c2-2", "c2-3"]);
    expect(await resource.refresh()).toBe(true);
    expect(await resource.preview({ ...inputs(), clusterName: "c2" })).toEqual(NONE);
    await resource.destroy();
    expect(ids()).toEqual([]);
  });

  test("another VRF context or cloud replaces; one that does not exist is named", async () => {
    const resource = new Resource(started.host, "avi:StaticRoutes");
    await resource.up(inputs());
    for (const field of ["vrfContext", "cloud"]) {
      expect(await resource.preview({ ...inputs(), [field]: "other" })).toEqual({ changes: true, replaces: [field] });
    }
    await expect(new Resource(started.host, "avi:StaticRoutes").up({ ...inputs(), vrfContext: "nowhere" })).rejects.toThrow("LB2020");
    await expect(resource.up({ ...inputs(), routes: [{ prefix: "10.0.0.0", nextHop: "x" }] })).rejects.toThrow(/routes\[0\]\.prefix/);
  });
});

describe("avi:Inventory", () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `pool/c1--${i}`);

  test("refuses at check when a large part would vanish, unless it is meant", async () => {
    const resource = new Resource(started.host, "avi:Inventory");
    await resource.up({ names: names(20) });
    expect(await resource.preview({ names: names(20).reverse() })).toEqual(NONE);
    await expect(resource.preview({ names: names(10) })).rejects.toThrow(/LB2017: 10 of 20 objects would be deleted: pool\/c1--10/);
    await expect(resource.preview({ names: [] })).rejects.toThrow("LB2017");
    await resource.up({ names: [], allowMassDelete: true });
    expect(resource.state?.outs.names).toEqual([]);
  });

  test("lets everyday removals through", async () => {
    const resource = new Resource(started.host, "avi:Inventory");
    await resource.up({ names: names(20) });
    expect(await resource.up({ names: names(14) })).toBe("updated");
    await resource.up({ names: names(5) }).catch(() => undefined);
    const small = new Resource(started.host, "avi:Inventory");
    await small.up({ names: names(2) });
    expect(await small.up({ names: [] })).toBe("updated");
    expect(writes(started.avi)).toEqual([]);
    expect(small.state?.inputs.__provider).toBe(providerText("avi:Inventory"));
  });
});
