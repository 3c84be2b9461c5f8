// The one question the other tools ask: which Pulumi CLI do we run?
import { existsSync } from "node:fs";
import { findGo } from "../go-build.mjs";
import { ensureInstalled } from "../install.mjs";
import { say } from "../progress.mjs";
import { Stop } from "../stop.mjs";
import { inspect, installedCommands } from "./candidates.mjs";
import { buildFromSource, builtCommand, placeCompanions } from "./from-source.mjs";
import { installOfficial, officialCommand } from "./official.mjs";

const nothing = `There is no Pulumi CLI on this machine, its download page cannot be reached, and there is no Go to build it with.
Install Pulumi (https://www.pulumi.com/docs/install/) or Go 1.26 or newer (https://go.dev/dl/) and run this again.`;

async function usable(command, own) {
  const { version, problem } = await inspect(command);
  if (problem) say(`Not using ${command}: ${problem}`);
  return version && { command, version, own };
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
  const found = await findCli();
  if (found) return found;
  say("There is no Pulumi CLI on this machine yet.");
  if (await installOfficial()) return usable(officialCommand(), true);
  if (!findGo()) throw new Stop(nothing);
  return usable(await buildFromSource(), true);
}
