// Findings of a preview on a controller: limits, references, rights, addresses; and what that costs.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../sandbox/index";
import { identified } from "../support/identified";
import { calls, clearFaults, environment } from "./lib/avi-world";
import { Resource } from "./lib/engine";
import { type EngineLog, engineLog } from "./lib/engine-log";
import { type Host, type Props, startHost } from "./lib/host";
import { OWNER, poolInputs } from "./lib/samples";

let avi: AviSandbox;
let host: Host;
let log: EngineLog;

beforeAll(async () => {
  [avi, log] = await Promise.all([startAviSandbox({ rateLimit: "off" }), engineLog()]);
  host = await startHost({ env: environment(avi), engine: log.address });
}, 60_000);
beforeEach(async () => {
  avi.reset();
  await clearFaults(avi);
  // the first calls after a reset meet a session that has ended
  await up({ references: { "cloud/Default-Cloud": "x" } });
  avi.resetCalls();
  log.lines.splice(0);
});
afterAll(async () => {
  host?.stop();
  log?.stop();
  await avi?.close();
});

const MONITOR = "healthmonitor/System-TCP";
const inventory = (needs: Props, more: Props = {}) => ({ names: ["pool/a"], ...identified("urn:x"), needs, ...more });
const up = (needs: Props, more: Props = {}) =>
  new Resource(host, "avi:Inventory").up(inventory(needs, more)).catch(({ message }: Error) => message);

describe("limits of the controller", () => {
  test.each([
    [{ largest: { servers_per_pool: { count: 401, of: "c1--web" } } }, "LB2071: servers_per_pool is 400, and c1--web needs 401"],
    [{ largest: { sni_children_per_parent: { count: 201, of: "c1--Shared-L7-0" } } }, "LB2071: sni_children_per_parent is 200"],
    [{ counts: { virtualservice: 5001 } }, "LB2071: 0 of 5000 virtualservice are in use, 5000 left, and the plan adds 5001"],
    [{ counts: { virtualservice: 12 }, largest: { servers_per_pool: { count: 400, of: "c1--web" } } }, "created"],
  ])("%j: %s", async (needs, expected) => {
    expect(await up(needs)).toContain(expected);
  });

  test("what was there in the last run is in use already", async () => {
    const resource = new Resource(host, "avi:Inventory");
    await resource.up(inventory({ counts: { virtualservice: 4000 } }));
    expect(await resource.up(inventory({ counts: { virtualservice: 8000 } }))).toBe("same");
    await expect(resource.up(inventory({ counts: { virtualservice: 13_001 } }))).rejects.toThrow("the plan adds 5001");
  });

  test("near to a limit is told", async () => {
    expect(await up({ counts: { virtualservice: 4900 } })).toBe("created");
    await expect.poll(() => log.lines.join()).toContain("LB2072: 0 of 5000 virtualservice are in use, 5000 left, and the plan adds 4900");
  });
});

describe("what bodies refer to", () => {
  test("must exist, in the tenant or the tenant admin", async () => {
    expect(await up({ references: { [MONITOR]: "Ingress/shop/web", "vrfcontext/global": "Node//n1" } })).toBe("created");
    const refused = await up({ references: { [MONITOR]: "Ingress/shop/web", "network/vip": "Service/shop/web" } });
    expect(refused).toMatch(/^LB2074: network vip does not exist; Service\/shop\/web needs it\n/);
    const slip = await up({ references: { "network/Default-Cloud-vip-netwrk": "Service/shop/web" } });
    expect(slip).toContain("Service/shop/web needs it; did you mean Default-Cloud-vip-network?");
    expect(await up({ references: { "healthmonitor/a, b & c": "Ingress/shop/web" } })).toContain("LB2074: healthmonitor a, b & c does not");
  });

  test("all that is missing is told at once", async () => {
    const references = { "cloud/nowhere": "x", "tenant/nobody": "x", "serviceenginegroup/none": "x" };
    const refused = await up({ references });
    for (const name of ["cloud nowhere", "tenant nobody", "serviceenginegroup none"]) expect(refused).toContain(`${name} does not exist`);
  });

  test("a role that may not look is told so, and nothing fails", async () => {
    const responseBody = JSON.stringify({ error: "User 'ci' is not authorized to read on resource HealthMonitor in tenant admin" });
    avi.fault({ method: "GET", path: "api/healthmonitor", status: 403, responseBody, times: 50 });
    expect(await up({ references: { [MONITOR]: "Ingress/shop/web" } })).toBe("created");
    await expect
      .poll(() => log.lines.join())
      .toMatch(/LB2075: objects of type healthmonitor could not be checked: .*not authorized to read/);
  });
});

