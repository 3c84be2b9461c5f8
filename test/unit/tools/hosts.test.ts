import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { root } from "../../cli/pr/harness";

const load = (name: string) => import(join(root, "tools/pulumi", name));

const folder = mkdtempSync(join(tmpdir(), "k8s-lb-hosts-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["runtime: yaml", "yaml"],
  ["runtime: 'python'", "python"],
  ["runtime:\n  name: python\n  options: { virtualenv: venv }", "python"],
  ["runtime: { name: nodejs, options: { typescript: false } }", "nodejs"],
  ["# runtime: yaml", undefined],
])("the runtime of %j is %j, also from a folder below", async (line, runtime) => {
  const { runtimeOf } = await load("hosts.mjs");
  const inner = join(folder, "manifests");
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(folder, "Pulumi.yaml"), `name: x\n${line}\nmain: runtime\n`);
  expect([runtimeOf(folder), runtimeOf(inner)]).toEqual([runtime, runtime]);
});

test("a folder has no runtime where there is no Pulumi.yaml", async () => {
  const { runtimeOf } = await load("hosts.mjs");
  expect(runtimeOf(tmpdir())).toBe(undefined);
});

test("a key is in the configuration of a stack, also inside an object, and perhaps in one that is encrypted", async () => {
  const { hasKey } = await load("environment.mjs");
  const config = {
    "avi:controller": { value: "avi.example.com", secret: false },
    "k8s-lb:mizar": { value: '{"context":"prod"}', objectValue: { context: "prod" }, secret: false },
    "k8s-lb:octavia": { secret: true },
  };
  const names = ["avi:controller", "k8s-lb:mizar.context", "k8s-lb:mizar.kubeconfig", "k8s-lb:octavia.cloud", "k8s-lb:avi.controller"];
  expect(names.map((name) => hasKey(config, name))).toEqual([true, true, false, true, false]);
});

test("a CLI of the user's keeps the host beside it, and nothing is built for a runtime that is not ours", async () => {
  const { withHost } = await load("hosts.mjs");
  mkdirSync(folder, { recursive: true });
  for (const name of ["pulumi", "pulumi-language-yaml"]) writeFileSync(join(folder, name), "#!/bin/sh\n", { mode: 0o755 });
  const cli = { command: join(folder, "pulumi"), version: "3.259.0", own: false };
  expect(await withHost(cli, "yaml")).toBe(cli);
  for (const runtime of ["nodejs", "go", undefined]) expect(await withHost(cli, runtime)).toBe(cli);
});
