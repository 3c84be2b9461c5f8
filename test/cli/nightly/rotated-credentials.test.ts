import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionFor } from "../../../provider/avi/client/session";
import { readSettings } from "../../../provider/avi/client/settings";
import { configSource } from "../../../provider/lifecycle/config";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { PulumiLab } from "../pr/harness";

// The password of the controller is changed between two runs.

const PROGRAM = `
import { KubernetesCluster } from "pulumi-k8s-lb/avi";
const meta = { namespace: "shop", name: "web" };
const service = { apiVersion: "v1", kind: "Service", metadata: meta, spec: { type: "LoadBalancer", ports: [{ port: 80, protocol: "TCP" }] } };
const subsets = [{ addresses: [{ ip: "10.0.0.1" }], ports: [{ port: 8080, protocol: "TCP" }] }];
const endpoints = { apiVersion: "v1", kind: "Endpoints", metadata: meta, subsets };
new KubernetesCluster("main", { specs: [service, endpoints], settings: { clusterName: "c1", disableStaticRouteSync: true } });
`;
const NEW = "password-of-today-1";

let avi: AviSandbox;
let lab: PulumiLab;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  lab = new PulumiLab({ env: { AVI_RATE_LIMIT: "off" } });
  lab.writeProject("rotated", PROGRAM);
  await lab.pulumi(["stack", "init", "test"]);
  for (const [key, value] of [
    ["controller", avi.url],
    ["username", avi.username],
  ])
    await lab.pulumi(["config", "set", `avi:${key}`, String(value)]);
  await lab.pulumi(["config", "set", "--secret", "avi:password", avi.password]);
  await lab.pulumi(["up", "--yes", "--skip-preview"]);
}, 300_000);
afterAll(async () => {
  lab?.dispose();
  await avi?.close();
});

test("refresh takes the environment, --run-program the configuration, and the error says so", async () => {
  const state = await lab.pulumi(["stack", "export"]);
  expect(state).not.toContain(avi.password);
  const values: { [key: string]: string } = { "avi:controller": avi.url, "avi:username": avi.username, "avi:password": avi.password };
  const session = sessionFor(readSettings(configSource("avi", { config: { get: (key) => values[key] } }, {})));
  const body = { old_password: avi.password, password: NEW };
  expect((await session.send({ method: "PUT", path: "/api/useraccount", tenant: "admin", body })).status).toBe(200);
  await lab.pulumi(["config", "set", "--secret", "avi:password", NEW]);
  const refresh = (args: string[] = [], env = {}) => lab.runCli(["refresh", "--yes", "--skip-preview", ...args], { env });
  const refused = await refresh();
  expect([refused.code === 0, refused.stdout + refused.stderr]).toEqual([false, expect.stringMatching(/LB2006[\s\S]*--run-program/)]);
  const fromEnvironment = await refresh([], { AVI_USERNAME: avi.username, AVI_PASSWORD: NEW });
  expect([fromEnvironment.code, fromEnvironment.stdout + fromEnvironment.stderr]).toEqual([
    0,
    expect.stringContaining("of the environment (AVI_USERNAME"),
  ]);
  expect((await refresh(["--run-program"])).code).toBe(0);
  await lab.pulumi(["up", "--yes", "--skip-preview"]);
  expect((await refresh()).code).toBe(0);
  expect(await lab.pulumi(["stack", "export"])).not.toContain(NEW);
  await lab.pulumi(["destroy", "--yes", "--skip-preview"]);
}, 600_000);
