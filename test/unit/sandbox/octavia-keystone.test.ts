import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OctaviaSandbox, startOctaviaSandbox } from "../../../sandbox/index";
import { byPassword, send, tokenOf } from "./openstack-client";

describe("Keystone of the sandbox", () => {
  let cloud: OctaviaSandbox;

  beforeAll(async () => {
    cloud = await startOctaviaSandbox({ tokenLifetimeMs: 60_000 });
  });
  afterAll(() => cloud.close());

  const logIn = (body: object) => send(`${cloud.authUrl}/auth/tokens`, "POST", body);
  const loadBalancers = (headers: { [name: string]: string }) => send(`${cloud.url}/v2/lbaas/loadbalancers`, "GET", undefined, headers);

  it("a scoped token leads to every service", async () => {
    const { status, body } = await logIn(byPassword("demo", "demo", "demo"));
    expect(status).toBe(201);
    expect(body.token.project).toEqual({ id: cloud.projectId, name: "demo", domain: { id: "default", name: "Default" } });
    const url = (type: string) => {
      const service = body.token.catalog.find((each: { type: string }) => each.type === type);
      return service.endpoints.find((each: { interface: string }) => each.interface === "public").url;
    };
    expect([url("load-balancer"), url("network"), url("key-manager")]).toEqual([cloud.url, cloud.networkUrl, cloud.keyManagerUrl]);
  });

  it("an unscoped token leads nowhere", async () => {
    const { body } = await logIn(byPassword("demo"));
    expect(body.token.catalog).toBeUndefined();
    expect(body.token.project).toBeUndefined();
  });

  it.each([
    ["a wrong password", byPassword("demo", "wrong", "demo"), 401],
    ["an unknown user", byPassword("nobody", "nobody", "demo"), 401],
    ["another project", byPassword("demo", "demo", "admin"), 401],
    ["nothing", {}, 400],
  ])("refuses %s", async (_, body, status) => {
    const answer = await logIn(body);
    expect(answer.status).toBe(status);
    expect(answer.body.error.code).toBe(status);
  });

  it("an application credential logs in by id or by name, without a scope of its own", async () => {
    const headers = await tokenOf(cloud, "demo", "demo");
    const me = (
      await send(`${cloud.authUrl}/auth/tokens`, "GET", undefined, { ...headers, "X-Subject-Token": headers["X-Auth-Token"] ?? "" })
    ).body;
    const users = `${cloud.authUrl}/users/${me.token.user.id}/application_credentials`;
    const made = (await send(users, "POST", { application_credential: { name: "ci" } }, headers)).body.application_credential;
    const identity = (given: object) => ({ auth: { identity: { methods: ["application_credential"], application_credential: given } } });
    expect((await logIn(identity({ id: made.id, secret: made.secret }))).body.token.project.id).toBe(cloud.projectId);
    const byName = identity({ name: "ci", secret: made.secret, user: { name: "demo", domain: { id: "default" } } });
    expect((await logIn(byName)).status).toBe(201);
    const scoped = { auth: { ...identity({ id: made.id, secret: made.secret }).auth, scope: { project: { id: cloud.projectId } } } };
    expect((await logIn(scoped)).body.error.message).toContain("Application credentials cannot request a scope.");
    expect((await send(users, "POST", { application_credential: { name: "ci" } }, headers)).status).toBe(409);
    expect((await send(users, "GET", undefined, headers)).body.application_credentials[0].secret).toBeUndefined();
    expect((await send(`${users}/${made.id}`, "DELETE", undefined, headers)).status).toBe(204);
    expect((await logIn(identity({ id: made.id, secret: made.secret }))).status).toBe(404);
  });

  it("tokens end: revoked by their owner, or all at once", async () => {
    const headers = await tokenOf(cloud, "demo", "demo");
    expect((await loadBalancers(headers)).status).toBe(200);
    await send(`${cloud.authUrl}/auth/tokens`, "DELETE", undefined, { ...headers, "X-Subject-Token": headers["X-Auth-Token"] ?? "" });
    const refused = await loadBalancers(headers);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe(`Keystone uri="${cloud.authUrl}"`);
    const others = await tokenOf(cloud, "demo", "demo");
    cloud.expireTokens();
    expect((await loadBalancers(others)).status).toBe(401);
  });

  it("tokens run out", async () => {
    const short = await startOctaviaSandbox({ tokenLifetimeMs: 30 });
    const headers = await tokenOf(short, "demo", "demo");
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect((await send(`${short.networkUrl}/v2.0/networks`, "GET", undefined, headers)).status).toBe(401);
    await short.close();
  });

  it("an observer reads, an administrator sees everybody's", async () => {
    const body = { loadbalancer: { name: "seen", vip_subnet_id: cloud.subnetId } };
    const demo = await tokenOf(cloud, "demo", "demo");
    const made = (await send(`${cloud.url}/v2/lbaas/loadbalancers`, "POST", body, demo)).body.loadbalancer;
    const observer = await tokenOf(cloud, "observer", "demo");
    expect((await loadBalancers(observer)).body.loadbalancers).toHaveLength(1);
    const refused = await send(`${cloud.url}/v2/lbaas/loadbalancers`, "POST", body, observer);
    expect([refused.status, refused.body.faultstring]).toEqual([403, "Policy does not allow this request to be performed."]);
    expect((await loadBalancers(await tokenOf(cloud, "admin", "admin"))).body.loadbalancers).toHaveLength(1);
    const other = await tokenOf(cloud, "other", "other");
    expect((await loadBalancers(other)).body.loadbalancers).toHaveLength(0);
    expect((await send(`${cloud.url}/v2/lbaas/loadbalancers/${made.id}`, "GET", undefined, other)).status).toBe(403);
    expect((await send(`${cloud.url}/v2/lbaas/loadbalancers/${made.id}/failover`, "PUT", undefined, demo)).status).toBe(403);
  });

  it("quotas count", async () => {
    const admin = await tokenOf(cloud, "admin", "admin");
    const other = await tokenOf(cloud, "other", "other");
    const project = (await send(`${cloud.authUrl}/auth/projects`, "GET", undefined, other)).body.projects[0].id;
    await send(`${cloud.url}/v2/lbaas/quotas/${project}`, "PUT", { quota: { loadbalancer: 0 } }, admin);
    const body = { loadbalancer: { vip_subnet_id: cloud.subnetId } };
    const refused = await send(`${cloud.url}/v2/lbaas/loadbalancers`, "POST", body, other);
    expect([refused.status, refused.body.faultstring]).toEqual([403, "Quota has been met for resources: Load Balancer"]);
  });
});
