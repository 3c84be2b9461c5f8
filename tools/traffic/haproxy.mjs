// A real HAProxy: that of the machine, or Debian's package unpacked into the user's cache, without root.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { alone } from "../lib/alone.mjs";
import { inCache, pathFolders } from "../lib/paths.mjs";
import { step } from "../lib/progress.mjs";
import { findIn } from "../lib/pulumi/candidates.mjs";
import { run } from "../lib/run.mjs";
import { Stop } from "../lib/stop.mjs";

async function must(command, args, options) {
  const { code, stdout, output } = await run(command, args, { timeout: 120_000, ...options });
  if (code === 0) return stdout;
  throw new Stop(
    `${command} ${args.join(" ")} failed; install HAProxy 2.2 or later, or give it the machine's packages:\n${output.trimEnd()}`,
  );
}

/** The package and what it needs that the machine has not, unpacked: nothing is installed and nothing is configured. */
async function unpack(folder) {
  const work = mkdtempSync(`${folder}.`);
  try {
    const plan = await must("apt-get", ["--simulate", "--no-install-recommends", "install", "haproxy"]);
    const packages = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
    await must("apt-get", ["download", ...packages], { cwd: work });
    const root = join(work, "root");
    for (const file of readdirSync(work).filter((name) => name.endsWith(".deb"))) await must("dpkg-deb", ["-x", join(work, file), root]);
    renameSync(root, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Where shared libraries are below an unpacked tree. */
function libraries(root) {
  const folders = ["usr/lib", "lib"].flatMap((base) =>
    existsSync(join(root, base)) ? readdirSync(join(root, base)).map((triplet) => join(root, base, triplet)) : [],
  );
  return folders.filter((folder) => readdirSync(folder).some((name) => /\.so(\.|$)/.test(name))).join(":");
}

/** `{ command, env, version }` of HAProxy. */
export async function ensureHaproxy() {
  let command = findIn([...pathFolders(), "/usr/sbin", "/usr/local/sbin"], "haproxy");
  let env = process.env;
  if (!command) {
    const folder = inCache("haproxy");
    mkdirSync(dirname(folder), { recursive: true });
    if (!existsSync(folder)) {
      await alone(`${folder}.lock`, "Waiting for another process that gets HAProxy", async () => {
        if (!existsSync(folder))
          await step("Getting HAProxy from the packages of this machine", "a few seconds, 4 MB", () => unpack(folder));
      });
    }
    command = join(folder, "usr/sbin/haproxy");
    env = { ...process.env, LD_LIBRARY_PATH: libraries(folder) };
  }
  const version = /version (\d+\.\d+\.\d+)/.exec(await must(command, ["-v"], { env }))?.[1];
  if (!version) throw new Stop(`${command} -v says no version`);
  return { command, env, version };
}
