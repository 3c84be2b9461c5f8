import { describe, expect, test } from "vitest";
import { findOrphans, readStates } from "../../../../provider";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { MARK, SUBNET, small } from "../../lib/octavia-samples";
import { atRest, octaviaWorld, writesSeen } from "../../lib/octavia-world";
import { created, expectQuiet, failing } from "../../lib/world";

const world = octaviaWorld();
const OTHER = "pulumi-k8s-lb:other/dev/c9";

const listener = (port: number, more: Props = {}): Props => ({
  name: `listener-${port}`,
  protocol: "HTTP",
  protocol_port: port,
  default_pool: {
    name: `pool-${port}`,
    protocol: "HTTP",
    lb_algorithm: "ROUND_ROBIN",
    members: [{ address: "10.1.0.1", protocol_port: port }],
  },
  ...more,
});
const host = (more: Props[] = [], fields: Props = {}): Props => ({
  owner: MARK,
  loadBalancer: { name: "default/a", vip_subnet_id: SUBNET, listeners: [listener(80), ...more], ...fields },
});
const guest = (id: string, port = 81, owner = OTHER, tags: string[] = []): Props => ({
  owner,
  loadBalancer: {
    id,
    name: "default/b",
    ...(tags.length > 0 ? { tags } : {}),
    listeners: [listener(port, tags.length > 0 ? { tags } : {})],
  },
});
const names = async (type: string) => ((await world.api("GET", `/${type}`))[type] as Props[]).map(({ name }) => String(name)).sort();
const idIn = (resource: Resource, place: string) => (resource.state?.outs.ids as { [place: string]: string } | undefined)?.[place];
const idOf = (resource: Resource) => resource.state?.id ?? "";
const by = async (type: string, body: Props) => {
  const singular = type === "l7policies" ? "l7policy" : type.replace(/s$/, "");
  const made = (await world.api("POST", `/${type}`, { [singular]: body }))[singular] as Props;
  const lb = (await world.api("GET", "/loadbalancers")).loadbalancers as Props[];
  for (const { id } of lb) await atRest(world, String(id));
  return String(made.id);
};
const orphans = async (owner?: string) =>
  findOrphans("octavia", readStates([]), owner, {
    OS_AUTH_TYPE: "none",
    OS_LOAD_BALANCER_ENDPOINT_OVERRIDE: world.proxy.url,
    OS_PROJECT_ID: "conformance",
    OCTAVIA_LIST_CACHE: "0",
  });

describe.each([
  ["another program", OTHER, []],
  ["the same program", MARK, []],
  ["another Service of the same program", MARK, ["kube_service_c_ns_b"]],
])("a guest of %s", (_who, owner, tags) => {
  const pair = async () => {
    const a = await created(world, "octavia:LoadBalancer", host());
    const b = await created(world, "octavia:LoadBalancer", guest(idOf(a), 81, owner, tags));
    return { a, b };
  };

  test("survives a change of its host, before and after a refresh", async () => {
    const { a, b } = await pair();
    await a.up(host([listener(90)]));
    expect(await names("listeners")).toEqual(["listener-80", "listener-81", "listener-90"]);
    await a.refresh();
    expect(JSON.stringify(a.state?.outs.ids)).not.toMatch(/TCP:81|pool-81/);
    expect((await a.preview(host([listener(90)]))).changes).toBe(false);
    world.proxy.calls.splice(0);
    await a.up(host());
    expect(writesSeen(world)).toEqual(["DELETE /pools/*", "DELETE /listeners/*"]);
    expect(await names("listeners")).toEqual(["listener-80", "listener-81"]);
    expect(await names("pools")).toEqual(["pool-80", "pool-81"]);
    await expectQuiet(a, host());
    await expectQuiet(b, guest(idOf(a), 81, owner, tags));
  });

  test("goes first: then nothing is left", async () => {
    const { a, b } = await pair();
    await b.destroy();
    expect(await names("listeners")).toEqual(["listener-80"]);
    await a.destroy();
    expect(await names("loadbalancers")).toEqual([]);
  });

  test("keeps the load balancer of a host that goes first, which is an orphan when the last guest has gone", async () => {
    const { a, b } = await pair();
    const id = idOf(a);
    await a.destroy();
    expect(await names("listeners")).toEqual(["listener-81"]);
    expect(await names("pools")).toEqual(["pool-81"]);
    const used = await orphans();
    expect(used.orphans.map(({ type }) => type)).not.toContain("LoadBalancer");
    expect(used.notes.join()).toContain("default/a");
    await expectQuiet(b, guest(id, 81, owner, tags));
    await b.destroy();
    expect(await names("listeners")).toEqual([]);
    // the last of one program takes it away; one of others leaves it to who made it
    if (owner === MARK) return expect(await names("loadbalancers")).toEqual([]);
    const remaining = await orphans(MARK.slice("pulumi-k8s-lb:".length));
    expect(remaining.orphans).toMatchObject([{ type: "LoadBalancer", name: "default/a", id, owner: MARK }]);
  });

  test("lets its host come back", async () => {
    const { a, b } = await pair();
    const id = idOf(a);
    await a.destroy();
    const again = await created(world, "octavia:LoadBalancer", host());
    expect(idOf(again)).toBe(id);
    await expectQuiet(again, host());
    await expectQuiet(b, guest(id, 81, owner, tags));
    await b.destroy();
    await again.destroy();
    expect(await names("loadbalancers")).toEqual([]);
  });
});

