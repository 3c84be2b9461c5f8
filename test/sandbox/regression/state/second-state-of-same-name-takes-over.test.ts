import { describe, expect, test } from "vitest";
import { providerText } from "../../../../provider";
import * as aviComponents from "../../../../sdk/targets/avi/components/cluster";
import * as mizarComponents from "../../../../sdk/targets/mizar";
import * as octaviaComponents from "../../../../sdk/targets/octavia";
import { recordResources } from "../../../../sdk/testing";
import { eventually } from "../../../support/eventually";
import { endpoints, service } from "../../../support/manifests";
import { calls, world } from "../../lib/avi-world";
import { Resource } from "../../lib/engine";
import { type Host, type Props, startHost } from "../../lib/host";
import { fresh, OWNER as MIZAR_OWNER } from "../../lib/mizar-samples";
import { mizarWorld, pathOf } from "../../lib/mizar-world";
import { MARK, SUBNET, small } from "../../lib/octavia-samples";
import { idNamed, octaviaWorld } from "../../lib/octavia-world";
import { OWNER, poolInputs } from "../../lib/samples";

// Another backend with the same project and stack names has the same marks: it took everything over in silence, and its destroy
// deleted what the first state still holds.

const NONE = { changes: false, replaces: [] };
const MOVED = "pulumi-k8s-lb:conformance/test/c1/renamed";

/** Runs the first check of preview and up on a resource that is in no state. */
const checkedAnew = (host: Host, kind: string, inputs: Props) => host.check({}, { ...inputs, __provider: providerText(kind) });

/** Expects every target to stop at an inventory that is created a second time. */
async function expectStops(host: Host, kind: string, inputs: Props & { names: string[]; owner: string }, named: string): Promise<void> {
  const second = () => new Resource(host, kind);
  const { failures } = await checkedAnew(host, kind, inputs);
  expect(failures).toHaveLength(1);
  expect(failures[0]?.reason).toContain(`LB2053: 1 object with the mark ${inputs.owner} is on the server already: ${named}`);
  expect(failures[0]?.reason).toContain("adopt: true");
  expect(failures[0]?.reason).toContain("k8s-lb orphans");
  await expect(second().up(inputs)).rejects.toThrow("LB2053");
  const adopting = second();
  expect(await adopting.up({ ...inputs, adopt: true })).toBe("created");
  expect(adopting.state?.outs).not.toHaveProperty("adopt");
  expect(await adopting.preview(inputs)).toEqual(NONE);
  await adopting.refresh();
  expect(await adopting.preview(inputs)).toEqual(NONE);

  const renamed = second().up({ ...inputs, owner: MOVED });
  await expect(renamed).rejects.toThrow(`LB2054: 1 object of this component is on the server with the mark ${inputs.owner}: ${named}`);
  expect(await second().up({ ...inputs, owner: MOVED, adopt: true })).toBe("created");
}

describe("Avi", () => {
  const started = world();
  const vip = { name: "c1--vip", vsvip_cloud_config_cksum: OWNER, vip: [{ vip_id: "1", auto_allocate_ip: true }] };
  const names = ["pool/c1--new", "vrfcontext/global", "vsvip/c1--vip"];
  const inventory = (more: Props = {}) => ({ names, owner: OWNER, tenant: "admin", ...more });

  test("stops, unless it is told to adopt", async () => {
    started.avi.store.put("vsvip", vip as never);
    await expectStops(started.host, "avi:Inventory", inventory() as never, "vsvip/c1--vip");
  });

  test("names some of many, and how many there are", async () => {
    for (let i = 0; i < 28; i++) await new Resource(started.host, "avi:Pool").up(poolInputs(`c1--${10 + i}`) as never);
    const many = Array.from({ length: 28 }, (_, i) => `pool/c1--${10 + i}`);
    const second = new Resource(started.host, "avi:Inventory").up(inventory({ names: many }));
    await expect(second).rejects.toThrow(
      /LB2053: 28 objects with the mark \S+ are on the server already: pool\/c1--10, (\S+, ){3}pool\/c1--14 and 23 more\n/,
    );
  });

  test("looks once when it is new, with one list per type, and never again while nothing changes", async () => {
    await checkedAnew(started.host, "avi:Inventory", inventory());
    started.avi.resetCalls();
    const resource = new Resource(started.host, "avi:Inventory");
    await resource.up(inventory());
    expect(calls(started.avi)).toEqual(["GET pool", "GET vsvip"]);
    await new Resource(started.host, "avi:Pool").up(poolInputs("c1--new") as never);
    started.avi.resetCalls();
    expect(await resource.preview(inventory())).toEqual(NONE);
    expect(await resource.up(inventory())).toBe("same");
    await resource.refresh();
    expect(await resource.preview(inventory())).toEqual(NONE);
    expect(calls(started.avi)).toEqual([]);
  });

  test("a run that was cut off after the inventory was saved goes on by itself, also with other names", async () => {
    const resource = new Resource(started.host, "avi:Inventory");
    await resource.up(inventory());
    await new Resource(started.host, "avi:Pool").up(poolInputs("c1--new") as never);
    expect(await resource.up(inventory())).toBe("same");
    expect(await resource.up(inventory({ names: [...names, "pool/c1--other"] }))).toBe("updated");
    expect(await new Resource(started.host, "avi:Pool").up(poolInputs("c1--new") as never)).toBe("created");
  });

  test("one that was imported is not new", async () => {
    await new Resource(started.host, "avi:Pool").up(poolInputs("c1--new") as never);
    const imported = new Resource(started.host, "avi:Inventory");
    await imported.import("inventory");
    expect(await imported.up(inventory())).toBe("updated");
  });

  test("what carries the mark under other names is told, and stops nothing", async () => {
    await new Resource(started.host, "avi:Pool").up(poolInputs("c1--beside") as never);
    expect(await new Resource(started.host, "avi:Inventory").up(inventory())).toBe("created");
  });

  test("without preflight a preview that has no server, or no credentials, goes on", async () => {
    const silent = { AVI_CONTROLLER: "https://127.0.0.1:9", AVI_USERNAME: "u", AVI_PASSWORD: "p", AVI_RETRY_DELAY: "1" };
    for (const env of [silent, {}]) {
      const host = await startHost({ env });
      try {
        const begun = Date.now();
        expect((await checkedAnew(host, "avi:Inventory", { ...inventory(), preflight: false })).failures).toEqual([]);
        expect(Date.now() - begun).toBeLessThan(45_000);
        expect(await new Resource(host, "avi:Inventory").up({ ...inventory(), preflight: false })).toBe("created");
      } finally {
        host.stop();
      }
    }
  });
});

