import { spawn } from "node:child_process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../../support/eventually";
import { type NativeWorld, startNative } from "../../../support/native-world";
import { tools } from "../../pr/harness";

// A run that ends in the middle: the next `up` converges, each object is there once, and no process stays behind.

const NAMES = Array.from({ length: 12 }, (_, n) => `pool-${n}`);
const PROGRAM = `
import * as avi from "pulumi-k8s-lb/avi";
let last: avi.Pool | undefined;
for (const name of ${JSON.stringify(NAMES)}) {
  const servers = [{ ip: { addr: "10.0.0.1", type: "V4" as const }, port: 8080 }];
  last = new avi.Pool(name, { pool: { name, servers } }, last ? { dependsOn: last } : {});
}
`;

let world: NativeWorld;

beforeEach(async () => {
  world = await startNative(PROGRAM, { latencyMs: 150 });
});
afterEach(() => world?.stop());

const pools = () =>
  world.avi.store
    .list("pool")
    .map(({ name }) => String(name))
    .filter((name) => name.startsWith("pool-"));

/** An `up` that is under way: a third of the pools exist. */
async function underWay(): Promise<{ engine: number; ended: Promise<void> }> {
  const child = spawn(tools().command, ["up", "--yes", "--skip-preview", "--stack", "test", "--non-interactive"], {
    cwd: world.lab.program,
    env: { ...process.env, ...world.lab.env },
    stdio: "ignore",
  });
  const ended = new Promise<void>((done) => child.on("close", () => done()));
  await eventually(() => expect(pools().length).toBeGreaterThanOrEqual(NAMES.length / 3), 60_000);
  return { engine: child.pid ?? 0, ended };
}

async function converges(...args: string[]): Promise<void> {
  await world.up(...args);
  expect(pools().sort()).toEqual([...NAMES].sort());
  await world.quiet();
  expect(world.lab.leftovers()).toEqual([]);
}

test("the plugin is killed in the middle of a create", async () => {
  const { ended } = await underWay();
  const [plugin = 0, ...more] = world.plugins();
  expect(more).toEqual([]);
  process.kill(plugin, "SIGKILL");
  await ended;
  expect(pools().length).toBeLessThan(NAMES.length);
  await converges();
});

test("the CLI is interrupted: what is under way ends, and the rest is of the next run", async () => {
  const { engine, ended } = await underWay();
  process.kill(engine, "SIGINT");
  await ended;
  await eventually(() => expect(world.lab.leftovers()).toEqual([]), 20_000);
  const kept = pools();
  expect(kept.length).toBeLessThan(NAMES.length);
  expect((await world.state()).filter(({ type }) => type === "k8s-lb:avi:Pool")).toHaveLength(kept.length);
  await converges();
});

test("the CLI is killed: the plugin ends with it", async () => {
  const { engine, ended } = await underWay();
  process.kill(engine, "SIGKILL");
  await ended;
  await eventually(() => expect(world.plugins()).toEqual([]), 20_000);
  expect(pools().length).toBeLessThan(NAMES.length);
  await world.pulumi("cancel", "--yes");
  await converges();
});
