// One dead server of a broken example is found by one command on both targets, without a call for each server.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connected } from "../../../provider";
import { type AviSandbox, type OctaviaSandbox, startAviSandbox, startOctaviaSandbox } from "../../../sandbox/index";
import { openstackEnvironment } from "../../../sandbox/octavia-sandbox";
import { readManifestFiles, readSpecs } from "../../../sdk";
import { TARGETS } from "../../../sdk/targets";
import { k8sLbCall } from "../../support/cli-call";

const folder = mkdtempSync(join(tmpdir(), "k8s-lb-health-"));
const manifests = join(folder, "shop.yaml");
let avi: AviSandbox;
let octavia: OctaviaSandbox;

const MANIFESTS = `apiVersion: v1
kind: Service
metadata: { name: web }
spec: { ports: [{ port: 80, targetPort: 8080 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: web }
subsets: [{ addresses: [{ ip: 10.0.0.1 }, { ip: 10.0.0.2 }, { ip: 10.0.0.3 }], ports: [{ port: 8080 }] }]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: shop }
spec:
  rules:
    - host: shop.example.com
      http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 80 } } } }] }
---
apiVersion: v1
kind: Service
metadata: { name: db }
spec: { type: LoadBalancer, ports: [{ port: 5432 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: db }
subsets: [{ addresses: [{ ip: 10.0.1.1 }], ports: [{ port: 5432 }] }]
`;

const AVI_SETTINGS = { clusterName: "c1" };
let octaviaSettings: object;

beforeAll(async () => {
  writeFileSync(manifests, MANIFESTS);
  [avi, octavia] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startOctaviaSandbox({ provisioningMs: 5 })]);
  octaviaSettings = { service_subnet_id: octavia.subnetId, service_subnet_cidr: "10.0.0.0/8", create_monitor: true };
  const aviConfig = { controller: avi.url, username: avi.username, password: avi.password, rateLimit: "off" };
  await deploy("avi", AVI_SETTINGS, prefixed("avi", aviConfig));
  const cloud = { authUrl: octavia.authUrl ?? "", userName: octavia.username, password: octavia.password, tenantName: octavia.projectName };
  await deploy("octavia", octaviaSettings, prefixed("openstack", { ...cloud, userDomainName: "Default", projectDomainName: "Default" }));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([avi?.close(), octavia?.close()]);
});

