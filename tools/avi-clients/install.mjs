// Python clients live in virtual environments in the user's cache, one per set of packages.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { filesBelow, hashOf, inCache, inRoot } from "../lib/files.mjs";
import { run, Stop } from "../lib/process.mjs";
import { step } from "../lib/progress.mjs";

async function must(command, args, timeout) {
  const { code, output, timedOut } = await run(command, args, { timeout });
  if (timedOut) throw new Stop(`${command} did not end in time`);
  if (code === 127) throw new Stop(`${command} was not found; install Python 3 with its venv module`);
  if (code !== 0) throw new Stop(`${command} ${args.join(" ")} failed:\n${output.trimEnd()}`);
}

/** The folder of a virtual environment with these packages; made once. */
export async function venv(name, packages, howLong) {
  const key = createHash("sha256").update(packages.join("\n")).digest("hex").slice(0, 12);
  const folder = inCache("avi-clients", `${name}-${key}`);
  const done = join(folder, ".complete");
  if (existsSync(done)) return folder;
  await step(`Installing ${packages.join(", ")} from PyPI`, howLong, async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await must("python3", ["-m", "venv", folder], 120_000);
    await must(join(folder, "bin/pip"), ["install", "--quiet", "--disable-pip-version-check", ...packages], 600_000);
    writeFileSync(done, "");
  });
  return folder;
}

// Go programmes are built once per source into the user's cache.

export const goFolder = inRoot("tools/avi-clients/go");

/** Runs `go ARGS -o FILE WHAT` unless FILE for these sources is there already; returns FILE. */
export async function goBuild(name, verb, what) {
  const key = hashOf([name, ...verb, what], filesBelow(goFolder)).slice(0, 12);
  const binary = inCache("avi-clients", `${name}-${key}`);
  if (existsSync(binary)) return binary;
  await step(`Building ${name} (${basename(what) || "our programme"})`, "up to a minute", async () => {
    mkdirSync(dirname(binary), { recursive: true });
    const fresh = `${binary}.${process.pid}`;
    const { code, output } = await run("go", [...verb, "-o", fresh, what], { cwd: goFolder, timeout: 600_000 });
    if (code === 127) throw new Stop("go was not found; install Go 1.21 or newer");
    if (code !== 0) throw new Stop(`go ${verb.join(" ")} ${what} failed:\n${output.trimEnd()}`);
    renameSync(fresh, binary);
  });
  return binary;
}

/** The folder of the vendor's module in the module cache. */
export async function vendorModule() {
  const listed = await run("go", ["list", "-m", "-f", "{{.Dir}}", "github.com/vmware/alb-sdk"], { cwd: goFolder, timeout: 300_000 });
  const folder = listed.stdout.trim();
  if (listed.code !== 0 || !folder) throw new Stop(`the vendor's Go module was not found:\n${listed.output}`);
  return folder;
}

// What a client process sees: where the sandbox is, and none of this machine's own certificate settings.
const LEAKS = ["REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

export function clientEnvironment(avi, more = {}) {
  const env = { ...process.env, AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, ...more };
  for (const name of LEAKS) delete env[name];
  return env;
}
