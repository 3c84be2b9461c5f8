// Tokens that end while work goes on.
import { afterEach, expect, test } from "vitest";
import { connect } from "../../provider/octavia/client";
import { type OctaviaSandbox, startOctaviaSandbox } from "../../sandbox/index";
import { openstackEnvironment } from "../../sandbox/octavia-sandbox";

const LBS = "/v2/lbaas/loadbalancers";
let sandbox: OctaviaSandbox;
afterEach(() => sandbox?.close());

const client = () => connect({ get: () => undefined, explicit: () => undefined, env: openstackEnvironment(sandbox) });
const logins = () => sandbox.calls().filter(({ method, path }) => method === "POST" && path.includes("/auth/tokens")).length;
const refused = () => sandbox.calls().filter(({ status }) => status === 401).length;

test("short tokens are renewed before they end: no request meets an expired one", async () => {
  sandbox = await startOctaviaSandbox({ tokenLifetimeMs: 5000 });
  const { octavia } = client();
  const until = Date.now() + 11_000;
  while (Date.now() < until) {
    await Promise.all([1, 2, 3].map(() => octavia.list(LBS, "loadbalancers")));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(refused()).toBe(0);
  expect(logins()).toBeGreaterThanOrEqual(3);
  expect(logins()).toBeLessThanOrEqual(6);
});

test("tokens that all end at once cost one login and no failure", async () => {
  sandbox = await startOctaviaSandbox();
  const { octavia } = client();
  await octavia.list(LBS, "loadbalancers");
  sandbox.expireTokens();
  await Promise.all(Array.from({ length: 20 }, () => octavia.list(LBS, "loadbalancers")));
  expect(refused()).toBeGreaterThan(0);
  expect(logins()).toBe(2);
});
