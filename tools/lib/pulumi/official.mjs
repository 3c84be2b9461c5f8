// The official installer, through the Automation API of @pulumi/pulumi. It brings the CLI and its own language hosts.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../files.mjs";
import { inCache, inRoot, root } from "../paths.mjs";
import { say, step } from "../progress.mjs";
import { run } from "../run.mjs";

const script =
  'require("@pulumi/pulumi/automation").PulumiCommand.install({ root: process.argv[1] }).catch((e) => { console.error(e.message); process.exit(1); });';

const sdkVersion = () => readJson(inRoot("node_modules/@pulumi/pulumi/package.json"))?.version;
const folder = () => inCache("pulumi-official", sdkVersion());

/** Where the installer puts the command. */
export const officialCommand = () => join(folder(), "bin/pulumi");

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
export async function installOfficial() {
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
