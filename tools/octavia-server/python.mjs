// OpenStack's services in a Python environment in the user's cache: fetched once, shared by all clones.
import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { hashOf, inCache } from "../lib/files.mjs";
import { alone, run, Stop, step } from "../lib/process.mjs";

/** A Python file of ours. */
const script = (name) => join(dirname(fileURLToPath(import.meta.url)), "python", name);

async function must(command, args, timeout) {
  const { code, stdout, output, timedOut } = await run(command, args, { timeout });
  if (timedOut) throw new Stop(`${command} did not end in time`);
  if (code === 127) throw new Stop(`${command} was not found; install Python 3.11 or later with its venv module`);
  if (code !== 0) throw new Stop(`${command} ${args.join(" ")} failed:\n${output.trimEnd()}`);
  return stdout.trim();
}

async function pythonVersion() {
  const version = await must("python3", ["-c", "import platform; print(platform.python_version())"], 30_000);
  const [major, minor] = version.split(".").map(Number);
  if (major === 3 && minor >= 11) return version;
  throw new Stop(`python3 is ${version}; Octavia needs Python 3.11 or later`);
}

async function install(folder, packages) {
  const fresh = `${folder}.${process.pid}`;
  const python = join(fresh, "bin/python"); // not bin/pip and the like: they hold the path of this folder, which will be another
  try {
    await must("python3", ["-m", "venv", fresh], 2 * 60_000);
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", script("constraints.txt")];
    await must(python, [...pip, ...packages], 15 * 60_000);
    await must(python, ["-B", "-W", "ignore", script("template.py"), join(fresh, "template"), ...packages.slice(1)], 5 * 60_000);
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * The folder of the environment, with Octavia alone or with all services. Below `template` lies what every start copies.
 * Moved into place when complete: a run that was broken off leaves nothing that looks finished.
 */
export async function ensureInstalled({ all = false } = {}) {
  const version = await pythonVersion();
  const folderOf = (packages) => {
    const key = hashOf([version, ...packages], [script("constraints.txt"), script("template.py")]);
    return inCache(`octavia-server-${key}`);
  };
  const full = ["octavia", "keystone", "barbican", "neutron"];
  if (existsSync(folderOf(full))) return folderOf(full);
  const packages = all ? full : ["octavia"];
  const folder = folderOf(packages);
  if (existsSync(folder)) return folder;
  await alone(`${folder}.lock`, "Waiting for another process that installs Octavia", async () => {
    if (existsSync(folder)) return;
    const howLong = all ? "about a minute, 450 MB" : "about half a minute, 280 MB";
    await step(`Installing OpenStack ${packages.join(", ")} from PyPI`, howLong, () => install(folder, packages));
  });
  return folder;
}

// Python processes that end with this one.

/** Ports that nothing listens on. */
export async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer();
      return new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", () => resolve(server)));
    }),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/**
 * Starts `python/FILE PORT WORK ...` and waits until it says that it is ready. The child reads a pipe of ours and ends when that
 * closes, which it does also when this process is killed. Returns a function that ends it.
 */
export async function startPython({ venv, work, name, file, port, args = [], env = {} }) {
  const log = join(work, `${name}.log`);
  const errors = openSync(log, "a");
  const child = spawn(join(venv, "bin/python"), ["-B", "-W", "ignore", script(file), port, work, ...args].map(String), {
    cwd: work,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env }, // no OS_* of the user's
    stdio: ["pipe", "pipe", errors],
  });
  closeSync(errors);
  child.stdin.on("error", () => {}); // it went first
  const gone = new Promise((resolve) => child.once("close", resolve).once("error", resolve));
  const ready = new Promise((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => line === "ready" && resolve(true));
  });
  const stop = async () => {
    child.stdin.end();
    const kill = setTimeout(() => child.kill("SIGKILL"), 5_000);
    await gone;
    clearTimeout(kill);
  };
  if ((await Promise.race([ready, gone])) === true) return stop;
  throw new Error(`${name} did not start:\n${readFileSync(log, "utf8").split("\n").slice(-15).join("\n")}`);
}

/** Lets Octavia's driver write its configurations below `folder`: `[{ name, config, address }]`, the file and the VIP of each load balancer. */
export async function render({ venv, work, folder, version }) {
  const args = ["-B", "-W", "ignore", script("render.py"), work, folder, version];
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const { code, stdout, output } = await run(join(venv, "bin/python"), args, { cwd: work, env, timeout: 180_000 });
  if (code !== 0) throw new Stop(`Octavia's driver wrote no configuration:\n${output.trimEnd().split("\n").slice(-15).join("\n")}`);
  return JSON.parse(stdout.trim().split("\n").at(-1));
}
