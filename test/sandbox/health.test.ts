// Readers of health against the sandboxes: each state of a server, pages, counts of calls, and answers that are none.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BACK_ENDS, configSource, connected } from "../../provider";
import type { JsonObject } from "../../provider/lifecycle/bodies/json";
import type { Health, ServerHealth } from "../../requests/health/health";
import { type AviSandbox, type OctaviaSandbox, startAviSandbox, startOctaviaSandbox } from "../../sandbox/index";
import { openstackEnvironment } from "../../sandbox/octavia-sandbox";

const OWNER = "pulumi-k8s-lb:p/s/c/web";
let avi: AviSandbox;
let octavia: OctaviaSandbox;

beforeAll(async () => {
  [avi, octavia] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startOctaviaSandbox({ provisioningMs: 5 })]);
  for (const one of POOLS) await connected("avi:Pool", aviConfig()).create({ ...one.inputs, owner: OWNER });
  const source = { config: { get: () => undefined } };
  expect(configSource("octavia", source, openstackEnvironment(octavia))).toBeDefined();
  Object.assign(process.env, openstackEnvironment(octavia));
  await connected("octavia:LoadBalancer", {}).create(lb().inputs);
});
afterAll(async () => {
  for (const name of Object.keys(openstackEnvironment(octavia))) delete process.env[name];
  await Promise.all([avi?.close(), octavia?.close()]);
});
beforeEach(() => {
  avi.resetCalls();
  octavia.resetCalls();
});

const aviConfig = () => ({
  ...{ "avi:controller": avi.url, "avi:username": avi.username, "avi:password": avi.password },
  ...{ "avi:rateLimit": "off", "avi:retryDelay": "0" },
});

const server = (addr: string, more: JsonObject = {}): JsonObject => ({ ip: { addr, type: "V4" }, port: 80, ...more });
const pool = (name: string, servers: JsonObject[], more: JsonObject = {}) => ({
  ...{ kind: "avi:Pool", name },
  inputs: { pool: { name, tenant_ref: "/api/tenant?name=admin", cloud_ref: "/api/cloud?name=Default-Cloud", servers, ...more } },
});
const MONITORED = { health_monitor_refs: ["/api/healthmonitor?name=System-TCP"] };
const POOLS = [
  pool("web", [server("10.0.0.1"), server("10.0.0.2"), server("10.0.0.3", { enabled: false })], MONITORED),
  pool("bare", [server("10.0.0.9")]),
  ...Array.from({ length: 120 }, (_, n) => pool(`p${n}`, [server(`10.1.0.${n}`)], MONITORED)),
];

const ofAvi = (): Promise<Health> => {
  const values: Record<string, string> = aviConfig();
  return BACK_ENDS.avi.health!(configSource("avi", { config: { get: (key) => values[key] } }, {}), POOLS);
};
const set = async (body: object) =>
  expect((await fetch(`${avi.url}/_lab/server`, { method: "POST", body: JSON.stringify(body) })).status).toBe(200);
const shown = (all: readonly ServerHealth[] = []) => all.map(({ address, state, reason }) => [address, state, reason]);
const at = ({ pools }: Health, on: string) => shown(pools.find((one) => one.on === on)?.servers);

test("Avi: all is as declared: two pages of pools, one of virtual services, no pool by itself", async () => {
  const health = await ofAvi();
  expect(at(health, "pool/web")).toEqual([
    ["10.0.0.1", "up", undefined],
    ["10.0.0.2", "up", undefined],
    ["10.0.0.3", "disabled", "switched off"],
  ]);
  expect(at(health, "pool/bare")).toEqual([["10.0.0.9", "unmonitored", undefined]]);
  expect(health.pools).toHaveLength(POOLS.length);
  const asked = avi.calls().map(({ path }) => path.replace(/\?.*/, ""));
  expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([
    ...["/api/pool-inventory", "/api/virtualservice-inventory", "/api/pool-inventory"],
  ]);
});

