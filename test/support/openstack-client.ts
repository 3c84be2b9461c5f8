import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findOrphans, readStates } from "../../provider";
import { connect, type OpenStack } from "../../provider/octavia/client";
import { OpenStackSession } from "../../provider/octavia/client/session";
import { readSettings } from "../../provider/octavia/client/settings";

type Env = { [name: string]: string };

/** Keystone with Octavia, Neutron and Barbican, real or not, with the users and networks of the real server's start script. */
export interface CloudAddress {
  /** Of Octavia. */
  url: string;
  /** Of Keystone, with `/v3`. */
  authUrl: string;
  /** Of user demo. */
  env: Env;
  stop(): Promise<void>;
}

let server: CloudAddress;
let marker = 0;

const source = (env: Env, more: { [key: string]: string } = {}) => {
  const values: { [key: string]: string } = { timeout: `${100 + ++marker}`, ...more };
  return { get: (key: string) => values[key], explicit: (key: string) => more[key], env: { ...server.env, ...env } };
};
const open = (env: Env = {}, more = {}): OpenStack => connect(source(env, more));

const LBS = "/v2/lbaas/loadbalancers";
const NOBODY = "11111111-2222-3333-4444-555555555555";

/** A call of Keystone as its administrator, or as whoever has this token. */
async function keystone(method: string, path: string, body?: object, token?: string, subject?: string): Promise<Response> {
  const as = token ?? (await new ClientToken({ OS_USERNAME: "admin", OS_PASSWORD: "admin", OS_PROJECT_NAME: "admin" }).value());
  const headers = { "Content-Type": "application/json", "X-Auth-Token": as, ...(subject ? { "X-Subject-Token": subject } : {}) };
  return fetch(server.authUrl + path, { method, headers, body: body && JSON.stringify(body) });
}

/** A session of which the test may see the token. */
class ClientToken extends OpenStackSession {
  constructor(env: Env = {}) {
    super(readSettings(source(env)));
  }
  async value(): Promise<string> {
    await this.projectId();
    return (this as unknown as { grants: { latest: { token: string } } }).grants.latest.token;
  }
}

