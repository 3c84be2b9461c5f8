// Load balancers in ERROR, locks of others, quotas and duplicates: what a run says, and what the next one does.
import { describe, expect, test } from "vitest";
import { Resource } from "./lib/engine";
import type { Props } from "./lib/host";
import { full, small } from "./lib/octavia-samples";
import { atRest, octaviaWorld, writesSeen } from "./lib/octavia-world";
import { created, expectQuiet, failing } from "./lib/world";

const world = octaviaWorld({ OCTAVIA_WAIT_TIMEOUT: "3" });

const setStatus = (id: string, provisioning_status: string) => world.lab("status", { loadbalancers: [{ id, provisioning_status }] });
const fresh = () => new Resource(world.host, "octavia:LoadBalancer");
const loadbalancers = async () => (await world.api("GET", "/loadbalancers")).loadbalancers as Props[];
/** A provider that never reaches rest by itself. */
const slow = (): Props => ({ ...small(), loadBalancer: { ...(small().loadBalancer as object), provider: "noop_driver" } });
const until = async (holds: () => boolean) => {
  for (let look = 0; look < 6_000 && !holds(); look++) await new Promise((done) => setTimeout(done, 10));
};

describe("ERROR", () => {
  test("a create that fails is reported, remembered and created again by the next run", async () => {
    const resource = fresh();
    let id: unknown;
    world.proxy.answer((method, path) => {
      if (method !== "GET" || !/loadbalancers\/[^/]+$/.test(path)) return undefined;
      id = path.split("/").at(-1);
      return { status: 200, body: { loadbalancer: { id, provisioning_status: "ERROR" } } };
    });
    const failed = await failing(resource.up(small()));
    world.proxy.answer(undefined);
    await atRest(world, String(id));
    expect(failed.message).toMatch(/LB2045.*default\/web.*ERROR/s);
    expect(failed.partial?.id).toBe(id);
    expect(resource.state?.outs.provisioningStatus).toBe("ERROR");
    world.proxy.calls.splice(0);
    expect(await resource.up(small())).toBe("replaced");
    expect(writesSeen(world)).toEqual(["DELETE /loadbalancers/*?cascade=true", "POST /loadbalancers"]);
    expect(await loadbalancers()).toHaveLength(1);
    await expectQuiet(resource, small());
  });

  test("one of ours in ERROR that the state does not know is deleted and created again", async () => {
    const lost = await created(world, "octavia:LoadBalancer", small());
    await setStatus(lost.state?.id ?? "", "ERROR");
    const resource = fresh();
    await resource.up(small());
    expect(resource.state?.id).not.toBe(lost.state?.id);
    expect(await loadbalancers()).toHaveLength(1);
    await expectQuiet(resource, small());
  });

  test("shows in a refresh, and the next up replaces the load balancer", async () => {
    const resource = await created(world, "octavia:LoadBalancer", small());
    await setStatus(resource.state?.id ?? "", "ERROR");
    await resource.refresh();
    expect(await resource.preview(small())).toEqual({ changes: true, replaces: ["loadBalancer"] });
    expect(await resource.up(small())).toBe("replaced");
    await expectQuiet(resource, small());
  });

  test("an update is not tried for ever, and the load balancer can be deleted", async () => {
    const resource = await created(world, "octavia:LoadBalancer", small());
    await setStatus(resource.state?.id ?? "", "ERROR");
    const inputs = { ...small(), loadBalancer: { ...(small().loadBalancer as object), description: "new" } };
    const failed = await failing(resource.up(inputs));
    expect(failed.message).toContain("LB2045");
    expect(writesSeen(world)).toEqual([]);
    await resource.destroy();
    expect(await loadbalancers()).toEqual([]);
  });
});

describe("PENDING", () => {
  test("a wait is bounded, says what it waited for, and the next run goes on", async () => {
    const resource = fresh();
    const failed = await failing(resource.up(slow()));
    expect(failed.message).toMatch(/LB2046.*default\/web.*PENDING_CREATE for \d+ s/s);
    const id = failed.partial?.id ?? "";
    expect(id).not.toBe("");
    const next = resource.up(slow());
    await world.lab("status", await everything(id, "ACTIVE"));
    await next;
    expect(resource.state?.id).toBe(id);
    await expectQuiet(resource, slow());
  }, 120_000);

  test("a second client that holds the lock is waited for, on update and on delete", async () => {
    const resource = await created(world, "octavia:LoadBalancer", small());
    const id = resource.state?.id ?? "";
    await world.lab("delay", { seconds: 0.5 });
    await world.api("PUT", `/loadbalancers/${id}`, { loadbalancer: { vip_qos_policy_id: null } });
    const inputs = { ...small(), loadBalancer: { ...(small().loadBalancer as object), description: "mine" } };
    await resource.up(inputs);
    expect(writesSeen(world)).toEqual(["PUT /loadbalancers/*"]);
    await world.api("PUT", `/loadbalancers/${id}`, { loadbalancer: { vip_qos_policy_id: null } });
    await resource.destroy();
    expect(await loadbalancers()).toEqual([]);
  });

  test("a lock that is taken between our look and our write costs a 409 and a wait", async () => {
    const resource = await created(world, "octavia:LoadBalancer", small());
    let refused = 0;
    world.proxy.answer((method) => {
      if (method !== "PUT" || refused++ > 0) return undefined;
      const faultstring = `Invalid state PENDING_UPDATE of loadbalancer resource ${resource.state?.id}`;
      return { status: 409, body: { faultcode: "Client", faultstring, debuginfo: null } };
    });
    const inputs = { ...small(), loadBalancer: { ...(small().loadBalancer as object), description: "mine" } };
    await resource.up(inputs);
    expect(writesSeen(world)).toEqual(["PUT /loadbalancers/*", "PUT /loadbalancers/*"]);
    await expectQuiet(resource, inputs);
  });
});