test("Avi: a server that is down has the reason of the controller, for one call", async () => {
  await set({ pool: "web", server: "10.0.0.2:80", state: "OPER_DOWN", reason: ["Health check failed", "GET / answered 503"] });
  const health = await ofAvi();
  expect(at(health, "pool/web")).toContainEqual(["10.0.0.2", "down", "Health check failed; GET / answered 503"]);
  expect(at(health, "pool/web")).toContainEqual(["10.0.0.3", "disabled", "Disabled by the administrator"]);
  expect(avi.calls().filter(({ path }) => path.includes("/runtime/"))).toHaveLength(1);
  await set({ pool: "web", server: "10.0.0.2:80", state: "OPER_INITIALIZING" });
  expect(at(await ofAvi(), "pool/web")).toContainEqual(["10.0.0.2", "unknown", "its state is OPER_INITIALIZING"]);
});

test.each([
  [
    "a page of a proxy",
    { status: 200, responseBody: "<html>Sign in</html>", headers: { "Content-Type": "text/html" } },
    /which the Avi API does not/,
  ],
  ["a 500", { status: 500 }, /answered|record not found/],
  ["no list", { status: 200, responseBody: "{}", headers: { "Content-Type": "application/json" } }, /no list of servers/],
])("Avi: %s in the place of the servers of a pool is a fault, and its servers are unknown", async (_what, answer, words) => {
  await set({ pool: "web", server: "10.0.0.2:80", state: "OPER_DOWN" });
  avi.fault({ method: "GET", path: "/runtime/server", times: 9, ...answer });
  const health = await ofAvi();
  expect(health.faults).toEqual([expect.stringMatching(words)]);
  expect(at(health, "pool/web")[0]?.slice(0, 2)).toEqual(["10.0.0.1", "unknown"]);
  expect(at(health, "pool/p0")).toEqual([["10.1.0.0", "up", undefined]]);
  await fetch(`${avi.url}/_lab/fault`, { method: "DELETE" });
});

test("Avi: states of servers that no pool has are asked for eight times, and are one fault", async () => {
  for (let n = 0; n < 20; n++) await set({ pool: `p${n}`, state: "OPER_DOWN" });
  avi.fault({ method: "GET", path: "/runtime/server", times: 999, status: 404, responseBody: "not here" });
  avi.resetCalls();
  const health = await ofAvi();
  expect(avi.calls().filter(({ path }) => path.includes("/runtime/"))).toHaveLength(8);
  expect(health.faults).toEqual([expect.stringMatching(/^[^\n]+\(and \d+ more pools without states of servers\)$/)]);
  expect(health.pools).toHaveLength(POOLS.length);
  expect(at(health, "pool/p19")[0]?.slice(0, 2)).toEqual(["10.1.0.19", "unknown"]);
  await fetch(`${avi.url}/_lab/fault`, { method: "DELETE" });
  for (let n = 0; n < 20; n++) await set({ pool: `p${n}` });
});

test("Avi: a list that is shorter than it says is read again, and is none if it stays so", async () => {
  const short = JSON.stringify({
    count: 2,
    results: [
      { uuid: "a", config: { name: "a" } },
      { uuid: "a", config: { name: "a" } },
    ],
  });
  const answer = { path: "pool-inventory", status: 200, headers: { "Content-Type": "application/json" }, responseBody: short };
  avi.fault({ ...answer, times: 1 });
  expect((await ofAvi()).pools).toHaveLength(POOLS.length);
  avi.fault({ ...answer, times: 9 });
  await expect(ofAvi()).rejects.toMatchObject({ code: "LB2084" });
  await fetch(`${avi.url}/_lab/fault`, { method: "DELETE" });
});

test("Avi: entries without what they must have are left out, and so is what is not in the plan", async () => {
  const results = [null, 1, {}, { config: {} }, { config: { name: "web" } }, { uuid: "x", config: { name: "other" }, runtime: null }];
  avi.fault({
    path: "pool-inventory",
    status: 200,
    headers: { "Content-Type": "application/json" },
    responseBody: JSON.stringify({ results }),
    times: 9,
  });
  await expect(ofAvi()).rejects.toMatchObject({ code: "LB2015" });
  await fetch(`${avi.url}/_lab/fault`, { method: "DELETE" });
  const usable = results.slice(2);
  avi.fault({
    ...{ path: "pool-inventory", status: 200, headers: { "Content-Type": "application/json" } },
    responseBody: JSON.stringify({ results: usable }),
    times: 9,
  });
  expect((await ofAvi()).pools).toEqual([]);
  await fetch(`${avi.url}/_lab/fault`, { method: "DELETE" });
});

