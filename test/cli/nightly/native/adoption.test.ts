import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type NativeWorld, startNative } from "../../../support/native-world";
import { root } from "../../pr/harness";

// A stack of dynamic resources goes on with the plugin without a write. The way back is refused, and says what to do; a run that adopts goes it,
// and deletes nothing of what it takes over.

const PROGRAM = `
import * as avi from "pulumi-k8s-lb/avi";
const settings = { clusterName: "c1", shardVSSize: "SMALL" as const, subDomains: ["avi.internal"] };
new avi.KubernetesCluster("main", { specs: ${JSON.stringify(join(root, "examples/quickstart/manifests"))}, settings, adopt: process.env.ADOPT === "1" });
new avi.Pool("extra", { pool: { name: "extra", servers: [{ ip: { addr: "10.0.0.1", type: "V4" }, port: 80 }] } });
`;

let world: NativeWorld;
beforeAll(async () => {
  world = await startNative(PROGRAM, { env: { K8S_LB_NATIVE: "0" } });
  await world.up();
});
afterAll(() => world?.stop());

const DYNAMIC = "pulumi-nodejs:dynamic/";
const types = async () => (await world.state()).map(({ type }) => type).filter((type) => !type.startsWith("pulumi:"));

test("the plugin takes the stack over without a write, and nothing is left to do", async () => {
  expect((await types()).some((type) => type.startsWith(DYNAMIC))).toBe(true);
  world.lab.env.K8S_LB_NATIVE = "1";
  world.writes();
  const preview = await world.pulumi("preview");
  expect(preview).not.toMatch(/\d+ to (create|delete|update|replace)/);
  await world.up();
  expect((await types()).filter((type) => type.startsWith(DYNAMIC))).toEqual([]);
  await world.quiet();
  await world.pulumi("refresh", "--yes");
  await world.quiet();
  expect(world.writes()).toEqual([]);
  expect(JSON.stringify(await world.state())).not.toContain("__provider");
});

test("a plain run of the program without the plugin is refused at preview, and names the variable", async () => {
  world.lab.env.K8S_LB_NATIVE = "0";
  for (const run of [["preview"], ["up", "--yes"]]) {
    const refused = await world.failing(...run);
    expect(refused).toMatch(/LB2053: \d+ objects with the mark pulumi-k8s-lb:native\/test\/c1\/main are on the server already/);
    expect(refused).toContain("K8S_LB_NATIVE=1");
  }
  expect(world.writes()).toEqual([]);
  world.lab.env.K8S_LB_NATIVE = "1";
  await world.quiet();
});

test("a run that adopts takes the stack back to dynamic resources without a write", async () => {
  const objects = async () => (await world.state()).length;
  const before = await objects();
  Object.assign(world.lab.env, { K8S_LB_NATIVE: "0", ADOPT: "1" });
  expect(await world.pulumi("preview")).not.toMatch(/\d+ to (create|delete|replace)/);
  await world.up();
  delete world.lab.env.ADOPT;
  await world.quiet();
  await world.pulumi("refresh", "--yes");
  await world.quiet();
  expect(world.writes()).toEqual([]);
  expect((await types()).filter((type) => type.startsWith("k8s-lb:") && !type.endsWith(":KubernetesCluster"))).toEqual([]);
  expect(await objects()).toBe(before);
});
