import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AviSandbox, parseFault, startAviSandbox } from "../../../sandbox/index";
import { SandboxClient } from "./client";

describe("faults", () => {
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

  it("come as often as told", async () => {
    sandbox.fault({ method: "POST", path: "/api/pool", times: 2, status: 500 });
    const seen = [1, 2, 3].map(async () => (await client.post("/api/pool", { name: `p${Math.random()}` })).status);
    expect((await Promise.all(seen)).sort()).toEqual([201, 500, 500]);
  });
  it("drop before and after the commit", async () => {
    sandbox.fault({ path: "/api/pool", dropBeforeCommit: true });
    await expect(client.post("/api/pool", { name: "before" })).rejects.toThrow();
    expect(sandbox.store.get("pool", "before")).toBeUndefined();
    sandbox.fault({ path: "/api/pool", dropAfterCommit: true });
    await expect(client.post("/api/pool", { name: "after" })).rejects.toThrow();
    expect(sandbox.store.get("pool", "after")).toBeDefined();
  });
  it("expire sessions and rotate CSRF tokens", async () => {
    sandbox.fault({ path: "/api/pool", expireSessions: true });
    expect((await client.get("/api/pool")).status).toBe(401);
    client = await SandboxClient.login(sandbox);
    sandbox.fault({ path: "/api/pool", rotateCsrf: true });
    expect((await client.post("/api/pool", { name: "p" })).text).toContain("CSRF");
  });
  it("reshape and cut answers", async () => {
    sandbox.fault({ path: "/api/pool", extraFields: { brand_new: 1 }, removeFields: ["enabled"] });
    const answer = await client.post("/api/pool", { name: "p" });
    expect([answer.body.brand_new, answer.body.enabled]).toEqual([1, undefined]);
    sandbox.fault({ path: "/api/pool", truncateTo: 10 });
    expect((await client.get("/api/pool")).text).toHaveLength(10);
  });
  it("hold a name after its object went", async () => {
    const { uuid } = (await client.post("/api/pool", { name: "p" })).body;
    sandbox.fault({ method: "DELETE", holdNamesMs: 100 });
    await client.delete(`/api/pool/${uuid}`);
    expect((await client.post("/api/pool", { name: "p" })).status).toBe(409);
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect((await client.post("/api/pool", { name: "p" })).status).toBe(201);
  });
  it("have a short form", () => {
    expect(parseFault("POST:/api/pool:500x2")).toEqual({ method: "POST", path: "/api/pool", status: 500, times: 2 });
    expect(parseFault("PUT::delay=2000")).toEqual({ method: "PUT", path: undefined, delayMs: 2000, times: 1 });
    expect(parseFault("/api/vsvip:drop-after")).toMatchObject({ path: "/api/vsvip", dropAfterCommit: true });
    expect(() => parseFault("nonsense")).toThrow("LB5001");
  });
  it("are set over HTTP, where calls are counted too", async () => {
    await fetch(`${sandbox.url}/_lab/fault`, { method: "POST", body: JSON.stringify({ path: "/api/pool", status: 503 }) });
    expect((await client.get("/api/pool")).status).toBe(503);
    const { count, calls } = (await (await fetch(`${sandbox.url}/_lab/calls`)).json()) as { count: number; calls: object[] };
    expect(count).toBe(2);
    expect(JSON.stringify(calls)).not.toContain(sandbox.password);
    await fetch(`${sandbox.url}/_lab/reset`, { method: "POST" });
    expect(sandbox.calls()).toEqual([]);
  });
});

describe("state file", () => {
  it("keeps objects and sessions across a restart, for its owner only", async () => {
    const folder = mkdtempSync(join(tmpdir(), "avi-state-"));
    const stateFile = join(folder, "avi.json");
    const first = await startAviSandbox({ rateLimit: "off", stateFile });
    const client = await SandboxClient.login(first);
    const { body: made } = await client.post("/api/pool", { name: "kept" });
    await first.close();
    expect(statSync(stateFile).mode & 0o777).toBe(0o600);
    const second = await startAviSandbox({ rateLimit: "off", stateFile });
    const returning = new SandboxClient(second);
    Object.assign(returning, { cookies: client.cookies, csrf: client.csrf });
    const { body: read } = await returning.get(`/api/pool/${made.uuid}`);
    expect(read._last_modified).toBe(made._last_modified);
    const { status } = await returning.delete(`/api/pool/${made.uuid}`);
    expect(status).toBe(204);
    await second.close();
    rmSync(folder, { recursive: true });
  });
});
