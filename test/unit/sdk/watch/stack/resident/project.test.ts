import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { otherLanguage, residentProject } from "../../../../../../sdk/watch/stack/resident/project";

let folder: string;

const write = (name: string, text = "") => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-project-"));
  write("package.json", '{ "main": "index.js" }');
  write("index.js");
});

afterEach(() => rmSync(folder, { recursive: true }));

const found = (settings: object = { runtime: "nodejs" }) => residentProject(folder, settings, "organization/p/dev");

it("keeps compiled CommonJS, whose packages and declarations may be of any form", async () => {
  write("node_modules/a/index.mjs");
  write("node_modules/a/index.ts");
  write("lib/types.d.ts");
  expect(await found()).toMatchObject({ folder });
  expect(await found({ runtime: { name: "nodejs", options: { typescript: false } }, main: "index.js" })).toMatchObject({ folder });
});

it.each([
  ["another language", { runtime: "python" }, {}],
  ["arguments for Node", { runtime: { name: "nodejs", options: { nodeargs: "--inspect" } } }, {}],
  ["a program in another folder", { runtime: "nodejs", main: "infra/" }, {}],
  ["TypeScript", { runtime: "nodejs" }, { "lib/more.ts": "" }],
  ["ES modules", { runtime: "nodejs" }, { "package.json": '{ "type": "module" }' }],
  ["one ES module", { runtime: "nodejs" }, { "lib/more.mjs": "" }],
  ["variables of an environment", { runtime: "nodejs" }, { "Pulumi.dev.yaml": "config: {}\nenvironment:\n  - prod\n" }],
])("runs %s in a process of its own", async (_, settings, files) => {
  for (const [name, text] of Object.entries(files)) write(name, text);
  expect(await found(settings)).toBeUndefined();
});

it.each([
  ["yaml", "yaml"],
  [{ name: "python", options: {} }, "python"],
  ["nodejs", undefined],
  [{ name: "nodejs" }, undefined],
  [undefined, undefined],
])("says which language never stays loaded: %j", (runtime, expected) => {
  expect(otherLanguage({ runtime })).toBe(expected);
});

it("is another one when packages were installed, and the same when the program was edited", async () => {
  const before = await found();
  write("index.js", "// more");
  expect(await found()).toEqual(before);
  write("node_modules/.package-lock.json", "{}");
  expect(await found()).not.toEqual(before);
});
