import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rootOf } from "../../../../provider/octavia/client/keystone";
import type { Json } from "../../../../resources/kind";
import { cloud, fresh, ScriptedCloud } from "./cloud";

const world = cloud();

test.each([
  ["https://k.example.com:5000", "https://k.example.com:5000"],
  ["https://k.example.com/identity/", "https://k.example.com/identity"],
  ["https://k.example.com/identity/v3", "https://k.example.com/identity"],
  ["https://k.example.com/v3/auth/tokens", "https://k.example.com"],
  ["https://k.example.com/v2.0/", "https://k.example.com"],
  ["https://k.example.com/load-balancer/v2//", "https://k.example.com/load-balancer"],
])("the root of %s", (address, root) => {
  expect(rootOf(address, "x")).toBe(root);
});

test.each(["k.example.com", "ftp://k", "https://u:p@k.example.com"])("%s is no address", (address) => {
  expect(() => rootOf(address, "openstack:authUrl")).toThrow(/LB2002: openstack:authUrl/);
});

describe("the catalogue", () => {
  test("is read by interface and region, and an address in it may end in a version", async () => {
    world.catalogue = [
      world.entry("load-balancer", { region: "West", suffix: "-west/v2" }),
      world.entry("load-balancer", { region: "East", suffix: "-east/v2.0/" }),
      world.entry("load-balancer", { region: "East", face: "internal", suffix: "-inside" }),
    ];
    await fresh(world, { OS_REGION_NAME: "East" }).octavia.get("/v2/lbaas/pools");
    await fresh(world, { OS_REGION_NAME: "East", OS_INTERFACE: "internalURL" }).octavia.get("/v2/lbaas/pools");
    expect(world.calls.filter((call) => call.path === "/v2/lbaas/pools").map((call) => call.service)).toEqual([
      "load-balancer-east",
      "load-balancer-inside",
    ]);
  });

  test.each([
    [
      "has no load balancer",
      {},
      (): Json[] | undefined => [world.entry("network")],
      /no service of type load-balancer, only network\n.*octavia:loadBalancerEndpoint/,
    ],
    [
      "has another region",
      { OS_REGION_NAME: "Mars" },
      (): Json[] | undefined => undefined,
      /no public endpoint of load-balancer in region Mars, only public in RegionOne/,
    ],
    [
      "has several regions",
      {},
      (): Json[] | undefined => [world.entry("load-balancer", { region: "East" }), world.entry("load-balancer", { region: "West" })],
      /LB2037: the catalogue has load-balancer in several regions: East, West\n.*OS_REGION_NAME/,
    ],
  ])("that %s is an error that says what there is", async (_what, env, entries, message) => {
    world.catalogue = entries();
    await expect(fresh(world, env).octavia.version()).rejects.toThrow(message);
  });

  test("gives way to the configuration", async () => {
    world.catalogue = [];
    const { octavia } = fresh(world, {}, { endpointOverrides: JSON.stringify({ "load-balancer": `${world.url}/elsewhere/v2` }) });
    await octavia.get("/v2/lbaas/pools");
    expect(world.calls.at(-1)?.service).toBe("elsewhere");
  });
});

describe("the version", () => {
  test("is refused clearly when the server does not tell, and can be set", async () => {
    world.handle(({ path }) => (path === "/" ? { status: 404, text: "<html>nginx</html>" } : undefined));
    await expect(fresh(world).octavia.version()).rejects.toThrow(/LB2015: versions of .*nginx.*\n.*octavia:apiVersion/);
    expect(await fresh(world, {}, { apiVersion: "v2.30" }).octavia.version()).toEqual({ major: 2, minor: 30 });
  });

  test("decides on features", async () => {
    const { octavia } = fresh(world);
    expect(await octavia.supports("tags")).toBe(true);
    expect(await octavia.supports("allowedCidrs")).toBe(false);
  });
});

describe("TLS", () => {
  let secure: ScriptedCloud;
  let cert: string;
  beforeAll(async () => {
    const made = await generate([{ name: "commonName", value: "localhost" }], {
      extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
    });
    cert = made.cert;
    secure = new ScriptedCloud({ cert, key: made.private });
    await secure.start();
  });
  afterAll(() => secure.stop());

  test("is verified", async () => {
    const started = Date.now();
    await expect(fresh(secure).octavia.version()).rejects.toThrow(/LB2007: Keystone https:.*certificate/);
    expect(Date.now() - started).toBeLessThan(5000);
  });

  test("trusts an authority given as PEM, and can be told not to look", async () => {
    expect(await fresh(secure, { OS_CACERT: cert }).projectId()).toBe("p-1");
    expect(await fresh(secure, { OS_INSECURE: "true" }).projectId()).toBe("p-1");
  });
});