describe("refusals", () => {
  const refuse = (match: (method: string, path: string) => boolean, status: number, faultstring: string) => {
    world.proxy.answer((method, path) =>
      match(method, path) ? { status, body: { faultcode: "Client", faultstring, debuginfo: null } } : undefined,
    );
  };

  test("a quota that is met fails at once and leaves nothing", async () => {
    refuse((method) => method === "POST", 403, "Quota has been met for resources: Load Balancer");
    const failed = await failing(fresh().up(small()));
    expect(failed.message).toMatch(/LB2034.*Quota has been met/s);
    expect(failed.partial).toBeUndefined();
    expect(writesSeen(world)).toEqual(["POST /loadbalancers"]);
  });

  test("a duplicate is not tried again", async () => {
    refuse((method) => method === "POST", 409, "The VIP IP address is already in use: 198.51.100.1");
    const failed = await failing(fresh().up(small()));
    expect(failed.message).toContain("already in use");
    expect(writesSeen(world)).toEqual(["POST /loadbalancers"]);
  });

  test("a provider that takes no children in the first call gets them one by one", async () => {
    world.proxy.answer((method, _path, body) => {
      const { loadbalancer } = (body ?? {}) as { loadbalancer?: Props };
      if (method !== "POST" || !loadbalancer?.listeners) return undefined;
      return {
        status: 501,
        body: { faultcode: "Server", faultstring: "Provider 'x' does not support a requested action", debuginfo: null },
      };
    });
    const resource = fresh();
    await resource.up(full());
    expect(writesSeen(world).slice(0, 3)).toEqual(["POST /loadbalancers", "POST /loadbalancers", "POST /listeners"]);
    world.proxy.answer(undefined);
    await expectQuiet(resource, full());
  });

  test("children that never come to rest are reported, and replaced when made one by one", async () => {
    const resource = fresh();
    const work = failing(resource.up(slow()));
    await until(() => writesSeen(world).length > 0);
    const [{ id } = { id: "" }] = await loadbalancers();
    await setStatus(String(id), "ACTIVE");
    const failed = await work;
    expect(failed.message).toMatch(/LB2048.*PENDING_CREATE.*serial/s);
    expect((await resource.preview({ ...slow(), serial: true })).replaces).toEqual(["loadBalancer"]);
  });
});

test("what credentials of another project do not see is not taken for gone", async () => {
  const resource = fresh();
  await resource.up(small());
  const { state } = resource;
  await world.api("DELETE", `/loadbalancers/${state?.id}?cascade=true`);
  await atRest(world, String(state?.id));
  Object.assign(state?.outs.fixed as Props, { project_id: "another" });
  expect((await failing(resource.refresh())).message).toMatch(/LB2052.*project conformance.*another/s);
  expect((await failing(resource.destroy())).message).toContain("LB2052");
  Object.assign(state?.outs.fixed as Props, { project_id: "conformance" });
  expect(await resource.refresh()).toBe(false);
});

test("what credentials of another project may not read names both projects, and no role", async () => {
  const resource = fresh();
  await resource.up(small());
  const { state } = resource;
  const path = new RegExp(`loadbalancers/${state?.id}$`);
  const hidden = { status: 403, body: { faultcode: "Client", faultstring: "Policy does not allow this request to be performed." } };
  world.proxy.answer((method, at) => {
    if (method === "GET" && path.test(at)) return hidden;
    return method === "GET" && /loadbalancers\?/.test(at) ? { status: 200, body: { loadbalancers: [] } } : undefined;
  });
  Object.assign(state?.outs.fixed as Props, { project_id: "another" });
  const refused = await failing(resource.refresh());
  expect(refused.message).toMatch(/LB2052.*may not be read with credentials for project conformance; it was made in project another/s);
  expect(refused.message).not.toContain("load-balancer_member");
  Object.assign(state?.outs.fixed as Props, { project_id: "conformance" });
  expect((await failing(resource.refresh())).message).toMatch(/LB2010.*load-balancer_member/s);
  world.proxy.answer(undefined);
});

/** The driver's report that everything of a load balancer has this status. */
async function everything(id: string, provisioning_status: string): Promise<object> {
  const ids = async (type: string) =>
    ((await world.api("GET", `/${type}`))[type] as Props[]).map((one) => ({ id: one.id, provisioning_status }));
  const pools = await ids("pools");
  const members = await Promise.all(pools.map(async (pool) => (await world.api("GET", `/pools/${pool.id}/members`)).members as Props[]));
  return {
    loadbalancers: [{ id, provisioning_status }],
    listeners: await ids("listeners"),
    pools,
    members: members.flat().map((one) => ({ id: one.id, provisioning_status })),
  };
}