describe("Octavia", () => {
  const ground = octaviaWorld();

  test("stops, unless it is told to adopt", async () => {
    await new Resource(ground.host, "octavia:LoadBalancer").up(small());
    const names = ["loadbalancers/default/new", "loadbalancers/default/web"];
    await expectStops(ground.host, "octavia:Inventory", { names, owner: MARK }, "loadbalancers/default/web");
  });

  test("the listeners of a guest count, for they are all that carries its mark", async () => {
    const theirs = { loadbalancer: { name: "theirs", vip_subnet_id: SUBNET } };
    const { loadbalancer } = (await ground.api("POST", "/loadbalancers", theirs)) as { loadbalancer: { id: string } };
    const loadBalancer = { ...(small().loadBalancer as Props), id: loadbalancer.id };
    await new Resource(ground.host, "octavia:LoadBalancer").up({ ...small(), loadBalancer });
    const names = ["listeners/default/web:TCP:80", "loadbalancers/default/web"];
    await expectStops(ground.host, "octavia:Inventory", { names, owner: MARK }, "listeners/default/web:TCP:80");
    expect(await idNamed(ground, "loadbalancers", "theirs")).toBe(loadbalancer.id);
  });
});

describe("Mizar", () => {
  const ground = mizarWorld();

  test("stops, unless it is told to adopt", async () => {
    const name = fresh("vpc");
    const spec = { ip: "10.10.0.0", prefix: 16, dividers: 1 };
    const vpc = new Resource(ground.host, "mizar:Vpc");
    await vpc.up({ owner: MIZAR_OWNER, metadata: { name }, spec });
    const names = ["networks/none", "pods/default/none", `vpcs/${name}`];
    await expectStops(ground.host, "mizar:Inventory", { names, owner: MIZAR_OWNER }, `vpcs/${name}`);
    await vpc.destroy();
    await expect(ground.api("GET", pathOf("Vpc", name))).rejects.toThrow("404");
  });
});

describe("components", () => {
  const resources = recordResources();
  const inventory = () => resources.find(({ type }) => type.endsWith(":Inventory"))?.inputs;
  const specs = [service("web", [80], "LoadBalancer"), endpoints("web", ["1.1.1.1"], 8080)] as never;
  const mark = (cluster: string) => `pulumi-k8s-lb:project/stack/${cluster}/all`;

  test("tell their inventory the mark, the place, and whether to adopt", async () => {
    new aviComponents.KubernetesCluster("all", { specs, settings: { clusterName: "c1", tenant: "shop" }, adopt: true });
    await eventually(() => expect(inventory()).toMatchObject({ owner: mark("c1"), tenant: "shop", adopt: true }));

    resources.length = 0;
    const project_id = "c0ffee";
    new octaviaComponents.KubernetesCluster("all", { specs, settings: { service_subnet_id: "s", cluster_name: "c1", project_id } });
    await eventually(() => expect(inventory()).toMatchObject({ owner: mark("c1"), tenant: project_id }));
    expect(inventory()).not.toHaveProperty("adopt");

    resources.length = 0;
    const network = { apiVersion: "mizar.com/v1", kind: "Vpc", metadata: { name: "v" }, spec: { ip: "10.0.0.0", prefix: 16 } };
    new mizarComponents.KubernetesCluster("all", { specs: [network] as never, adopt: true });
    await eventually(() => expect(inventory()).toMatchObject({ owner: mark("mizar"), __names: '["vpcs/v"]', adopt: true }));
  });
});
