import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { PulumiLab, root } from "../pr/harness";

// Places from which a program has this package: strict layouts, as pnpm makes them, and folders that the Automation API chooses.

let avi: AviSandbox;
let lab: PulumiLab;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());
beforeEach(() => {
  const connection = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
  lab = new PulumiLab({ linkModules: false, env: connection });
});
afterEach(() => lab?.dispose());

const modules = (name: string) => join(root, "node_modules", name);

function link(target: string, ...at: string[]): void {
  const path = join(lab.program, ...at);
  mkdirSync(join(path, ".."), { recursive: true });
  symlinkSync(target, path);
}

/** The program depends on `@acme/platform` and Pulumi; this package is beside `@acme/platform` in the store. */
function strictProject(text: string): void {
  const store = ".store/platform/node_modules";
  lab.write({
    "Pulumi.yaml": "name: strict\nruntime:\n  name: nodejs\n  options: { typescript: false }\n",
    "package.json": '{ "name": "strict", "main": "index.js" }',
    "index.js": text,
    [`${store}/@acme/platform/package.json`]: '{ "name": "@acme/platform", "main": "index.js" }',
    [`${store}/@acme/platform/index.js`]: 'exports.avi = require("pulumi-k8s-lb/avi");\n',
  });
  link(root, store, "pulumi-k8s-lb");
  link(modules("@pulumi"), store, "@pulumi");
  link(join(lab.program, store, "@acme/platform"), "node_modules/@acme/platform");
  link(modules("@pulumi"), "node_modules/@pulumi");
}

const RESOURCE = 'const { avi } = require("@acme/platform");\nnew avi.Pool("p", { owner: "t", pool: { name: "strict", servers: [] } });\n';
const COMPONENT = `const { avi } = require("@acme/platform");
const metadata = { name: "web" };
new avi.KubernetesCluster("main", { specs: [{ apiVersion: "v1", kind: "Service", metadata, spec: { type: "LoadBalancer", ports: [{ port: 80 }] } }] });
`;

test.each([
  ["a resource", RESOURCE],
  ["a component", COMPONENT],
])("%s that comes through another package names the dependency to add, without a stack", async (_, text) => {
  strictProject(text);
  await lab.pulumi(["stack", "init", "test"]);
  const { code, stdout, stderr } = await lab.runCli(["preview", "--stack", "test"]);
  const output = stdout + stderr;
  expect(code).not.toBe(0);
  expect(output).toContain("LB2023: the package pulumi-k8s-lb cannot be loaded from ");
  expect(output).toContain(`Add "pulumi-k8s-lb" to the dependencies in ${join(lab.program, "package.json")}`);
  expect(output).not.toMatch(/^ *at .*:\d+:\d+\)?$/m);
  expect(output).not.toMatch(/Cannot find module|unhandled/i);
  expect(output.slice(output.indexOf("Diagnostics:")).match(/LB2023/g)).toHaveLength(1);

  // what the message says, done
  link(root, "node_modules/pulumi-k8s-lb");
  await lab.pulumi(["preview", "--stack", "test"]);
});

test("an inline program of the Automation API runs from a folder without packages", async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "k8s-lb-elsewhere-"));
  try {
    // loaded as a script has it, before the engine starts
    const script = join(root, "node_modules/.cache/pulumi-k8s-lb", `inline-${process.pid}.js`);
    writeFileSync(script, INLINE);
    const messages = await new Promise<string>((done) => {
      const env = { ...process.env, ...lab.env, WORK_DIR: elsewhere };
      execFile(process.execPath, [script], { env, cwd: tmpdir() }, (error, stdout, stderr) => done(`${stdout}${stderr}${error ?? ""}`));
    });
    rmSync(script);
    expect(messages).toContain("made 2, removed 2\n");
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
});

const INLINE = `
const { LocalWorkspace, PulumiCommand } = require("@pulumi/pulumi/automation");
const avi = require("pulumi-k8s-lb/avi");
const program = async () => {
  new avi.Pool("p", { owner: "t", pool: { name: "inline", servers: [] } });
};
(async () => {
  const pulumiCommand = await PulumiCommand.get({ skipVersionCheck: true });
  const args = { stackName: "test", projectName: "inline", program };
  const stack = await LocalWorkspace.createOrSelectStack(args, { workDir: process.env.WORK_DIR, pulumiCommand });
  const up = await stack.up();
  const down = await stack.destroy();
  console.log("made " + up.summary.resourceChanges.create + ", removed " + down.summary.resourceChanges.delete);
})();
`;
