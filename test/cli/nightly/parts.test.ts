import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findOrphans, readStates } from "../../../provider";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { PulumiLab, root } from "../pr/harness";

let lab: PulumiLab;
let avi: AviSandbox;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  lab = new PulumiLab({ env: { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" } });
  cpSync(join(root, "examples/parts"), lab.program, { recursive: true, filter: (path) => !/node_modules|Pulumi\.\w+\.yaml$/.test(path) });
});
afterAll(async () => {
  lab?.dispose();
  await avi?.close();
});

/** Of everything on the controller its marks, by name. */
const marks = () =>
  new Map(["pool", "virtualservice"].flatMap((type) => avi.store.list(type)).map(({ name, created_by }) => [name, created_by]));

async function stack(name: string, part: number, parts: number): Promise<void> {
  await lab.pulumi(["stack", "init", name]);
  for (const [key, value] of Object.entries({ ingresses: 24, part, parts })) await lab.pulumi(["config", "set", key, String(value)]);
}

const up = (name: string, ...more: string[]) => lab.runCli(["up", "--yes", "--skip-preview", "--stack", name, ...more]);

test("a stack is handed over to parts, which run side by side and leave each other's objects alone", { timeout: 300_000 }, async () => {
  await stack("whole", 0, 1);
  expect((await up("whole")).code).toBe(0);
  const before = [...marks().keys()].sort();
  // a pool for each Ingress, the shards, and a child for each team with a secure host
  expect(before).toHaveLength(24 + 8 + 8);

  // what the other parts must have would be deleted
  await lab.pulumi(["config", "set", "parts", "2"]);
  const stopped = await up("whole");
  expect([stopped.code === 0, stopped.stdout.includes("LB2017")]).toEqual([false, true]);
  expect([...marks().keys()].sort()).toEqual(before);

  await lab.pulumi(["stack", "rm", "whole", "--force", "--yes"]);
  const names = ["first", "second"];
  for (const [part, name] of names.entries()) await stack(name, part, 2);
  const refused = await up("first");
  expect([refused.code === 0, refused.stdout.includes("LB2054")]).toEqual([false, true]);
  const adopted = await Promise.all(names.map((name) => up(name, "--config", "adopt=true")));
  expect(adopted.map(({ code, stdout }) => (code === 0 ? "" : stdout))).toEqual(["", ""]);
  for (const name of names) await lab.pulumi(["config", "rm", "adopt", "--stack", name]);
  for (const name of names) await lab.pulumi(["preview", "--expect-no-changes", "--stack", name]);
  expect([...marks().keys()].sort()).toEqual(before);
  const owners = [...marks().values()].map((mark) => String(mark).split("/")[1]);
  expect(owners.sort()).toEqual([...Array(19).fill("first"), ...Array(21).fill("second")]);

  const states = await Promise.all(names.map((name) => lab.pulumi(["stack", "export", "--stack", name])));
  const { orphans } = await findOrphans("avi", readStates(states), "", lab.env);
  expect(orphans).toEqual([]);

  await lab.pulumi(["destroy", "--yes", "--skip-preview", "--stack", "first"]);
  expect([...marks().values()].every((mark) => String(mark).includes("/second/"))).toBe(true);
  await lab.pulumi(["preview", "--expect-no-changes", "--stack", "second"]);
  await lab.pulumi(["destroy", "--yes", "--skip-preview", "--stack", "second"]);
  expect(marks().size).toBe(0);
});
