// Names that are taken on Octavia, and load balancers that others have made.
import { describe, expect, test } from "vitest";
import { Resource } from "./lib/engine";
import type { Props } from "./lib/host";
import { MARK, SUBNET, small } from "./lib/octavia-samples";
import { atRest, octaviaWorld, writesSeen } from "./lib/octavia-world";
import { created, expectQuiet, failing } from "./lib/world";

const world = octaviaWorld();
const STRANGER = "pulumi-k8s-lb:other/dev/c9";

const idsOf = (resource: Resource) => resource.state?.outs.ids as Props;
const retag = async (id: string, tags: string[]) => {
  await world.api("PUT", `/loadbalancers/${id}`, { loadbalancer: { tags } });
  await atRest(world, id);
};

describe("a name that is taken", () => {
  test.each([
    ["by another program", [STRANGER], STRANGER],
    ["by nobody we know", ["kept"], "no owner mark"],
  ])("%s: refused by naming whose it is, and untouched", async (_by, tags, named) => {
    const first = await created(world, "octavia:LoadBalancer", small());
    await retag(first.state?.id ?? "", tags);
    const second = new Resource(world.host, "octavia:LoadBalancer");
    const failed = await failing(second.up(small()));
    expect(failed.message).toContain("LB2003");
    expect(failed.message).toContain("default/web");
    expect(failed.message).toContain(named);
    expect(failed.partial).toBeUndefined();
    expect(writesSeen(world)).toEqual([]);
  });

  test("adopt takes it over, keeps tags of others and repairs the rest", async () => {
    const first = await created(world, "octavia:LoadBalancer", small());
    const id = first.state?.id ?? "";
    await retag(id, [STRANGER, "kept"]);
    await world.api("PUT", `/pools/${idsOf(first)["pools/default/web:TCP:80"]}`, {
      pool: { lb_algorithm: "SOURCE_IP" },
    });
    await atRest(world, id);
    const second = new Resource(world.host, "octavia:LoadBalancer");
    const inputs = { ...small(), adopt: true };
    await second.up(inputs);
    expect(second.state?.id).toBe(id);
    expect((await atRest(world, id))?.tags).toEqual(expect.arrayContaining([MARK, "kept"]));
    await expectQuiet(second, inputs);
  });

  test("adopt refuses one that could never become the declared one", async () => {
    const first = await created(world, "octavia:LoadBalancer", small());
    await retag(first.state?.id ?? "", []);
    const inputs = { ...small(), adopt: true, loadBalancer: { ...(small().loadBalancer as object), vip_address: "198.51.100.200" } };
    const failed = await failing(new Resource(world.host, "octavia:LoadBalancer").up(inputs));
    expect(failed.message).toMatch(/LB2051.*vip_address/s);
    expect(writesSeen(world)).toEqual([]);
  });
});

test("a load balancer that services of others use stays when ours is deleted", async () => {
  const resource = await created(world, "octavia:LoadBalancer", small());
  const id = resource.state?.id ?? "";
  await retag(id, [MARK, "kube_service_c_ns_other"]);
  await world.api("POST", "/listeners", { listener: { name: "theirs", protocol: "TCP", protocol_port: 90, loadbalancer_id: id } });
  await atRest(world, id);
  await resource.destroy();
  const { tags } = (await atRest(world, id)) as { tags: string[] };
  expect(tags.sort()).toEqual(["kube_service_c_ns_other", "pulumi-k8s-lb-left", MARK]);
  expect(((await world.api("GET", "/listeners")).listeners as Props[]).map(({ name }) => name)).toEqual(["theirs"]);
});

describe("a load balancer that others made", () => {
  const shared = (id: string, port: number): Props => ({
    owner: MARK,
    loadBalancer: {
      id,
      name: "shared",
      tags: [`service-${port}`],
      listeners: [
        {
          name: `listener-${port}`,
          protocol: "TCP",
          protocol_port: port,
          tags: [`service-${port}`],
          default_pool: {
            name: `pool-${port}`,
            protocol: "TCP",
            lb_algorithm: "ROUND_ROBIN",
            members: [{ address: "10.1.0.1", protocol_port: port }],
          },
        },
      ],
    },
  });
  const made = async () => {
    const body = {
      name: "theirs",
      vip_subnet_id: SUBNET,
      tags: ["team"],
      description: "by hand",
      listeners: [{ name: "theirs", protocol: "TCP", protocol_port: 90 }],
    };
    const answer = await world.api("POST", "/loadbalancers", { loadbalancer: body });
    const id = String((answer.loadbalancer as Props).id);
    await atRest(world, id);
    return id;
  };
  const listeners = async () => ((await world.api("GET", "/listeners")).listeners as Props[]).map(({ name }) => String(name)).sort();

  test("gets our listeners, pools and tags, twice over, and loses them again", async () => {
    const id = await made();
    const [one, two] = [
      await created(world, "octavia:LoadBalancer", shared(id, 80)),
      await created(world, "octavia:LoadBalancer", shared(id, 81)),
    ];
    expect(await listeners()).toEqual(["listener-80", "listener-81", "theirs"]);
    expect(await atRest(world, id)).toMatchObject({
      name: "theirs",
      description: "by hand",
      tags: expect.arrayContaining(["team", "service-80", "service-81"]),
    });
    await expectQuiet(one, shared(id, 80));
    await expectQuiet(two, shared(id, 81));
    await one.destroy();
    expect(await listeners()).toEqual(["listener-81", "theirs"]);
    await two.destroy();
    expect(await listeners()).toEqual(["theirs"]);
    expect(await atRest(world, id)).toMatchObject({ name: "theirs", tags: ["team"] });
    expect((await world.api("GET", "/pools")).pools).toEqual([]);
  });

  test("changes and drift stay within what is ours", async () => {
    const id = await made();
    const resource = await created(world, "octavia:LoadBalancer", shared(id, 80));
    const pool = idsOf(resource)["pools/pool-80"];
    await world.api("PUT", `/pools/${pool}`, { pool: { lb_algorithm: "SOURCE_IP" } });
    await atRest(world, id);
    await resource.refresh();
    expect((await resource.preview(shared(id, 80))).changes).toBe(true);
    world.proxy.calls.splice(0);
    await resource.up(shared(id, 80));
    expect(writesSeen(world)).toEqual(["PUT /pools/*"]);
    await expectQuiet(resource, shared(id, 80));
  });

  test("a port of another service is refused by name", async () => {
    const id = await made();
    const failed = await failing(new Resource(world.host, "octavia:LoadBalancer").up(shared(id, 90)));
    expect(failed.message).toMatch(/LB2047.*the listener port 90 already exists: theirs/s);
    expect(failed.partial).toBeUndefined();
    expect(writesSeen(world)).toEqual([]);
  });

  test("with the state lost, ours are found again", async () => {
    const id = await made();
    await created(world, "octavia:LoadBalancer", shared(id, 80));
    const second = new Resource(world.host, "octavia:LoadBalancer");
    await second.up(shared(id, 80));
    expect(writesSeen(world)).toEqual([]);
    await expectQuiet(second, shared(id, 80));
  });
});
