import { afterEach, expect, test, vi } from "vitest";
import { sessionFor } from "../../../../provider/avi/client/session";
import { readSettings } from "../../../../provider/avi/client/settings";
import { configSource } from "../../../../provider/lifecycle/config";
import { connect } from "../../../../provider/octavia/client";
import { startAviSandbox, startOctaviaSandbox } from "../../../../sandbox/index";
import { openstackEnvironment } from "../../../../sandbox/octavia-sandbox";

// After a rotation of the password `refresh`, `destroy` and `up --refresh` sent that of the last `up`, which Pulumi keeps in the state, although the
// environment had today's, and the error told people to check a password that was right.

const closes: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closes.splice(0)) await close();
});

/** Lines that a command prints. */
function printed(): string[] {
  const lines: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  return lines;
}

const sourceOf = (namespace: string, values: { readonly [key: string]: string | undefined }, env: NodeJS.ProcessEnv) =>
  configSource(namespace, { config: { get: (key) => values[key] } }, env);

async function avi(env: (sandbox: { url: string; username: string; password: string }) => NodeJS.ProcessEnv) {
  const sandbox = await startAviSandbox({ rateLimit: "off" });
  closes.push(() => sandbox.close());
  const values = {
    "avi:controller": sandbox.url,
    "avi:username": sandbox.username,
    "avi:password": "of-last-year",
    "avi:rateLimit": "off",
  };
  const session = sessionFor(readSettings(sourceOf("avi", values, env(sandbox))));
  const logins = () => sandbox.calls().filter(({ path }) => path === "/login").length;
  return { session, logins, sandbox };
}
const ASKED = { method: "GET", path: "/api/pool", tenant: "admin" } as const;

test("Avi: a whole set of credentials in the environment is tried once, and said", async () => {
  const lines = printed();
  const { session, logins, sandbox } = await avi(({ username, password }) => ({ AVI_USERNAME: username, AVI_PASSWORD: password }));
  expect((await session.send(ASKED)).status).toBe(200);
  expect((await session.send(ASKED)).status).toBe(200);
  expect([logins(), lines]).toEqual([
    2,
    [expect.stringContaining(`user ${sandbox.username} of the environment (AVI_USERNAME ...) is used instead`)],
  ]);
  expect(lines.join()).not.toContain(sandbox.password);
});

test.each([
  ["no user", ({ password }: { password: string }) => ({ AVI_PASSWORD: password })],
  ["the refused ones", ({ username }: { username: string }) => ({ AVI_USERNAME: username, AVI_PASSWORD: "of-last-year" })],
  [
    "those of another controller",
    ({ username, password }: { username: string; password: string }) => ({
      ...{ AVI_CONTROLLER: "https://other.example.com", AVI_USERNAME: username, AVI_PASSWORD: password },
    }),
  ],
])("Avi: an environment with %s is not asked", async (_, env) => {
  const { session, logins } = await avi(env);
  await expect(session.send(ASKED)).rejects.toThrow(/LB2006: [\s\S]*--run-program/);
  expect(logins()).toBe(1);
});

test("Avi: where both are refused the configured ones are named, and no third login follows", async () => {
  const { session, logins } = await avi(() => ({ AVI_USERNAME: "somebody", AVI_PASSWORD: "else" }));
  for (let tries = 0; tries < 2; tries++) await expect(session.send(ASKED)).rejects.toThrow(/refused user admin/);
  expect(logins()).toBe(2);
});

async function octavia(change: (env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv, more: { readonly [key: string]: string } = {}) {
  const sandbox = await startOctaviaSandbox();
  closes.push(() => sandbox.close());
  const env: NodeJS.ProcessEnv = openstackEnvironment(sandbox);
  const values = {
    ...{ "openstack:authUrl": env.OS_AUTH_URL, "openstack:userName": env.OS_USERNAME, "openstack:password": "of-last-year" },
    ...{ "openstack:projectName": env.OS_PROJECT_NAME, "openstack:userDomainName": env.OS_USER_DOMAIN_NAME },
    ...{ "openstack:projectDomainName": env.OS_PROJECT_DOMAIN_NAME, ...more },
  };
  return connect(sourceOf("octavia", values, change(env)));
}

test("Octavia: a whole set of credentials in the environment is tried once, and said", async () => {
  const lines = printed();
  const cloud = await octavia((env) => env);
  expect(await cloud.octavia.list("/v2/lbaas/loadbalancers", "loadbalancers")).toEqual([]);
  expect(lines).toEqual([expect.stringMatching(/refused user .* of the environment \(OS_USERNAME \.\.\.\) is used instead/)]);
});

test("Octavia: an environment that is not whole, or for another Keystone, is not asked", async () => {
  for (const change of [{ OS_PASSWORD: "" }, { OS_AUTH_URL: "https://other.example.com:5000" }]) {
    const cloud = await octavia((env) => ({ ...env, ...change }));
    await expect(cloud.projectId()).rejects.toThrow(/LB2006: [\s\S]*--run-program/);
  }
});
