import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { PulumiLab, root } from "../pr/harness";

let lab: PulumiLab;
let avi: AviSandbox;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  const access = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
  lab = new PulumiLab({ env: access, hosts: true });
  cpSync(join(root, "examples/yaml"), lab.program, { recursive: true, filter: (path) => !/Pulumi\.\w+\.yaml$/.test(path) });
  await lab.pulumi(["stack", "init", "test"]);
});
afterAll(async () => {
  lab?.dispose();
  await avi?.close();
});

const held = () =>
  ["pool", "virtualservice"]
    .flatMap((type) => avi.store.list(type).map(({ name }) => String(name)))
    .filter((name) => name.startsWith("yaml--"));

/** Processes of the plugin. Pulumi's host for YAML looks for the engine every five minutes. */
const plugins = () => lab.leftovers().filter((pid) => commandLine(pid).includes("dist/plugin/"));

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // ended by itself
  }
}

test("when the CLI is killed in the middle of up the plugin ends, and the next up makes the rest", async () => {
  const end = new AbortController();
  const run = lab.runCli(["up", "--yes", "--skip-preview"], { signal: end.signal });
  await expect.poll(() => held().length).toBeGreaterThan(0);
  end.abort();
  expect((await run).code).toBe(124);
  await expect.poll(plugins).toEqual([]);
  const before = held();
  await lab.pulumi(["cancel", "--yes"]);
  await lab.pulumi(["up", "--yes", "--skip-preview"]);
  expect(held()).toEqual(expect.arrayContaining(before));
  expect(held()).toHaveLength(4);
  await lab.pulumi(["preview", "--expect-no-changes"]);
  await lab.pulumi(["destroy", "--yes", "--skip-preview"]);
  expect(held()).toEqual([]);
});
