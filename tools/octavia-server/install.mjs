// OpenStack's services in a Python environment in the user's cache: fetched once, shared by all clones.
import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { alone } from "../lib/alone.mjs";
import { hashOf } from "../lib/files.mjs";
import { inCache } from "../lib/paths.mjs";
import { step } from "../lib/progress.mjs";
import { run } from "../lib/run.mjs";
import { Stop } from "../lib/stop.mjs";

/** A Python file of ours. */
export const script = (name) => join(dirname(fileURLToPath(import.meta.url)), "python", name);

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
