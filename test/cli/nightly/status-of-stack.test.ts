import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, type OctaviaSandbox, startAviSandbox, startOctaviaSandbox } from "../../../sandbox/index";
import { openstackEnvironment } from "../../../sandbox/octavia-sandbox";
import { k8sLb } from "../../support/cli";
import { endpoints, ingress, service } from "../../support/manifests";
import { PulumiLab } from "../pr/harness";

// One command finds the dead server of a stack on both targets, by what the state knows: no manifest is at hand.

let lab: PulumiLab;
let avi: AviSandbox;
let octavia: OctaviaSandbox;

beforeAll(async () => {
  [avi, octavia] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startOctaviaSandbox({ provisioningMs: 5 })]);
  const connection = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
  lab = new PulumiLab({ env: { ...connection, ...openstackEnvironment(octavia) } });
  const settings = { service_subnet_id: octavia.subnetId, service_subnet_cidr: "10.0.0.0/8", create_monitor: true };
  lab.writeProject(
    "status",
    `import * as avi from "pulumi-k8s-lb/avi";
import * as octavia from "pulumi-k8s-lb/octavia";
new avi.KubernetesCluster("edge", { specs: "specs.json", settings: { clusterName: "c1", shardVSSize: "SMALL", subDomains: ["x.com"] } });
new octavia.KubernetesCluster("cloud", { specs: "specs.json", settings: ${JSON.stringify(settings)} });
`,
  );
  const rules = [
    { host: "shop.x.com", path: "/", service: "web" },
    { host: "shop.x.com", path: "/cart", service: "cart" },
  ];
  const shop = [ingress({ name: "shop", rules }), ingress({ name: "blog", rules: [{ host: "blog.x.com", path: "/", service: "blog" }] })];
  const services = ["web", "cart", "blog"].flatMap((name, n) => [
    service(name, [80]),
    endpoints(name, [`10.0.${n}.1`, `10.0.${n}.2`], 8080),
  ]);
  lab.write({ "specs.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: [...services, ...shop] }) });
  await lab.pulumi(["stack", "init", "test"]);
  await lab.pulumi(["up", "--yes", "--skip-preview"]);
});
afterAll(async () => {
  lab?.dispose();
  await Promise.all([avi?.close(), octavia?.close()]);
});

const post = async (url: string, body: object) =>
  expect((await fetch(url, { method: "POST", body: JSON.stringify(body) })).status).toBe(200);

test("the route whose servers are all down comes first, with its path and the reason, of each component", async () => {
  await post(`${octavia.url}/_lab/heartbeat`, { down: ["10.0.1.1:8080", "10.0.1.2:8080"] });
  const pool = avi.store.list("pool").find(({ name }) => String(name).includes("cart"));
  await post(`${avi.url}/_lab/server`, { pool: pool?.name, state: "OPER_DOWN", reason: "GET / answered 503" });
  const { code, stdout, stderr } = await k8sLb(["status", "-C", lab.program, "-s", "test", "--exit-code", "-o", "json"], { env: lab.env });
  expect(code, stderr).toBe(1);
  const { objects } = JSON.parse(stdout) as { objects: { object: string; component: string; state: string; why: string }[] };
  const shops = objects.filter(({ object }) => object === "Ingress default/shop");
  expect(shops.map(({ component, state }) => [component, state]).sort()).toEqual([
    ["cloud", "down"],
    ["edge", "down"],
  ]);
  expect(shops.find(({ component }) => component === "edge")?.why).toBe(
    "no server up for http://shop.x.com/cart; 10.0.1.1:8080, 10.0.1.2:8080 down: GET / answered 503",
  );
  expect(shops.find(({ component }) => component === "cloud")?.why).toBe(
    "no server up for http://shop.x.com/cart; 10.0.1.1:8080, 10.0.1.2:8080 down: no TCP connection within 3 s",
  );
  const blogs = objects.filter(({ object }) => object === "Ingress default/blog");
  expect(blogs.map(({ state }) => state)).toEqual(["up", "up"]);
  expect(objects[0]?.state).toBe("down");
});

test("a request to a stack with several targets asks which one is meant", async () => {
  const request = (...more: string[]) =>
    k8sLb(["request", "http://shop.x.com/", "-C", lab.program, "-s", "test", "-o", "json", ...more], { env: lab.env });
  const { code, stderr } = await request();
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("name one with --to (avi, octavia)") });
  expect((await request("--to", "octavia")).code).toBe(0);
});

test("a run that changes something warns of it, without failing, and one that changes nothing asks nothing", async () => {
  lab.write({ "specs.json": readFileSync(join(lab.program, "specs.json"), "utf8").replace("10.0.2.2", "10.0.2.3") });
  const env = { ...lab.env, K8S_LB_WAIT_FOR_HEALTH: "2" };
  const up = () => lab.runCli(["up", "--yes", "--skip-preview"], { env });
  const warned = ({ code, stdout, stderr }: Awaited<ReturnType<typeof up>>) => {
    expect(code, stdout + stderr).toBe(0);
    return [...new Set(stdout.match(/LB2085 .*(?= Run )/g))].sort();
  };
  const cart = "LB2085 Ingress default/shop: no server up for http://shop.x.com/cart; 10.0.1.1:8080, 10.0.1.2:8080 down: ";
  expect(warned(await up())).toEqual([`${cart}GET / answered 503.`, `${cart}no TCP connection within 3 s.`]);
  avi.resetCalls();
  octavia.resetCalls();
  expect(warned(await up())).toEqual([]);
  expect([...avi.calls(), ...octavia.calls()]).toEqual([]);
});
