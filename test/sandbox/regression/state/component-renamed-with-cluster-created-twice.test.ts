import { describe, expect, test } from "vitest";
import type { ListQueries } from "../../../../provider/lifecycle/preview/existing-objects";
import { inventoryKind } from "../../../../provider/lifecycle/preview/inventory";
import * as avi from "../../../../sdk/targets/avi";
import * as octavia from "../../../../sdk/targets/octavia";
import { recordResources } from "../../../../sdk/testing";
import { eventually } from "../../../support/eventually";
import { endpoints, ingressV1, service } from "../../../support/manifests";
import { shownInventory } from "../../../support/shown";
import { world } from "../../lib/avi-world";
import { Resource } from "../../lib/engine";
import { OWNER } from "../../lib/samples";

// Component and cluster name renamed together: a new inventory whose names nothing has, and an old one that just goes. All of it was created
// under the new names and deleted under the old, at other addresses, without a word. The same with most files emptied: no type lost six.

const resources = recordResources();

interface RenameFacts {
  names: string[];
  owner: string;
  served: Record<string, number>;
  __components: string[];
}

async function inventoryOf(make: () => unknown): Promise<RenameFacts> {
  resources.length = 0;
  make();
  await eventually(() => expect(resources.some(({ type }) => type.endsWith(":Inventory"))).toBe(true));
  return shownInventory<RenameFacts>(resources.find(({ type }) => type.endsWith(":Inventory"))?.inputs);
}

const NAMES = ["a", "b", "c", "d", "e"];
const specsOf = (names: readonly string[]) =>
  names.flatMap((name) => [
    service(name, [80], "ClusterIP"),
    endpoints(name, ["10.0.0.1"], 8080),
    ingressV1(name, [{ host: `${name}.example.com`, path: "/", service: name }]),
  ]);
const balanced = NAMES.flatMap((name) => [service(name, [80], "LoadBalancer"), endpoints(name, ["10.0.0.1"], 8080)]);

/** Lists of all other types hold one mark alone. */
const LISTED = /^(vsvip|loadbalancers)\//;

/** Result of the check of a new inventory on a server that holds objects of another one. */
async function verdict(target: "avi" | "octavia", held: RenameFacts, news: object): Promise<string> {
  const lookout: ListQueries = (_config, { names }) => ({
    at: {},
    queries: [
      { key: "all", names, take: async () => held.names.filter((name) => LISTED.test(name)).map((name) => ({ name, owner: held.owner })) },
    ],
  });
  const ctx = { config: { get: () => undefined }, progress: () => undefined, notice: () => undefined };
  const failures = await inventoryKind({ name: target, listQueries: lookout }).inspect?.(ctx, undefined, { ...news } as never);
  return failures?.[0]?.reason ?? "";
}

const COMPONENTS = [
  {
    target: "avi",
    specs: specsOf(NAMES),
    make: (name: string, clusterName: string, specs: never) => new avi.KubernetesCluster(name, { specs, settings: { clusterName } }),
    move: "vsvip/c1--Shared-L7-0 as vsvip/c2--Shared-L7-0",
  },
  {
    target: "avi",
    specs: balanced,
    make: (name: string, clusterName: string, specs: never) =>
      new avi.KubernetesCluster(name, { specs, settings: { clusterName, naming: "ako-2" } }),
    move: "vsvip/c1--default-a as vsvip/c2--default-a",
  },
  {
    target: "octavia",
    specs: balanced,
    make: (name: string, cluster_name: string, specs: never) =>
      new octavia.KubernetesCluster(name, { specs, settings: { naming: "occm", cluster_name, subnet_id: "s" } }),
    move: "loadbalancers/kube_service_c1_default_a as loadbalancers/kube_service_c2_default_a",
  },
] as const;

describe.each(COMPONENTS)("on $target, $move", ({ target, specs, make, move }) => {
  test("is seen by what would be served again under other names", async () => {
    const before = await inventoryOf(() => make("old", "c1", specs as never));
    const after = await inventoryOf(() => make("new", "c2", specs as never));
    const renamed = { ...after, __components: ["new"] };
    const messages = await verdict(target, before, renamed);
    expect(messages).toContain(`LB2054: the objects with the mark ${before.owner} would be deleted`);
    expect(messages).toContain(move);
    expect(messages).toContain('`aliases: [{ name: "old" }]`');
    expect(messages).toContain("adopt: true");
    // meant
    expect(await verdict(target, before, { ...renamed, adopt: true })).toBe("");
    expect(await verdict(target, before, { ...renamed, allowMassDelete: true })).toBe("");
    // another stack's, or another program's
    expect(await verdict(target, { ...before, owner: before.owner.replace("/stack/", "/other/") }, renamed)).toBe("");
    expect(await verdict(target, { ...before, owner: "ako-c1" }, renamed)).toBe("");
    // something else of the same program that went, while this came
    const others = before.names.map((name) => name.replace("c1", "c1--gone"));
    expect(await verdict(target, { ...before, names: others }, renamed)).toBe("");
  });

  test("both beside each other are no rename", async () => {
    const before = await inventoryOf(() => make("first", "c1", specs as never));
    const after = await inventoryOf(() => {
      make("second", "c2", specs as never);
      make("first", "c1", specs as never);
    });
    expect(after.__components).toEqual(expect.arrayContaining(["first", "second"]));
    expect(await verdict(target, before, after)).toBe("");
  });
});

