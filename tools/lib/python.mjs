// Virtual environments of Python in the cache of the user, one for each set of packages.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf, inCache } from "./files.mjs";
import { run, Stop, step } from "./process.mjs";

async function must(command, args, timeout) {
  const { code, output, timedOut } = await run(command, args, { timeout });
  if (timedOut) throw new Stop(`${command} did not end in time`);
  if (code === 127) throw new Stop(`${command} was not found; install Python 3 with its venv module`);
  if (code !== 0) throw new Stop(`${command} ${args.join(" ")} failed:\n${output.trimEnd()}`);
}

/**
 * The folder of a virtual environment with these packages; made once, for all clones.
 *
 * @param name its folder in the cache, `avi-clients/ansible`
 */
export async function venv(name, packages, howLong) {
  const folder = inCache(`${name}-${hashOf(packages)}`);
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
