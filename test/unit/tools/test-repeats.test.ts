import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { beforeAll, expect, test } from "vitest";

// Test files that CI runs once, as they are the same in the tiers `pr` and `nightly`.

const ROOT = join(__dirname, "../../..");
const TOOL = "../../../tools/lib/test-repeats.mjs";
const FOLDERS = ["test/unit/property", "test/cases", "test/sandbox", "test/cli/commands"];

let tool: { differentInNightly(folders: readonly string[]): string[]; wholeInNightly(): string[] };
beforeAll(async () => {
  tool = await import(TOOL);
});

test("a test learns its tier and its adapter from two modules alone", () => {
  const files = globSync(["test/**/*.ts", "!test/unit/tools/**"], { cwd: ROOT });
  const readers = files.filter((file) => /process\.env\.K8S_LB_(TIER|ADAPTER)/.test(readFileSync(join(ROOT, file), "utf8")));
  expect(readers.sort()).toEqual(["test/sandbox/lib/host.ts", "test/support/tier.ts"]);
});

test("the tier `nightly` runs again what has more draws or another adapter there, reached through other modules too", () => {
  const others = tool.differentInNightly(FOLDERS);
  expect(others).toContain("test/unit/property/avi.test.ts");
  expect(others).toContain("test/sandbox/octavia-drift.test.ts");
  expect(others).not.toContain("test/sandbox/watch.test.ts");
  expect(others).not.toContain("test/unit/property/redaction.test.ts");
  const direct = others.filter((file) => /\/(tier|host)"/.test(readFileSync(join(ROOT, file), "utf8")));
  expect(others.length).toBeGreaterThan(direct.length);
});

test("what is left to the tier `nightly` is there", () => {
  const whole = tool.wholeInNightly();
  const other = tool.differentInNightly([...FOLDERS, "test/sandbox/matrices"]);
  expect(whole.length).toBeGreaterThan(0);
  expect(whole.filter((file) => !other.includes(file))).toEqual([]);
});

test("the tier `nightly` runs the projects of all files that are left to it", async () => {
  const path = "../../../tools/lib/test-steps.mjs";
  const { tiers }: { tiers: { nightly: readonly { projects?: readonly string[] }[] } } = await import(path);
  const projects = tiers.nightly.flatMap(({ projects = [] }) => projects);
  // as vitest.config.mts divides the folders
  expect(projects).toEqual(expect.arrayContaining(["unit", "cases", "sandbox"]));
});
