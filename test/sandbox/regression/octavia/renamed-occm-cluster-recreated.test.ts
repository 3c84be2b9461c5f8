import { beforeEach, describe, expect, it, test } from "vitest";
import { ensureFloatingIp } from "../../../../provider/octavia/load-balancer/floating-ip";
import type { Json } from "../../../../resources/kind";
import type { LoadBalancerInputs } from "../../../../resources/octavia/types";
import { readSpecs } from "../../../../sdk/frontends";
import * as octavia from "../../../../sdk/targets/octavia";
import { translateToOctavia } from "../../../../sdk/targets/octavia/translate";
import { recordResources } from "../../../../sdk/testing";
import { eventually } from "../../../support/eventually";
import { endpoints, ingress, node, secret, service } from "../../../support/manifests";
import { loadBalancers } from "../../../support/planned";
import { cloud, fresh } from "../../../unit/provider/octavia/cloud";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { SUBNET } from "../../lib/octavia-samples";
import { atRest, octaviaWorld, writesSeen } from "../../lib/octavia-world";
import { created, expectQuiet, NONE } from "../../lib/world";

const ports = [80, 53].map((port) => ({ name: `p${port}`, port, nodePort: 30000 + port, protocol: port === 53 ? "UDP" : "TCP" }));
const specs = [service("web", ports, "LoadBalancer"), node("n", "10.0.0.1")];
const settings = (cluster: string) =>
  ({ naming: "occm", subnet_id: SUBNET, cluster_name: cluster, create_monitor: true, internal_lb: true }) as const;
/** As a component declares it: the cluster is part of the mark too. */
const declared = (cluster: string, objects: unknown[] = specs, owner = `pulumi-k8s-lb:p/s/${cluster}/prod`): Props => {
  const plan = translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings: settings(cluster), owner });
  return structuredClone(loadBalancers(plan)[0]!.inputs satisfies LoadBalancerInputs) as unknown as Props;
};

describe("a new cluster_name", () => {
  const world = octaviaWorld();
  const TYPES = ["loadbalancers", "listeners", "pools", "healthmonitors"];
  const held = async (type: string) => (await world.api("GET", `/${type}`))[type] as Props[];
  const everything = async () => Object.fromEntries(await Promise.all(TYPES.map(async (type) => [type, await held(type)] as const)));
  const ids = (all: Record<string, Props[]>) => Object.values(all).flatMap((list) => list.map(({ id }) => String(id)));

  test("renames load balancer, listeners, pools, monitors and tags in place", async () => {
    const resource = await created(world, "octavia:LoadBalancer", declared("old"));
    const before = await everything();
    expect(await resource.preview(declared("new"))).toEqual({ changes: true, replaces: [] });
    expect(await resource.up(declared("new"))).toBe("updated");
    expect(writesSeen(world).filter((write) => !write.startsWith("PUT "))).toEqual([]);
    // the last write is the load balancer's: until then the next run knows that something is left to rename
    expect(writesSeen(world).at(-1)).toBe("PUT /loadbalancers/*");
    const after = await everything();
    expect(ids(after).sort()).toEqual(ids(before).sort());
    expect(JSON.stringify(after)).not.toContain("kube_service_old");
    expect(JSON.stringify(after)).not.toContain("/old/");
    const name = "kube_service_new_default_web";
    expect(after.loadbalancers).toMatchObject([
      { name, description: "Kubernetes external service default/web from cluster new", tags: expect.arrayContaining([name]) },
    ]);
    for (const [type, one] of [
      ["listeners", "listener"],
      ["pools", "pool"],
      ["healthmonitors", "monitor"],
    ] as const) {
      expect(after[type]?.map((object) => object.name).sort()).toEqual([`${one}_0_${name}`, `${one}_1_${name}`]);
    }
    await expectQuiet(resource, declared("new"));
  });

  test("changes what else is new in the same run", async () => {
    const resource = await created(world, "octavia:LoadBalancer", declared("old"));
    const pools = (await held("pools")).map(({ id }) => id);
    const inputs = declared("new", [...specs, node("another", "10.0.0.2")]);
    await resource.up(inputs);
    expect((await held("pools")).map(({ id }) => id).sort()).toEqual(pools.sort());
    await expectQuiet(resource, inputs);
  });

  test("goes on where a run was cut off", async () => {
    const resource = await created(world, "octavia:LoadBalancer", declared("old"));
    const before = ids(await everything());
    let writes = 0;
    world.proxy.answer((method) => (method === "PUT" && ++writes > 2 ? { status: 500, body: {} } : undefined));
    await expect(resource.up(declared("new"))).rejects.toThrow();
    world.proxy.answer(undefined);
    await atRest(world, String(resource.state?.id));
    await resource.refresh();
    await resource.up(declared("new"));
    expect(ids(await everything()).sort()).toEqual(before.sort());
    expect(JSON.stringify(await everything())).not.toContain("kube_service_old");
    await expectQuiet(resource, declared("new"));
  });

  test("leaves what others have on the load balancer as it is", async () => {
    const resource = await created(world, "octavia:LoadBalancer", declared("old"));
    const id = String(resource.state?.id);
    const listener = { name: "theirs", protocol: "TCP", protocol_port: 90, tags: ["kube_service_old_default_other"], loadbalancer_id: id };
    await world.api("POST", "/listeners", { listener });
    await atRest(world, id);
    await resource.up(declared("new"));
    const theirs = (await held("listeners")).find(({ name }) => name === "theirs");
    expect(theirs?.tags).toEqual(["kube_service_old_default_other"]);
  });

  test("renames what a guest has on a load balancer of others", async () => {
    const made = await world.api("POST", "/loadbalancers", { loadbalancer: { name: "theirs", vip_subnet_id: SUBNET } });
    const id = String((made.loadbalancer as Props).id);
    await atRest(world, id);
    const guest = (cluster: string): Props => {
      const inputs = declared(cluster);
      const { name, tags, listeners } = inputs.loadBalancer as Props;
      return { ...inputs, loadBalancer: { id, name, tags, listeners } as Props };
    };
    const resource = await created(world, "octavia:LoadBalancer", guest("old"));
    const before = ids(await everything());
    await resource.up(guest("new"));
    const after = await everything();
    expect(ids(after).sort()).toEqual(before.sort());
    expect(JSON.stringify(after)).not.toContain("kube_service_old");
    expect(after.loadbalancers?.map(({ name }) => name)).toEqual(["theirs"]);
    await expectQuiet(resource, guest("new"));
  });

  test("takes nothing away, says the inventory", async () => {
    const names = (cluster: string) =>
      Array.from({ length: 9 }, (_, n) => [`loadbalancers/kube_service_${cluster}_default_s${n}`, `s${n}`]);
    const inventory = (cluster: string, count = 9): Props => ({
      names: names(cluster)
        .slice(0, count)
        .map(([name]) => name),
      identities: Object.fromEntries(names(cluster).slice(0, count)),
    });
    const resource = new Resource(world.host, "octavia:Inventory");
    await resource.up(inventory("old"));
    expect(await resource.up(inventory("new"))).toBe("updated");
    expect(await resource.preview(inventory("new"))).toEqual(NONE);
    await expect(resource.up(inventory("newer", 2))).rejects.toThrow("LB2017");
  });

  test("another pool for a listener of the same load balancer is another pool still", async () => {
    const resource = await created(world, "octavia:LoadBalancer", declared("old"));
    const inputs = declared("old");
    const [first] = (inputs.loadBalancer as Props).listeners as Props[];
    (first!.default_pool as Props).name = "blue";
    await resource.up(inputs);
    expect(writesSeen(world)).toContain("POST /pools");
  });
});

