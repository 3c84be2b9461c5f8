import { join } from "node:path";
import type { EngineEvent, Stack } from "@pulumi/pulumi/automation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { endpoints, ingress, secret, service } from "../../support/manifests";
import { PulumiLab, root, withoutOutputs } from "./harness";

// One story on the real engine: a cluster is made, changed, damaged by hand, repaired, and removed. Steps build on each other.

const OURS = ["virtualservice", "vsvip", "pool", "poolgroup", "httppolicyset", "vsdatascriptset", "sslkeyandcertificate"] as const;

let lab: PulumiLab;
let avi: AviSandbox;
let stack: Stack;
/** Given as objects: their Secret must not reach the state by way of the component's own inputs either. */
const extra: unknown[] = [secret("inline", "CERTIFICATE", "PRIVATE KEY")];

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  lab = new PulumiLab({ env: environment() });
  stack = await lab.inlineStack(program);
});

const environment = () => ({
  AVI_CONTROLLER: avi.url,
  AVI_USERNAME: avi.username,
  AVI_PASSWORD: avi.password,
  AVI_RATE_LIMIT: "off",
});

async function program() {
  const { KubernetesCluster } = await import("pulumi-k8s-lb/avi");
  const manifests = join(root, "examples/quickstart/manifests");
  const cluster = new KubernetesCluster("main", {
    specs: [manifests, ...(extra as [])],
    settings: { clusterName: "c1", shardVSSize: "SMALL", subDomains: ["avi.internal"] },
  });
  return { hosts: cluster.hosts, vips: cluster.vips, statuses: cluster.statuses };
}

afterAll(async () => {
  lab?.dispose();
  await avi?.close();
});

const held = () =>
  OURS.flatMap((type) =>
    avi.store
      .list(type)
      .filter((object) => String(object.name).startsWith("c1--"))
      .map((object) => `${type}/${object.name}`),
  );
const short = (urn: string) => urn.slice(urn.lastIndexOf("::") + 2);

/** The operations on resources in a run, without what stays the same. */
async function steps(run: (options: { onEvent: (event: EngineEvent) => void }) => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  await run({
    onEvent({ resourcePreEvent: event }) {
      const { type, op } = event?.metadata ?? { type: "", op: "same" };
      if (event && type.startsWith("pulumi-nodejs:dynamic/") && op !== "same" && op !== "refresh")
        seen.push(`${event.metadata.op} ${short(event.metadata.urn)}`);
    },
  });
  return seen.sort();
}

test("preview shows the objects, up makes them, and then nothing is left to do", async () => {
  const preview = await stack.preview();
  expect(preview.changeSummary).toEqual({ create: 15 });
  expect(held()).toEqual([]);
  const { outputs } = await stack.up();
  expect(Object.keys(outputs.hosts?.value)).toEqual(
    expect.arrayContaining(["pay.avi.internal", "shop.avi.internal", "game.red.avi.internal"]),
  );
  expect(outputs.hosts?.value["shop.avi.internal"]).toMatch(/^10\.250\.250\./);
  expect(outputs.statuses?.value.map((status: { state: string }) => status.state)).toEqual(["ready", "ready", "ready", "ready"]);
  expect(held()).toContain("virtualservice/c1--pay.avi.internal");
  expect(await steps((on) => stack.preview({ ...on, expectNoChanges: true }))).toEqual([]);
  avi.resetCalls();
  expect(await steps((on) => withoutOutputs(stack).up({ ...on, expectNoChanges: true }))).toEqual([]);
  expect(avi.calls()).toEqual([]);
});

test("the private key is nowhere in clear", async () => {
  const { stdout: state } = await lab.runCli(["stack", "export", "--stack", "test"]);
  expect(state).not.toContain("PRIVATE KEY");
  expect(state).toContain("BEGIN CERTIFICATE");
  expect(state).toContain("ciphertext");
});

test("another Ingress changes exactly what it means", async () => {
  extra.push(
    service("blog", [80]),
    endpoints("blog", ["10.244.9.9"], 8080),
    ingress({ name: "blog", rules: [{ host: "blog.avi.internal", path: "/", service: "blog" }] }),
  );
  const changed = await steps((on) => withoutOutputs(stack).up(on));
  expect(changed).toEqual([
    "create c1--blog.avi.internal_-default-blog",
    "update c1--Shared-L7-0",
    "update main-inventory",
    "update main-summary",
  ]);
  expect(await steps((on) => stack.preview({ ...on, expectNoChanges: true }))).toEqual([]);
});

test("another backend with the same project and stack names is stopped at preview, before anything is touched", async () => {
  const second = new PulumiLab({ env: environment() });
  try {
    const other = await second.inlineStack(program);
    avi.resetCalls();
    for (const run of [() => other.preview(), () => other.up()]) {
      await expect(run()).rejects.toThrow(
        /main-inventory' has a problem: LB2053: \d+ objects with the mark pulumi-k8s-lb:lab\/test\/c1\/main are on the server already/,
      );
    }
    expect(avi.calls().filter(({ method, path }) => method !== "GET" && path.includes("/api/"))).toEqual([]);
  } finally {
    second.dispose();
  }
});

test("refresh names what was changed by hand, and the next up repairs it", async () => {
  const name = "c1--red-game-80";
  const pool = avi.store.get("pool", name);
  avi.store.put("pool", { ...pool, servers: [{ ip: { addr: "192.0.2.1", type: "V4" }, port: 1 }] } as never);
  const { stdout } = await stack.refresh();
  expect(stdout).toMatch(new RegExp(`${name} .*\\[diff: ~pool\\]`));
  expect(await steps((on) => stack.preview(on))).toEqual([`update ${name}`]);
  await stack.up();
  expect(JSON.stringify(avi.store.get("pool", name))).not.toContain("192.0.2.1");
  expect(await steps((on) => stack.preview({ ...on, expectNoChanges: true }))).toEqual([]);
});

test("an object deleted by hand is made again", async () => {
  avi.store.remove("virtualservice", "c1--pay.avi.internal");
  await stack.refresh();
  expect((await steps((on) => stack.preview(on))).join()).toMatch(/(create|update) c1--pay\.avi\.internal/);
  await stack.up();
  expect(held()).toContain("virtualservice/c1--pay.avi.internal");
});

test("a foreign object is refused by name, and the run that follows converges", async () => {
  const service2 = service("wiki", [80], "LoadBalancer");
  const { uuid: _uuid, ...body } = avi.store.get("pool", "c1--red-game-80") ?? {};
  avi.store.put("pool", { ...body, name: "c1--default-wiki-80", created_by: "somebody-else" });
  extra.push(service2);
  await expect(stack.up()).rejects.toThrow(/c1--default-wiki-80.*somebody-else/s);
  avi.store.remove("pool", "c1--default-wiki-80");
  await stack.up();
  expect(held()).toContain("virtualservice/c1--default-wiki");
});

test("most of a cluster does not vanish by accident", async () => {
  const kept = extra.splice(0);
  const other = await lab.inlineStack(async () => {
    const { KubernetesCluster } = await import("pulumi-k8s-lb/avi");
    new KubernetesCluster("main", {
      specs: kept as never,
      settings: { clusterName: "c1", shardVSSize: "SMALL", subDomains: ["avi.internal"] },
    });
  });
  await expect(other.preview()).rejects.toThrow(/allowMassDelete/);
  extra.push(...kept);
});

test("destroy leaves nothing", async () => {
  await stack.destroy();
  expect(held()).toEqual([]);
});
