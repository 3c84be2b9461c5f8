// Finds the Pulumi CLI that all tools run, and installs it if there is none.
import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { ensureInstalled } from "../lib/checkout.mjs";
import { findIn, inCache, inRoot, isExecutable, pathFolders, readJson, root } from "../lib/files.mjs";
import { builtPath, findGo, goBuild } from "../lib/go-build.mjs";
import { run, Stop, say, step } from "../lib/process.mjs";

const nothing = `There is no Pulumi CLI on this machine, its download page cannot be reached, and there is no Go to build it with.
Install Pulumi (https://www.pulumi.com/docs/install/) or Go 1.26 or newer (https://go.dev/dl/) and run this again.`;

async function usable(command, isOwn) {
  const { version, problem } = await inspect(command);
  if (problem) say(`Not using ${command}: ${problem}`);
  return version && { command, version, own: isOwn };
}

/** A CLI that is already here. `own` says that it came from us and not from the user. */
async function findCli() {
  for (const command of installedCommands()) {
    const cli = await usable(command, false);
    if (cli) return cli;
  }
  const built = await builtCommand();
  for (const command of [officialCommand(), built]) {
    if (!command || !existsSync(command)) continue;
    if (command === built) placeCompanions(command);
    const cli = await usable(command, true);
    if (cli) return cli;
  }
}

/** Finds the CLI, or gets it: the official installer first, else a build from source. */
export async function ensureCli() {
  await ensureInstalled(); // the installer and the language hosts are parts of @pulumi/pulumi
  const cli = await findCli();
  if (cli) return cli;
  say("There is no Pulumi CLI on this machine yet.");
  if (await installOfficial()) return usable(officialCommand(), true);
  if (!findGo()) throw new Stop(nothing);
  return usable(await buildFromSource(), true);
}

// A Pulumi CLI that is already on this machine.

/** Older engines do not know all calls of the Node SDK (the peer dependency names the same number). */
const oldest = [3, 200];

/** Returns `{ version }` of a working CLI, or `{ problem }`. */
async function inspect(command) {
  if (!isExecutable(command)) return { problem: "not there" };
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const { code, stdout, output } = await run(command, ["version"], { env, timeout: 20_000 });
  const version = /^v?(\d+)\.(\d+)\.\S+/m.exec(stdout);
  if (code !== 0 || !version) return { problem: `\`pulumi version\` fails: ${output.trim().split("\n")[0]}` };
  if (Number(version[1]) !== oldest[0] || Number(version[2]) < oldest[1])
    return { problem: `${version[0]} is older than ${oldest.join(".")}` };
  return { version: version[0] };
}

/** Commands of an official installation: in PATH first, then in the Pulumi home folder. */
function installedCommands() {
  const home = join(process.env.PULUMI_HOME || join(homedir(), ".pulumi"), "bin");
  return [findIn(pathFolders(), "pulumi"), findIn([home], "pulumi")].filter(Boolean);
}

// The official installer, through the Automation API of @pulumi/pulumi. It brings the CLI and its own language hosts.

const script =
  'require("@pulumi/pulumi/automation").PulumiCommand.install({ root: process.argv[1] }).catch((e) => { console.error(e.message); process.exit(1); });';

const sdkVersion = () => readJson(inRoot("node_modules/@pulumi/pulumi/package.json"))?.version;
const folder = () => inCache("pulumi-official", sdkVersion());

/** Path of the command that the installer installs. */
const officialCommand = () => join(folder(), "bin/pulumi");

/** Is the download page there? Without a network the installer itself would wait for minutes. */
async function isReachable() {
  try {
    const answer = await fetch("https://get.pulumi.com/latest-version", { signal: AbortSignal.timeout(15_000) });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Installs the official CLI into the cache folder; false when that is not possible here. */
async function installOfficial() {
  const title = `Getting the official Pulumi CLI ${sdkVersion()} from get.pulumi.com`;
  return step(title, "a minute or two, 15 seconds to find out that there is no network", async () => {
    if (!(await isReachable())) {
      say("  get.pulumi.com cannot be reached from here");
      return false;
    }
    const { code, output, timedOut } = await run(process.execPath, ["-e", script, folder()], { cwd: root, timeout: 5 * 60_000 });
    if (code === 0) return true;
    say(`  the installer ${timedOut ? "did not end within 5 minutes" : `failed: ${output.trim().split("\n").slice(-3).join(" ")}`}`);
    rmSync(folder(), { recursive: true, force: true });
    return false;
  });
}

// The Pulumi CLI built from the module that tools/pulumi/pulumi-cli/go.mod and go.sum pin.

export const cliModule = inRoot("tools/pulumi/pulumi-cli");

/** Path of the built command; undefined without Go. */
export const builtCommand = () => builtPath(cliModule, "pulumi");

/** Files that an official installation has beside the command: the language hosts are ours, the script for dynamic resources the SDK's. */
const companions = [
  ...["nodejs", "go"].map((runtime) => inRoot(`tools/pulumi/pulumi-language-${runtime}`)),
  inRoot("node_modules/@pulumi/pulumi/pulumi-resource-pulumi-nodejs"),
];

/**
 * Puts them beside the built command, where the engine looks for them. Copies, not links: the folder outlives this clone.
 * The copies load the SDK of the project that runs, or of NODE_PATH.
 */
function placeCompanions(command) {
  for (const file of companions) {
    const target = join(command, "..", basename(file));
    if (existsSync(target) && readFileSync(target).equals(readFileSync(file))) continue;
    copyFileSync(file, `${target}.${process.pid}`);
    chmodSync(`${target}.${process.pid}`, 0o755);
    renameSync(`${target}.${process.pid}`, target);
  }
}

/**
 * The whole command: the clients of AWS, Azure and Google are about 250 of its 1,453 packages, and without them, which takes changes to
 * Pulumi's sources, the command could not log in to their storage.
 */
async function buildFromSource() {
  const version = /pulumi\/pkg\/v3 (v\S+)/.exec(readFileSync(join(cliModule, "go.mod"), "utf8"))[1];
  const command = await goBuild({
    title: `Building the Pulumi CLI ${version} with ${findGo()}`,
    expected: "3 to 6 minutes on two cores, once per machine",
    module: cliModule,
    pkg: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    target: await builtCommand(),
    ldflags: `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${version}`,
    minutes: 25,
  });
  placeCompanions(command);
  return command;
}