test("Avi: a right that is missing names itself", async () => {
  avi.fault({ path: "pool-inventory", status: 403, responseBody: JSON.stringify({ error: "User 'u' is not authorized" }) });
  await expect(ofAvi()).rejects.toMatchObject({ code: "LB2010", message: expect.stringContaining("PERMISSION_POOL") });
});

const member = (address: string, more: object = {}) => ({ address, protocol_port: 80, ...more });
const healthmonitor = { type: "HTTP", delay: 5, timeout: 4, max_retries: 2, url_path: "/ok", expected_codes: "200" };
function lb(name = "shop") {
  const members = [
    member("10.0.0.1"),
    member("10.0.0.2"),
    member("10.0.0.3", { weight: 0 }),
    member("10.0.0.4", { admin_state_up: false }),
  ];
  const common = { protocol: "HTTP", lb_algorithm: "ROUND_ROBIN" };
  const redirect_pool = { name: "cart", ...common, members: [member("10.0.0.7")] };
  const rules = [{ type: "PATH", compare_type: "STARTS_WITH", value: "/cart" }];
  const l7policies = [{ name: "to-cart", action: "REDIRECT_TO_POOL", position: 1, redirect_pool, rules }];
  const default_pool = { name: "web", ...common, members, healthmonitor };
  const listeners = [{ name: "http", protocol: "HTTP", protocol_port: 80, default_pool, l7policies }];
  return {
    kind: "octavia:LoadBalancer",
    name,
    inputs: { owner: OWNER, loadBalancer: { name, vip_subnet_id: octavia.subnetId, listeners } },
  };
}
const ofOctavia = (...more: ReturnType<typeof lb>[]): Promise<Health> =>
  BACK_ENDS.octavia.health!(configSource("octavia", undefined, openstackEnvironment(octavia)), [lb(), ...more]);
const heartbeat = async (body: object) =>
  expect((await fetch(`${octavia.url}/_lab/heartbeat`, { method: "POST", body: JSON.stringify(body) })).status).toBe(200);

test("Octavia: before the first heartbeat nobody knows a member; afterwards each state has its words", async () => {
  expect(at(await ofOctavia(), "pools/web")[0]).toEqual(["10.0.0.1", "unknown", "its monitor has no result yet"]);
  await heartbeat({ down: ["10.0.0.2:80"] });
  octavia.resetCalls();
  const health = await ofOctavia();
  expect(at(health, "pools/web").sort()).toEqual([
    ["10.0.0.1", "up", undefined],
    ["10.0.0.2", "down", "GET /ok did not answer 200 within 4 s"],
    ["10.0.0.3", "draining", "its weight is 0"],
    ["10.0.0.4", "disabled", "switched off"],
  ]);
  expect(at(health, "pools/cart")).toEqual([["10.0.0.7", "unmonitored", undefined]]);
  expect(health.pools.find(({ on }) => on === "pools/cart")).toMatchObject({ rules: ["l7policy/to-cart"], ports: [80], address: "shop" });
  expect(health.addresses).toEqual([{ name: "shop", state: "degraded" }]);
  expect(octavia.calls().filter(({ path }) => path.startsWith("/v2/lbaas"))).toHaveLength(3);
});

test("Octavia: a load balancer that is not there, and one that cannot be read, hide no other", async () => {
  octavia.fault({ path: "/status", status: 403, times: 1 });
  const health = await ofOctavia(lb("gone"));
  expect(health.addresses).toEqual([
    expect.objectContaining({ name: "gone", state: "down", reason: "there is no such load balancer" }),
    expect.objectContaining({ name: "shop", state: "unknown" }),
  ]);
  expect(health.faults).toHaveLength(1);
});

test.each([
  ["a page of a proxy", { status: 200, responseBody: "<html>Sign in</html>", headers: { "Content-Type": "text/html" } }],
  ["no states", { status: 200, responseBody: '{"statuses":{}}', headers: { "Content-Type": "application/json" } }],
  [
    "lists that are none",
    { status: 200, responseBody: '{"statuses":{"loadbalancer":7}}', headers: { "Content-Type": "application/json" } },
  ],
])("Octavia: %s in the place of the status tree is one sentence", async (_what, answer) => {
  octavia.fault({ path: "/status", times: 9, ...answer });
  const { faults, addresses } = await ofOctavia();
  expect(faults).toEqual([expect.stringMatching(/^[^\n]+$/)]);
  expect(addresses).toEqual([{ name: "shop", state: "unknown", reason: faults[0] }]);
});
