// The look at servers after `up`: a warning for each route that has no server up, no wait where all have one, and no failure.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BACK_ENDS, configSource, connected, KINDS } from "../../provider";
import { dynamicProvider } from "../../provider/lifecycle/dynamic";
import { healthQueryIn, healthText } from "../../requests/health/after-up";
import { HEALTH } from "../../resources/summary";
import { type AviSandbox, type OctaviaSandbox, startAviSandbox, startOctaviaSandbox } from "../../sandbox/index";
import { openstackEnvironment } from "../../sandbox/octavia-sandbox";
import { readSpecs, translateToAvi, translateToOctavia } from "../../sdk";
import { factsText, type Plan, runFactsOf } from "../../sdk/plan";
import { container, endpoints, get, ingress, service, workload } from "../support/readiness";

const OWNER = "pulumi-k8s-lb:p/s/c/web";
const objects = [
  service(),
  endpoints,
  workload([container({ ...get("/healthz"), periodSeconds: 1 }, { ports: [{ name: "http", containerPort: 8080 }] })]),
  ingress,
];
const specs = readSpecs(objects.map((value) => ({ value, source: { file: "web.yaml" } })) as never, []);
type Name = "avi" | "octavia";

const PLANS = {} as Record<Name, Plan>;
let avi: AviSandbox;
let octavia: OctaviaSandbox;
const values = (): Record<string, string> => ({
  ...{ "avi:controller": avi.url, "avi:username": avi.username, "avi:password": avi.password },
  ...{ "avi:rateLimit": "off", "avi:retryDelay": "0" },
});
const serversIn = (plan: Plan) => Object.values(plan.facts.review.servers).flat();

beforeAll(async () => {
  [avi, octavia] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startOctaviaSandbox({ provisioningMs: 5 })]);
  const subnet = { service_subnet_id: octavia.subnetId, subnet_id: octavia.subnetId };
  PLANS.avi = translateToAvi(specs, { settings: { clusterName: "c1", healthMonitor: "readiness" }, owner: OWNER });
  PLANS.octavia = translateToOctavia(specs, { settings: { ...subnet, healthMonitor: "readiness" }, owner: OWNER });
  Object.assign(process.env, openstackEnvironment(octavia));
  for (const plan of Object.values(PLANS))
    for (const { kind, inputs } of plan.resources) await connected(kind, values()).create(structuredClone(inputs) as never);
});
afterAll(async () => {
  for (const name of Object.keys(openstackEnvironment(octavia))) delete process.env[name];
  await Promise.all([avi?.close(), octavia?.close()]);
});
beforeEach(async () => {
  await Promise.all([post(avi.url, "fault", undefined, "DELETE"), post(octavia.url, "fault", undefined, "DELETE")]);
});