/** Tests of the client with any such cloud; `real` adds tests of parts that only the real services have: routers, and services to turn off. */
export function clientSuite(start: () => Promise<CloudAddress>, { real = false } = {}): void {
  beforeAll(async () => {
    server = await start();
  }, 300_000);
  afterAll(() => server?.stop());

  test("password: project, version, lists of three services", async () => {
    const { octavia, network, keyManager, projectId } = open();
    expect(await projectId()).toMatch(/^[0-9a-f]{32}$/);
    expect((await octavia.version()).minor).toBeGreaterThanOrEqual(30);
    expect(await octavia.list(LBS, "loadbalancers")).toEqual([]);
    expect((await network.list("/v2.0/networks", "networks")).map((one) => one.name)).toContain("public");
    expect(await keyManager.list("/v1/secrets", "secrets")).toEqual([]);
  });

  test("application credentials, by id and by name", async () => {
    const token = await new ClientToken().value();
    const me = (await (await keystone("GET", "/auth/tokens", undefined, token, token)).json()) as { token: { user: { id: string } } };
    const body = { application_credential: { name: "ci", secret: "ci-secret", roles: [{ name: "load-balancer_member" }] } };
    const made = await keystone("POST", `/users/${me.token.user.id}/application_credentials`, body, token);
    const { application_credential: credential } = (await made.json()) as { application_credential: { id: string } };

    const secret = { OS_PASSWORD: "", OS_PROJECT_NAME: "", OS_APPLICATION_CREDENTIAL_SECRET: "ci-secret" };
    const byId = open({ ...secret, OS_USERNAME: "", OS_APPLICATION_CREDENTIAL_ID: credential.id });
    const byName = open({ ...secret, OS_APPLICATION_CREDENTIAL_NAME: "ci" });
    expect(await byId.projectId()).toBe(await byName.projectId());
    await byId.octavia.list(LBS, "loadbalancers");
    await expect(
      open({ ...secret, OS_APPLICATION_CREDENTIAL_SECRET: "wrong", OS_APPLICATION_CREDENTIAL_NAME: "ci" }).projectId(),
    ).rejects.toThrow(/LB2006: .* refused application credential ci: /);
  });

  test("a token of one's own, for its project and for another", async () => {
    const token = await new ClientToken({ OS_USERNAME: "admin", OS_PASSWORD: "admin", OS_PROJECT_NAME: "admin" }).value();
    const mine = { OS_TOKEN: token, OS_PASSWORD: "", OS_USERNAME: "" };
    const ownProject = await open({ ...mine, OS_PROJECT_NAME: "" }).projectId();
    expect(await open({ ...mine, OS_PROJECT_NAME: "admin" }).projectId()).toBe(ownProject);
    const demo = open({ ...mine, OS_PROJECT_NAME: "demo" });
    expect(await demo.projectId()).toBe(await open().projectId());
    await demo.octavia.list(LBS, "loadbalancers");
  });

  test("a revoked token is renewed, once for all", async () => {
    const session = new ClientToken();
    const before = await session.value();
    // Revoked before Octavia has seen it: afterwards it would remember for some minutes that the token is good.
    expect((await keystone("DELETE", "/auth/tokens", undefined, before, before)).status).toBe(204);
    const answers = await Promise.all([1, 2, 3].map(() => session.send("load-balancer", { method: "GET", path: LBS })));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(await session.value()).not.toBe(before);
  });

  test("a wrong password, a wrong project and a missing role are told apart from faults", async () => {
    const wrong = await open({ OS_PASSWORD: "hunter2" })
      .projectId()
      .catch((error: Error) => error.message);
    expect(wrong).toMatch(/^LB2006: http:.* refused user demo for project demo: The request you have made requires authentication\.\n/);
    expect(wrong).not.toContain("hunter2");
    await expect(open({ OS_PROJECT_NAME: "nope" }).projectId()).rejects.toThrow(/LB2006: .* for project nope/);
    await expect(open({ OS_PROJECT_NAME: "" }).octavia.version()).rejects.toThrow("LB2040");
    const observer = open({ OS_USERNAME: "observer", OS_PASSWORD: "observer" });
    await expect(observer.octavia.post(LBS, { loadbalancer: { name: "default/web", vip_subnet_id: NOBODY } })).rejects.toMatchObject({
      reason: "forbidden",
      message: expect.stringMatching(/^LB2010: LoadBalancer default\/web: Policy does not allow .*\n.*load-balancer_member/s),
    });
  });

  test("clouds.yaml with secure.yaml", async () => {
    const folder = mkdtempSync(join(tmpdir(), "clouds-"));
    const { OS_AUTH_URL: auth_url, OS_REGION_NAME: region_name } = server.env;
    const auth = { auth_url, username: "demo", project_name: "demo", user_domain_name: "Default", project_domain_name: "Default" };
    writeFileSync(join(folder, "clouds.yaml"), JSON.stringify({ clouds: { lab: { auth, region_name } } }));
    writeFileSync(join(folder, "secure.yaml"), JSON.stringify({ clouds: { lab: { auth: { password: "demo" } } } }));
    const files = { OS_CLIENT_CONFIG_FILE: join(folder, "clouds.yaml"), OS_CLIENT_SECURE_FILE: join(folder, "secure.yaml") };
    const none = Object.fromEntries(Object.keys(server.env).map((name) => [name, ""]));
    await open({ ...none, ...files, OS_CLOUD: "lab" }).octavia.list(LBS, "loadbalancers");
    await open({ OS_PASSWORD: "stale", ...files }, { cloud: "lab" }).octavia.list(LBS, "loadbalancers");
    rmSync(folder, { recursive: true });
  });

  describe("what is gone", () => {
    let stack: OpenStack;
    beforeAll(() => {
      stack = open();
    });

    test.each([
      ["octavia", `${LBS}/${NOBODY}`],
      ["octavia", `/v2/lbaas/pools/${NOBODY}/members`],
      ["octavia", `/v2/lbaas/l7policies/${NOBODY}/rules/${NOBODY}`],
      ["network", `/v2.0/floatingips/${NOBODY}`],
      ["keyManager", `/v1/secrets/${NOBODY}`],
    ] as const)("%s %s", async (service, path) => {
      await expect(stack[service].get(path)).rejects.toMatchObject({ reason: "not-found", code: "LB2033" });
      await stack[service].delete(path);
    });

    test.each([
      ["octavia", "/v2/nonsense/1"],
      ["octavia", `/elsewhere${LBS}/${NOBODY}`],
      ["network", "/v2.0/nonsense/1"],
      ["network", "/v9.0/floatingips/1"],
      ...(real ? ([["keyManager", "/v1/nonsense/1"]] as const) : []),
    ] as const)("is not what a wrong address says: %s %s", async (service, path) => {
      await expect(stack[service].get(path)).rejects.toMatchObject({ reason: "unknown", code: "LB2015" });
    });
  });

  test("the lock and the error state are told apart from a duplicate", async () => {
    const { octavia } = open();
    const vip_subnet_id = (await open().network.list("/v2.0/subnets", "subnets")).find((one) => one.name === "private")?.id ?? NOBODY;
    const lab = (path: string, body: object) => fetch(`${server.url}/_lab/${path}`, { method: "POST", body: JSON.stringify(body) });
    const status = (provisioning_status: string) => lab("status", { loadbalancers: [{ id, provisioning_status }] });
    const made = await octavia.post(LBS, { loadbalancer: { name: "web", vip_subnet_id, provider: "noop_driver" } });
    const { id } = made.loadbalancer as { id: string };
    const listener = { listener: { loadbalancer_id: id, protocol: "TCP", protocol_port: 80 } };
    await expect(octavia.post("/v2/lbaas/listeners", listener)).rejects.toMatchObject({ reason: "pending", status: 409 });
    await expect(octavia.put(`${LBS}/${id}`, { loadbalancer: { name: "x" } })).rejects.toMatchObject({ reason: "pending" });
    await status("ACTIVE");
    await octavia.post("/v2/lbaas/listeners", listener);
    await status("ACTIVE");
    await expect(octavia.post("/v2/lbaas/listeners", listener)).rejects.toMatchObject({ reason: "duplicate", code: "LB2032" });
    await expect(octavia.delete(`${LBS}/${id}`)).rejects.toMatchObject({ reason: "in-use" });
    await status("ERROR");
    await expect(octavia.put(`${LBS}/${id}`, { loadbalancer: { name: "x" } })).rejects.toMatchObject({
      reason: "error-state",
      code: "LB2031",
    });
    expect(await octavia.find("listeners", { loadbalancer_id: id })).toHaveLength(1);
    await octavia.delete(`${LBS}/${id}`, { cascade: true });
  });

  test("orphans are found in Octavia, Neutron and Barbican", async () => {
    const { octavia, network, keyManager } = open();
    const mark = "pulumi-k8s-lb:shop/dev/c1";
    const vip_subnet_id = (await network.list("/v2.0/subnets", "subnets")).find((one) => one.name === "private")?.id ?? NOBODY;
    const lb = { name: "left", vip_subnet_id, provider: "noop_driver", tags: [mark] };
    const made = (await octavia.post(LBS, { loadbalancer: lb })).loadbalancer as { id: string };
    const [external] = await network.list("/v2.0/networks", "networks", { "router:external": true });
    await network.post("/v2.0/floatingips", { floatingip: { floating_network_id: external?.id ?? NOBODY, description: `[${mark}]` } });
    await network.post("/v2.0/security-groups", { security_group: { name: "left", description: `Sources [${mark}]` } });
    const part = { secret_type: "certificate", payload: "PEM", payload_content_type: "text/plain" };
    const name = "kube/default/left-0123456789ab";
    const { secret_ref } = await keyManager.post("/v1/secrets", { name: `${name}:certificate`, ...part });
    await keyManager.post("/v1/secrets", { name: "kube/default/cut-0123456789ab:certificate", ...part });
    const private_key = await keyManager.post("/v1/secrets", { name: `${name}:private_key`, ...part, secret_type: "private" });
    const secret_refs = [
      { name: "certificate", secret_ref: secret_ref as string },
      { name: "private_key", secret_ref: private_key.secret_ref as string },
    ];
    await keyManager.post("/v1/containers", { type: "certificate", name, secret_refs });

    const env = { ...server.env, OCTAVIA_TIMEOUT: "99" };
    const found = await findOrphans("octavia", readStates([]), "", env);
    expect(found.notes).toEqual([]);
    expect(found.orphans.map((one) => `${one.type} ${one.name}`)).toEqual([
      `Certificate ${name}`,
      expect.stringMatching(/^FloatingIP 203\.0\.113\./),
      "LoadBalancer left",
      "Secret kube/default/cut-0123456789ab:certificate",
      "SecurityGroup left",
    ]);
    const state = { deployment: { resources: [{ id: made.id, outputs: {} }] } };
    expect(await findOrphans("octavia", readStates([JSON.stringify(state)]), "shop", env)).toMatchObject({
      held: 1,
      orphans: { length: 2 },
    });
  });

  describe("TLS and a path prefix in front", () => {
    let front: Server;
    let cert: string;
    beforeAll(async () => {
      const made = await generate([{ name: "commonName", value: "localhost" }], {
        extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
      });
      cert = made.cert;
      const behind: Env = { identity: server.authUrl.replace("/v3", ""), "load-balancer": server.url };
      front = createServer({ cert, key: made.private }, async (request, response) => {
        const [, service = "", path = ""] = /^\/([^/]+)(.*)$/.exec(request.url ?? "") ?? [];
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part as Buffer);
        const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers as Env;
        const body = parts.length > 0 ? Buffer.concat(parts) : undefined;
        const answer = await fetch(behind[service] + path, { method: request.method, headers, body });
        const passed = ["content-type", "x-subject-token"].map((name) => [name, answer.headers.get(name)] as const);
        response.writeHead(answer.status, Object.fromEntries(passed.filter(([, value]) => value !== null)) as Env);
        response.end(await answer.text());
      });
      await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
    });
    afterAll(() => front?.close());

    test("are passed with the authority, and refused without", async () => {
      const base = `https://localhost:${(front.address() as AddressInfo).port}`;
      const env = { OS_AUTH_URL: `${base}/identity/v3`, OS_LOAD_BALANCER_ENDPOINT_OVERRIDE: `${base}/load-balancer/v2.0` };
      const { octavia } = open({ ...env, OS_CACERT: cert });
      expect((await octavia.version()).minor).toBeGreaterThanOrEqual(30);
      await octavia.list(LBS, "loadbalancers");
      await expect(open(env).octavia.version()).rejects.toThrow(/LB2007: .*certificate/);
    });
  });

  if (!real) return;

  test("a catalogue without load balancers", async () => {
    const found = (await (await keystone("GET", "/services?type=load-balancer")).json()) as { services: { id: string }[] };
    const id = found.services[0]?.id;
    await keystone("PATCH", `/services/${id}`, { service: { enabled: false } });
    await expect(open().octavia.version()).rejects.toThrow(/LB2037: the catalogue has no service of type load-balancer, only /);
    await keystone("PATCH", `/services/${id}`, { service: { enabled: true } });
  });
}