describe("on a controller", () => {
  const started = world();
  const served = (names: readonly string[]) => Object.fromEntries(names.map((name) => [`https://${name}.example.com/`, 1]));

  test("hosts are found where no name tells", async () => {
    const mark = OWNER.replace(/\/[^/]*$/, "/c1/old");
    const dns_info = [{ fqdn: "A.example.com" }];
    started.avi.store.put("vsvip", { name: "hashed", vsvip_cloud_config_cksum: mark, dns_info, vip: [{ vip_id: "1" }] } as never);
    const news = { names: ["vsvip/other"], owner: OWNER.replace(/\/[^/]*$/, "/c2/new"), tenant: "admin", served: served(["a", "z"]) };
    const up = new Resource(started.host, "avi:Inventory").up({ ...news, __components: ["new"] });
    await expect(up).rejects.toThrow(/LB2054: .*host a\.example\.com of vsvip\/hashed/);
    expect(await new Resource(started.host, "avi:Inventory").up({ ...news, __components: ["new", "old"] })).toBe("created");
    // an inventory of the program's own does not say which components there are
    expect(await new Resource(started.host, "avi:Inventory").up(news)).toBe("created");
  });

  const files = (names: readonly string[]) => Object.fromEntries(names.map((name) => [`${name}.yaml`, { Ingress: 1, Service: 1 }]));
  const inventory = (names: readonly string[], more: object = {}) => ({
    names: ["virtualservice/c1--Shared-L7-0", ...names.flatMap((name) => [`pool/c1--${name}`, `virtualservice/c1--${name}`])],
    ...more,
  });
  const second = async (before: object, news: object) => {
    const resource = new Resource(started.host, "avi:Inventory");
    await resource.up({ ...before });
    return resource.up({ ...news }).catch(({ message }: Error) => message);
  };

  test("four of five files emptied: four of five hosts stop being served", async () => {
    const before = inventory(NAMES, { served: served(NAMES), sources: files(NAMES) });
    const messages = await second(before, inventory(["a"], { served: served(["a"]), sources: files(["a"]) }));
    expect(messages).toContain("; 4 of 5 hosts and Services would no longer be served: b.example.com, c.example.com,");
    expect(messages).toContain("likely cause: b.yaml had 1 Ingress, 1 Service and has none now");
    // two of five, and one of two, are everyday work
    expect(await second(before, inventory(["a", "b", "c"], { served: served(["a", "b", "c"]) }))).toBe("updated");
    const two = inventory(["a", "b"], { served: served(["a", "b"]) });
    expect(await second(two, inventory(["a"], { served: served(["a"]) }))).toBe("updated");
  });

  test("a host that keeps a path is served, and a Service counts once", async () => {
    const names = ["pool/c1--web"];
    const paths = { "https://a.example.com/": 1, "https://a.example.com/b": 1, "http://a.example.com/": 1, "https://b.example.com/": 1 };
    expect(await second({ names, served: paths }, { names, served: { "https://a.example.com/b": 1, "https://b.example.com/": 1 } })).toBe(
      "updated",
    );
    const ports = { "Service red/web TCP 80": 1, "Service red/web TCP 443": 1, "Service red/web UDP 443": 1, "Service red/api TCP 80": 1 };
    expect(await second({ names, served: ports }, { names, served: { "Service red/api TCP 80": 1 } })).toBe("updated");
    const messages = await second({ names, served: { ...ports, ...paths } }, { names, served: { "Service red/api TCP 80": 1 } });
    expect(messages).toContain("3 of 4 hosts and Services would no longer be served: Service red/web, a.example.com, b.example.com");
  });

  test("four of five files emptied where nothing tells who is served", async () => {
    const messages = await second(inventory(NAMES, { sources: files(NAMES) }), inventory(["a"], { sources: files(["a"]) }));
    expect(messages).toContain("LB2017: 8 of 11 objects would be deleted");
    expect(messages).toContain("4 of 5 sources of specs would have no specs");
    // moved to other files
    const moved = { "all.yaml": { Ingress: 5, Service: 5 } };
    expect(await second(inventory(NAMES, { sources: files(NAMES) }), inventory(NAMES.slice(1), { sources: moved }))).toBe("updated");
  });
});