const prefixed = (prefix: string, values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}:${key}`, value]));

/** Makes what a plan of the manifests has. */
async function deploy(to: "avi" | "octavia", settings: object, config: { [key: string]: string }): Promise<void> {
  writeFileSync(join(folder, `${to}.yaml`), JSON.stringify(settings));
  const owner = "pulumi-k8s-lb:p/s/c/web";
  const plan = TARGETS[to].translate(readSpecs(readManifestFiles([manifests]).objects), { settings: { ...settings }, owner });
  for (const { kind, inputs } of plan.resources) await connected(kind, config).create({ ...inputs, owner });
}

async function run(to: "avi" | "octavia", verb: readonly string[], ...more: string[]) {
  const env =
    to === "avi"
      ? { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" }
      : openstackEnvironment(octavia);
  const options = ["-f", manifests, "--to", to, "--settings", join(folder, `${to}.yaml`), "--live", ...more];
  return k8sLbCall([...verb, ...options], { env });
}

const post = async (url: string, body: object) => (await fetch(url, { method: "POST", body: JSON.stringify(body) })).status;
const WEB_POOL = "c1--shop.example.com_-default-shop";

test("of Avi: the reason of the controller, the answer without a server, and counts instead of a call for each server", async () => {
  const well = await run("avi", ["status"], "--exit-code");
  expect(well).toMatchObject({ code: 0, stderr: "" });
  expect(well.stdout).toContain("Ingress default/shop  up     3 of 3 up");
  expect(
    await post(`${avi.url}/_lab/server`, { pool: WEB_POOL, server: "10.0.0.3:8080", state: "OPER_DOWN", reason: "GET / answered 503" }),
  ).toBe(200);
  avi.resetCalls();
  const { stdout, code } = await run("avi", ["status"], "--exit-code", "-o", "json");
  expect({ code, first: JSON.parse(stdout).objects[0] }).toMatchObject({
    code: 0,
    first: { object: "Ingress default/shop", state: "degraded", why: "10.0.0.3:8080 down: GET / answered 503", up: 2 },
  });
  // a page of each list, and the one pool with a server that is down
  expect(avi.calls().filter(({ path }) => path.startsWith("/api/"))).toHaveLength(3);
  const one = await run("avi", ["request", "http://shop.example.com/cart"]);
  expect(one.stdout).toContain("health      default/web:80: 2 of 3 up; 10.0.0.3:8080 down: GET / answered 503");
  await post(`${avi.url}/_lab/server`, { pool: WEB_POOL, state: "OPER_DOWN", reason: "GET / answered 503" });
  const none = await run("avi", ["status"], "--exit-code");
  expect(none).toMatchObject({ code: 1, stdout: expect.stringContaining("1 of 2 objects has a route without a server.") });
  const { health, answer } = JSON.parse((await run("avi", ["request", "http://shop.example.com/cart"], "-o", "json")).stdout);
  expect(answer).toMatchObject({ kind: "forward" });
  expect(health).toMatchObject({
    now: { kind: "status", status: 503 },
    to: [{ service: "default/web:80", servers: Array(3).fill({ state: "down" }) }],
  });
});

test("of Octavia: what the monitor asks for, and one status tree for each load balancer", async () => {
  await post(`${octavia.url}/_lab/heartbeat`, { down: ["10.0.0.3:8080"] });
  octavia.resetCalls();
  const { stdout, code } = await run("octavia", ["status"], "--exit-code");
  expect(code).toBe(0);
  expect(stdout).toMatch(/Ingress default\/shop +degraded +2 of 3 up .*10\.0\.0\.3:8080 down: no TCP connection within 3 s/);
  expect(octavia.calls().filter(({ path }) => path.endsWith("/status"))).toHaveLength(3);
  expect(octavia.calls().filter(({ path }) => path.startsWith("/v2/"))).toHaveLength(5);
  await post(`${octavia.url}/_lab/heartbeat`, { down: ["10.0.0.1:8080", "10.0.0.2:8080", "10.0.0.3:8080"] });
  const { stdout: text } = await run("octavia", ["request", "http://shop.example.com/cart"]);
  expect(text).toContain("health      default/web:80: 0 of 3 up");
  expect(text).toContain("now         503: no server is up");
  expect(await run("octavia", ["status"], "--exit-code")).toMatchObject({ code: 1 });
});

test("a wait that ends with servers that are down or unknown is 1, and a reading that fails meanwhile is a note", async () => {
  octavia.resetCalls();
  const waiting = run("octavia", ["status"], "--wait", "5", "--interval", "2", "--exit-code");
  await expect.poll(() => octavia.calls().filter(({ path }) => path.endsWith("/status")).length, { timeout: 20_000, interval: 20 }).toBe(3);
  octavia.fault({ path: "/v2/lbaas/loadbalancers", status: 403, times: 1 });
  expect(await waiting).toMatchObject({
    ...{ code: 1, stdout: expect.stringContaining("a route without a server") },
    stderr: expect.stringMatching(/^note: LB\d+.*\n$/),
  });
  await post(`${octavia.url}/_lab/heartbeat`, {});
  octavia.fault({ path: "/status", status: 403, times: 3 });
  const unknown = await run("octavia", ["status"], "--wait", "2", "--exit-code");
  expect(unknown).toMatchObject({ code: 1, stdout: expect.stringContaining("The servers of 3 of 3 objects are not known.") });
  expect(await run("octavia", ["status"], "--wait", "4", "--exit-code")).toMatchObject({ code: 0, stderr: "" });
});

test("a right that is missing is one sentence", async () => {
  const refused = { method: "GET", path: "/api/pool-inventory", status: 403, times: 9, responseBody: '{"error":"not authorized"}' };
  avi.fault(refused);
  const { stdout } = await run("avi", ["request", "http://shop.example.com/cart"]);
  expect(stdout).toMatch(/\n {2}health {6}not known: .*LB2010.*\n/);
  expect(await run("avi", ["status"])).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining("PERMISSION_POOL") });
});
