import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readInputs } from "../../../../sdk/cli/inputs";

// `kustomize build overlays/prod | k8s-lb validate -f -` ended with 0 where kustomize had failed: nothing was read, and nothing was wrong with it.

const folder = mkdtempSync(join(tmpdir(), "k8s-lb-empty-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test.each([
  ["nothing", ""],
  ["a comment", "---\n# nothing\n---\n"],
  ["an empty List", '{"apiVersion":"v1","kind":"List","items":[]}'],
])("%s instead of manifests is a fault", async (_what, text) => {
  const path = file("specs.yaml", text);
  const { diagnostics } = await readInputs({ file: [path] }, "routing", "");
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([`LB1008 there is no object in ${path}`]);
});

test("files beside others may be empty, and so may what is compared with", async () => {
  const service = file("service.yaml", "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {ports: [{port: 80}]}}");
  const nothing = file("empty.yaml", "");
  expect((await readInputs({ file: [service, nothing] }, "routing", "")).diagnostics).toEqual([]);
  expect((await readInputs({ file: [nothing], mayBeEmpty: true }, "routing", "")).diagnostics).toEqual([]);
});

test("the command says so, and ends with 2", () => {
  const main = join(__dirname, "../../../../dist/sdk/cli/main.js");
  const { status, stdout } = spawnSync(process.execPath, [main, "validate", "-f", "-"], { input: "", encoding: "utf8" });
  expect(stdout).toContain("there is no object in standard input");
  expect(status).toBe(2);
});