const post = (url: string, path: string, body?: object, method = "POST") =>
  fetch(`${url}/_lab/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });

/** What monitors find: all servers well, or all down. */
async function monitored(on: Name, found: "up" | "down"): Promise<void> {
  if (on === "octavia") await post(octavia.url, "heartbeat", found === "down" ? { down: serversIn(PLANS.octavia) } : {});
  else {
    const [pool] = avi.store.list("pool");
    const state = found === "down" ? { state: "OPER_DOWN", reason: "GET /healthz answered 503" } : {};
    await post(avi.url, "server", { pool: String(pool?.name), ...state });
  }
}

/** One run as the engine asks for the summary: its lines, the calls to the server, and the time it took. */
async function run(on: Name, { most, health = true, last = false }: { most?: number; health?: boolean; last?: boolean } = {}) {
  const plan: Plan = PLANS[on];
  const rules = plan.facts.rules?.() ?? { addresses: [] };
  const lines: string[] = [];
  const say = (kind: string) => async (text: string) => void lines.push(`${kind}${text}`);
  let isWriting = false;
  const noteOf = (text: string) => (isWriting ? say("")(text) : Promise.resolve());
  const report = () => ({ progress: () => undefined, notice: () => undefined, summary: noteOf, warn: say("warning: ") });
  const provider = dynamicProvider(KINDS.get(`${on}:Summary`)!, { report: report as never });
  await provider.configure({ config: { get: (key) => values()[key] } });
  const given = { owner: OWNER, __facts: factsText(runFactsOf(plan, {})), __preflight: false };
  const asked = { rules, planned: plan.resources, ...(most === undefined ? {} : { most }) };
  const checked = await provider.check({}, { ...given, ...(health ? { [HEALTH]: healthText(asked) } : {}) });
  expect(checked.failures).toEqual([]);
  expect(Object.keys(checked.inputs)).not.toContain(HEALTH);
  avi.resetCalls();
  octavia.resetCalls();
  isWriting = true;
  const started = performance.now();
  if (last) await provider.update("summary", given, checked.inputs);
  else await provider.create(checked.inputs);
  const calls = [...avi.calls(), ...octavia.calls()].map(({ path }) => String(path)).filter((path) => !/login|auth/.test(path));
  return { lines, calls, seconds: (performance.now() - started) / 1000 };
}

const both = test.each<Name>(["avi", "octavia"]);

both("%s: the fields that are handed over give the health that whole bodies give, and hold no other", async (on) => {
  await monitored(on, "down");
  const plan: Plan = PLANS[on];
  const { planned = [] } = healthQueryIn(healthText({ rules: { addresses: [] }, planned: plan.resources })) ?? {};
  const source = configSource(on, { config: { get: (key) => values()[key] } });
  const whole = await BACK_ENDS[on].health!(source, plan.resources as never);
  expect(whole.pools.flatMap(({ servers }) => servers)).toEqual(expect.arrayContaining([expect.objectContaining({ state: "down" })]));
  expect(await BACK_ENDS[on].health!(source, planned)).toEqual(whole);
  expect(JSON.stringify(planned)).not.toContain(OWNER);
});

both("%s: all servers are up: one reading, no line", async (on) => {
  await monitored(on, "up");
  const { lines, calls, seconds } = await run(on);
  expect(lines).toEqual([]);
  expect(calls.length).toBeLessThanOrEqual(4);
  expect(calls.length).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(1);
});

both("%s: a route whose server stays down is one warning after the wait, and the run succeeds", async (on) => {
  await monitored(on, "down");
  const { lines, seconds } = await run(on, { most: 1 });
  const reason = on === "avi" ? "GET /healthz answered 503" : "GET /healthz did not answer 200-399 within 1 s";
  expect(lines).toEqual([
    expect.stringMatching(
      new RegExp(
        `^warning: LB2085 Ingress shop/web: no server up for http://\\S+ after 1 s; \\S+ down: ${reason}\\. Run \`k8s-lb status\`$`,
      ),
    ),
  ]);
  expect(seconds).toBeGreaterThanOrEqual(1);
});

both("%s: a server that comes up during the wait is no line", async (on) => {
  await monitored(on, "down");
  setTimeout(() => void monitored(on, "up"), 300);
  const { lines, seconds } = await run(on);
  expect(lines).toEqual([]);
  expect(seconds).toBeGreaterThan(0.3);
  expect(seconds).toBeLessThan(5);
});

both("%s: a route that this run has not changed is a warning without a wait", async (on) => {
  await monitored(on, "down");
  const { lines, seconds } = await run(on, { last: true });
  expect(lines).toEqual([expect.stringMatching(/^warning: LB2085 Ingress shop\/web: no server up for http:\/\/[^;]*[^s];/)]);
  expect(lines[0]).not.toMatch(/ after \d+ s/);
  expect(seconds).toBeLessThan(1);
});

both("%s: without the setting nothing is asked", async (on) => {
  await monitored(on, "down");
  expect(await run(on, { health: false })).toMatchObject({ lines: [], calls: [] });
});

both("%s: a right that is missing is one sentence, and no failure", async (on) => {
  if (on === "avi")
    avi.fault({ path: "pool-inventory", status: 403, responseBody: JSON.stringify({ error: "User 'u' is not authorized" }) });
  else octavia.fault({ path: "/healthmonitors", status: 403, responseBody: JSON.stringify({ faultstring: "Policy does not allow this" }) });
  const { lines } = await run(on);
  expect(lines).toEqual([expect.stringMatching(/^Cannot read whether each route has a server up: LB\d+[^\n]*$/)]);
});

test("Octavia: members whose monitor gives no result are a notice, not a warning", async () => {
  const members = octavia.store.list("member").map(({ id }) => ({ id, operating_status: "OFFLINE" }));
  await post(octavia.url, "status", { members });
  const { lines } = await run("octavia", { most: 1 });
  expect(lines).toEqual([
    expect.stringMatching(/^Not known whether 1 route has a server up: Ingress shop\/web: no server up for http:\/\/\S+ after 1 s/),
  ]);
});
