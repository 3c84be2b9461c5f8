import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type OctaviaSandbox, type OctaviaSandboxOptions, startOctaviaSandbox, startSandbox } from "../../../sandbox/index";
import { send, settled, tokenOf } from "./openstack-client";

const SUBNET = "11111111-1111-1111-1111-111111111111";

describe("the Octavia sandbox", () => {
  const running: OctaviaSandbox[] = [];
  const start = async (options: OctaviaSandboxOptions) => {
    const cloud = await startOctaviaSandbox(options);
    running.push(cloud);
    return cloud;
  };
  afterEach(() => Promise.all(running.splice(0).map((cloud) => cloud.close())));

  const me = { "X-Project-Id": "0123456789abcdef0123456789abcdef" };
  const path = (cloud: OctaviaSandbox, rest = "") => `${cloud.url}/v2/lbaas/loadbalancers${rest}`;
  const create = async (cloud: OctaviaSandbox, more: object = {}) =>
    (await send(path(cloud), "POST", { loadbalancer: { vip_subnet_id: SUBNET, ...more } }, me)).body.loadbalancer;
  const control = (cloud: OctaviaSandbox, name: string, body: object) => send(`${cloud.url}/_lab/${name}`, "POST", body);

  it("amphora becomes active by itself, noop_driver when it is told", async () => {
    const cloud = await start({ auth: "noauth", provisioningMs: 5 });
    const amphora = await create(cloud);
    const noop = await create(cloud, { provider: "noop_driver" });
    expect([amphora.vip_address, noop.vip_address]).toEqual(["198.51.100.1", "198.0.2.5"]);
    expect((await settled(cloud, amphora.id, me))?.provisioning_status).toBe("ACTIVE");
    expect((await send(path(cloud, `/${noop.id}`), "GET", undefined, me)).body.loadbalancer.provisioning_status).toBe("PENDING_CREATE");
    const statuses = { loadbalancers: [{ id: noop.id, provisioning_status: "ERROR", operating_status: "DEGRADED" }] };
    expect((await control(cloud, "status", statuses)).body).toEqual({ status_code: 200 });
    expect(await settled(cloud, noop.id, me)).toMatchObject({ provisioning_status: "ERROR", operating_status: "DEGRADED" });
    await control(cloud, "status", { loadbalancers: [{ id: noop.id, provisioning_status: "DELETED" }] });
    expect(await settled(cloud, noop.id, me)).toBeUndefined();
  });

  it("a slow worker keeps the lock", async () => {
    const cloud = await start({ auth: "noauth", provisioningMs: 1 });
    await control(cloud, "delay", { seconds: 30 });
    const made = await create(cloud);
    const refused = await send(path(cloud, `/${made.id}`), "PUT", { loadbalancer: { name: "x" } }, me);
    expect([refused.status, refused.body.faultstring]).toEqual([409, `Invalid state PENDING_CREATE of loadbalancer resource ${made.id}`]);
    await control(cloud, "reset", {});
    expect((await send(path(cloud), "GET", undefined, me)).body.loadbalancers).toEqual([]);
  });

  it("a VIP port can be announced", async () => {
    const cloud = await start({ auth: "noauth" });
    const port = "22222222-2222-2222-2222-222222222222";
    const place = { subnet_id: SUBNET, ip_address: "10.9.9.9" };
    await control(cloud, "port", { id: port, network_id: "33333333-3333-3333-3333-333333333333", fixed_ips: [place] });
    const made = (await send(path(cloud), "POST", { loadbalancer: { vip_port_id: port } }, me)).body.loadbalancer;
    expect(made).toMatchObject({ vip_port_id: port, vip_address: "10.9.9.9", vip_subnet_id: SUBNET });
  });

  it("calls are logged, and faults hit them", async () => {
    const cloud = await start({ auth: "noauth", faults: [{ method: "POST", path: "/loadbalancers", status: 503 }] });
    const failed = await send(path(cloud), "POST", { loadbalancer: {} }, me);
    expect([failed.status, failed.body.faultstring]).toEqual([503, "Project busy.  Unable to lock the project.  Please try again."]);
    expect((await create(cloud)).id).toBeDefined();
    expect(cloud.calls().map(({ method, status }) => [method, status])).toEqual([
      ["POST", 503],
      ["POST", 201],
    ]);
    cloud.resetCalls();
    cloud.fault({ dropAfterCommit: true, method: "POST" });
    await expect(send(path(cloud), "POST", { loadbalancer: { vip_subnet_id: SUBNET } }, me)).rejects.toThrow();
    expect((await send(path(cloud), "GET", undefined, me)).body.loadbalancers).toHaveLength(2);
  });

  it("everything is there after a restart, and what was pending goes on", async () => {
    const folder = mkdtempSync(join(tmpdir(), "octavia-sandbox-"));
    const stateFile = join(folder, "state.json");
    const first = await startOctaviaSandbox({ stateFile, provisioningMs: 60_000 });
    const headers = await tokenOf(first, "demo", "demo");
    const body = { loadbalancer: { name: "kept", vip_subnet_id: first.subnetId } };
    const made = (await send(path(first), "POST", body, headers)).body.loadbalancer;
    await first.close();
    const second = await start({ stateFile, provisioningMs: 5 });
    expect(await settled(second, made.id, headers)).toMatchObject({ name: "kept", provisioning_status: "ACTIVE" });
    expect((await send(`${second.networkUrl}/v2.0/ports/${made.vip_port_id}`, "GET", undefined, headers)).status).toBe(200);
    const again = (await send(path(second), "POST", body, headers)).body.loadbalancer;
    expect(again.id).not.toBe(made.id);
    rmSync(folder, { recursive: true });
  });

  it("stands beside Avi, with the variables that clients read", async () => {
    const all = await startSandbox({ rateLimit: "off", https: false });
    expect(all.addresses().octavia).toEqual({ url: all.backends.octavia.url, authUrl: all.backends.octavia.authUrl });
    expect(all.env).toMatchObject({
      OS_AUTH_URL: all.backends.octavia.authUrl,
      OS_USERNAME: "demo",
      OS_PROJECT_NAME: "demo",
      OS_REGION_NAME: "RegionOne",
    });
    await all.close();
    const open = await startSandbox({ rateLimit: "off", https: false, octaviaAuth: "noauth" });
    expect(open.env).toMatchObject({ OS_AUTH_TYPE: "none", OS_ENDPOINT: open.backends.octavia.url });
    expect(open.env.OS_PROJECT_ID).toMatch(/^[0-9a-f]{32}$/);
    await open.close();
  });
});