describe("what others put there by hand or with another tool", () => {
  const tools: [string, string[]][] = [
    ["without any mark", []],
    ["with the tag of another Service", ["kube_service_c_ns_other"]],
  ];
  test.each(tools)("%s: listener and pool stay, at update, refresh and destroy", async (_what, tags) => {
    const a = await created(world, "octavia:LoadBalancer", host());
    const id = idOf(a);
    const theirs = await by("listeners", { name: "theirs", protocol: "TCP", protocol_port: 99, loadbalancer_id: id, tags });
    await by("pools", { name: "theirs", protocol: "TCP", lb_algorithm: "ROUND_ROBIN", listener_id: theirs });
    await a.refresh();
    expect(String(a.state?.outs.others)).toMatch(/listener theirs.*pool theirs/);
    expect((await a.preview(host())).changes).toBe(false);
    await a.up(host([listener(90)]));
    await a.destroy();
    expect(await names("listeners")).toEqual(["theirs"]);
    expect(await names("pools")).toEqual(["theirs"]);
    expect((await atRest(world, id))?.tags).toContain(MARK);
    expect((await orphans()).notes.join()).toContain("default/a");
  });

  test("a policy on our listener keeps its place, ours keep their order, and the listener does not go from under it", async () => {
    const policy = (name: string): Props => ({
      name,
      action: "REDIRECT_TO_URL",
      redirect_url: `https://${name}.example.com/`,
      rules: [{ type: "PATH", compare_type: "EQUAL_TO", value: `/${name}` }],
    });
    const with_ = (...list: string[]) => host([], { listeners: [listener(80, { l7policies: list.map(policy) })] });
    const a = await created(world, "octavia:LoadBalancer", with_("one", "two"));
    const on = (await world.api("GET", "/listeners")).listeners as Props[];
    const theirs = { name: "theirs", action: "REJECT", position: 2, listener_id: on[0]?.id };
    await by("l7policies", theirs);
    const order = async () =>
      ((await world.api("GET", "/l7policies")).l7policies as Props[])
        .sort((one, other) => Number(one.position) - Number(other.position))
        .map(({ name }) => name);
    expect(await order()).toEqual(["one", "theirs", "two"]);
    await a.refresh();
    expect((await a.preview({ ...with_("one", "two") })).changes).toBe(false);
    await a.up(with_("one", "two", "three"));
    expect(await order()).toEqual(["one", "theirs", "two", "three"]);
    await a.up(with_("three", "two"));
    expect(await order()).toEqual(["three", "theirs", "two"]);
    const failed = await failing(a.up(host([], { listeners: [] })));
    expect(failed.message).toMatch(/LB2057.*listener TCP:80.*policy theirs/s);
    await a.destroy();
    expect(await order()).toEqual(["theirs"]);
    expect(await names("pools")).toEqual([]);
    expect(await names("listeners")).toEqual(["listener-80"]);
  });

  test("a listener that leads to our pool is not robbed of it", async () => {
    const a = await created(world, "octavia:LoadBalancer", host());
    const pool = idIn(a, "pools/pool-80");
    await by("listeners", { name: "theirs", protocol: "HTTP", protocol_port: 99, loadbalancer_id: idOf(a), default_pool_id: pool });
    const other = listener(80, { default_pool: { ...(listener(80).default_pool as Props), name: "other" } });
    expect((await failing(a.up(host([], { listeners: [other] })))).message).toMatch(/LB2057.*pool pool-80.*listener theirs/s);
    await a.destroy();
    expect(await names("pools")).toEqual(["pool-80"]);
  });

  test("our default pool is put back, and theirs stays", async () => {
    const a = await created(world, "octavia:LoadBalancer", host());
    const pool = await by("pools", { name: "theirs", protocol: "HTTP", lb_algorithm: "ROUND_ROBIN", loadbalancer_id: idOf(a) });
    await world.api("PUT", `/listeners/${idIn(a, "listeners/TCP:80")}`, { listener: { default_pool_id: pool } });
    await atRest(world, idOf(a));
    await a.refresh();
    expect((await a.preview(host())).changes).toBe(true);
    world.proxy.calls.splice(0);
    await a.up(host());
    expect(writesSeen(world)).toEqual(["PUT /listeners/*"]);
    expect(await names("pools")).toEqual(["pool-80", "theirs"]);
  });

  test("a member of our pool is still drift, and goes", async () => {
    const a = await created(world, "octavia:LoadBalancer", host());
    const pool = idIn(a, "pools/pool-80");
    await world.api("POST", `/pools/${pool}/members`, { member: { address: "10.9.9.9", protocol_port: 1 } });
    await atRest(world, idOf(a));
    await a.refresh();
    expect((await a.preview(host())).changes).toBe(true);
    await a.up(host());
    expect((await world.api("GET", `/pools/${pool}/members`)).members).toHaveLength(1);
  });
});