describe("a floating IP of a renamed cluster", () => {
  const ground = cloud();
  const [OLD, NEW] = ["old", "new"].map((cluster) => ({ owner: `pulumi-k8s-lb:p/s/${cluster}/prod`, description: `IP from ${cluster}` }));
  const attached = (description: string) => {
    const held = { id: "f", floating_ip_address: "203.0.113.9", port_id: "p", description };
    const answer = (method: string): Json => (method === "GET" ? { floatingips: [held] } : { floatingip: held });
    ground.handle(({ method }) => ({ body: answer(method) }));
    const wish = { floating_network_id: "n", description: NEW!.description };
    return ensureFloatingIp(fresh(ground).network, "p", wish, NEW!.owner, OLD);
  };
  const puts = () => ground.calls.filter(({ method }) => method === "PUT").map(({ body }) => body as unknown);

  it.each([
    ["with our mark", `${OLD!.description} [${OLD!.owner}]`],
    ["as the cloud provider made it", OLD!.description],
  ])("stays ours (%s), so that it goes with the load balancer", async (_whose, description) => {
    expect(await attached(description)).toMatchObject({ id: "f", ours: true });
    expect(puts()).toEqual([{ floatingip: { description: `${NEW!.description} [${NEW!.owner}]` } }]);
  });

  it("of others is left as it is", async () => {
    expect(await attached("by hand")).toMatchObject({ id: "f", ours: false });
    expect(puts()).toEqual([]);
  });
});

describe("Pulumi knows load balancers by what they are for, whatever the cluster is called", () => {
  const resources = recordResources();
  beforeEach(() => {
    resources.length = 0;
  });
  const shop = ingress({
    name: "shop",
    rules: [{ host: "a.com", path: "/", service: "web" }],
    tls: [{ hosts: ["a.com"], secretName: "t" }],
  });
  const all = [...specs, endpoints("web", ["1.1.1.1"], 8080), shop, secret("t", "CERT", "KEY")];
  const registered = async (cluster: string) => {
    resources.length = 0;
    new octavia.KubernetesCluster("prod", { specs: all as never, settings: settings(cluster) });
    const made = () => resources.filter(({ type }) => type.endsWith("octavia:LoadBalancer")).map(({ name }) => name);
    await eventually(() => expect(made()).toHaveLength(2));
    return made();
  };

  it("gives them the same names", async () => {
    expect(await registered("new")).toEqual(await registered("old"));
  });
});
