import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { SandboxClient } from "./client";

describe("error texts", () => {
  let sandbox: AviSandbox;
  let client: SandboxClient;

  beforeAll(async () => {
    sandbox = await startAviSandbox({ rateLimit: "off" });
  });
  beforeEach(async () => {
    sandbox.reset();
    client = await SandboxClient.login(sandbox);
  });
  afterAll(() => sandbox.close());

  const pool = (more: object = {}) => client.post("/api/pool", { name: "p", ...more });

  const REFUSALS: [what: string, type: string, body: object, status: number, text: string][] = [
    ["a missing name", "pool", {}, 400, "Required field name of Pool is missing."],
    ["a wrong type", "pool", { name: "p", servers: {} }, 400, "Invalid value for field servers"],
    ["a wrong enum", "pool", { name: "p", lb_algorithm: "X" }, 400, "Invalid value for field lb_algorithm"],
    ["a value out of range", "pool", { name: "p", default_server_port: 70000 }, 400, "out of range"],
    ["null", "pool", { name: "p", description: null }, 400, "null is not allowed"],
    ["a missing nested field", "pool", { name: "p", servers: [{}] }, 400, "Required field servers.ip"],
    ["a pool that is not there", "poolgroup", { name: "g", members: [{ pool_ref: "/api/pool?name=x" }] }, 404, "Pool object not found!"],
    ["a VRF that is not there", "pool", { name: "p", vrf_ref: "/api/vrfcontext/?name=x" }, 400, "VrfContext object not found!"],
    ["a cloud that is not there", "pool", { name: "p", cloud_ref: "/api/cloud?name=x" }, 400, "Cloud object not found!"],
    [
      "monitor times",
      "healthmonitor",
      { name: "m", type: "HEALTH_MONITOR_TCP", receive_timeout: 11 },
      400,
      "Receive timeout of Monitor m cannot be more than Send interval",
    ],
    ["a certificate that is not PEM", "sslkeyandcertificate", { name: "c", certificate: { certificate: "no" } }, 500, "Import error"],
    ["a virtual service without VIP", "virtualservice", { name: "v" }, 400, "vsvip_ref is required"],
    ["a child without parent", "virtualservice", { name: "v", type: "VS_TYPE_VH_CHILD" }, 400, "needs vh_parent_vs_ref"],
    [
      "a full network",
      "vsvip",
      {
        name: "v",
        vip: [{ auto_allocate_ip: true, ipam_network_subnet: { subnet: { ip_addr: { addr: "192.0.2.0", type: "V4" }, mask: 24 } } }],
      },
      400,
      "No available free IPs",
    ],
  ];
  for (const [what, type, body, status, text] of REFUSALS) {
    it(what, async () => {
      const answer = await client.post(`/api/${type}`, body);
      expect(answer.text).toContain(text);
      expect(answer.status).toBe(status);
    });
  }

  it("a field newer than the request's version", async () => {
    const answer = await client.post("/api/pool", { name: "p", append_port: "NEVER" }, { "X-Avi-Version": "18.2.2" });
    expect(answer.body).toEqual({
      error: "Incoming request (v18_2_2) has field (append_port) introduced in later versions(v21_1_1).",
    });
  });
  it("a version above the controller's", async () => {
    const answer = await client.get("/api/pool", { "X-Avi-Version": "30.2.1" });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("Invalid version")]);
  });
  it("a name that is taken", async () => {
    expect((await pool()).status).toBe(201);
    const answer = await pool();
    expect([answer.status, answer.body.error]).toEqual([409, "Pool with this Name, Tenant ref and Cloud ref already exists."]);
  });
  it("a stale PUT", async () => {
    const made = (await pool()).body;
    expect((await client.put(`/api/pool/${made.uuid}`, made)).status).toBe(200);
    const answer = await client.put(`/api/pool/${made.uuid}`, made);
    expect([answer.status, answer.body.error]).toEqual([412, expect.stringContaining("Need to reload object data Pool")]);
  });
  it("an object that is not there", async () => {
    for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
      const answer = await client.send(method, "/api/pool/pool-x", method === "GET" || method === "DELETE" ? undefined : { add: {} });
      expect([answer.status, answer.body]).toEqual([404, { error: "Pool object not found!" }]);
    }
  });
  it("an object in use", async () => {
    const made = (await pool()).body;
    await client.post("/api/poolgroup", { name: "g", members: [{ pool_ref: made.url }] });
    const answer = await client.delete(`/api/pool/${made.uuid}`);
    expect([answer.status, answer.body]).toEqual([403, { error: "Cannot delete, object is referred by: ['PoolGroup g']", obj_name: "p" }]);
  });
  it("a system object", async () => {
    const found = (await client.get("/api/applicationprofile?name=System-HTTP")).body.results[0];
    expect((await client.delete(`/api/applicationprofile/${found.uuid}`)).text).toContain("Cannot delete system default object");
  });
  it("a VIP that changes", async () => {
    const vip = (id: string, addr: string) => ({ name: "v", vip: [{ vip_id: id, ip_address: { addr, type: "V4" } }] });
    const { uuid } = (await client.post("/api/vsvip", vip("0", "10.0.0.1"))).body;
    const moved = await client.put(`/api/vsvip/${uuid}`, vip("1", "10.0.0.1"));
    expect([moved.status, moved.text]).toEqual([400, expect.stringContaining("Changing an existing VIP's vip_id is not supported")]);
    const other = await client.put(`/api/vsvip/${uuid}`, vip("0", "10.0.0.2"));
    expect([other.status, other.text]).toEqual([400, expect.stringContaining("If a new preferred IP is needed, please recreate the VIP")]);
  });
  it("two VRFs", async () => {
    await client.post("/api/vsvip", { name: "v", vip: [{ ip_address: { addr: "10.0.0.1", type: "V4" } }] });
    await pool({ vrf_ref: "/api/vrfcontext?name=management" });
    const body = { name: "vs", vsvip_ref: "/api/vsvip?name=v", pool_ref: "/api/pool?name=p", services: [{ port: 80 }] };
    const answer = await client.post("/api/virtualservice", body);
    expect([answer.status, answer.body.error]).toEqual([400, "VRF Context for vs and pool p different"]);
  });
  it("a tenant that is not there", async () => {
    const answer = await client.get("/api/pool", { "X-Avi-Tenant": "x" });
    expect([answer.status, answer.body]).toEqual([403, { error: "Tenant 'x' does not exist!" }]);
  });
  it("a method that is not there", async () => {
    const answer = await client.delete("/api/cluster");
    expect([answer.status, answer.body]).toEqual([405, { detail: "Method 'DELETE' not allowed." }]);
  });
  it("a path that is not there", async () => {
    expect((await client.get("/api/abcd")).status).toBe(404);
    expect((await client.post("/api/abcd", { name: "x" })).status).toBe(404);
  });
  it("a body that is not JSON", async () => {
    expect((await client.post("/api/pool", "{")).status).toBe(400);
  });
});