describe("addresses", () => {
  test.each([
    [{ "network/*": 241 }, "created"],
    [{ "network/*": 242 }, "LB2073: cloud Default-Cloud has 241 free addresses, and the plan needs 242 more"],
    [{ "network/Default-Cloud-vip-network": 242 }, "LB2073: network Default-Cloud-vip-network has 241 free addresses"],
    // a network without ranges is another IPAM's
    [{ "network/other": 10_000 }, "created"],
  ])("%j: %s", async (addresses, expected) => {
    expect(await up({ addresses })).toContain(expected);
  });

  test("a range for service engines alone says nothing of VIPs", async () => {
    const at = (host: number) => ({ addr: `10.250.0.${host}`, type: "V4" });
    const range = { range: { begin: at(10), end: at(12) }, type: "STATIC_IPS_FOR_SE" };
    const prefix = { ip_addr: at(0), mask: 24 };
    avi.store.patch("network", "Default-Cloud-vip-network", { configured_subnets: [{ prefix, static_ip_ranges: [range] }] });
    expect(await up({ addresses: { "network/*": 4 } })).toBe("created");
  });
});

describe("calls", () => {
  const needs = {
    counts: { virtualservice: 1 },
    references: { [MONITOR]: "x", "healthmonitor/System-HTTP": "x", "cloud/Default-Cloud": "x" },
    addresses: { "network/*": 1 },
  };

  test("one list for each type, none when nothing has changed, none when it is switched off", async () => {
    const resource = new Resource(host, "avi:Inventory");
    await resource.up(inventory(needs));
    expect(calls(avi).sort()).toEqual([
      "GET cloud",
      "GET healthmonitor",
      "GET network",
      "GET systemlimits",
      "GET virtualservice",
      "GET vsvip",
    ]);
    avi.resetCalls();
    expect(await resource.preview(inventory(needs))).toEqual({ changes: false, replaces: [] });
    await resource.refresh();
    expect(await resource.preview(inventory(needs))).toEqual({ changes: false, replaces: [] });
    expect(calls(avi)).toEqual([]);
    const wrong = { references: { "cloud/nowhere": "x" } };
    expect(await resource.up(inventory(wrong, { preflight: false }))).toBe("same");
    expect(calls(avi)).toEqual([]);
    await expect(resource.preview(inventory({ references: { "cloud/nowhere2": "x" } }))).rejects.toThrow("LB2074");
  });

  test("a controller that does not answer is a notice", async () => {
    avi.fault({ method: "GET", path: "/api/", status: 503, times: 1000 });
    expect(await up(needs)).toBe("created");
    await expect.poll(() => log.lines.join()).toContain("the preview could not check limits, addresses and references: ");
  });

  test("a mass change is refused before anything else is asked", async () => {
    const resource = new Resource(host, "avi:Inventory");
    await resource.up({ ...inventory(needs), owner: OWNER, names: ["pool/a", "pool/b", "pool/c"] });
    for (const name of ["a", "b", "c"]) await new Resource(host, "avi:Pool").up(poolInputs(name) as never);
    avi.resetCalls();
    await expect(resource.preview({ ...inventory({ ...needs, counts: {} }), owner: OWNER, names: [] })).rejects.toThrow("LB2017");
    expect(calls(avi)).toEqual(["GET pool"]);
  });
});

describe("certificates", () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString();
  const certificates = (ends: string, fault?: string) => ({
    "Secret shop/tls": { ends, hosts: ["a.com", "b.com"], ...(fault ? { fault } : {}) },
  });

  test.each([
    [certificates(day(-2)), /LB2076: the certificate of Secret shop\/tls \(a\.com, b\.com\) expired on \d{4}-\d\d-\d\d/],
    [certificates(day(12)), /LB2076: .* expires on \d{4}-\d\d-\d\d, in 12 days/],
    [certificates(day(90), "certificate 1 of its chain was not issued by X, which follows it"), /LB2077: .*certificate 1 of its chain/],
  ])("case %# is told in every preview, without a call", async (given, expected) => {
    const resource = new Resource(host, "avi:Inventory");
    await resource.up({ ...inventory({}), certificates: given });
    log.lines.splice(0);
    avi.resetCalls();
    await resource.preview({ ...inventory({}), certificates: given });
    await expect.poll(() => log.lines.join()).toMatch(expected);
    expect(calls(avi)).toEqual([]);
    log.lines.splice(0);
    await resource.preview({ ...inventory({}), certificates: given, preflight: false });
    expect(log.lines).toEqual([]);
  });

  test("one that lasts is not mentioned", async () => {
    await up({}, { certificates: certificates(day(31)) });
    expect(log.lines).toEqual([]);
  });
});
