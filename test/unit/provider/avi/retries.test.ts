import { describe, expect, test } from "vitest";
import { controller, count, freshApi, SCOPE } from "./controller";

const started = controller();
const body = { name: "web", created_by: "me" };

describe("reads", () => {
  test.each([
    ["429", { status: 429, headers: { "Retry-After": "0" } }],
    ["500", { status: 500, responseBody: "<html>" }],
    ["502 in HTML", { status: 502 }],
    ["503", { status: 503 }],
    ["a broken connection", { dropBeforeCommit: true }],
    ["half an answer", { truncateTo: 20 }],
  ])("survive %s", async (_what, fault) => {
    const api = freshApi(started.avi);
    await api.create("pool", body, SCOPE);
    started.avi.fault({ method: "GET", path: "/api/pool", times: 3, ...fault });
    expect(await api.find("pool", "web", SCOPE)).toMatchObject({ name: "web" });
    expect(count(started.avi, "GET", "/api/pool")).toBe(4);
  });

  test("give up after a bounded number of tries and say what answered", async () => {
    const api = freshApi(started.avi);
    started.avi.fault({ method: "GET", path: "/api/pool", times: 1000, status: 503 });
    await expect(api.find("pool", "web", SCOPE)).rejects.toThrow(/LB2014: Pool web: .*INITIALIZING/s);
    expect(count(started.avi, "GET", "/api/pool")).toBe(6);
  });

  test("follow every page", async () => {
    const api = freshApi(started.avi, { listCache: "60000" });
    const cloud_ref = `/api/cloud/${String(started.avi.store.get("cloud", "Default-Cloud")?.uuid)}`;
    for (let i = 0; i < 1000; i++) {
      started.avi.store.put("pool", { name: `p${i}`, created_by: "me", tenant_ref: "/api/tenant/admin", cloud_ref });
    }
    const found = await Promise.all(Array.from({ length: 1000 }, (_, i) => api.read("pool", `p${i}`, SCOPE, "me")));
    expect(found.filter(Boolean)).toHaveLength(1000);
    expect(count(started.avi, "GET", "/api/pool")).toBe(10);

    // A write of ours makes the list stale; one object that it does not hold is asked for by name.
    await api.remove("pool", found[0]!, SCOPE);
    started.avi.resetCalls();
    const again = await Promise.all(["p0", "p1", "p2"].map((name) => api.read("pool", name, SCOPE, "me")));
    expect(again.map(Boolean)).toEqual([false, true, true]);
    expect(count(started.avi, "GET", "/api/pool")).toBe(11);
  });
});

describe("writes", () => {
  test.each([
    ["429", { status: 429 }],
    ["503", { status: 503 }],
    ["the controller's own race", { status: 500, responseBody: '{"error": "record not found"}' }],
  ])("are repeated after %s: it surely did not happen", async (_what, fault) => {
    const api = freshApi(started.avi);
    started.avi.fault({ method: "POST", path: "/api/pool", times: 2, ...fault });
    expect(await api.create("pool", body, SCOPE)).toMatchObject({ found: false });
    expect(count(started.avi, "GET", "/api/pool")).toBe(0);
  });

  test("a lost answer leads to a look for the object, not to a second one", async () => {
    const api = freshApi(started.avi);
    started.avi.fault({ method: "POST", path: "/api/pool", dropAfterCommit: true });
    expect(await api.create("pool", body, SCOPE)).toMatchObject({ found: true, object: { name: "web" } });
    expect(count(started.avi, "POST", "/api/pool")).toBe(1);
  });

  test("a request that never arrived is sent again", async () => {
    const api = freshApi(started.avi);
    started.avi.fault({ method: "POST", path: "/api/pool", dropBeforeCommit: true });
    expect(await api.create("pool", body, SCOPE)).toMatchObject({ found: false });
  });

  test("an error of the controller is looked into, then shown", async () => {
    const api = freshApi(started.avi);
    started.avi.fault({ method: "POST", path: "/api/pool", times: 9, status: 500, responseBody: '{"error": "Bad pb"}' });
    await expect(api.create("pool", body, SCOPE)).rejects.toThrow("LB2008: Pool web: Bad pb");
    expect(count(started.avi, "POST", "/api/pool")).toBe(1);
  });

  test("a name that is held after a delete is waited for", async () => {
    const api = freshApi(started.avi, { retryDelay: "10" });
    const { object } = await api.create("pool", body, SCOPE);
    started.avi.fault({ method: "DELETE", path: "/api/pool", holdNamesMs: 40 });
    await api.remove("pool", object, SCOPE);
    expect(await api.create("pool", body, SCOPE)).toMatchObject({ found: false });
  });

  test("a delete is repeated until it is known, and a missing object counts as deleted", async () => {
    const api = freshApi(started.avi);
    const { object } = await api.create("pool", body, SCOPE);
    started.avi.fault({ method: "DELETE", path: "/api/pool", dropAfterCommit: true });
    await api.remove("pool", object, SCOPE);
    await api.remove("pool", { name: "web", uuid: "pool-00000000-0000-0000-0000-000000000000" }, SCOPE);
    expect(await api.find("pool", "web", SCOPE)).toBeUndefined();
  });

  test("upgrade, tenant and version are told apart", async () => {
    const api = freshApi(started.avi);
    started.avi.fault({ method: "POST", path: "/api/pool", status: 403 });
    await expect(api.create("pool", body, SCOPE)).rejects.toThrow("LB2014");
    await expect(api.create("pool", body, { ...SCOPE, tenant: "nobody" })).rejects.toThrow("LB2009");
    await expect(freshApi(started.avi, { version: "30.1.1" }).create("pool", body, SCOPE)).rejects.toThrow("LB2019");
  });
});
