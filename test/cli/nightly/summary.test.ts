import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { endpoints, ingress, service } from "../../support/manifests";
import { PulumiLab } from "../pr/harness";

// Text for a reviewer, on the real engine: the summary at the end of a preview and of an `up`. Steps build on each other.

let lab: PulumiLab;
let avi: AviSandbox;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  const connection = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
  lab = new PulumiLab({ env: connection });
  lab.writeProject(
    "review",
    `import * as avi from "pulumi-k8s-lb/avi";
new avi.KubernetesCluster("main", { specs: "specs.json", settings: { clusterName: "c1", shardVSSize: process.env.SIZE ?? "LARGE", subDomains: ["x.com"] } as never });
`,
  );
  await lab.pulumi(["stack", "init", "test"]);
});

afterAll(async () => {
  lab?.dispose();
  await avi?.close();
});

const backend = (name: string, addresses: string[]) => [service(name, [80]), endpoints(name, addresses, 8080)];
const host = (name: string) => ingress({ name, rules: [{ host: `${name}.x.com`, path: "/", service: name }] });
const hosts = (...names: string[]) => names.flatMap((name, at) => [...backend(name, [`10.0.${at}.1`, `10.0.${at}.2`]), host(name)]);

/** The lines of the component under Diagnostics. */
function summary(output: string): string[] {
  const [, after = ""] = output.split(/k8s-lb:avi:KubernetesCluster \(main\):\n/);
  return (after.split(/\n\s*\n/)[0] ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

async function run(
  verb: "preview" | "up",
  specs: unknown[],
  env: Record<string, string> = {},
  ends = 0,
  more: string[] = [],
): Promise<string> {
  lab.write({ "specs.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: specs }) });
  const args = verb === "up" ? ["up", "--yes", "--skip-preview"] : ["preview"];
  const { code, stdout, stderr } = await lab.runCli([...args, ...more, "--stack", "test"], { env });
  if (process.env.SHOW) process.stdout.write(`${stdout}${stderr}\n`);
  expect(code, stdout + stderr).toBe(ends);
  return stdout;
}

test("the first run adds everything, the second says nothing", async () => {
  expect(summary(await run("preview", hosts("shop", "blog")))).toEqual([
    "2 kinds of requests are answered differently",
    "+ http://blog.x.com -> default/blog:80",
    "+ http://shop.x.com -> default/shop:80",
    "adds 1 virtual service and 1 VIP; 1 and 1 in all",
  ]);
  await run("up", hosts("shop", "blog"));
  expect(summary(await run("preview", hosts("shop", "blog")))).toEqual([]);
});

const changed = [
  ...hosts("shop"),
  ...backend("blog", ["10.0.1.1", "10.0.1.7"]),
  host("blog"),
  ...backend("img", ["10.0.9.1"]),
  host("img"),
];
const LINES = ["+ http://img.x.com -> default/img:80", "~ default/blog:80: 2 servers, +10.0.1.7:8080, -10.0.1.2:8080"];
const ALL = [
  "1 kind of request is answered differently, 1 Service with other servers",
  ...LINES,
  "adds 1 virtual service and 1 VIP; 2 and 2 in all",
];

test("a moved server, a new host and another shard size are one line each, at preview", async () => {
  expect(summary(await run("preview", changed, { SIZE: "SMALL" }))).toEqual([
    "1 setting changed, 1 kind of request is answered differently, 1 Service with other servers",
    "~ setting shardVSSize: SMALL, was LARGE",
    ...LINES,
  ]);
});

test("an up that fails loses no line", async () => {
  avi.fault({ method: "POST", path: "pool", status: 400, times: 1 });
  await run("up", changed, {}, 1);
  expect(summary(await run("preview", changed))).toEqual(ALL);
});

test("a refresh and an up of one resource add no line and lose none", async () => {
  await lab.pulumi(["refresh", "--yes", "--skip-preview", "--stack", "test"]);
  await run("up", changed, {}, 0, ["--target", "**c1--blog.x.com_-default-blog"]);
  expect(summary(await run("preview", changed))).toEqual(ALL);
  expect(summary(await run("up", changed))).toEqual(ALL);
  expect(summary(await run("up", changed))).toEqual([]);
});

test("a path to a Service without Endpoints is told as clients meet it; one to a Service that is missing stops the run", async () => {
  const withPath = (name: string) =>
    ingress({ name: "shop", rules: ["/", "/new"].map((path) => ({ host: "shop.x.com", path, service: path === "/" ? "shop" : name })) });
  const others = changed.filter((one) => !(Reflect.get(one, "kind") === "Ingress" && JSON.stringify(one).includes("shop.x.com")));
  expect(summary(await run("preview", [...others, service("new", [80]), withPath("new")]))).toContain(
    "- http://shop.x.com/new...: now default/new:80, servers unknown, new pool: 503 (by Ingress default/shop /new), was default/shop:80 (taken from Ingress default/shop /)",
  );
  expect(await run("preview", [...others, withPath("nope")], {}, 1)).toMatch(
    /LB2017.*\n.*http:\/\/shop\.x\.com\/new: it takes requests from/,
  );
});

test("drift that the run repairs is named as such", async () => {
  const pool = avi.store.get("pool", "c1--img.x.com_-default-img");
  avi.store.put("pool", { ...pool, servers: [] } as never);
  await lab.pulumi(["refresh", "--yes", "--skip-preview", "--stack", "test"]);
  expect(summary(await run("preview", changed))).toEqual([
    "1 further change",
    "~ repairs drift of Ingress default/img, path /: servers of Pool c1--img.x.com_-default-img is gone",
  ]);
});
