// The product under test: a Pulumi program over the live cluster, followed by `k8s-lb watch --apply all`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { inRoot, root } from "../lib/files.mjs";
import { run, Stop } from "../lib/process.mjs";
import { pulumiVariables } from "../pulumi/environment.mjs";

/** The program of a user; `settings` are those of the target. */
const programFor = (target, settings) => `const ${target} = require("pulumi-k8s-lb/${target}");
const { liveCluster } = require("pulumi-k8s-lb/cluster");

new ${target}.Gateways("conformance", {
  specs: liveCluster(),
  settings: ${JSON.stringify(settings, null, 2).replaceAll("\n", "\n  ")},
  writeStatus: true,
  allowMassDelete: true,
});
`;

const settingsOf = {
  octavia: ({ subnet, responders }) => ({
    naming: "kuryr",
    cluster_name: "conformance",
    service_subnet_id: subnet,
    service_subnet_cidr: "10.0.0.0/24",
    responders,
  }),
  avi: () => ({ clusterName: "conformance" }),
};

/** A project whose package is this checkout. */
function writeProject(folder, program) {
  mkdirSync(folder, { recursive: true });
  const manifest = { name: "conformance", private: true, main: "index.js", dependencies: { "pulumi-k8s-lb": `file:${root}` } };
  writeFileSync(join(folder, "Pulumi.yaml"), "name: conformance\nruntime: nodejs\n");
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, "index.js"), program);
  symlinkSync(inRoot("node_modules"), join(folder, "node_modules")); // as `npm install` would leave it
}

/** The environment of Pulumi and watch: a state and a home of their own below `workDir`. */
function environmentFor({ cli, workDir, kubeconfig, env }) {
  for (const name of ["state", "home", "tmp"]) mkdirSync(join(workDir, name), { recursive: true });
  return {
    ...process.env,
    ...pulumiVariables(cli, {}),
    PULUMI_BACKEND_URL: pathToFileURL(join(workDir, "state")).href,
    PULUMI_HOME: join(workDir, "home"),
    PULUMI_CONFIG_PASSPHRASE: "conformance",
    TMPDIR: join(workDir, "tmp"),
    NO_COLOR: "1",
    KUBECONFIG: kubeconfig,
    ...env,
  };
}

/** Runs the watch until it says that it watches; what ends it. */
async function startWatch(folder, env, log, logFile) {
  const command = inRoot("dist/sdk/cli/main.js");
  const args = [command, "watch", "--apply", "all", "--stack", "conformance", "--listen", "127.0.0.1:9814"];
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes) => {
      output = `${output}${bytes}`.slice(-20_000);
      log.write(bytes);
    });
  }
  const gone = once(child, "close");
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    const kill = setTimeout(() => child.kill("SIGKILL"), 10_000);
    await gone;
    clearTimeout(kill);
  };
  for (const end = Date.now() + 180_000; !output.includes("watching conformance"); await sleep(50)) {
    if (child.exitCode === null && Date.now() < end) continue;
    await stop();
    throw new Stop(`k8s-lb watch did not start; see ${logFile}:\n${output.trim().split("\n").slice(-15).join("\n")}`);
  }
  return stop;
}

/**
 * Brings the product up on the cluster of `kubeconfig`. `env` logs in to the load balancer, `cli` is the Pulumi CLI, `responders` are the Services
 * that answer 404 and 500, `subnet` is that of the addresses. Returns `{ stop }`.
 */
export async function startProduct({ target, kubeconfig, env: login, cli, responders, subnet, workDir, logs }) {
  const folder = join(workDir, "program");
  writeProject(folder, programFor(target, settingsOf[target]({ subnet, responders })));
  const env = environmentFor({ cli, workDir, kubeconfig, env: login });
  const file = join(logs, "product.log");
  mkdirSync(dirname(file), { recursive: true });
  const log = createWriteStream(file);

  async function pulumi(...args) {
    const { code, output } = await run(cli.command, [...args, "--non-interactive", "--color", "never"], {
      cwd: folder,
      env,
      timeout: 300_000,
    });
    log.write(`$ pulumi ${args.join(" ")}\n${output}\n`);
    if (code !== 0) throw new Stop(`pulumi ${args[0]} failed; see ${file}:\n${output.trim().split("\n").slice(-25).join("\n")}`);
  }
  await pulumi("stack", "init", "conformance");
  await pulumi("up", "--yes", "--skip-preview");
  const stop = await startWatch(folder, env, log, file);
  return {
    async stop() {
      await stop();
      log.end();
    },
  };
}
