import { writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, type OctaviaSandbox, startAviSandbox, startOctaviaSandbox } from "../../../sandbox/index";
import { openstackEnvironment } from "../../../sandbox/octavia-sandbox";
import { k8sLbCall } from "../../support/cli-call";

let avi: AviSandbox;
let octavia: OctaviaSandbox;
let specs: string;

beforeAll(async () => {
  [avi, octavia] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startOctaviaSandbox({ provisioningMs: 5 })]);
  specs = join(await mkdtemp(join(tmpdir(), "limits-")), "web.yaml");
  writeFileSync(
    specs,
    `apiVersion: v1
kind: Service
metadata: { name: web }
spec: { type: LoadBalancer, clusterIP: 10.0.0.9, ports: [{ port: 80, name: http }, { port: 443, name: tls }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: web }
subsets: [{ addresses: [{ ip: 10.1.0.5 }], ports: [{ port: 8080, name: http }, { port: 8443, name: tls }] }]
`,
  );
});
afterAll(async () => {
  await Promise.all([avi?.close(), octavia?.close()]);
});

const run = (env: { [name: string]: string }, ...args: string[]) => k8sLbCall(["limits", ...args], { env: { NO_COLOR: "1", ...env } });

const aviEnv = () => ({ AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" });

test("of Avi, with what specs need", async () => {
  const { code, stdout, stderr } = await run(aviEnv(), "--target", "avi", "-f", specs, "-o", "json");
  expect([code, stderr]).toEqual([0, ""]);
  const { limits, target, uses } = JSON.parse(stdout);
  expect(target).toBe("avi");
  expect(uses).toEqual({ virtualservice: 1, vsvip: 1 });
  expect(limits).toContainEqual({ limit: "servers_per_pool", most: 400, needed: 1 });
  expect(limits).toContainEqual({ limit: "virtualservice", most: 5000, used: 0, left: 5000, needed: 1 });
});

test("of Octavia, as a table", async () => {
  const { code, stdout } = await run(openstackEnvironment(octavia), "--target", "octavia", "-f", specs);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^RESOURCE +LIMIT +USED +FREE +REQUIRED *\n/);
  expect(stdout).toMatch(/\nload_balancer +none +0 +- +1 *\n/);
  expect(stdout).toMatch(/\nlistener +none +0 +- +2 *\n/);
  expect(stdout).toMatch(/\nThe specs use 1 load balancer in all\.\n$/);
  expect(stdout).toMatch(/\nrules_per_policy +50 +- +- +- *\n/);
});

test("what cannot be read ends with 2, a server that is not there with 3", async () => {
  expect(await run(aviEnv(), "--target", "avi", "-f", "/nowhere.yaml")).toMatchObject({ code: 2, stdout: "" });
  expect(await run({ ...aviEnv(), AVI_PASSWORD: "wrong" }, "--target", "avi")).toMatchObject({ code: 3, stdout: "" });
  expect(await run(aviEnv())).toMatchObject({ code: 2 });
});
