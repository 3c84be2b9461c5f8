// A Pulumi CLI that is already on this machine.
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathFolders } from "../paths.mjs";
import { run } from "../run.mjs";

/** Older engines do not know all calls of the Node SDK (the peer dependency names the same number). */
const oldest = [3, 200];

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The first executable of that name in the folders. */
export const findIn = (folders, name) => folders.map((folder) => join(folder, name)).find(isExecutable);

/** Returns `{ version }` of a working CLI, or `{ problem }`. */
export async function inspect(command) {
  if (!isExecutable(command)) return { problem: "not there" };
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const { code, stdout, output } = await run(command, ["version"], { env, timeout: 20_000 });
  const version = /^v?(\d+)\.(\d+)\.\S+/m.exec(stdout);
  if (code !== 0 || !version) return { problem: `\`pulumi version\` fails: ${output.trim().split("\n")[0]}` };
  if (Number(version[1]) !== oldest[0] || Number(version[2]) < oldest[1])
    return { problem: `${version[0]} is older than ${oldest.join(".")}` };
  return { version: version[0] };
}

/** Where users have the CLI of an official installation: PATH first, then the Pulumi home folder. */
export function installedCommands() {
  const home = join(process.env.PULUMI_HOME || join(homedir(), ".pulumi"), "bin");
  return [findIn(pathFolders(), "pulumi"), findIn([home], "pulumi")].filter(Boolean);
}
