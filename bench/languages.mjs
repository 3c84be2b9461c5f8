// Measures one stack in TypeScript, YAML and Python, on the Avi sandbox.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { inRoot } from "../tools/lib/files.mjs";
import { ensureCli } from "../tools/pulumi/cli.mjs";
import { makeFolders, pulumiVariables } from "../tools/pulumi/environment.mjs";
import { withHost } from "../tools/pulumi/hosts.mjs";
import { manifests } from "./pulumi.mjs";
import { connectionTo, SAVED_ONCE } from "./stack.mjs";

const { startAviSandbox } = createRequire(import.meta.url)("pulumi-k8s-lb/sandbox");

const SETTINGS = { clusterName: "bench", shardVSSize: "LARGE" };

const TYPESCRIPT = {
  "Pulumi.yaml": "name: bench\nruntime: nodejs\n",
  "package.json": JSON.stringify({ name: "bench", main: "index.js" }),
  // plain JavaScript: no compiler is measured
  "index.js": `const { KubernetesCluster } = require("pulumi-k8s-lb/avi");
new KubernetesCluster("bench", { specs: ["specs.json"], settings: ${JSON.stringify(SETTINGS)} });
`,
};

const YAML = {
  "Pulumi.yaml": JSON.stringify({
    name: "bench",
    runtime: "yaml",
    resources: { bench: { type: "k8s-lb:avi:KubernetesCluster", properties: { specs: ["specs.json"], settings: SETTINGS } } },
  }),
};

/** Programs that mean the same. */
const FORMS = {
  "JavaScript, dynamic": { files: TYPESCRIPT, env: {} },
  "JavaScript, native": { files: TYPESCRIPT, env: { K8S_LB_NATIVE: "1" } },
  "YAML, native": { files: YAML, env: {} },
};

/** Seconds of each command with N Ingresses, kB of state, and lines of `--diff`, for each form of a program. */
export async function benchLanguages(count) {
  const cli = await withHost(await ensureCli(), "yaml");
  const rows = {};
  for (const [form, { files, env }] of Object.entries(FORMS)) rows[form] = await measured(cli, files, env, count);
  return rows;
}

async function measured(cli, files, env, count) {
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-bench-"));
  const avi = await startAviSandbox({ rateLimit: "off" });
  try {
    mkdirSync(join(folder, "state"));
    symlinkSync(inRoot("node_modules"), join(folder, "node_modules"));
    const write = (objects) =>
      writeFileSync(join(folder, "specs.json"), JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    const variables = { ...process.env, ...pulumiVariables(cli), ...SAVED_ONCE, ...connectionTo(avi), ...env };
    Object.assign(variables, {
      PULUMI_BACKEND_URL: pathToFileURL(join(folder, "state")).href,
      PULUMI_CONFIG_PASSPHRASE: "b",
      NO_COLOR: "1",
    });
    makeFolders({ env: variables });
    const pulumi = (...args) => timed(cli.command, [...args, "--non-interactive"], folder, variables);
    write(manifests(count));
    await pulumi("stack", "init", "bench");
    const first = await pulumi("preview", "--diff");
    const up = await pulumi("up", "--yes", "--skip-preview");
    const preview = await pulumi("preview");
    write(manifests(count, { moved: true }));
    const pod = await pulumi("preview", "--diff");
    write(manifests(count + 1));
    const host = await pulumi("preview", "--diff");
    write(manifests(count));
    const refresh = await pulumi("refresh", "--yes", "--skip-preview");
    const state = statSync(join(folder, "state/.pulumi/stacks/bench/bench.json")).size;
    await pulumi("destroy", "--yes", "--skip-preview");
    return {
      "new preview": first.seconds,
      up: up.seconds,
      preview: preview.seconds,
      refresh: refresh.seconds,
      "state kB": Math.round(state / 1000),
      "diff new": first.lines,
      "diff Pod": pod.lines,
      "diff host": host.lines,
    };
  } finally {
    await avi.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command that must end well: its time, and the lines that it printed. */
function timed(command, args, cwd, env) {
  const start = performance.now();
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
    child.once("error", failed);
    child.once("close", (code) => {
      if (code !== 0) return failed(new Error(`pulumi ${args.join(" ")} ended with ${code}:\n${text.slice(-2000)}`));
      done({ seconds: (performance.now() - start) / 1000, lines: text.trimEnd().split("\n").length });
    });
  });
}

/** Milliseconds until the plugin, and the host of dynamic providers, print their port, and MB of memory then; the median of several starts. */
export async function benchStarts() {
  const dynamic = createRequire(inRoot("package.json")).resolve("@pulumi/pulumi/cmd/dynamic-provider");
  return { plugin: await started(inRoot("dist/plugin/main.js")), "host of dynamic providers": await started(dynamic) };
}

const STARTS = 7;

async function started(program) {
  const all = [];
  for (let i = 0; i < STARTS; i++) {
    const start = performance.now();
    const child = spawn(process.execPath, [program, "127.0.0.1:1"], { stdio: ["pipe", "pipe", "ignore"] });
    await new Promise((done) => child.stdout.once("data", done));
    const ms = performance.now() - start;
    const mb = Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
    child.kill("SIGKILL");
    all.push({ ms, mb });
  }
  const median = (key) => all.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(STARTS / 2)];
  return { ms: median("ms"), mb: median("mb") };
}
