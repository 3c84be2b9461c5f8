// Measures the watch with `--apply all`: from a change of structure to the load balancer, through the real CLI.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { moduleOf } from "../tools/lib/checkout.mjs";
import { inRoot } from "../tools/lib/files.mjs";
import { run } from "../tools/lib/process.mjs";
import { ensureCli } from "../tools/pulumi/cli.mjs";
import { pulumiVariables } from "../tools/pulumi/environment.mjs";

const load = createRequire(import.meta.url);
const { connect } = moduleOf("provider/kubernetes/connect");

const SUBNET = "11111111-1111-4111-8111-111111111111";
const PROGRAM = `
const { KubernetesCluster } = require("pulumi-k8s-lb/octavia");
const { liveCluster } = require("pulumi-k8s-lb/cluster");
new KubernetesCluster("main", { specs: liveCluster({ namespaces: ["bench"] }), settings: { service_subnet_id: "${SUBNET}" } });
`;

const core = (plural, kind, namespaced = true) => ({ group: "", version: "v1", plural, kind, namespaced, tenanted: true });
const TYPES = {
  Namespace: core("namespaces", "Namespace", false),
  Service: core("services", "Service"),
  Endpoints: core("endpoints", "Endpoints"),
};
const keyOf = ({ kind, metadata: { namespace, name } }) => ({ type: TYPES[kind], namespace, name });
const metadata = (i) => ({ name: `web-${i}`, namespace: "bench" });
const portOf = (port) => ({ name: `p${port}`, port, targetPort: 8080, protocol: "TCP" });
const service = (i, ...more) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: metadata(i),
  spec: { type: "LoadBalancer", ports: [80, ...more].map(portOf) },
});
const endpoints = (i) => ({
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: metadata(i),
  subsets: [{ addresses: [{ ip: `10.1.0.${i + 1}` }], ports: [{ name: "p80", port: 8080, protocol: "TCP" }] }],
});

/** Seconds of processor time of a process, of all that it has waited for, and of its children that still run. Linux only. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  const ticks = [11, 12, 13, 14].map((at) => Number(fields[at])).reduce((sum, value) => sum + value);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return ticks / 100 + children.map(cpuOf).reduce((sum, value) => sum + value, 0);
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function eventually(isSo, what) {
  const until = performance.now() + 300_000;
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(`not within 5 minutes: ${what()}`);
    await pause(50);
  }
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** One Service gets another port, again and again: seconds to the listener, and processor time of the watch with all that it starts. */
export async function benchWatchStructure(count, changes) {
  const { startKubernetesSandbox, startOctaviaSandbox } = load("pulumi-k8s-lb/sandbox");
  const [octavia, cluster] = await Promise.all([startOctaviaSandbox({ auth: "noauth" }), startKubernetesSandbox({})]);
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-bench-"));
  let watch;
  try {
    const client = connect({ kubeconfig: cluster.kubeconfig });
    await client.create(keyOf({ kind: "Namespace", metadata: { name: "bench" } }), { metadata: { name: "bench" } });
    for (let i = 0; i < count; i++) for (const body of [service(i), endpoints(i)]) await client.create(keyOf(body), body);

    const project = join(folder, "program");
    for (const name of ["program", "state", "home"]) mkdirSync(join(folder, name));
    symlinkSync(inRoot("node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "kubeconfig"), cluster.kubeconfig);
    writeFileSync(join(project, "Pulumi.yaml"), "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n");
    writeFileSync(join(project, "package.json"), JSON.stringify({ name: "bench", main: "index.js" }));
    writeFileSync(join(project, "index.js"), PROGRAM);
    const cli = await ensureCli();
    const env = {
      ...process.env,
      ...pulumiVariables(cli),
      PULUMI_BACKEND_URL: pathToFileURL(join(folder, "state")).href,
      PULUMI_HOME: join(folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: "b",
      KUBECONFIG: join(folder, "kubeconfig"),
      OS_AUTH_TYPE: "none",
      OS_ENDPOINT: octavia.url,
      OS_PROJECT_ID: "b".repeat(32),
    };
    const pulumi = async (...args) => {
      const { code, output } = await run(cli.command, [...args, "--non-interactive"], { cwd: project, env, timeout: 600_000 });
      if (code !== 0) throw new Error(`pulumi ${args.join(" ")}: ${output}`);
    };
    await pulumi("stack", "init", "bench");
    await pulumi("up", "--yes", "--skip-preview");

    let printed = "";
    watch = spawn(process.execPath, [inRoot("dist/sdk/cli/main.js"), "watch", "--apply", "all", "--listen", "none"], { cwd: project, env });
    watch.stderr.on("data", (bytes) => {
      printed += bytes;
    });
    await eventually(
      () => /watching bench/.test(printed),
      () => printed,
    );
    await pause(10_000);
    const idle = { cpu: cpuOf(watch.pid), at: performance.now() };
    await pause(20_000);
    const idleShare = (cpuOf(watch.pid) - idle.cpu) / ((performance.now() - idle.at) / 1000);

    const [seconds, cpu] = [[], []];
    for (let i = 0; i < changes; i++) {
      const before = cpuOf(watch.pid);
      const port = 1000 + i;
      await client.mergePatch(keyOf(service(0)), service(0, port));
      const begun = performance.now();
      await eventually(
        async () => {
          const { listeners } = await (await fetch(`${octavia.url}/v2/lbaas/listeners?protocol_port=${port}`)).json();
          return listeners.length > 0;
        },
        () => printed,
      );
      seconds.push((performance.now() - begun) / 1000);
      // what follows the write: history, state, configuration, and the next judgement
      await pause(8_000);
      cpu.push(cpuOf(watch.pid) - before);
    }
    return { loadBalancers: count, changes, seconds: median(seconds), cpuSeconds: median(cpu), idleShare };
  } finally {
    watch?.kill("SIGTERM");
    await Promise.all([octavia.close(), cluster.close()]);
    if (watch && watch.exitCode === null) await Promise.race([new Promise((done) => watch.once("exit", done)), pause(10_000)]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