test("a port of a guest is refused by name, to the host too", async () => {
  const a = await created(world, "octavia:LoadBalancer", host());
  await created(world, "octavia:LoadBalancer", guest(idOf(a)));
  expect((await failing(a.up(host([listener(81)])))).message).toMatch(/LB2047.*port 81.*listener-81/s);
  expect(await names("listeners")).toEqual(["listener-80", "listener-81"]);
});

test("another VIP makes another load balancer and leaves the old one to its guests", async () => {
  const a = await created(world, "octavia:LoadBalancer", host([], { vip_address: "198.51.100.10" }));
  const old = idOf(a);
  await created(world, "octavia:LoadBalancer", guest(old));
  expect(await a.up(host([], { vip_address: "198.51.100.11" }))).toBe("replaced");
  expect(idOf(a)).not.toBe(old);
  expect((await atRest(world, old))?.listeners).toHaveLength(1);
  await expectQuiet(a, host([], { vip_address: "198.51.100.11" }));
});

test("in ERROR it is not deleted from under its guests", async () => {
  const a = await created(world, "octavia:LoadBalancer", host());
  await created(world, "octavia:LoadBalancer", guest(idOf(a)));
  await world.lab("status", { loadbalancers: [{ id: idOf(a), provisioning_status: "ERROR" }] });
  await a.refresh();
  expect((await failing(a.up(host()))).message).toMatch(/LB2057.*ERROR.*listener-81/s);
  expect(await names("listeners")).toEqual(["listener-80", "listener-81"]);
});

test("an interrupted change leaves nothing that destroy does not know", async () => {
  const a = await created(world, "octavia:LoadBalancer", host());
  // made by a run that was killed before it could tell
  const state = structuredClone(a.state);
  await a.up(host([listener(90)]));
  a.state = state;
  await a.destroy();
  expect(await names("loadbalancers")).toEqual([]);
});

test("adopting takes the children of the former owner, marks included, and leaves its guests", async () => {
  const theirs = { ...host([listener(90)]), owner: OTHER };
  const first = await created(world, "octavia:LoadBalancer", theirs);
  const b = await created(world, "octavia:LoadBalancer", guest(idOf(first)));
  const a = new Resource(world.host, "octavia:LoadBalancer");
  await a.up({ ...host(), adopt: true });
  expect(await names("listeners")).toEqual(["listener-80", "listener-81"]);
  expect((await atRest(world, idOf(a)))?.tags).toEqual([MARK]);
  expect((await failing(first.destroy())).message).toContain("LB2004");
  await expectQuiet(b, guest(idOf(a)));
});

test("an imported one knows its guests", async () => {
  const a = await created(world, "octavia:LoadBalancer", small());
  await created(world, "octavia:LoadBalancer", guest(idOf(a)));
  const again = new Resource(world.host, "octavia:LoadBalancer");
  await again.import(idOf(a));
  expect(JSON.stringify(again.state?.inputs)).not.toContain("listener-81");
  expect(again.state?.outs.others).toHaveLength(2);
  await again.up(small());
  expect(await names("listeners")).toEqual(["default/web:TCP:80", "listener-81"]);
});

describe("a server without tags", () => {
  const old = octaviaWorld({ OCTAVIA_API_VERSION: "2.4" });
  const listeners = async () => ((await old.api("GET", "/listeners")).listeners as Props[]).map(({ name }) => String(name)).sort();

  test("knows guests by the mark in their descriptions, and what nobody marked by the state", async () => {
    const a = await created(old, "octavia:LoadBalancer", host());
    const b = await created(old, "octavia:LoadBalancer", guest(idOf(a)));
    await old.api("POST", "/listeners", { listener: { name: "theirs", protocol: "TCP", protocol_port: 99, loadbalancer_id: idOf(a) } });
    await atRest(old, idOf(a));
    await a.refresh();
    expect((await a.preview(host())).changes).toBe(false);
    await a.up(host([listener(90)]));
    expect(await listeners()).toEqual(["listener-80", "listener-81", "listener-90", "theirs"]);
    await expectQuiet(b, guest(idOf(a)));
    await a.destroy();
    expect(await listeners()).toEqual(["listener-81", "theirs"]);
    expect((await atRest(old, idOf(b)))?.description).toBe(`[${MARK}]`);
    await b.destroy();
    expect(await listeners()).toEqual(["theirs"]);
  });

  test("deletes with one call what nobody else uses", async () => {
    const a = await created(old, "octavia:LoadBalancer", host());
    await a.destroy();
    expect(writesSeen(old)).toEqual(["DELETE /loadbalancers/*?cascade=true"]);
  });
});
