import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { endpoints, service } from "../../support/manifests";
import { PulumiLab } from "../pr/harness";

// Servers drained on purpose stay drained, on the real engine: with Pulumi's `ignoreChanges` as in docs/preview.md#drift, or with the annotation of
// the Service. Without either the preview shows the reset first.

const PROGRAM = `
const pulumi = require("@pulumi/pulumi");
const { KubernetesCluster } = require("pulumi-k8s-lb/avi");
const { keep, specs } = JSON.parse(require("node:fs").readFileSync("declared.json", "utf8"));
const keepServers = ({ type, props, opts }) =>
  type.endsWith("avi:Pool") ? { props, opts: pulumi.mergeOptions(opts, { ignoreChanges: ["pool.servers"] }) } : undefined;
new KubernetesCluster("main", { specs, settings: { clusterName: "c1" } }, { transforms: keep ? [keepServers] : [] });
`;

const web = service("web", [80], "LoadBalancer");
const pods = endpoints("web", ["10.244.1.5", "10.244.1.6"], 8080);
const drained = { ...web, metadata: { ...web.metadata, annotations: { "k8s-lb.io/drained": "10.244.1.5" } } };

let avi: AviSandbox;
let lab: PulumiLab;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  const { url: AVI_CONTROLLER, username: AVI_USERNAME, password: AVI_PASSWORD } = avi;
  lab = new PulumiLab({ env: { AVI_CONTROLLER, AVI_USERNAME, AVI_PASSWORD, AVI_RATE_LIMIT: "off" } });
  lab.write({
    "Pulumi.yaml": "name: drained\nruntime:\n  name: nodejs\n  options: { typescript: false }\n",
    "package.json": JSON.stringify({ name: "drained", main: "index.js" }),
    "index.js": PROGRAM,
  });
});
afterAll(async () => {
  lab?.dispose();
  await avi?.close();
});

interface LiveServer {
  ip: { addr: string };
  enabled?: boolean;
}

const pool = () => avi.store.list("pool").find(({ name }) => String(name).startsWith("c1--")) ?? {};
const servers = () => (pool().servers ?? []) as unknown as LiveServer[];
const inUse = () =>
  servers()
    .filter(({ enabled }) => enabled !== false)
    .map(({ ip: { addr } }) => addr);

const pulumi = (...args: string[]) => lab.runCli([...args, "--stack", "test"]);
const declare = (declared: { keep: boolean; specs: object[] }) => lab.write({ "declared.json": JSON.stringify(declared) });
async function up(...args: string[]) {
  const { code, stdout, stderr } = await pulumi("up", "--yes", "--skip-preview", ...args);
  expect(code, stdout + stderr).toBe(0);
}

test("a server that is drained by hand stays so where the program or its Service says it", async () => {
  await lab.runCli(["stack", "init", "test"]);
  declare({ keep: false, specs: [web, pods] });
  await up();
  expect(inUse()).toEqual(["10.244.1.5", "10.244.1.6"]);

  const byHand = servers().map((server) => ({ ...server, enabled: server.ip.addr !== "10.244.1.5" }));
  avi.store.put("pool", { ...pool(), servers: byHand } as never);
  const shown = await pulumi("preview", "--refresh", "--diff", "--expect-no-changes");
  expect(shown.code, "the reset stands in the preview first").not.toBe(0);
  expect(shown.stdout).toMatch(/enabled/);
  expect(inUse()).toEqual(["10.244.1.6"]);

  declare({ keep: true, specs: [web, pods] });
  await up("--refresh");
  expect(inUse(), "with ignoreChanges").toEqual(["10.244.1.6"]);

  declare({ keep: false, specs: [drained, pods] });
  await up();
  expect(inUse(), "with the annotation").toEqual(["10.244.1.6"]);
  const { code, stdout } = await pulumi("preview", "--refresh", "--expect-no-changes");
  expect(code, stdout).toBe(0);

  declare({ keep: false, specs: [web, pods] });
  await up();
  expect(inUse(), "with neither").toEqual(["10.244.1.5", "10.244.1.6"]);
});
