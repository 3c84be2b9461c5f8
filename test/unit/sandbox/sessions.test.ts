import { afterEach, describe, expect, it } from "vitest";
import { type AviSandbox, type AviSandboxOptions, startAviSandbox } from "../../../sandbox/index";
import { SandboxClient } from "./client";

describe("sessions", () => {
  let sandbox: AviSandbox;
  const start = async (options: AviSandboxOptions = {}) => {
    sandbox = await startAviSandbox({ rateLimit: "off", ...options });
    return SandboxClient.login(sandbox);
  };
  afterEach(() => sandbox.close());

  const login = (body: object) =>
    fetch(`${sandbox.url}/login`, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });

  it("starts in a moment", async () => {
    const begin = performance.now();
    await start();
    expect(performance.now() - begin).toBeLessThan(10_000);
  });
  it("needs a login", async () => {
    await start();
    expect((await new SandboxClient(sandbox).get("/api/pool")).status).toBe(401);
    expect((await fetch(`${sandbox.url}//api/cluster/status`)).status).toBe(200);
  });
  it("keeps the same session id in every answer", async () => {
    const client = await start();
    const answer = await client.get("/api/pool");
    const ids = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
    expect(ids).toHaveLength(2);
    for (const id of ids) expect(client.cookies).toContain(id);
  });
  it("takes a stale session cookie beside the fresh one", async () => {
    const client = await start();
    client.cookies = `sessionid=old; ${client.cookies}`;
    expect((await client.get("/api/pool")).status).toBe(200);
  });
  it("answers a wrong CSRF token with 401 that is not JSON", async () => {
    const client = await start();
    const answer = await client.post("/api/pool", { name: "p" }, { "X-CSRFToken": "x" });
    expect([answer.status, answer.text]).toEqual([401, "CSRF token missing or incorrect."]);
    expect((await client.get("/api/pool", { "X-CSRFToken": "x" })).status).toBe(200);
  });
  it("locks an account after three failures", async () => {
    await start();
    const good = { username: sandbox.username, password: sandbox.password };
    for (let i = 0; i < 2; i++) expect((await login({ ...good, password: "x" })).status).toBe(401);
    expect((await login(good)).status).toBe(200);
    for (let i = 0; i < 3; i++) await login({ ...good, password: "x" });
    expect((await login(good)).status).toBe(401);
  });
  it("lets a user token in", async () => {
    const client = await start();
    const { token } = (await client.post("/api/user-token", { hours: "1" })).body;
    expect((await login({ username: sandbox.username, token })).status).toBe(200);
    expect((await login({ username: sandbox.username, token: "x" })).status).toBe(401);
  });
  it("takes basic authentication only where it is allowed", async () => {
    const client = await start();
    const Authorization = `Basic ${Buffer.from(`${sandbox.username}:${sandbox.password}`).toString("base64")}`;
    const ask = () => fetch(`${sandbox.url}/api/pool`, { headers: { Authorization } });
    expect((await ask()).status).toBe(401);
    await client.put("/api/systemconfiguration", { portal_configuration: { allow_basic_authentication: true } });
    expect((await ask()).status).toBe(200);
  });
  it("ends with logout", async () => {
    const client = await start();
    expect((await client.post("/logout", {})).status).toBe(200);
    expect((await client.get("/api/pool")).status).toBe(401);
  });
  it("refuses what comes too fast", async () => {
    const client = await start({ rateLimit: 1000 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.get("/api/cluster")));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    await sandbox.close();
    const slow = await start({ rateLimit: 1 });
    const many = await Promise.all(Array.from({ length: 80 }, () => Promise.race([slow.get("/api/cluster"), pause()])));
    expect(many.some((answer) => answer?.status === 429)).toBe(true);
  });
});

const pause = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 3000));
